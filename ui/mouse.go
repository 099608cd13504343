package ui

import tea "github.com/charmbracelet/bubbletea"

// mouse lets the wheel scroll the pane under it, and a press select there.
// Nothing needs it.
func (m *Model) mouse(e tea.MouseMsg) tea.Cmd {
	p := m.plan()
	if p.small || m.top() != nil || !m.taste.Mouse {
		return nil
	}
	for i, b := range p.panes {
		if !b.holds(e.X, e.Y) {
			continue
		}
		switch {
		case e.Button == tea.MouseButtonWheelUp:
			return m.wheel(i, "up")
		case e.Button == tea.MouseButtonWheelDown:
			return m.wheel(i, "down")
		case e.Button == tea.MouseButtonLeft && e.Action == tea.MouseActionPress:
			m.focusOn(i)
			pane, wish := m.panes[i].Click(m.frame(), b.w-2, b.h-2, e.X-b.x-1, e.Y-b.y-1)
			m.panes[i] = pane
			return m.obey(wish)
		}
	}
	return nil
}

func (m *Model) wheel(i int, key string) tea.Cmd {
	p, wish := m.panes[i].Key(m.frameOf(i), key)
	if wish == nil {
		return nil
	}
	m.panes[i] = p
	return m.obey(wish)
}
