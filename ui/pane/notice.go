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
	switch does := f.Pressed(noticeKeys, msg); does {
	case "back", "read":
		return o, Close{}
	default:
		o.top = f.Scrolled(o.top, does)
	}
	return o, nil
}

// Scrolled is the first line to show after a key of [Moving], by its ID, when top was the
// first. It may lie beyond the text on either side: whoever draws it knows how long that is.
func (f Frame) Scrolled(top int, does string) int {
	switch does {
	case "up":
		return top - 1
	case "down":
		return top + 1
	case "page-up":
		return top - max(1, f.H-1)
	case "page-down":
		return top + max(1, f.H-1)
	case "first":
		return 0
	case "last":
		return 1 << 20
	}
	return top
}

// Paragraphs draws text, broken where it must be.
func (f Frame) Paragraphs(ink kit.Token, text string) []string {
	var out []string
	for _, l := range kit.Wrap(text, f.W-2) {
		out = append(out, f.Look.Row(f.W).Space(1).Put(ink, l).String())
	}
	return out
}
