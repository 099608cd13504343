package pane

import (
	"slices"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Roster is everyone at the table, with the meters that matter in their
// rulebook and what they are doing. Its cursor is the selected character.
type Roster struct {
	Strip bool // one line a character, whatever the size
}

// Title is what it is; how many there are stands beside it.
func (p Roster) Title(Frame) string { return "Roster" }

// Aside is how many there are, and how many of them are marked.
func (p Roster) Aside(f Frame) string {
	all := itoa(len(f.Table.Characters()))
	if n := len(f.MarkedHere()); n > 0 {
		return itoa(n) + " marked of " + all
	}
	return all
}

// Place tells whether it is a strip.
func (p Roster) Place() Place { return Place{Strip: p.Strip} }

// At makes it a strip, or not.
func (p Roster) At(to Place) Pane { return Roster{Strip: to.Strip} }

// perPerson is how many lines everyone gets: one where that is asked for,
// where a line has room for all, and where two of each would not fit.
func (p Roster) perPerson(f Frame, all int) int {
	if p.Strip || f.W >= 56 || 2*all > max(f.H, 12) {
		return 1
	}
	return 2
}

// Draw draws everyone, the selected one in sight.
func (p Roster) Draw(f Frame) []string {
	all := f.Table.Characters()
	if len(all) == 0 {
		r := f.Look.Row(f.W).Space(1)
		if f.Seat.Role != model.GM {
			r.Put(kit.Dim, "Nobody is here yet.")
		} else {
			r.Put(kit.Dim, "Empty: ").Put(kit.Key, f.KeyOf("new")).Put(kit.Dim, " adds a character")
		}
		return f.Look.Lines([]string{r.String()}, f.W, f.H)
	}
	per := p.perPerson(f, len(all))
	first, last := p.inSight(f, all, per)
	d := crowdOf(f, all[first:last], per)
	lines := make([]string, 0, f.H)
	for i, c := range all[first:last] {
		w := f.W
		if per == 1 { // what it does is told beside that there are more
			if n := moreWidth(first, i == 0) + moreWidth(len(all)-last, i == last-first-1); w >= 2*n {
				w -= n
			}
		}
		lines = d.person(lines, c, i, w)
	}
	return p.more(f, lines, first, len(all)-last)
}

// moreWidth is how many cells it takes to say that there are n more, if that is
// said there.
func moreWidth(n int, here bool) int {
	if n == 0 || !here {
		return 0
	}
	return len(itoa(n)) + len(" more ") + 2
}

// inSight is which of all are drawn.
func (p Roster) inSight(f Frame, all []*model.Character, per int) (first, last int) {
	fit := max(f.H/per, 1)
	at := slices.IndexFunc(all, func(c *model.Character) bool { return c.ID == f.Selected })
	first = kit.Window(len(all), at, fit)
	return first, min(first+fit, len(all))
}

// more marks that there are some above and below.
func (p Roster) more(f Frame, lines []string, above, below int) []string {
	mark := func(i, n int, sign string) {
		words := itoa(n) + " more " + sign
		if w := kit.Width(words) + 1; n > 0 && i >= 0 && i < len(lines) && w < f.W {
			lines[i] = f.Look.Row(f.W).Drawn(f.Look.Cut(lines[i], f.W-w), f.W-w).Space(1).Put(kit.Dim, words).String()
		}
	}
	mark(0, above, f.Look.Up[0])
	mark(min(len(lines), f.H)-1, below, f.Look.Up[1])
	return f.Look.Lines(lines, f.W, f.H)
}

// Key moves the selection; Enter opens the palette for the selected one.
func (p Roster) Key(f Frame, k tea.KeyMsg) (Pane, Intent) {
	all := f.Table.Characters()
	at := slices.IndexFunc(all, func(c *model.Character) bool { return c.ID == f.Selected })
	if to, ok := f.moved(k, at, len(all), max(f.H, 4)); ok {
		return p, Select{all[to].ID}
	}
	switch f.Pressed(p.Keys(), k) {
	case "act":
		return p, act(f)
	case "mark":
		if at < 0 {
			return p, nil
		}
		next := min(at+1, len(all)-1)
		return p, All{f.marking(f.Selected), Select{all[next].ID}}
	case "back":
		if len(f.Marked) > 0 {
			return p, Mark{}
		}
	}
	return p, nil
}

// act opens what the selected one can do.
func act(f Frame) Intent {
	c := f.Here()
	if c == nil {
		return nil
	}
	return Act{Who: c.ID, System: ShownOf(f.Table, c, f.System)}
}

var rosterKeys = In("roster", "Roster", Enter("act", "list what this character can do", "act"),
	Binding{ID: "mark", Keys: []string{" "}, Label: "mark, to act with several", Also: "select multiple gang group horde mob", Foot: "mark"})

// Keys are the keys of the roster.
func (p Roster) Keys() []Binding {
	return slices.Concat(rosterKeys, Moving, []Binding{Back.Footed("")})
}

// Click selects; a click on the selected one is Enter.
func (p Roster) Click(f Frame, _, y int) (Pane, Intent) {
	all := f.Table.Characters()
	per := p.perPerson(f, len(all))
	first, last := p.inSight(f, all, per)
	i := first + y/per
	switch {
	case y < 0 || i >= last:
		return p, nil
	case all[i].ID == f.Selected:
		return p, act(f)
	}
	return p, Select{all[i].ID}
}

// crowd is everyone who is drawn, with what is measured for all of them.
type crowd struct {
	f      Frame
	per    int
	briefs [][]engine.Block
	doings []doing
	name   int // cells of the longest name
	most   int // of the largest meter
}

func crowdOf(f Frame, all []*model.Character, per int) *crowd {
	d := &crowd{f: f, per: per, briefs: make([][]engine.Block, 0, len(all)), doings: make([]doing, 0, len(all))}
	const usual = 2 // parts of what somebody does
	words := make([]string, usual*len(all))
	for i, c := range all {
		brief, marks := f.told(c)
		d.briefs, d.doings = append(d.briefs, brief), append(d.doings, f.doing(c, brief, marks, words[usual*i:usual*i:usual*(i+1)]))
		d.name = max(d.name, kit.Width(kit.Clean(c.Name)))
		for _, b := range brief {
			if m, ok := b.(engine.Meter); ok {
				d.most = max(d.most, m.Full)
			}
		}
	}
	d.name = min(d.name, max(11, f.W/4))
	return d
}

// person appends the one or two lines of a character: name and what it does, and its
// meters below or between them.
func (d *crowd) person(lines []string, c *model.Character, i, w int) []string {
	on := c.ID == d.f.Selected
	ground := on && d.f.Focused
	head := d.f.Look.Row(w).Mark(on).Select(ground)
	if slices.Contains(d.f.Marked, c.ID) {
		head.Sign(kit.Accent, d.f.Look.Tick[2])
	} else {
		head.Space(1)
	}
	brief, does := d.briefs[i], d.doings[i]
	if d.per == 1 {
		head.Fit(kit.Title, Shortened(c.Name, d.name), d.name).Space(2)
		does.cut(head.Left() * 2 / 3)
		room := head.Left() - does.width() - 2
		d.meters(head, brief, min(room, head.Left()-3))
		does.draw(head)
		return append(lines, head.String()+strings.Repeat(" ", d.f.W-w))
	}
	room := head.Left() - does.width() - 2
	if least := min(kit.Width(kit.Clean(c.Name)), 12); room < least {
		does.cut(head.Left() - least - 2)
		room = least
	}
	head.Put(kit.Title, Shortened(c.Name, room)).Select(ground)
	does.draw(head)
	low := d.f.Look.Row(w).Mark(on).Select(ground).Space(1)
	d.meters(low, brief, low.Left()-1)
	return append(lines, head.String(), low.String())
}

// Shortened is a name in at most w cells: a number at its end stays, so that
// copies can be told apart.
func Shortened(name string, w int) string {
	name = kit.Clean(name)
	if kit.Width(name) <= w {
		return name
	}
	at := strings.LastIndexByte(name, ' ')
	if at < 1 || strings.Trim(name[at+1:], "0123456789") != "" || len(name)-at > w-2 {
		return name
	}
	stem := []rune(name[:at])
	for len(stem) > 1 && kit.Width(string(stem))+len(name)-at > w {
		stem = stem[:len(stem)-1]
	}
	return strings.TrimRight(string(stem), " ") + name[at:]
}

// meters draws what a rulebook shows of a character in at most w cells: the
// figures of all of them before the bar of any.
func (d *crowd) meters(r *kit.Row, blocks []engine.Block, w int) {
	start := r.Used()
	need := 0
	for _, b := range blocks {
		need += briefWidth(b) + 2
	}
	meters := 0
	for _, b := range blocks {
		if _, ok := b.(engine.Meter); ok {
			meters++
		}
	}
	bar := 0
	if meters > 0 {
		bar = min((w-need)/meters-1, widestMeter)
	}
	for i, b := range blocks {
		if r.Used()-start+briefWidth(b) > w {
			return
		}
		if i > 0 {
			r.Space(1)
		}
		d.block(r, b, bar)
	}
}

// widestMeter is as long as the meter of the largest pool is drawn.
const widestMeter = 16

// briefWidth is how many cells a block needs without its bar.
func briefWidth(b engine.Block) int {
	switch b := b.(type) {
	case engine.Meter:
		return kit.Width(kit.Clean(b.Label)) + 1 + max(2, len(itoa(b.Now)))
	case engine.Stat:
		return kit.Width(kit.Clean(b.Label)) + kit.Width(kit.Clean(b.Value)) + 1
	case engine.Track:
		n := kit.Width(kit.Clean(b.Label)) + 1
		for _, x := range b.Boxes {
			if n++; x.Count > 0 {
				n += len(itoa(x.Count))
			}
		}
		return n
	case engine.Words:
		return kit.Width(kit.Clean(b.Text))
	}
	return 0
}

// block draws one block; a meter with a bar of up to so many cells, as long as
// its full value among those of all.
func (d *crowd) block(r *kit.Row, b engine.Block, bar int) {
	switch b := b.(type) {
	case engine.Meter:
		r.Put(kit.Dim, b.Label).Space(1).Number(kit.MeterInk(b), b.Now, max(2, len(itoa(b.Now))))
		if bar >= 2 && d.most > 0 {
			n := max(2, (bar*b.Full+d.most/2)/d.most)
			r.Space(1).Meter(kit.MeterInk(b), b.Now, b.Full, n).Space(bar - n)
		}
	case engine.Stat:
		r.Put(kit.Dim, b.Label).Space(1).Put(statInk(b), b.Value).Space(1)
	case engine.Track:
		gems(r, b)
	case engine.Words:
		r.Put(kit.Dim, b.Text)
	}
}

func statInk(b engine.Stat) kit.Token {
	if b.Changed {
		return kit.Warn
	}
	return kit.Text
}

// gems draws the boxes of a track, and behind them what they are.
func gems(r *kit.Row, b engine.Track) {
	look := r.Look()
	for _, x := range b.Boxes {
		switch {
		case x.Full:
			r.Sign(kit.Points, look.Gems[0])
		default:
			r.Sign(kit.Lost, look.Gems[1])
		}
		if x.Count > 0 {
			r.Put(kit.Points, itoa(x.Count))
		}
	}
	if b.Label != "" {
		r.Space(1).Put(kit.Dim, b.Label)
	}
}

// told is what the roster tells of a character by the rulebook that is shown: its
// meters, and the states that are marked.
func (f Frame) told(c *model.Character) ([]engine.Block, []engine.Mark) {
	system := ShownOf(f.Table, c, "")
	s, known := f.Table.Rulebook(system)
	switch r := f.Rolling; {
	case !known:
		return []engine.Block{engine.Words{Text: "rulebook missing here"}}, nil
	case r != nil && r.Roll.Who == c.ID && r.Roll.System == system:
		v, _, _ := f.view(c, system)
		return s.Brief(v), s.Marked(v)
	}
	return f.Table.Brief(c, system)
}
