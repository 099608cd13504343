package paper

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Choice is a list of which one thing is chosen, found by typing some of it.
type Choice struct {
	Head string
	// Own, nil for nothing, is what else may be meant by what was typed: words
	// for it, and what choosing it does; no words where it is nothing.
	Own func(f pane.Frame, typed string) (label string, run pane.Then)

	filter pane.Line
	lines  []choosable
	at     int
}

// NewChoice is one without lines.
func NewChoice(head string) *Choice { return &Choice{Head: head, filter: pane.NewLine("")} }

// choosable is a line of a choice.
type choosable struct {
	pane.Wanted
	aside, help string
	run         pane.Then
}

// Add adds a line: what it is found by, what stands at its right, what it is in
// a sentence, and what choosing it does.
func (o *Choice) Add(w pane.Wanted, aside, help string, run pane.Then) {
	o.lines = append(o.lines, choosable{w, aside, help, run})
}

// About implements pane.Overlay.
func (o *Choice) About(pane.Frame) pane.About { return pane.About{Title: o.Head} }

// found are the lines that fit what was typed, and last what else it may mean.
func (o *Choice) found(f pane.Frame) []choosable {
	wanted := make([]pane.Wanted, len(o.lines))
	for i, l := range o.lines {
		wanted[i] = l.Wanted
	}
	var out []choosable
	for _, i := range pane.Search(o.filter.Text(), wanted) {
		out = append(out, o.lines[i])
	}
	if o.Own != nil {
		if label, run := o.Own(f, o.filter.Text()); label != "" {
			out = append(out, choosable{Wanted: pane.Wanted{Name: label}, run: run})
		}
	}
	return out
}

// Draw implements pane.Overlay.
func (o *Choice) Draw(f pane.Frame) []string {
	all := o.found(f)
	items := make([]kit.Item, len(all))
	for i, l := range all {
		items[i] = kit.Item{Label: l.Name, Aside: l.aside}
	}
	out := []string{o.filter.Draw(f.Look, "find", f.W)}
	var help []string
	if o.at < len(all) && all[o.at].help != "" {
		help = f.Paragraphs(kit.Dim, all[o.at].help)
	}
	if len(all) == 0 {
		help = f.Paragraphs(kit.Dim, "nothing matches")
	}
	out = append(out, f.Look.List(items, o.at, f.W, max(min(len(items), f.H-2-len(help)), 1))...)
	out = append(append(out, f.Look.Blank(f.W)), help...)
	return out[:min(len(out), f.H)]
}

var choiceKeys = slices.Concat(pane.Finding[:1], pane.In("choice", "Lists", pane.Enter("choose", "choose", "choose")),
	[]pane.Binding{pane.Back}, pane.Finding[1:])

// Keys implements pane.Overlay.
func (o *Choice) Keys(pane.Frame) []pane.Binding { return choiceKeys }

// Update implements pane.Overlay.
func (o *Choice) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	all := o.found(f)
	if to, ok := f.Found(msg, o.at, len(all)); ok {
		o.at = to
		return o, nil
	}
	switch f.Pressed(choiceKeys, msg) {
	case "back":
		return o, pane.Close{}
	case "choose":
		if o.at >= len(all) {
			return o, nil
		}
		return o, pane.All{pane.Close{Overlay: o}, all[o.at].run}
	}
	if o.filter.Key(msg) {
		o.at = 0
	}
	return o, o.filter.Cut()
}
