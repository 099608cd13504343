package start

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/pane"
)

// switcher is the switcher: the list of tables as an overlay over the open table.
type switcher struct{ list *tableList }

// Switcher opens the switcher over the table at path.
func Switcher(shelf *Store, path string) pane.Intent {
	t := &switcher{newTableList(shelf, path, newCommand, importCommand, demoCommand, joinCommand, askCommand, deviceCommand)}
	return pane.All{pane.Push{Overlay: t}, t.fetch(t.list.load(""))}
}

// fetch runs cmd in the background and passes its message to the list. Opening a table is
// left to the root.
func (t *switcher) fetch(cmd tea.Cmd) pane.Intent {
	if cmd == nil {
		return nil
	}
	return pane.Fetch{Run: func() any { return cmd() }, Then: func(_ pane.Frame, msg any) pane.Intent {
		if at, opened := msg.(Arrived); opened {
			return pane.Own{Intent: at}
		}
		t.list.receive(msg)
		return nil
	}}
}

func (t *switcher) About(pane.Frame) pane.About { return pane.About{Title: "Tables"} }

func (t *switcher) Draw(f pane.Frame) []string { return t.list.draw(f) }

func (t *switcher) Keys(pane.Frame) []pane.Binding { return t.list.keys() }

func (t *switcher) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	k, is := msg.(tea.KeyMsg)
	if !is {
		return t, nil
	}
	cmd, away := t.list.key(f, k)
	if away {
		return t, pane.Close{}
	}
	return t, t.fetch(cmd)
}
