package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/act"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/sheet"
	"example.org/fray/ui/start"
)

// obey carries out what a pane or a key of the table asks for.
func (m *Model) obey(w pane.Intent) tea.Cmd { return m.obeyFor(0, w) }

// obeyFor carries out what the overlay with a number asks for, 0 for none.
func (m *Model) obeyFor(by int, w pane.Intent) tea.Cmd {
	switch w := w.(type) {
	case pane.All:
		var all []tea.Cmd
		for _, one := range w {
			all = append(all, m.obeyFor(by, one))
		}
		return tea.Batch(all...)
	case pane.Then:
		if w == nil {
			return nil
		}
		return m.obeyFor(by, w(m.frame()))
	case pane.Do:
		return m.do(by, w)
	case pane.Fetch:
		game := m.game
		return func() tea.Msg { return fetched{game, by, w.Run(), w.Then} }
	case pane.Say:
		return m.say(w.Words)
	case pane.Tell:
		m.tell(w.Words)
	case pane.Fail:
		return m.fail(w.Words)
	case pane.Select, pane.Mark, pane.Turn, pane.Find, pane.Focus, pane.Stand, pane.Keep:
		m.turn(w)
	case pane.Push:
		m.over.Push(w.Overlay)
	case pane.Close:
		if w.Overlay != nil {
			by = m.over.IDOf(w.Overlay)
		}
		m.over.Drop(by)
	case pane.Clear:
		m.over.Clear()
	case pane.Act, pane.Edit, pane.Adjust, pane.Export, pane.Amend:
		return m.obeyFor(by, m.open(w))
	case pane.Show:
		return m.show(w.What)
	case pane.Press:
		return m.key(w.Key)
	case pane.Copy:
		return copyText(m, w)
	case pane.Own:
		switch own := w.Intent.(type) {
		case func(*Model) tea.Cmd:
			return own(m)
		case start.Arrived:
			return func() tea.Msg { return own } // the app goes there
		}
	}
	return nil
}

// turn changes what the screen shows: the selection, the filter, the focus, a cursor.
func (m *Model) turn(w pane.Intent) {
	switch w := w.(type) {
	case pane.Select:
		if c, ok := m.table.Character(w.Who); ok {
			m.choose(c)
		}
	case pane.Mark:
		m.at.Marked = w.Who
	case pane.Turn:
		m.at.System = w.System
	case pane.Find:
		log := paneOf("log")
		m.at.Filter, m.panes[log] = w.Filter, m.panes[log].(pane.Log).Onto(w.Entry)
	case pane.Focus:
		m.focusOn(paneOf(w.Pane))
	case pane.Stand:
		i := paneOf(w.Pane)
		m.panes[i] = m.panes[i].At(w.At)
	case pane.Keep:
		m.keepPlace()
	}
}

// open returns the intent that opens the overlay that was asked for.
func (m *Model) open(w pane.Intent) pane.Intent {
	f := m.frame()
	if _, looks := w.(pane.Export); !looks && m.game.ReadOnly() {
		return pane.Say{Words: readOnlyWords}
	}
	switch w := w.(type) {
	case pane.Act:
		turn := pane.All{pane.Select{Who: w.Who}}
		if w.System != "" {
			turn = append(turn, pane.Turn{System: w.System})
		}
		return append(turn, pane.Then(func(f pane.Frame) pane.Intent {
			s := f.Rulebook()
			if s != nil {
				if a, ok := s.Action(w.Action); ok {
					return m.acts.Start(f, a)
				}
			}
			return m.acts.Palette(f, false)
		}))
	case pane.Edit:
		if w.Field == "" {
			return sheet.EditSheet(f, m.kept, m.panes[paneOf("sheet")].Place().On)
		}
		return sheet.EditField(f, m.kept, w)
	case pane.Adjust:
		return sheet.Adjust(f, m.kept, w)
	case pane.Amend:
		return act.Amend(f, w.Seq)
	case pane.Export:
		return act.CopyPlays(f, w.Seqs)
	}
	return nil
}

// show does what the binding of a name does, or else that of a verb.
func (m *Model) show(what string) tea.Cmd {
	all := m.keys.all(m.frame())
	i := slices.IndexFunc(all, func(b pane.Binding) bool { return b.Name() == what })
	if i < 0 {
		i = slices.IndexFunc(all, func(b pane.Binding) bool { return b.Verb == what })
	}
	if i < 0 {
		return nil
	}
	return m.press(all[i])
}

// copyText puts text on the clipboard, and says what it is.
func copyText(m *Model, w pane.Copy) tea.Cmd {
	if m.cfg.Copy == nil {
		return m.fail("fray cannot reach this terminal's clipboard")
	}
	return m.say(w.What + ": " + m.cfg.Copy(w.Text))
}
