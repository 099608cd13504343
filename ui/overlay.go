package ui

import (
	"cmp"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// give sends the overlay with a number a message, and carries out what it asks for. One
// that was closed gets nothing.
func (m *Model) give(id int, msg tea.Msg) tea.Cmd {
	o := m.over.At(id)
	if o == nil {
		return nil
	}
	return m.obeyFor(id, m.over.Update(id, m.overFrame(o), msg))
}

// tellTop tells the overlay on top that what it shows may have changed.
func (m *Model) tellTop() tea.Cmd { return m.give(m.over.TopID(), pane.Changed{}) }

// overFrame is the frame of an overlay.
func (m *Model) overFrame(o pane.Overlay) pane.Frame {
	at := m.overlayBox(o, m.plan()).card()
	f := m.frame().Sized(at.w, at.h, true)
	f.Look = m.look.On(kit.OnCard)
	return f
}

// lay draws an overlay as a card over the lines of the screen, which are dimmed.
func (m *Model) lay(o pane.Overlay, lines []string, p plan) []string {
	at, f := m.overlayBox(o, p), m.overFrame(o)
	body, about := o.Draw(f), o.About(f)
	at.h = min(at.h, len(body)+2)
	if act.MeetsAttack(o) {
		about.Aside = cmp.Or(about.Aside, m.countdown.words(m))
	}
	card := f.Look.Carded(kit.Frame{Title: about.Title, Aside: about.Aside, W: at.w, H: at.h, Focused: true}, body)
	for y, l := range lines {
		over := ""
		if i := y - at.y; i >= 0 && i < len(card) {
			over = card[i]
		}
		lines[y] = m.look.On(kit.OnBehind).Under(l, m.size.w, over, at.x, at.w)
	}
	return lines
}

// overlayBox is the box of an overlay: in the middle of the screen, with some of the table
// around it where there is room.
func (m *Model) overlayBox(o pane.Overlay, p plan) box {
	at := box{0, p.ribbon.y + 1, m.size.w, p.tour.y - p.ribbon.y - 1}
	if o.About(m.frame()).Whole {
		return at
	}
	if m.size.h >= wideHeight {
		drop := m.size.h / 12
		at.y, at.h = at.y+drop, at.h-drop-1
	}
	if m.size.w >= widestOverlay+2*leastAround {
		at.w = widestOverlay
		at.x = (m.size.w - at.w) / 2
	}
	return at
}

// widestOverlay is the greatest width of an overlay, in cells: longer lines are hard to
// read.
const widestOverlay = 98

// leastAround is how many cells of the table are seen at each side of an overlay, if any
// are.
const leastAround = 4
