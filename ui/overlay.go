package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/ui/kit"
)

// overlay lies on top of the panes and has the keys.
type overlay interface {
	title(m *Model) string
	// draw gives at most h lines of exactly w cells.
	draw(m *Model, w, h int) []string
	key(m *Model, k tea.KeyMsg) tea.Cmd
	// told takes in what a command of the overlay brought back.
	told(m *Model, msg tea.Msg) tea.Cmd
	// hints is what the footer says; the last is the way out.
	hints(m *Model) []hint
}

// quiet is an overlay that waits for nothing.
type quiet struct{}

func (quiet) told(*Model, tea.Msg) tea.Cmd { return nil }

func (m *Model) top() overlay {
	if len(m.over) == 0 {
		return nil
	}
	return m.over[len(m.over)-1]
}

func (m *Model) push(o overlay) { m.over = append(m.over, o) }

// pop takes the overlay on top away: esc steps back, always.
func (m *Model) pop() tea.Cmd {
	if len(m.over) > 0 {
		m.over = m.over[:len(m.over)-1]
	}
	return nil
}

// lay draws an overlay over the lines of the screen. It leaves the cost rows
// in sight wherever there is room, since they follow a share.
func (m *Model) lay(o overlay, lines []string, p plan) {
	at := m.overlayBox(p)
	if _, whole := o.(interface{ whole() }); whole {
		at = box{0, 1, m.w, p.tour.y - 1}
	}
	body := o.draw(m, at.w-2, at.h-2)
	at.h = min(at.h, len(body)+2)
	for i, l := range m.look.Framed(o.title(m), 0, at.w, at.h, true, body) {
		y := at.y + i
		if y >= len(lines) {
			break
		}
		under := lines[y]
		lines[y] = before(under, at.x) + l + behind(under, at.x+at.w, m.w)
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

func (m *Model) overlayBox(p plan) box {
	at := box{0, 1, m.w, p.tour.y - 1}
	if sheet := p.panes[paneSheet]; !sheet.empty() && !p.strip && !m.at.Zoom {
		at = box{sheet.x, 1, m.w - sheet.x, sheet.h}
	} else if low := p.panes[m.at.Front]; !low.empty() && !m.at.Zoom && m.h >= 24 {
		at.h = low.y - 1
	}
	const widest = 96
	if at.w > widest {
		at.w = widest
	}
	return at
}
