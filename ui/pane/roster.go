package pane

import (
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Roster is everyone at the table, with the meters that matter in their
// rulebook. Its cursor is the selected character.
type Roster struct {
	Strip bool // one line a character, whatever the size
}

// Title says how many there are.
func (p Roster) Title(f Frame) string { return "Roster " + itoa(len(f.Table.Characters())) }

// Place tells whether it is a strip.
func (p Roster) Place() Place { return Place{Strip: p.Strip} }

// At makes it a strip, or not.
func (p Roster) At(to Place) Pane { return Roster{Strip: to.Strip} }

// inStrip reports whether everyone gets one line: where that is asked for,
// where a line has room for all, and where more lines would not fit.
func (p Roster) inStrip(f Frame, all []*model.Character, w, h int) bool {
	if p.Strip || w >= 56 {
		return true
	}
	lines := 0
	for _, c := range all {
		if lines += len(f.brief(c)); lines > h {
			return true
		}
	}
	return false
}

// Draw draws everyone, the selected one in sight.
func (p Roster) Draw(f Frame) []string {
	w, h := f.W, f.H
	lines, at := p.lines(f, w, h, f.Focused)
	if len(lines) == 0 {
		r := f.Look.Row(w).Space(1)
		if f.Seat.Role != model.GM {
			r.Put(kit.Dim, "Nobody is here yet.")
		} else {
			r.Put(kit.Dim, "Empty: ").Put(kit.Key, f.KeyOf("new")).Put(kit.Dim, " brings somebody")
		}
		lines = []string{r.String()}
	}
	return f.Look.Scrolled(lines, slices.Index(at, f.Selected), w, h)
}

// lines draws everyone and tells whose each line is.
func (p Roster) lines(f Frame, w, h int, focused bool) (lines, whose []string) {
	all := f.Table.Characters()
	strip := p.inStrip(f, all, w, h)
	name := nameColumn(all, w, strip)
	top := 0
	if strip {
		at := slices.IndexFunc(all, func(c *model.Character) bool { return c.ID == f.Selected })
		top = kit.Window(len(all), at, h)
	}
	for i, c := range all {
		if strip && (i < top || i >= top+h) { // out of sight
			lines, whose = append(lines, ""), append(whose, c.ID)
			continue
		}
		d := person{f: f, c: c, on: c.ID == f.Selected, focused: focused, name: name, chips: f.chips(c)}
		var drawn []string
		if strip {
			drawn = []string{d.line(w)}
		} else {
			drawn = d.tall(w)
		}
		for _, line := range drawn {
			lines, whose = append(lines, line), append(whose, c.ID)
		}
	}
	return lines, whose
}

func nameColumn(all []*model.Character, w int, strip bool) int {
	most := max(5, w*2/5)
	if strip {
		most = min(max(8, w/4), 20)
	}
	name := 0
	for _, c := range all {
		name = max(name, kit.Width(kit.Clean(c.Name)))
	}
	return min(name, most)
}

// Key moves the selection; Enter opens the palette for the selected one.
func (p Roster) Key(f Frame, k tea.KeyMsg) (Pane, Wish) {
	all := f.Table.Characters()
	at := slices.IndexFunc(all, func(c *model.Character) bool { return c.ID == f.Selected })
	if to, ok := f.moved(k, at, len(all), max(f.H, 4)); ok {
		return p, Select{all[to].ID}
	}
	if f.Pressed(rosterKeys, k) == "act" {
		return p, act(f)
	}
	return p, nil
}

// act opens what the selected one can do.
func act(f Frame) Wish {
	c := f.Here()
	if c == nil {
		return nil
	}
	return Act{Who: c.ID, System: ShownOf(f.Table, c, f.System)}
}

var rosterKeys = In("roster", "Roster", Enter("act", "what the selected one can do", "act"))

// Keys are the keys of the roster.
func (p Roster) Keys() []Binding { return slices.Concat(rosterKeys, Moving) }

// Click selects; a click on the selected one is Enter.
func (p Roster) Click(f Frame, _, y int) (Pane, Wish) {
	h := f.H
	_, whose := p.lines(f, f.W, h, false)
	if len(whose) > h {
		y += kit.Window(len(whose), slices.Index(whose, f.Selected), h)
	}
	switch {
	case y < 0 || y >= len(whose):
		return p, nil
	case whose[y] == f.Selected:
		return p, act(f)
	}
	return p, Select{whose[y]}
}

// brief gives a character's meters for the roster.
func (f Frame) brief(c *model.Character) []engine.Block {
	v, s, ok := f.view(c, ShownOf(f.Table, c, ""))
	if !ok {
		return []engine.Block{engine.Words{Text: "rulebook not in this version"}}
	}
	if s.Brief == nil {
		return nil
	}
	return s.Brief(v)
}

// chip is a state of a character beside the meters.
type chip struct {
	ink  kit.Token
	sign string
	text string
}

// chips lists what is to be known of a character at once: a roll that waits,
// what is pending, whose turn it is, and the marks of the rulebook.
func (f Frame) chips(c *model.Character) []chip {
	var out []chip
	t, k := f.Table, f.Look
	if t.Clock.Turn == c.ID {
		out = append(out, chip{kit.Accent, k.Cursor, "turn"})
	}
	for _, r := range t.Rolls() {
		if r.Who == c.ID {
			word := t.ActionName(r.System, r.Action)
			if r.Parked != "" {
				word += " parked"
			}
			out = append(out, chip{kit.Warn, k.Half, word})
		}
	}
	for _, p := range t.Pending() {
		if p.Who == c.ID {
			out = append(out, chip{kit.Warn, k.Pending, t.ActionName(p.System, p.Of) + " " + shortMoment(t, p.Due)})
		}
	}
	for _, u := range t.FollowUps() {
		if u.Who == c.ID {
			out = append(out, chip{kit.Warn, k.Pending, t.ActionName(u.System, u.Action) + " called for"})
		}
	}
	if v, s, ok := f.view(c, ShownOf(t, c, "")); ok && s.Marks != nil {
		for _, m := range s.Marks(v) {
			ink, sign := kit.Warn, ""
			if m.Grave {
				ink, sign = kit.Bad, k.Tick[1]
			}
			out = append(out, chip{ink, sign, m.Word})
		}
	}
	if c.Hidden {
		out = append(out, chip{kit.Dim, "", "hidden"})
	}
	return out
}

// person is one character while it is drawn.
type person struct {
	f       Frame
	c       *model.Character
	on      bool
	focused bool
	name    int
	chips   []chip
}

func (d person) head(r *kit.Row) {
	r.Mark(d.on).Select(d.on && d.focused).Fit(kit.Title, d.c.Name, d.name).Select(false).Space(1)
}

// line draws a character on one line: what is short of room are the meters'
// bars first, then the words of states, whose signs stay.
func (d person) line(w int) string {
	r := d.f.Look.Row(w)
	d.head(r)
	blocks := d.f.brief(d.c)
	states, signs := d.stateWidths()
	keep := signs
	if r.Left() > states+14*len(blocks) {
		keep = states
	}
	for i, b := range blocks {
		room := r.Left() - keep - 1
		if room < 6 {
			break
		}
		d.block(r, b, min(room/(len(blocks)-i), 22))
		r.Space(1)
	}
	if keep == states || r.Left() >= states {
		d.states(r)
		return r.String()
	}
	r.Space(r.Left() - keep)
	for _, c := range d.chips {
		if c.sign != "" {
			r.Sign(c.ink, c.sign)
		}
	}
	return r.String()
}

// stateWidths counts the cells of all states in words, and of their signs.
func (d person) stateWidths() (words, signs int) {
	for i, c := range d.chips {
		if i > 0 {
			words++
		}
		if c.sign != "" {
			words, signs = words+1, signs+1
		}
		words += kit.Width(kit.Clean(c.text))
	}
	return words, signs
}

// tall draws a character with a line for each meter, and one for states.
func (d person) tall(w int) []string {
	blocks := d.f.brief(d.c)
	var out []string
	r := d.f.Look.Row(w)
	d.head(r)
	indent := r.Used()
	full := false
	for _, b := range blocks {
		_, meter := b.(engine.Meter)
		if full || r.Used() > indent && (meter || r.Left() < inlineWidth(b)) {
			out = append(out, r.String())
			r = d.f.Look.Row(w).Space(indent)
		}
		d.block(r, b, r.Left()-1)
		r.Space(1)
		full = meter
	}
	out = append(out, r.String())
	if len(d.chips) > 0 {
		r := d.f.Look.Row(w).Space(2)
		d.states(r)
		out = append(out, r.String())
	}
	return out
}

func (d person) states(r *kit.Row) {
	for i, c := range d.chips {
		if i > 0 {
			r.Space(1)
		}
		if c.sign != "" {
			r.Sign(c.ink, c.sign)
		}
		r.Put(c.ink, c.text)
	}
}

func inlineWidth(b engine.Block) int {
	switch b := b.(type) {
	case engine.Stat:
		return kit.Width(kit.Clean(b.Label)) + kit.Width(kit.Clean(b.Value)) + 2
	case engine.Track:
		return kit.Width(kit.Clean(b.Label)) + min(len(b.Boxes), 6) + 2
	}
	return 6
}

// block draws one block in at most w cells of a line.
func (d person) block(r *kit.Row, b engine.Block, w int) {
	before := r.Used()
	switch b := b.(type) {
	case engine.Meter:
		figures := max(3, len(itoa(b.Now)))
		label := kit.Width(kit.Clean(b.Label))
		r.Put(kit.Dim, b.Label).Space(1)
		if bar := min(16, w-label-figures-2); bar >= 3 {
			r.Meter(b.Now, b.Full, bar).Space(1).Number(kit.Text, b.Now, figures)
		} else {
			r.Put(kit.Text, itoa(b.Now))
		}
	case engine.Stat:
		value := kit.Width(kit.Clean(b.Value))
		r.Fit(kit.Dim, b.Label, min(kit.Width(kit.Clean(b.Label)), max(w-value-1, 1))).Space(1).Put(kit.Text, b.Value).Space(1)
	case engine.Track:
		gems(r, b, w)
	case engine.Words:
		r.Put(kit.Dim, b.Text)
	case engine.Heading:
		r.Put(kit.Dim, b.Text)
	}
	if r.Used() == before {
		r.Space(1)
	}
}

// gems draws a track in at most w cells: its gems without their labels, or
// where that is too long, how many of them are full.
func gems(r *kit.Row, b engine.Track, w int) {
	full, all, counted := 0, 0, false
	for _, x := range b.Boxes {
		n := max(x.Count, 1)
		counted = counted || x.Count > 0
		all += n
		if x.Full {
			full += n
		}
	}
	look := r.Look()
	if label := kit.Width(kit.Clean(b.Label)); counted || all+1+label > w {
		r.Sign(kit.Full, look.Gems[0]).Put(kit.Text, itoa(full))
		if full < all {
			r.Put(kit.Dim, "/"+itoa(all))
		}
	} else {
		for _, x := range b.Boxes {
			if x.Full {
				r.Sign(kit.Full, look.Gems[0])
			} else {
				r.Sign(kit.Empty, look.Gems[1])
			}
		}
	}
	if b.Label != "" {
		r.Space(1).Put(kit.Dim, b.Label)
	}
}
