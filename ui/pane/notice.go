package paper

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Notice is something to be read, in paragraphs.
type Notice struct {
	Head string
	Text []string

	Lines func(pane.Frame) []string // instead: what it looks like

	top int
}

// Title implements pane.Overlay.
func (o *Notice) Title(pane.Frame) string { return o.Head }

// Draw implements pane.Overlay.
func (o *Notice) Draw(f pane.Frame) []string {
	var out []string
	if o.Lines != nil {
		out = o.Lines(f)
	}
	for i, p := range o.Text {
		if i > 0 {
			out = append(out, f.Look.Blank(f.W))
		}
		out = append(out, Paragraphs(f, kit.Text, p)...)
	}
	o.top = max(0, min(o.top, len(out)-f.H))
	return f.Look.Scrolled(out, o.top+f.H/2, f.W, min(len(out), f.H))
}

var noticeKeys = slices.Concat(pane.In("notice", "Forms", pane.Enter("read", "go on", "go on")),
	pane.Footer(pane.Moving, "up", "scroll", "down", "scroll"), []pane.Binding{pane.Back})

// Keys implements pane.Overlay.
func (o *Notice) Keys() []pane.Binding { return noticeKeys }

// Key implements pane.Overlay.
func (o *Notice) Key(f pane.Frame, k tea.KeyMsg) (pane.Overlay, pane.Intent) {
	switch f.Pressed(noticeKeys, k) {
	case "back", "read":
		return o, pane.Pop{}
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
