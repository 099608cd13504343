package ui

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// overlays are those on top of the panes; the last has the keys.
type overlays []layer

// layer is an overlay, and the number by which it is told from the others: it is
// another value after each message.
type layer struct {
	id int
	pane.Overlay
}

// top is the overlay that has the keys, nil for none.
func (o overlays) top() pane.Overlay {
	if len(o) == 0 {
		return nil
	}
	return o[len(o)-1].Overlay
}

// topID is the number of the overlay that has the keys, 0 for none.
func (o overlays) topID() int {
	if len(o) == 0 {
		return 0
	}
	return o[len(o)-1].id
}

// idOf is the number of an overlay, 0 where it has gone.
func (o overlays) idOf(x pane.Overlay) int {
	for _, l := range o {
		if l.Overlay == x {
			return l.id
		}
	}
	return 0
}

// push lays an overlay on top.
func (m *Model) push(o pane.Overlay) (id int) {
	m.layers++
	m.over = append(slices.Clip(m.over), layer{m.layers, o})
	return m.layers
}

// drop takes an overlay away.
func (m *Model) drop(id int) {
	m.over = slices.DeleteFunc(slices.Clone(m.over), func(l layer) bool { return l.id == id })
}

// give gives an overlay a message, and obeys it. One that has gone is given
// nothing.
func (m *Model) give(id int, msg tea.Msg) tea.Cmd {
	i := slices.IndexFunc(m.over, func(l layer) bool { return l.id == id })
	if i < 0 {
		return nil
	}
	return m.giveIn(id, msg, m.overFrame(m.over[i].Overlay))
}

// giveIn is give in a frame.
func (m *Model) giveIn(id int, msg tea.Msg, f pane.Frame) tea.Cmd {
	i := slices.IndexFunc(m.over, func(l layer) bool { return l.id == id })
	o, intent := m.over[i].Update(f, msg)
	m.over[i].Overlay = o
	return m.obeyFor(id, intent)
}

// tellTop tells the overlay on top what may have changed since it was told last.
func (m *Model) tellTop() tea.Cmd {
	now := told{m.over.topID(), m.table.WholeSeq(), m.fetches, m.attendance.came}
	if now == m.told || now.top == 0 {
		m.told = now
		return nil
	}
	m.told = now
	return m.give(now.top, pane.Changed{})
}

// told is what the overlay on top has been told of: that it lies there, the newest
// event, how much that was fetched was taken in, and how often somebody had come or
// gone.
type told struct {
	top     int
	newest  uint64
	fetches int
	came    int
}

// overFrame is the frame for an overlay.
func (m *Model) overFrame(o pane.Overlay) pane.Frame {
	at := m.overlayBox(o, m.plan()).card()
	f := m.frame().Sized(at.w, at.h, true)
	f.Look = m.look.On(kit.OnCard)
	return f
}

// lay lays an overlay as a card over the lines of the screen, which are dimmed.
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

// overlayBox is the place of an overlay: in the middle of the screen, with something of
// the table around it where there is room.
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

// widestOverlay is how wide an overlay becomes: longer lines are read badly.
const widestOverlay = 98

// leastAround is how much of the table is seen beside an overlay, if any is.
const leastAround = 4
