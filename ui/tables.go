package ui

import tea "github.com/charmbracelet/bubbletea"

// tables is the switcher: what lies on the shelf, over the table on the screen.
type tables struct{ desk *desk }

func (m *Model) openTables() tea.Cmd {
	t := &tables{newDesk(m.cfg.Shelf, m.cfg.Path, makePlace, importPlace, demoPlace)}
	m.push(t)
	return t.desk.read("")
}

func noShelf(m *Model) string {
	if m.cfg.Shelf == nil {
		return "there are no other tables here"
	}
	return ""
}

func (t *tables) title(*Model) string { return "Tables" }

func (t *tables) draw(m *Model, w, h int) []string { return t.desk.draw(m.look, w, h) }

func (t *tables) key(m *Model, k tea.KeyMsg) tea.Cmd {
	cmd, away := t.desk.key(k)
	if away {
		return m.pop()
	}
	return cmd
}

func (t *tables) told(_ *Model, msg tea.Msg) tea.Cmd {
	t.desk.told(msg)
	return nil
}

func (t *tables) hints(*Model) []hint {
	if t.desk.asks != nil || t.desk.doomed != "" {
		return t.desk.hints()
	}
	return append(t.desk.hints(), hint{"esc", "back"})
}
