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

// Costs shows the prices in the selected character's rulebook, a row each. The row in force
// is marked.
type Costs struct {
	On string // the row under the cursor, by number; "" for the one in force
}

// Title is what the rulebook calls them.
func (p Costs) Title(f Frame) string {
	if c, ok := p.costs(f); ok && c.Title != "" {
		return kit.Clean(c.Title)
	}
	return "Costs"
}

// Aside says how a roll comes to another row.
func (p Costs) Aside(f Frame) string {
	c, _ := f.costs()
	return c.Rule
}

// Place is the row under the cursor.
func (p Costs) Place() Place { return Place{On: p.On} }

// At gives the pane standing there.
func (p Costs) At(to Place) Pane { return Costs{On: to.On} }

func (p Costs) costs(f Frame) (engine.Costs, bool) {
	c, ok := f.costs()
	return inTheirUnit(c), ok
}

// costs are the prices for the selected character; false if their rulebook has none.
func (f Frame) costs() (engine.Costs, bool) {
	c, sys, ok := f.selected()
	if !ok {
		return engine.Costs{}, false
	}
	v, s, ok := f.view(c, sys)
	if !ok || s.Costs == nil {
		return engine.Costs{}, false
	}
	return s.Costs(v), true
}

// inTheirUnit leaves out of the prices the unit that the title names: "5 a round" in "EP cost
// rows".
func inTheirUnit(c engine.Costs) engine.Costs {
	unit, _, named := strings.Cut(c.Title, " ")
	c.Rows = slices.Clone(c.Rows)
	for i, r := range c.Rows {
		if n, rest, is := strings.Cut(r.Price, " "+unit); is && named && n != "" && (rest == "" || rest[0] == ' ') {
			c.Rows[i].Price = n + rest
		}
	}
	return c
}

// row is the row under the cursor, and whether the cursor was moved there: without that it is
// on the row in force.
func (p Costs) row(c engine.Costs) (int, bool) {
	if p.On != "" {
		if n, err := strconv.Atoi(p.On); err == nil && n >= 0 && n < len(c.Rows) {
			return n, true
		}
	}
	for i, r := range c.Rows {
		if r.Present {
			return i, false
		}
	}
	return 0, false
}

// Draw draws the rows, scrolled to the one under the cursor or else the one in force.
func (p Costs) Draw(f Frame) []string {
	w, h := f.W, f.H
	c, ok := p.costs(f)
	if !ok {
		return f.Look.Lines([]string{f.Look.Row(w).Put(kit.Dim, " Nothing costs anything here.").String()}, w, h)
	}
	at, put := p.row(c)
	mark := -1
	if put && f.Focused {
		mark = at
	}
	return f.Look.CostTable(c, mark, at, p.payers(f, c), w, h)
}

// CostsBeside is a line of w cells with the cost row in force and the rows above and below
// it; "" if no row is in force.
func (f Frame) CostsBeside(w int) string {
	c, _ := f.costs()
	at := slices.IndexFunc(c.Rows, func(r engine.CostRow) bool { return r.Present })
	if at < 0 {
		return ""
	}
	r, short := f.Look.Row(w).Space(1), inTheirUnit(c)
	for _, i := range []int{at, at - 1, at + 1} {
		if i < 0 || i >= len(c.Rows) {
			continue
		}
		row, ink := short.Rows[i], kit.Dim
		label := row.Label
		if i == at {
			row, ink = c.Rows[i], kit.Title
			if _, err := strconv.Atoi(label); err == nil {
				label = "row " + label
			}
		}
		if words := label + ": " + row.Price; kit.Width(kit.Clean(words)) <= r.Left() {
			r.Put(ink, words).Space(min(3, r.Left()))
		}
	}
	return r.String()
}

// payers are, for each row, the names of the characters who pay that price now.
func (p Costs) payers(f Frame, c engine.Costs) [][]kit.Tag {
	shown, sys, _ := f.selected()
	in := make([][]*model.Character, len(c.Rows))
	for _, x := range f.Table.Characters() {
		v, s, ok := f.view(x, sys)
		if !ok || !x.Plays(sys) || s.Costs == nil {
			continue
		}
		if _, met := x.State(); met {
			continue
		}
		costs := c
		if x.ID != shown.ID {
			costs = s.Costs(v)
		}
		for i, r := range costs.Rows {
			if r.Present && i < len(in) && r.Label == c.Rows[i].Label {
				in[i] = append(in[i], x)
			}
		}
	}
	out := make([][]kit.Tag, len(in))
	for i, all := range in {
		for _, b := range bands(all, 2) {
			out[i] = append(out[i], kit.Tag{Ink: SideInk(b[0]), Text: b.name()})
		}
	}
	return out
}

// Key moves over the rows. Enter says in full why one can't be paid.
func (p Costs) Key(f Frame, k tea.KeyMsg) (Pane, Intent) {
	c, ok := p.costs(f)
	if !ok {
		return p, nil
	}
	at, put := p.row(c)
	if to, ok := f.moved(k, at, len(c.Rows), max(f.H, 4)); ok {
		p.On = itoa(to)
		return p, Moved{}
	}
	switch does := f.Pressed(p.Keys(), k); {
	case does == "back" && put:
		p.On = ""
		return p, Moved{}
	case does == "explain" && len(c.Rows) > 0:
		return p, Say{rowWords(c.Rows[at])}
	}
	return p, nil
}

var costsKeys = In("costs", "Cost rows", Enter("explain", "show why a row can or cannot be paid", "explain"))

// Keys are the keys of the cost rows.
func (p Costs) Keys() []Binding { return slices.Concat(costsKeys, Moving, []Binding{Back}) }

func rowWords(r engine.CostRow) string {
	words := r.Label + ": " + r.Price
	if r.Gain != "" {
		words += ", " + r.Gain
	}
	if r.Present {
		words += "; in force"
		if r.Mark != "" {
			words += ": " + r.Mark
		}
	}
	if r.WhyNot != "" {
		words += "; not now: " + r.WhyNot
	}
	return words
}

// Click puts the cursor on a row.
func (p Costs) Click(f Frame, x, y int) (Pane, Intent) {
	h := f.H
	c, ok := p.costs(f)
	if !ok {
		return p, nil
	}
	at, put := p.row(c)
	if columns, per := kit.CostColumns(c, f.W, h); columns > 1 {
		if per < h { // air below the title
			y--
		}
		if x*columns >= f.W {
			y += per
		}
	} else if len(c.Rows) > h {
		y += kit.Window(len(c.Rows), at, h)
	}
	switch {
	case y < 0 || y >= len(c.Rows):
		return p, nil
	case put && y == at:
		return p, Say{rowWords(c.Rows[at])}
	}
	p.On = itoa(y)
	return p, Moved{}
}
