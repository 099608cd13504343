package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// pile are the overlays on top of the panes; the last has the keys.
type pile []pane.Overlay

// top is the overlay that has the keys, nil for none.
func (p pile) top() pane.Overlay {
	if len(p) == 0 {
		return nil
	}
	return p[len(p)-1]
}

// after is the pile after an intent about overlays.
func (p pile) after(w pane.Intent) pile {
	switch w := w.(type) {
	case pane.Push:
		return append(slices.Clip(p), w.Overlay)
	case pane.Pop:
		return p[:max(0, len(p)-1)]
	case pane.Close:
		return slices.DeleteFunc(slices.Clone(p), func(x pane.Overlay) bool { return x == w.Overlay })
	}
	return nil
}

// overFrame is the frame for the overlay on top.
func (m *Model) overFrame() pane.Frame {
	at := m.overlayBox(m.over.top(), m.plan())
	return m.frame().Sized(at.w-2, at.h-2, true)
}

// lay draws an overlay over the lines of the screen.
func (m *Model) lay(o pane.Overlay, lines []string, p plan) {
	at := m.overlayBox(o, p)
	f := m.frame().Sized(at.w-2, at.h-2, true)
	body := o.Draw(f)
	at.h = min(at.h, len(body)+2)
	for i, l := range m.look.Framed(kit.Frame{Title: o.Title(f), W: at.w, H: at.h, Focused: true}, body) {
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
	if _, whole := o.(pane.Whole); whole {
		return at
	}
	if m.plays() {
		return m.ownBox(at, p)
	}
	if sheet := p.panes[paneSheet]; !sheet.empty() && !p.strip && !m.at.Zoom {
		at = box{sheet.x, 1, m.size.w - sheet.x, sheet.h}
	} else if low := p.panes[m.at.Front]; !low.empty() && !m.at.Zoom && m.size.h >= 24 {
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
	if low := p.panes[paneCosts]; !low.empty() && !m.at.Zoom && low.y > 20 {
		at.h = low.y - 1
	}
	at.w = min(at.w, widestOverlay)
	return at
}
