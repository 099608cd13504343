package kit

import (
	"slices"
	"strings"
	"sync"

	"example.org/fray/engine"
)

// Drawn is a panel as it was drawn last: of the next one, what is as it was isn't
// drawn again. The zero Drawn is of none. It is for one goroutine.
type Drawn struct {
	look   *Look
	w      int
	large  bool
	airy   bool
	pieces []piece
	lines  int // that there were
	spots  int // that there were
	*bench     // nil while nothing is being drawn
}

// bench is what it takes to draw a panel. Of many screens few draw at a time, and
// they lend it to each other.
type bench struct {
	now   []piece        // of the panel
	seen  map[string]int // how many spots have had a key
	marks []mark         // of the piece
}

var benches = sync.Pool{New: func() any { return &bench{seen: map[string]int{}} }}

// piece is what blocks that are drawn together have become, and what that goes by.
type piece struct {
	seen    []engine.Block // the blocks, and those behind them that were looked at
	last    bool           // there are no more behind those
	n       int            // how many of them it draws
	headed  bool           // a group has begun above it
	first   bool           // nothing stands above it
	on      string         // the spot under the cursor, if it is here
	focused bool           // the cursor is drawn as a bar, if it is here

	lines       []string
	spots       []Spot // by block and line from the first here
	marks       []mark
	ends, heads []int // by line from the first here
}

// mark is what a spot goes by, beside its key.
type mark struct {
	nth  uint16 // how many with the same key stood above
	open bool
}

// bare is the key of a spot before it was told from others.
func (m mark) bare(key string) string {
	if m.nth == 0 {
		return key
	}
	return key[:strings.LastIndexByte(key, '#')]
}

// begin makes ready for a panel.
func (k *Drawn) begin(look *Look, p Panel, w int) {
	if k.look != look || k.w != w || k.large != p.Large || k.airy != (p.Room > 0) {
		*k = Drawn{look: look, w: w, large: p.Large, airy: p.Room > 0}
	}
	k.bench = benches.Get().(*bench)
}

// end keeps the panel that is drawn, and forgets the one before.
func (k *Drawn) end(d *drawing) {
	k.lines, k.spots = len(d.lines), len(d.spots)
	b := k.bench
	k.pieces, b.now, k.bench = b.now, k.pieces, nil
	clear(b.now)
	clear(b.seen)
	b.now = b.now[:0]
	benches.Put(b)
}

// again is next, with what was drawn last.
func (d *drawing) again(i int) int {
	k := d.panel.Drawn
	if n := len(k.now); n < len(k.pieces) && d.same(&k.pieces[n], i) {
		p := k.pieces[n]
		d.lay(&p, i)
		k.now = append(k.now, p)
		return i + p.n
	}
	p := piece{headed: len(d.heads) > 0, first: len(d.lines) == 0}
	lines, spots, ends, heads := len(d.lines), len(d.spots), len(d.ends), len(d.heads)
	d.marks, d.looked = k.marks[:0], i
	end := d.next(i)
	looked := min(max(d.looked, end)+1, len(d.panel.Blocks))
	p.n, p.seen, p.last = end-i, d.panel.Blocks[i:looked], looked == len(d.panel.Blocks)
	p.lines, p.spots, p.marks = slices.Clone(d.lines[lines:]), slices.Clone(d.spots[spots:]), slices.Clone(d.marks)
	k.marks = d.marks
	p.ends, p.heads = slices.Clone(d.ends[ends:]), slices.Clone(d.heads[heads:])
	for at := range p.spots {
		p.spots[at].Line -= lines
		p.spots[at].Block -= i
		p.marks[at].open = d.open(p.spots[at].Key)
	}
	for _, list := range [][]int{p.ends, p.heads} {
		for at := range list {
			list[at] -= lines
		}
	}
	if p.on = d.cursor(p.spots); p.on != "" {
		p.focused = d.panel.Focused
	}
	k.now = append(k.now, p)
	return end
}

// same reports whether the blocks from i on would become this piece.
func (d *drawing) same(p *piece, i int) bool {
	rest := d.panel.Blocks[i:]
	if len(rest) < len(p.seen) || p.last && len(rest) > len(p.seen) || p.headed != (len(d.heads) > 0) || p.first != (len(d.lines) == 0) {
		return false
	}
	if on := d.cursor(p.spots); on != p.on || on != "" && p.focused != d.panel.Focused {
		return false
	}
	for at, m := range p.marks {
		if key := p.spots[at].Key; d.seen[m.bare(key)] != int(m.nth) || d.open(p.spots[at].Key) != m.open {
			return false
		}
	}
	return slices.EqualFunc(p.seen, rest[:len(p.seen)], sameBlock)
}

// lay puts a piece where the blocks from i on are drawn.
func (d *drawing) lay(p *piece, i int) {
	top := len(d.lines)
	d.lines = append(d.lines, p.lines...)
	for at, s := range p.spots {
		s.Line += top
		s.Block += i
		d.spots = append(d.spots, s)
		d.seen[p.marks[at].bare(s.Key)]++
	}
	for _, at := range p.ends {
		d.ends = append(d.ends, top+at)
	}
	for _, at := range p.heads {
		d.heads = append(d.heads, top+at)
	}
}

// cursor gives the key of the spot that is under the cursor, "" for none of these.
func (d *drawing) cursor(spots []Spot) string {
	if d.panel.On != "" && slices.ContainsFunc(spots, func(s Spot) bool { return s.Key == d.panel.On }) {
		return d.panel.On
	}
	return ""
}

// sameBlock reports whether two blocks are drawn alike.
func sameBlock(a, b engine.Block) bool {
	switch a := a.(type) {
	case engine.Stat:
		b, is := b.(engine.Stat)
		return is && a.Label == b.Label && a.Value == b.Value && a.Unit == b.Unit && a.Chapter == b.Chapter && a.Field == b.Field &&
			a.Changed == b.Changed && a.Force == b.Force && slices.Equal(a.Working, b.Working)
	case engine.Meter:
		b, is := b.(engine.Meter)
		return is && a.ID == b.ID && a.Label == b.Label && a.Now == b.Now && a.Full == b.Full && a.Unit == b.Unit && a.Kind == b.Kind &&
			a.Field == b.Field && slices.Equal(a.Losses, b.Losses)
	case engine.Track:
		b, is := b.(engine.Track)
		return is && a.Label == b.Label && slices.Equal(a.Boxes, b.Boxes)
	case engine.Costs:
		b, is := b.(engine.Costs)
		return is && a.Title == b.Title && slices.Equal(a.Rows, b.Rows)
	case engine.Grid:
		b, is := b.(engine.Grid)
		return is && a.Title == b.Title && slices.Equal(a.Head, b.Head) && slices.EqualFunc(a.Rows, b.Rows, slices.Equal) && slices.Equal(a.Paths, b.Paths)
	}
	return a == b // headings and words
}
