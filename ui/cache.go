package ui

import (
	"reflect"

	"example.org/fray/ui/pane"
)

// cache holds the lines of each pane as it was drawn last, in its frame: a pane whose
// value, size and table are the same is not drawn again. It is all that is kept from one
// frame of the screen to the next.
type cache []drawing

// drawing is a pane's lines, and all that they were drawn from.
type drawing struct {
	pane  pane.Pane
	frame pane.Frame
	aside string // what its frame tells of the pane behind it
	lines []string
}

// lines gives those of pane i, drawn anew if anything they depend on has changed.
func (c cache) lines(i int, p pane.Pane, f pane.Frame, aside string, draw func() []string) []string {
	d := &c[i]
	if d.pane == nil || d.aside != aside || !f.SameAs(d.frame) || !reflect.DeepEqual(p, d.pane) {
		*d = drawing{p, f, aside, draw()}
	}
	return d.lines
}
