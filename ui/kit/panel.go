package kit

import (
	"slices"
	"strconv"

	"example.org/fray/engine"
)

// Panel is what a rulebook shows, with a cursor in it.
type Panel struct {
	Blocks  []engine.Block
	On      string                   // key of the spot under the cursor, "" for none
	Open    func(k string) bool      // whether a spot shows its working; nil: none does
	Focused bool                     // the cursor is drawn as a bar, not as a mark alone
	Large   bool                     // the pools that come first are drawn large
	Room    int                      // lines there are: what they leave goes between the groups
	Lost    func(m engine.Meter) int // what the last act took from it; nil: nothing
}

// Spot is a place of a panel where the cursor can stand.
type Spot struct {
	Key   string // stable as long as the block keeps its field or label
	Name  string // of the number, the pool or the row
	Text  string // what stands there
	Field string // path of what can be changed there, "" if it is worked out
	Pool  bool   // it is a pool, which can be added to and taken from
	Opens bool   // it can show how it came about
	Line  int    // the line it is drawn on
	X, W  int
}

// Panel draws blocks one below the other in w cells. Stats and meters that follow each other
// are put into columns. The spots are in reading order.
func (k *Look) Panel(p Panel, w int) ([]string, []Spot) {
	d := drawing{look: k, panel: p, w: w, seen: map[string]int{}}
	for i := 0; i < len(p.Blocks); {
		i = d.next(i)
	}
	d.air()
	return d.lines, d.spots
}

// Blocks draws blocks of meaning without a cursor.
func (k *Look) Blocks(blocks []engine.Block, w int) []string {
	lines, _ := k.Panel(Panel{Blocks: blocks}, w)
	return lines
}

// drawing is a panel while it is drawn.
type drawing struct {
	look  *Look
	panel Panel
	w     int
	lines []string
	spots []Spot
	seen  map[string]int
	ends  []int // the lines before which a pool ends
	heads []int // those before which a group begins
}

// air puts empty lines behind pools and, if there is room, before each group.
func (d *drawing) air() {
	if d.panel.Room <= len(d.lines) {
		return
	}
	for _, at := range [][]int{slices.Sorted(slices.Values(slices.Concat(d.ends, d.heads))), d.ends} {
		at = slices.Compact(at)
		if len(at) == 0 || len(d.lines)+len(at) > d.panel.Room {
			continue
		}
		for i := range d.spots {
			n, _ := slices.BinarySearch(at, d.spots[i].Line+1)
			d.spots[i].Line += n
		}
		blank, lines := d.look.Blank(d.w), make([]string, 0, len(d.lines)+len(at))
		for i, l := range d.lines {
			if _, found := slices.BinarySearch(at, i); found {
				lines = append(lines, blank)
			}
			lines = append(lines, l)
		}
		d.lines = lines
		return
	}
}

// next draws block i and those that share its columns, and returns the number of the block
// after them.
func (d *drawing) next(i int) int {
	switch b := d.panel.Blocks[i].(type) {
	case engine.Stat:
		return d.stats(i)
	case engine.Meter:
		if d.panel.Large && len(d.heads) == 0 {
			return d.pools(i)
		}
		return d.meters(i)
	case engine.Heading:
		d.heading(b.Text)
	case engine.Track:
		d.track(b)
	case engine.Costs:
		if b.Title != "" {
			d.heading(b.Title)
			b.Title = ""
		}
		d.lines = append(d.lines, d.look.Costs(b, -1, d.w)...)
	case engine.Words:
		if d.panel.Large && len(d.heads) == 0 && b.Label == "" {
			d.under(b.Text, 3)
			break
		}
		d.words(b)
	case engine.Grid:
		d.grid(i, b)
	}
	return i + 1
}

func (d *drawing) add(r *Row) { d.lines = append(d.lines, r.String()) }

// spot adds a place for the cursor and reports whether the cursor is on it.
func (d *drawing) spot(key string, s Spot) bool {
	n := d.seen[key]
	if d.seen[key]++; n > 0 {
		key += "#" + strconv.Itoa(n+1)
	}
	s.Key, s.Line = key, len(d.lines)
	d.spots = append(d.spots, s)
	return key == d.panel.On && key != ""
}

func (d *drawing) open(key string) bool { return d.panel.Open != nil && d.panel.Open(key) }

func (d *drawing) heading(text string) {
	if d.panel.Room > 0 {
		d.heads = append(d.heads, len(d.lines))
	}
	r := d.look.Row(d.w).Space(1).Put(Title, text)
	d.add(r.Space(1).Times(Faint, d.look.Box.Across, r.Left()-1))
}

func (d *drawing) words(b engine.Words) {
	if b.Label != "" && Width(Clean(b.Label))+Width(Clean(b.Text))+3 <= d.w {
		d.add(d.look.Row(d.w).Space(1).Put(Dim, b.Label).Space(1).Put(Text, b.Text))
		return
	}
	if b.Label != "" {
		d.add(d.look.Row(d.w).Space(1).Put(Dim, b.Label))
	}
	for _, line := range Wrap(b.Text, d.w-2) {
		d.add(d.look.Row(d.w).Space(1).Put(Text, line))
	}
}

// stats draws the stats from block i on, in columns.
func (d *drawing) stats(i int) int {
	end := i
	for end < len(d.panel.Blocks) {
		if _, ok := d.panel.Blocks[end].(engine.Stat); !ok {
			break
		}
		end++
	}
	widths := make([]int, 0, end-i)
	for _, b := range d.panel.Blocks[i:end] {
		widths = append(widths, statWidth(b.(engine.Stat)))
	}
	column := columnFor(widths, d.w-1)
	columns := max(1, (d.w-1)/column)
	from := i
	row, at := d.look.Row(d.w), 0
	var opened []engine.Stat
	flush := func() {
		d.add(row)
		for _, s := range opened {
			d.working(s)
		}
		row, at, opened = d.look.Row(d.w), 0, nil
	}
	for ; i < end; i++ {
		s := d.panel.Blocks[i].(engine.Stat)
		span := min(columns, (widths[i-from]+column-1)/column)
		if at > 0 && at+span > columns {
			flush()
		}
		x := at * column
		width := min(span*column, d.w-x)
		on := d.spot(or(s.Field, s.Label), Spot{Name: s.Label, Text: s.Label + " " + s.Value, Field: s.Field, Opens: len(s.Working) > 0 || s.Chapter != "", X: x, W: width})
		row.To(x)
		row.within(width, func() { d.stat(row, s, on) })
		if d.open(d.spots[len(d.spots)-1].Key) {
			opened = append(opened, s)
		}
		at += span
	}
	flush()
	return end
}

// columnFor is the width of columns with which stats of these widths take the fewest lines of
// w cells. A wide stat takes several columns.
func columnFor(widths []int, w int) int {
	best, least := max(w, 1), len(widths)+1
	for _, column := range widths {
		if column > w {
			continue
		}
		lines, at, columns := 1, 0, w/column
		for _, n := range widths {
			span := min(columns, (n+column-1)/column)
			if at > 0 && at+span > columns {
				lines, at = lines+1, 0
			}
			at += span
		}
		if lines < least || lines == least && column > best {
			best, least = column, lines
		}
	}
	return best
}

// statWidth counts the mark before and the gap behind too.
func statWidth(s engine.Stat) int {
	n := 1 + Width(Clean(s.Label)) + 1 + Width(Clean(s.Value)) + 2
	if s.Unit != "" {
		n += 1 + Width(Clean(s.Unit))
	}
	switch {
	case s.Force != "":
		n += 1 + Width(Clean(s.Force))
	case s.Changed:
		n++
	}
	return n
}

func (d *drawing) stat(r *Row, s engine.Stat, on bool) {
	r.Mark(on).Select(on && d.panel.Focused)
	value := Text
	if s.Changed && s.Force == "" {
		value = Warn
	}
	r.within(r.Left()-1, func() {
		r.Put(Dim, s.Label).Space(1).Put(value, s.Value)
		switch {
		case s.Force != "":
			r.Space(1).Put(Accent, s.Force)
		case s.Changed:
			r.Put(value, "*")
		}
		if s.Unit != "" {
			r.Space(1).Put(Dim, s.Unit)
		}
		r.Select(false)
	})
}

// working shows how a number came about, and where the book says so.
func (d *drawing) working(s engine.Stat) {
	for _, note := range s.Working {
		for _, line := range Wrap(note, d.w-6) {
			d.add(d.look.Row(d.w).Space(4).Put(Text, line))
		}
	}
	if len(s.Working) == 0 {
		why := "as entered on the sheet"
		if s.Field == "" {
			why = "the rulebook does not show the working"
		}
		d.add(d.look.Row(d.w).Space(4).Put(Dim, why))
	}
	if s.Chapter != "" {
		d.add(d.look.Row(d.w).Space(4).Put(Dim, chapterWords(s.Chapter)))
	}
}

// chapterWords says where a number comes from.
func chapterWords(chapter string) string {
	if chapter == engine.OurRuling {
		return "Our ruling"
	}
	return "Chapter " + chapter
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
