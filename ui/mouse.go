package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// mouse handles the wheel, which scrolls what is under it, and a press, which selects or
// does it: in panes, in the overlay on top and in the footer. It does nothing that keys
// cannot do.
func (m *Model) mouse(e tea.MouseMsg) tea.Cmd {
	p := m.plan()
	if p.small || !m.preferences.Mouse || m.pending.n > 0 {
		return nil
	}
	press := e.Button == tea.MouseButtonLeft && e.Action == tea.MouseActionPress
	wheels := map[tea.MouseButton]tea.KeyType{tea.MouseButtonWheelUp: tea.KeyUp, tea.MouseButtonWheelDown: tea.KeyDown}
	turn, turns := wheels[e.Button]
	if press {
		m.status.read()
	}
	switch o := m.over.Top(); {
	case !press && !turns:
		return nil
	case press && p.footer.holds(e.X, e.Y):
		if k, ok := pane.FootAt(m.frame().Sized(m.size.w, 1, true), footKeys(m), e.X); ok {
			return m.key(k)
		}
		return nil
	case o != nil && press:
		return clickOver(m, e.X, e.Y)
	case o != nil:
		return overKey(m, turn)
	}
	for i, b := range p.panes {
		switch {
		case !b.holds(e.X, e.Y):
		case turns:
			return wheel(m, i, turn)
		case e.Y == b.y && e.X > b.x+b.w/2 && len(p.behind(i)) > 0 && !m.at.Zoom:
			m.focusOn(p.asideAt(i, e.X, m.tabs(i, p))) // whose name is in the title
		default:
			m.focusOn(i)
			p, intent := m.panes[i].Click(m.frameOf(i), e.X-b.x-1, e.Y-b.y-1)
			m.panes[i] = p
			return m.obey(intent)
		}
	}
	return nil
}

// wheel turns the wheel over a pane: one step, as by an arrow key that was not changed.
func wheel(m *Model, i int, key tea.KeyType) tea.Cmd {
	f := m.frameOf(i)
	f.Keys = nil
	p, intent := m.panes[i].Key(f, tea.KeyMsg{Type: key})
	if intent == nil {
		return nil
	}
	m.panes[i] = p
	return m.obey(intent)
}

// overKey gives the overlay on top a key, as if no keys had been changed.
func overKey(m *Model, key tea.KeyType) tea.Cmd {
	f := m.overFrame(m.over.Top())
	f.Keys = nil
	id := m.over.TopID()
	return m.obeyFor(id, m.over.Update(id, f, tea.KeyMsg{Type: key}))
}

// mostSteps is how many lines a press moves the cursor at most.
const mostSteps = 200

// clickOver is a press on the overlay on top. On a line without the cursor it moves the
// cursor there, as the arrow keys would. On the line of the cursor it is enter, or moves
// the number whose sign is pressed.
func clickOver(m *Model, x, y int) tea.Cmd {
	at := m.overlayBox(m.over.Top(), m.plan())
	lines, y, top := overLines(m), y-at.y-1, m.over.TopID()
	x -= at.x + 1
	if x < 0 || x >= at.card().w || y < 0 || y >= len(lines) || lines[y].name == "" {
		return nil
	}
	if lines[y].on {
		switch moves := m.look.Moves; {
		case lines[y].sign(x) == moves[0]:
			return overKey(m, tea.KeyLeft)
		case lines[y].sign(x) == moves[1]:
			return overKey(m, tea.KeyRight)
		case strings.Contains(lines[y].text, moves[0]) || strings.Contains(lines[y].text, moves[1]):
			return nil // the line has a number: enter would commit the whole question
		case m.over.Top().About(m.frame()).Progress.Stage == pane.Setting: // enter would throw
			return nil
		}
		return overKey(m, tea.KeyEnter)
	}
	way, back := tea.KeyDown, tea.KeyUp
	for _, l := range lines[y:] {
		if l.on { // the cursor is further down
			way, back = back, way
			break
		}
	}
	var cmds []tea.Cmd
	for n := 1; n <= mostSteps; n++ {
		cmds = append(cmds, overKey(m, way))
		if m.over.TopID() != top {
			return tea.Batch(cmds...)
		}
		for _, l := range overLines(m) {
			if l.on && l.name == lines[y].name {
				return tea.Batch(cmds...)
			}
		}
		if n == len(lines)+1 && !scrolls(m, lines) || n == mostSteps { // the cursor cannot come to that line
			for range n {
				cmds = append(cmds, overKey(m, back))
			}
			return tea.Batch(cmds...)
		}
	}
	return tea.Batch(cmds...)
}

// scrolls reports whether the overlay on top shows other lines than before.
func scrolls(m *Model, before []overLine) bool {
	now := overLines(m)
	if len(now) != len(before) {
		return true
	}
	for i, l := range now {
		if l.name != before[i].name {
			return true
		}
	}
	return false
}

// overLine is a line of the overlay on top.
type overLine struct {
	on   bool   // the cursor is on it
	name string // its first words, which stay the same while the cursor moves
	text string
}

func overLines(m *Model) []overLine {
	body := m.over.Top().Draw(m.overFrame(m.over.Top()))
	column := 0
	for i, l := range body {
		body[i] = ansi.Strip(l)
		if at := markIn(body[i], m.look.Mark); at >= 0 {
			column = at
		}
	}
	out := make([]overLine, len(body))
	for i, text := range body {
		name, on := strings.CutPrefix(ansi.Cut(text, column, m.size.w), m.look.Mark)
		name, _, _ = strings.Cut(strings.TrimSpace(name), "  ")
		for _, s := range m.look.Moves {
			name, _, _ = strings.Cut(name, s)
		}
		out[i] = overLine{on, strings.TrimSpace(name), text}
	}
	return out
}

// markIn is the column of the cursor's sign in a line, at its start or before a word; -1
// for none.
func markIn(line, mark string) int {
	if strings.HasPrefix(line, mark) {
		return 0
	}
	before, after, found := strings.Cut(line, " "+mark)
	if !found || after == "" || strings.ContainsAny(after[:1], " 0123456789-=") {
		return -1
	}
	return kit.Width(before) + 1
}

// sign is the letter at a cell of the line.
func (l overLine) sign(x int) string {
	at := 0
	for _, r := range l.text {
		w := kit.Width(string(r))
		if at += w; at > x {
			return string(r)
		}
	}
	return ""
}
