package paper

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Pick is a short list of which one thing is chosen.
type Pick struct {
	Head  string
	items []kit.Item
	runs  []pane.Then
	at    int
}

// Add adds a line and what choosing it does.
func (o *Pick) Add(label, aside string, run pane.Then) {
	o.items, o.runs = append(o.items, kit.Item{Label: label, Aside: aside}), append(o.runs, run)
}

// Len is how many lines there are.
func (o *Pick) Len() int { return len(o.items) }

// About implements pane.Overlay.
func (o *Pick) About(pane.Frame) pane.About { return pane.About{Title: o.Head} }

// Draw implements pane.Overlay.
func (o *Pick) Draw(f pane.Frame) []string {
	return f.Look.List(o.items, o.at, f.W, min(len(o.items), f.H))
}

var pickKeys = slices.Concat(pane.Listing, pane.In("pick", "Lists", pane.Enter("do", "do it", "do it")), []pane.Binding{pane.Back})

// Keys implements pane.Overlay.
func (o *Pick) Keys(pane.Frame) []pane.Binding { return pickKeys }

// Update implements pane.Overlay.
func (o *Pick) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if to, ok := f.Listed(msg, o.at, len(o.items)); ok {
		o.at = to
		return o, nil
	}
	switch f.Pressed(pickKeys, msg) {
	case "back":
		return o, pane.Close{}
	case "do":
		return o, pane.All{pane.Close{Overlay: o}, o.runs[o.at]}
	}
	return o, nil
}
