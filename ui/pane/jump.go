package pane

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
)

// jump finds a field of the sheet by its name: the cursor goes there while one
// types.
type jump struct {
	line   Line
	from   Place // where the cursor stood before
	keys   []string
	wanted []Wanted
	shown  []int
	at     int
}

// sheetPane is the sheet's number among the panes.
const sheetPane = 1

// jumpFrom opens the finding of a field.
func (p Sheet) jumpFrom(f Frame) Intent {
	w := f.W
	if w <= 0 {
		w = 60
	}
	_, spots, blocks := p.panel(f, w, false)
	o := &jump{line: NewLine(""), from: p.Place()}
	for _, s := range spots {
		if name := spotName(blocks[s.Block], s.Row); name != "" {
			o.keys, o.wanted = append(o.keys, s.Key), append(o.wanted, Wanted{Name: name})
		}
	}
	if o.keys == nil {
		return Say{"this sheet has no fields"}
	}
	o.find()
	return Push{Overlay: o}
}

// spotName is what people call what stands at a spot.
func spotName(b engine.Block, row int) string {
	switch b := b.(type) {
	case engine.Stat:
		return b.Label
	case engine.Meter:
		return b.Label
	case engine.Track:
		return b.Label
	case engine.Words:
		return b.Label
	case engine.Grid:
		if row < len(b.Rows) && len(b.Rows[row]) > 0 {
			return b.Rows[row][0]
		}
	case engine.Costs:
		if row < len(b.Rows) {
			return b.Rows[row].Label
		}
	}
	return ""
}

func (o *jump) find() { o.at, o.shown = 0, Search(o.line.Text(), o.wanted) }

// stand is the intent for the cursor to stand on what is chosen.
func (o *jump) stand() Intent {
	if o.line.Text() == "" || o.at >= len(o.shown) {
		return Stand{Pane: sheetPane, At: o.from}
	}
	return Stand{Pane: sheetPane, At: Place{On: o.keys[o.shown[o.at]], Open: o.from.Open}}
}

func (o *jump) About(Frame) About { return About{Title: "Go to which field?"} }

func (o *jump) Draw(f Frame) []string {
	out := []string{o.line.Draw(f.Look, "find", f.W)}
	if len(o.shown) == 0 {
		words := "no field matches"
		if near := Nearest(o.line.Text(), o.wanted); near != "" {
			words += "; closest: " + near
		}
		return append(out, f.Look.Row(f.W).Space(1).Put(kit.Dim, words).String())
	}
	items := make([]kit.Item, len(o.shown))
	for i, n := range o.shown {
		items[i] = kit.Item{Label: o.wanted[n].Name}
	}
	return append(out, f.Look.List(items, o.at, f.W, min(len(items), mostFields, max(1, f.H-1)))...)
}

// mostFields is how many fields are shown at once: the sheet stays in sight.
const mostFields = 6

var jumpKeys = slices.Concat(Finding[:1], In("jump", "Searching", Enter("go", "go there", "go there")), []Binding{Back}, Finding[1:])

func (o *jump) Keys(Frame) []Binding { return jumpKeys }

func (o *jump) Update(f Frame, msg tea.Msg) (Overlay, Intent) {
	if to, ok := f.Found(msg, o.at, len(o.shown)); ok {
		o.at = to
		return o, o.stand()
	}
	switch f.Pressed(jumpKeys, msg) {
	case "back":
		return o, All{Close{}, Stand{Pane: sheetPane, At: o.from}}
	case "go":
		if len(o.shown) == 0 {
			return o, nil
		}
		return o, All{Close{}, Stand{Pane: sheetPane, At: Place{On: o.keys[o.shown[o.at]], Open: o.from.Open}}, Focus{Pane: sheetPane}}
	}
	if o.line.Key(msg) {
		o.find()
		return o, All{o.stand(), o.line.Cut()}
	}
	return o, nil
}
