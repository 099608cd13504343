package ui

import tea "github.com/charmbracelet/bubbletea"

// mouse lets the wheel scroll the pane under it, and a press select there.
// Nothing needs it.
func (m *Model) mouse(e tea.MouseMsg) tea.Cmd {
	p := m.plan()
	if p.small || m.over.top() != nil || !m.taste.Mouse {
		return nil
	}
	for i, b := range p.panes {
		if !b.holds(e.X, e.Y) {
			continue
		}
		switch {
		case e.Button == tea.MouseButtonWheelUp:
			return wheel(m, i, tea.KeyUp)
		case e.Button == tea.MouseButtonWheelDown:
			return wheel(m, i, tea.KeyDown)
		case e.Button == tea.MouseButtonLeft && e.Action == tea.MouseActionPress:
			m.focusOn(i)
			p, wish := m.panes[i].Click(m.frameOf(i), e.X-b.x-1, e.Y-b.y-1)
			m.panes[i] = p
			return m.obey(wish)
		}
	}
	return nil
}

// wheel turns the wheel over a pane: one step, as the arrows go where nobody
// has given them to something else.
func wheel(m *Model, i int, key tea.KeyType) tea.Cmd {
	f := m.frameOf(i)
	f.Keys = nil
	p, wish := m.panes[i].Key(f, tea.KeyMsg{Type: key})
	if wish == nil {
		return nil
	}
	m.panes[i] = p
	return m.obey(wish)
}
