package start

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/pane"
)

// tables is the switcher: what lies on the shelf, over the table on the screen.
type tables struct{ desk *desk }

// Tables opens the switcher over the table at a path.
func Tables(shelf *Shelf, path string) pane.Intent {
	t := &tables{newDesk(shelf, path, makePlace, importPlace, demoPlace)}
	return pane.All{pane.Push{Overlay: t}, t.fetch(t.desk.read(""))}
}

// fetch has a command run, and tells the desk what it brought. What opens a
// table is for the root.
func (t *tables) fetch(cmd tea.Cmd) pane.Intent {
	if cmd == nil {
		return nil
	}
	return pane.Fetch{Run: func() any { return cmd() }, Then: func(_ pane.Frame, msg any) pane.Intent {
		if at, opened := msg.(Arrived); opened {
			return pane.Own{Intent: at}
		}
		t.desk.told(msg)
		return nil
	}}
}

func (t *tables) About(pane.Frame) pane.About { return pane.About{Title: "Tables"} }

func (t *tables) Draw(f pane.Frame) []string { return t.desk.draw(f) }

func (t *tables) Keys(pane.Frame) []pane.Binding { return t.desk.keys() }

func (t *tables) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	k, is := msg.(tea.KeyMsg)
	if !is {
		return t, nil
	}
	cmd, away := t.desk.key(f, k)
	if away {
		return t, pane.Close{}
	}
	return t, t.fetch(cmd)
}
