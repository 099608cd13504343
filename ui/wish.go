package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/pane"
)

// obey does what a pane wishes.
func (m *Model) obey(w pane.Wish) tea.Cmd {
	switch w := w.(type) {
	case pane.Do:
		return m.do(w.Command, nil)
	case pane.Select:
		if c, ok := m.table.Character(w.Who); ok {
			m.choose(c)
		}
	case pane.Turn:
		m.at.System = w.System
	case pane.Act:
		return m.act(w)
	case pane.Resume:
		return m.resume(w.Roll)
	case pane.Edit:
		return m.editField(w.Who, w.System, w.Field)
	case pane.Adjust:
		return m.adjust(w)
	case pane.Copy:
		return m.copy(w.Text)
	case pane.Export:
		return m.copyPlays(w.Seqs)
	case pane.Say:
		return m.say(w.Words)
	case pane.Show:
		return m.show(w.What)
	}
	return nil
}

// act opens the palette for a character, or the form of one action.
func (m *Model) act(w pane.Act) tea.Cmd {
	c, ok := m.table.Character(w.Who)
	if !ok {
		return m.say("nobody is selected: n begins nothing without a character")
	}
	m.choose(c)
	if w.System != "" {
		m.at.System = w.System
	}
	if w.Action == "" {
		return m.openPalette()
	}
	return m.openForm(draft{who: c.ID, system: m.at.System, action: w.Action})
}

// show opens something of the root's by its name.
func (m *Model) show(what string) tea.Cmd {
	for _, b := range m.keys {
		if b.id == what {
			return m.press(b)
		}
	}
	return nil
}

// copy puts text on the clipboard.
func (m *Model) copy(text string) tea.Cmd {
	if m.cfg.Copy == nil {
		return m.fail("this terminal has no clipboard that fray can reach")
	}
	m.cfg.Copy(text)
	return m.say("copied")
}
