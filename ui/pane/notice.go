package pane

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
)

// Notice is something to be read, in paragraphs.
type Notice struct {
	Head string
	Text []string

	Lines func(Frame) []string // instead: what it looks like

	top int
}

// About implements Overlay.
func (o *Notice) About(Frame) About { return About{Title: o.Head} }

// Draw implements Overlay.
func (o *Notice) Draw(f Frame) []string {
	var out []string
	if o.Lines != nil {
		out = o.Lines(f)
	}
	for i, p := range o.Text {
		if i > 0 {
			out = append(out, f.Look.Blank(f.W))
		}
		out = append(out, f.Paragraphs(kit.Text, p)...)
	}
	o.top = max(0, min(o.top, len(out)-f.H))
	return f.Look.Scrolled(out, o.top+f.H/2, f.W, min(len(out), f.H))
}

var noticeKeys = slices.Concat(In("notice", "Forms", Enter("read", "go on", "go on")),
	Footer(Moving, "up", "scroll", "down", "scroll"), []Binding{Back})

// Keys implements Overlay.
func (o *Notice) Keys(Frame) []Binding { return noticeKeys }

// Update implements Overlay.
func (o *Notice) Update(f Frame, msg tea.Msg) (Overlay, Intent) {
	switch f.Pressed(noticeKeys, msg) {
	case "back", "read":
		return o, Close{}
	case "up":
		o.top--
	case "down":
		o.top++
	case "page-up":
		o.top -= max(1, f.H-1)
	case "page-down":
		o.top += max(1, f.H-1)
	case "first":
		o.top = 0
	case "last":
		o.top = 1 << 20
	}
	return o, nil
}

// Paragraphs draws text, broken where it must be.
func (f Frame) Paragraphs(ink kit.Token, text string) []string {
	var out []string
	for _, l := range kit.Wrap(text, f.W-2) {
		out = append(out, f.Look.Row(f.W).Space(1).Put(ink, l).String())
	}
	return out
}
