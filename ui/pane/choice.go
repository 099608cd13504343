package pane

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/picker"
)

// Choice is an overlay in which one thing of a list is chosen.
type Choice struct {
	Head  string
	Says  string // stands above the lines; may be empty
	Typed bool   // it is found by typing
	Most  int    // how many lines are shown at once; 0: as many as there is room for
	// Moved, if not nil, gives the intent when the cursor moves to a line: place is the
	// line's number, -1 if none is found, and text is what was typed. Left is the intent when
	// the list is left without a choice.
	Moved func(at int, typed string) Intent
	Left  Intent
	// Own, if not nil, says what else the typed text may mean: a label for it, "" if it means
	// nothing, and what choosing it does.
	Own func(f Frame, typed string) (label string, run Then)

	list    List
	entries []picker.Entry
	runs    []Then
}

// Add adds a line with a name, words at its right, and what choosing it does.
func (o *Choice) Add(label, aside string, run Then) {
	o.AddEntry(picker.Entry{Name: label, Aside: aside}, run)
}

// AddEntry adds a line.
func (o *Choice) AddEntry(e picker.Entry, run Then) {
	o.entries, o.runs = append(o.entries, e), append(o.runs, run)
}

// Len is how many lines there are.
func (o *Choice) Len() int { return len(o.entries) }

// Open is the intent that opens the choice.
func (o *Choice) Open() Intent { return Push{Overlay: o.Laid()} }

// Laid is the choice as an overlay, with the lines that were added.
func (o Choice) Laid() Choice {
	o.list = Listed(o.entries)
	if o.Typed {
		o.list = Found(o.entries)
	}
	return o
}

// About implements Overlay.
func (o Choice) About(Frame) About { return About{Title: o.Head} }

// Draw implements Overlay.
func (o Choice) Draw(f Frame) []string {
	if o.Most > 0 {
		f.H = min(f.H, o.Most+1)
	}
	if o.Says == "" {
		return o.list.Draw(f)
	}
	out := append(f.Paragraphs(kit.Dim, o.Says), f.Look.Blank(f.W))
	f.H = max(1, f.H-len(out))
	return append(out, o.list.Draw(f)...)
}

var choiceEnter = In("choice", "Lists", Enter("choose", "choose", "choose"))

// Keys implements Overlay.
func (o Choice) Keys(Frame) []Binding { return o.list.Keys(choiceEnter...) }

// Update implements Overlay.
func (o Choice) Update(f Frame, msg tea.Msg) (Overlay, Intent) {
	if _, laid := msg.(Changed); laid {
		return o.meant(f), nil
	}
	switch f.Pressed(o.Keys(f), msg) {
	case Back.ID:
		return o, And(Close{}, o.Left)
	case "choose":
		if i := o.list.At(); i >= 0 {
			return o, All{Close{}, o.runs[i]}
		}
		return o, nil
	}
	list, used, cut := o.list.Key(f, msg)
	if o.list = list; !used {
		return o, nil
	}
	o = o.meant(f)
	if o.Moved != nil {
		return o, And(o.Moved(o.list.At(), o.list.Line.Text()), cut)
	}
	return o, cut
}

// meant is the choice with one more line for what else the typed text may mean, see Own.
func (o Choice) meant(f Frame) Choice {
	if o.Own == nil {
		return o
	}
	n := len(o.entries)
	o.runs = slices.Clip(o.runs[:n])
	label, run := o.Own(f, o.list.Line.Text())
	if label == "" {
		o.list = o.list.With(o.entries)
		return o
	}
	o.list = o.list.With(append(slices.Clip(o.entries), picker.Entry{Name: label, More: o.list.Line.Text()}))
	o.runs = append(o.runs, run)
	return o
}
