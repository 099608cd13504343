package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
)

// hostingOf is how others come to the table of a screen, which is nil where keys are only
// listed.
func hostingOf(m *Model) people.Hosting {
	if m == nil {
		return people.Hosting{}
	}
	return people.Hosting{Admissions: m.attendance.admissions(), Door: m.cfg.Door, Changed: func(a people.Admissions) pane.Intent {
		return pane.Own{Intent: func(m *Model) tea.Cmd { return openTo(m, a) }}
	}}
}

// openTo takes in through whom others come to the table from now on, nil where they cannot
// any more, and begins to watch the table anew, together with them.
func openTo(m *Model, a people.Admissions) tea.Cmd {
	m.attendance.close()
	if a == nil {
		return nil
	}
	m.attendance.open(a)
	m.pending.stop() // which ends the watch that knows nothing of them
	m.pending.changes, m.pending.stop = m.game.Watch()
	m.see(m.game.Now())
	return m.watch()
}
