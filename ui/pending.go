package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
)

// pending is what is on its way to the disk and back. Keys that only look at
// something else work meanwhile, where nothing lies on top; the first other key
// waits, with all behind it, for what comes of the act: they mean what the screen
// will show then, and are dropped where the act is refused.
type pending struct {
	n       int
	words   string // what is on its way
	keys    []tea.KeyMsg
	changes <-chan struct{} // ready when somebody changed the table
	stop    func()
	told    int // findings that were shown

	from   spot  // where the screen stood when it was sent
	turned bool  // to something else meanwhile
	aside  int   // the overlay that was opened meanwhile to look something up, 0 for none
	held   []did // acts that came back while that lay on top
}

// spot is what a screen is turned to.
type spot struct {
	selected, system string
	marked           []string
}

func standing(m *Model) spot { return spot{m.at.Selected, m.at.System, m.at.Marked} }

func stand(m *Model, at spot) {
	m.at.Selected, m.at.System, m.at.Marked = at.selected, at.system, at.marked
}

// did is a command that came back.
type did struct {
	game  Game
	by    int // the overlay that asked for it, 0 for none
	table model.Table
	err   error
	then  pane.Then // what the screen does when it went well
}

// do sends a command for an overlay, 0 for none.
func (m *Model) do(by int, w pane.Do) tea.Cmd {
	if why := m.game.Why(); why != nil {
		return m.fail(why.Error())
	}
	game, seat := m.game, m.seat
	if m.pending.n == 0 {
		m.pending.from, m.pending.turned = standing(m), false
	}
	m.pending.n++
	m.pending.words = view.CommandTitle(m.table, w.Command) + " " + m.look.More
	return func() tea.Msg {
		t, err := game.Do(seat, w.Command)
		return did{game, by, t, err, w.Then}
	}
}

// landed takes in what came of a command, then the keys that waited for it. What
// was to come of one that is refused they were not typed for.
func (m *Model) landed(d did) tea.Cmd {
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

// showHeld shows what came of acts while something was being looked up, once that
// is closed.
func showHeld(m *Model) tea.Cmd {
	if len(m.pending.held) == 0 || lookingUp(m) {
		return nil
	}
	var cmds []tea.Cmd
	all := m.pending.held
	m.pending.held = nil
	for _, d := range all {
		cmds = append(cmds, comes(m, d))
	}
	return tea.Batch(cmds...)
}

// comes does what was asked for when an act has come back, from where the screen
// stood when it was sent. It stays on what somebody has turned it to meanwhile.
func comes(m *Model, d did) tea.Cmd {
	if c, there := m.table.Character(m.pending.from.selected); !m.pending.turned || !there || c.Left {
		return m.obeyFor(d.by, d.then)
	}
	now := standing(m)
	stand(m, m.pending.from)
	cmd := m.obeyFor(d.by, d.then)
	stand(m, now)
	m.pending.turned = true // also for the act that may have followed
	return cmd
}

// done takes in what came of a command.
func (m *Model) done(d did) tea.Cmd {
	if d.game != m.game {
		return nil // it was sent to the table before this one
	}
	if d.err != nil {
		m.see(m.game.Now())
		return m.fail(d.err.Error())
	}
	if d.table.Complete() {
		m.see(d.table)
	} else { // the rest of the log may have come meanwhile
		m.see(m.game.Now())
	}
	switch {
	case d.then == nil:
		return nil
	case lookingUp(m):
		m.pending.held = append(m.pending.held, d)
		return m.say("done: you will see the result when you close this")
	}
	return comes(m, d)
}

// meanwhile gives a key what it does while an act is on its way, see pending; false
// where it has to wait.
func meanwhile(m *Model, f pane.Frame, k tea.KeyMsg) (tea.Cmd, bool) {
	top := m.over.Top()
	switch {
	case len(m.pending.keys) > 0 || m.plan().small || m.tour != nil:
		return nil, false
	case lookingUp(m):
		if slices.Contains([]string{"do", "go"}, f.Pressed(top.Keys(f), k)) {
			return nil, false
		}
		return m.give(m.pending.aside, k), true
	case top != nil: // what was sent lies there
		return nil, false
	}
	p, intent := m.panes[m.at.Focus].Key(m.frameOf(m.at.Focus), k)
	if intent != nil {
		if !onlyLooks(intent) {
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

// lookingKeys are the keys of the table that only look, by name, beside those of the panes.
var lookingKeys = []string{"filter", "help", "tab", "back", "zoom"}

// onlyLooks reports whether an intent changes nothing but what the screen is turned
// to.
func onlyLooks(w pane.Intent) bool {
	switch w := w.(type) {
	case pane.Moved, pane.Select, pane.Mark, pane.Turn, pane.Find, pane.Focus, pane.Stand:
		return true
	case pane.All:
		return !slices.ContainsFunc(w, func(one pane.Intent) bool { return !onlyLooks(one) })
	}
	return false
}

// lookingUp reports whether what was opened while an act was on its way still
// lies on top.
func lookingUp(m *Model) bool { return m.pending.aside != 0 && m.over.TopID() == m.pending.aside }
