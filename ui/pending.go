package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/game"
	"example.org/fray/ui/pane"
)

// pending is the commands that are being committed. Keys that only look at something else
// work meanwhile, where no overlay lies on top. The first other key waits for the result,
// with all keys behind it: they mean what the screen will show then, and are dropped
// where the command is refused.
type pending struct {
	n       int    // how many there are
	words   string // what the newest of them does
	keys    []tea.KeyMsg
	changes <-chan struct{} // ready when somebody changed the table
	stop    func()
	found   found

	from   position    // what was selected when the command was sent
	turned bool        // something else was selected meanwhile
	aside  int         // the number of the overlay that was opened meanwhile to look something up, 0 for none
	held   []committed // commands that came back while that overlay was open

	unthrown *unthrown // nil for none
}

// position is what is selected on a screen.
type position struct {
	selected, system string
	marked           []string
}

func positionOf(m *Model) position { return position{m.at.Selected, m.at.System, m.at.Marked} }

func moveTo(m *Model, at position) {
	m.at.Selected, m.at.System, m.at.Marked = at.selected, at.system, at.marked
}

// committed is the result of a command.
type committed struct {
	game  game.Game
	by    int // the number of the overlay that asked for it, 0 for none
	table model.Table
	err   error
	then  pane.Then // what the screen does where there is no error

	command model.Command
}

// unthrown is a command that was refused because the dice wait for words of players. It
// is given again once all words are in, unless a key was pressed or the table has changed
// otherwise: then it may no longer be what is wanted.
type unthrown struct {
	committed
	seen model.Table // the table as it was then
	top  int         // the number of the overlay that lay on top, 0 for none
}

// takeUnthrown returns the command that waits for the words, if it can be given now.
func (m *Model) takeUnthrown() pane.Intent {
	u := m.pending.unthrown
	if u == nil || m.table.WaitsForWords() != "" {
		return nil
	}
	m.pending.unthrown = nil
	if m.over.TopID() != u.top || !scene.OnlyWordsSince(m.table, u.seen) {
		return nil
	}
	return pane.Own{Intent: func(m *Model) tea.Cmd {
		return m.do(u.by, pane.Do{Command: u.command, Then: u.then})
	}}
}

// do sends a command for the overlay with a number, 0 for none.
func (m *Model) do(by int, w pane.Do) tea.Cmd {
	if why := m.game.Why(); why != nil {
		return m.fail(why.Error())
	}
	game, seat := m.game, m.seat
	if m.pending.n == 0 {
		m.pending.from, m.pending.turned = positionOf(m), false
	}
	m.pending.n++
	m.pending.words = view.CommandTitle(m.table, w.Command) + " " + m.look.More
	return func() tea.Msg {
		t, err := game.Do(seat, w.Command)
		return committed{game: game, by: by, table: t, err: err, then: w.Then, command: w.Command}
	}
}

// takeCommitted handles the result of a command, and then the keys that waited for it.
// After a refusal they are dropped.
func (m *Model) takeCommitted(d committed) tea.Cmd {
	m.pending.n = max(0, m.pending.n-1)
	cmds := []tea.Cmd{m.done(d)}
	if d.err != nil {
		m.pending.keys = nil
	}
	for m.pending.n == 0 && len(m.pending.keys) > 0 {
		k := m.pending.keys[0]
		m.pending.keys = m.pending.keys[1:]
		cmds = append(cmds, m.key(k), showHeld(m))
	}
	return tea.Batch(cmds...)
}

// showHeld shows the results that came while something was being looked up, once that is
// closed.
func showHeld(m *Model) tea.Cmd {
	if len(m.pending.held) == 0 || lookingUp(m) {
		return nil
	}
	var cmds []tea.Cmd
	all := m.pending.held
	m.pending.held = nil
	for _, d := range all {
		cmds = append(cmds, followUp(m, d))
	}
	return tea.Batch(cmds...)
}

// followUp does what follows a command, with the selection of when it was sent. What
// somebody has selected meanwhile is selected again after it.
func followUp(m *Model, d committed) tea.Cmd {
	if c, there := m.table.Character(m.pending.from.selected); !m.pending.turned || !there || c.Left {
		return m.obeyFor(d.by, d.then)
	}
	now := positionOf(m)
	moveTo(m, m.pending.from)
	cmd := m.obeyFor(d.by, d.then)
	moveTo(m, now)
	m.pending.turned = true // this counts for a command that may have followed, too
	return cmd
}

// done handles the result of a command.
func (m *Model) done(d committed) tea.Cmd {
	if d.game != m.game {
		return nil // the command was for the table before this one
	}
	if d.err != nil {
		m.see(m.game.Now())
		if waits := m.table.WaitsForWords(); waits != "" && strings.HasSuffix(d.err.Error(), waits) {
			m.pending.unthrown = &unthrown{d, m.table, m.over.TopID()}
			return m.fail(waits + "; then this goes on by itself")
		}
		return m.fail(d.err.Error())
	}
	if d.table.Complete() {
		m.see(d.table)
	} else { // the game may have read the rest of the log meanwhile
		m.see(m.game.Now())
	}
	switch {
	case d.then == nil:
		return nil
	case lookingUp(m):
		m.pending.held = append(m.pending.held, d)
		return m.say("done: you will see the result when you close this")
	}
	return followUp(m, d)
}

// keyWhilePending handles a key while a command is being committed, see pending; false
// where the key has to wait.
func keyWhilePending(m *Model, f pane.Frame, k tea.KeyMsg) (tea.Cmd, bool) {
	top := m.over.Top()
	switch {
	case len(m.pending.keys) > 0 || m.plan().small || m.tour != nil:
		return nil, false
	case lookingUp(m):
		if slices.Contains([]string{"do", "go"}, f.Pressed(top.Keys(f), k)) {
			return nil, false
		}
		return m.give(m.pending.aside, k), true
	case top != nil: // the command came from it
		return nil, false
	}
	p, intent := m.panes[m.at.Focus].Key(m.frameOf(m.at.Focus), k)
	if intent != nil {
		if !changesNothing(intent) {
			return nil, false
		}
		m.panes[m.at.Focus] = p
		cmd := m.obey(intent)
		m.pending.turned = m.pending.turned || !slices.Equal(m.at.Marked, m.pending.from.marked) || m.at.Selected != m.pending.from.selected || m.at.System != m.pending.from.system
		return cmd, true
	}
	b, _ := f.PressedOf(m.keys.all(f), k)
	if !slices.Contains(lookingKeys, b.Name()) && !strings.HasPrefix(b.Name(), "pane-") {
		return nil, false
	}
	cmd := m.press(b)
	m.pending.aside = m.over.TopID()
	return cmd, true
}

// lookingKeys are the names of the table's bindings that only look at something, beside
// those that go to a pane.
var lookingKeys = []string{"filter", "help", "tab", "back", "zoom"}

// changesNothing reports whether an intent changes nothing but what the screen shows.
func changesNothing(w pane.Intent) bool {
	switch w := w.(type) {
	case pane.Moved, pane.Select, pane.Mark, pane.Turn, pane.Find, pane.Focus, pane.Stand:
		return true
	case pane.All:
		return !slices.ContainsFunc(w, func(one pane.Intent) bool { return !changesNothing(one) })
	}
	return false
}

// lookingUp reports whether the overlay that was opened while a command was being
// committed still lies on top.
func lookingUp(m *Model) bool { return m.pending.aside != 0 && m.over.TopID() == m.pending.aside }
