package ui

import (
	"reflect"

	"example.org/fray/ui/pane"
)

// cache holds the lines of each pane as it was drawn last. A pane whose value and frame
// are the same is not drawn again. Nothing else is kept from one frame of the screen to
// the next.
type cache []drawing

// drawing is the lines of a pane, and everything they were drawn from.
type drawing struct {
	pane  pane.Pane
	frame pane.Frame
	tabs  string // the keys and names of the panes behind it, in its title
	lines []string
}

// lines returns the lines of pane i, drawn again where anything they depend on has
// changed.
func (c cache) lines(i int, p pane.Pane, f pane.Frame, tabs string, draw func() []string) []string {
	d := &c[i]
	if d.pane == nil || d.tabs != tabs || !f.SameAs(d.frame) || !reflect.DeepEqual(p, d.pane) {
		*d = drawing{p, f, tabs, draw()}
	}
	return d.lines
}
