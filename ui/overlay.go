package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

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
	at := m.overlayBox(o, m.plan())
	return m.frame().Sized(at.w-2, at.h-2, true)
}

// lay draws an overlay over the lines of the screen.
func (m *Model) lay(o pane.Overlay, lines []string, p plan) {
	at := m.overlayBox(o, p)
	f := m.frame().Sized(at.w-2, at.h-2, true)
	body, about := o.Draw(f), o.About(f)
	at.h = min(at.h, len(body)+2)
	for i, l := range m.look.Framed(kit.Frame{Title: about.Title, Aside: about.Aside, W: at.w, H: at.h, Focused: true}, body) {
		y := at.y + i
		if y >= len(lines) {
			break
		}
		under := lines[y]
		lines[y] = before(under, at.x) + l + behind(under, at.x+at.w, m.size.w)
	}
}

// before is what is left of a line up to column x, and behind what is left from
// there up to w. A wide letter that is cut in two becomes a space.
func before(line string, x int) string {
	rest := ansi.Cut(line, 0, x)
	return rest + strings.Repeat(" ", max(0, x-kit.Width(rest)))
}

func behind(line string, x, w int) string {
	rest := ansi.Cut(line, x, w)
	if kit.Width(rest) > w-x {
		rest = ansi.Cut(line, x+1, w)
	}
	return strings.Repeat(" ", max(0, w-x-kit.Width(rest))) + rest
}

// overlayBox is the place of an overlay: it leaves the cost rows in sight
// wherever there is room, since they follow a share.
func (m *Model) overlayBox(o pane.Overlay, p plan) box {
	at := box{0, 1, m.size.w, p.tour.y - 1}
	if o.About(m.frame()).Whole {
		return at
	}
	if m.plays() {
		return m.ownBox(at, p)
	}
	if sheet := p.slots[slotSheet]; !sheet.empty() && !p.strip && !m.at.Zoom {
		at = box{sheet.x, 1, m.size.w - sheet.x, sheet.h}
	} else if low := p.slots[slotLow]; !low.empty() && !m.at.Zoom && m.size.h >= 24 {
		at.h = low.y - 1
	}
	at.w = min(at.w, widestOverlay)
	return at
}

// widestOverlay is how wide an overlay becomes: longer lines are read badly.
const widestOverlay = 96

// ownBox is the place of an overlay on a player's screen: what can be done stays
// in sight where there is room.
func (m *Model) ownBox(at box, p plan) box {
	if low := p.slots[slotLow]; !low.empty() && !m.at.Zoom && low.y > 20 {
		at.h = low.y - 1
	}
	at.w = min(at.w, widestOverlay)
	return at
}
