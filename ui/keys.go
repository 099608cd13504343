package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/pane"
)

// binding is one thing a key does.
type binding struct {
	id    string
	keys  []string
	label string
	group string
	foot  bool                 // shown in the footer
	why   func(*Model) string  // why it does nothing now; nil: it always does
	run   func(*Model) tea.Cmd // what it does
	words func(*Model) string  // what it would do now, where that differs; nil: label
}

// bindings is the list of keys. Everything that names a key reads it here.
func bindings() []binding {
	return slices.Concat(tableKeys(), clockKeys(), peopleKeys(), screenKeys())
}

func tableKeys() []binding {
	someone, gm := needsSomeone, needsGM
	return []binding{
		{id: "act", keys: []string{"a", "enter"}, label: "act", group: "Play", foot: true, why: someone, run: (*Model).openPalette},
		{id: "again", keys: []string{"r"}, label: "again", group: "Play", foot: true, why: noLast, run: (*Model).again, words: againWords},
		{id: "next", keys: []string{"n"}, label: "next", group: "Time", foot: true, why: gm, run: (*Model).next, words: nextWords},
		{id: "round", keys: []string{"N"}, label: "to the end of the round", group: "Time", why: gm, run: (*Model).endRound},
		{id: "go", keys: []string{"g"}, label: "go to a moment", group: "Time", why: gm, run: (*Model).askMoment},
		{id: "scene", label: "begin a new scene", group: "Time", why: gm, run: (*Model).askScene},
		{id: "less", keys: []string{"-"}, label: "lose from a pool", group: "Sheet", why: someone, run: func(m *Model) tea.Cmd { return m.adjustHere(false) }},
		{id: "more", keys: []string{"+", "="}, label: "give back to a pool", group: "Sheet", why: someone, run: func(m *Model) tea.Cmd { return m.adjustHere(true) }},
		{id: "hidden", keys: []string{"h"}, label: "act hidden", group: "Play", why: both(gm, someone), run: (*Model).actHidden},
		{id: "odds", keys: []string{"o"}, label: "odds of the last action", group: "Play", why: noLast, run: (*Model).oddsAgain},
		{id: "typed", keys: []string{"p"}, label: "real dice", group: "Play", why: someone, run: (*Model).switchDice, words: diceWords},
		{id: "resume", keys: []string{"O"}, label: "go on with an open roll", group: "Play", why: noOpenRoll, run: (*Model).resumeFirst},
		{id: "undo", keys: []string{"u"}, label: "undo", group: "Log", foot: true, why: noUndo, run: (*Model).undo, words: undoWords},
		{id: "redo", keys: []string{"U"}, label: "redo", group: "Log", why: noRedo, run: (*Model).redo, words: redoWords},
		{id: "note", keys: []string{"w"}, label: "write a note", group: "Log", run: (*Model).askNote},
	}
}

func screenKeys() []binding {
	keys := []binding{
		{id: "filter", keys: []string{"/"}, label: "find", group: "Log", foot: true, run: (*Model).askFilter},
		{id: "tables", keys: []string{"S"}, label: "other tables", group: "Table", why: noShelf, run: nothingLost((*Model).openTables)},
		{id: "house", keys: []string{"H"}, label: "house rules", group: "Table", run: (*Model).openHouse},
		{id: "palette", keys: []string{":", "ctrl+k"}, label: "command", group: "Screen", foot: true, run: (*Model).openCommands},
		{id: "help", keys: []string{"?", "f1"}, label: "help", group: "Screen", foot: true, run: (*Model).openCommands},
		{id: "tour", label: "the guided minute", group: "Screen", run: (*Model).switchTour, words: tourWords},
		{id: "tab", keys: []string{"tab"}, label: "next pane", group: "Screen", run: func(m *Model) tea.Cmd { return m.focusOn((m.at.Focus + 1) % paneCount) }},
		{id: "back", keys: []string{"shift+tab"}, label: "pane before", group: "Screen", run: func(m *Model) tea.Cmd { return m.focusOn((m.at.Focus + paneCount - 1) % paneCount) }},
		{id: "zoom", keys: []string{"z"}, label: "zoom the pane", group: "Screen", run: func(m *Model) tea.Cmd { m.at.Zoom = !m.at.Zoom; return nil }},
		{id: "theme", keys: []string{"T"}, label: "next theme", group: "Screen", run: (*Model).nextTheme},
		{id: "mouse", keys: []string{"m"}, label: "mouse on or off", group: "Screen", run: (*Model).switchMouse, words: mouseWords},
		{id: "redraw", keys: []string{"ctrl+l"}, label: "draw again", group: "Screen", run: func(*Model) tea.Cmd { return tea.ClearScreen }},
		{id: "suspend", keys: []string{"ctrl+z"}, label: "suspend", group: "Screen", run: func(*Model) tea.Cmd { return tea.Suspend }},
		{id: "quit", keys: []string{"q", "ctrl+c"}, label: "quit", group: "Screen", run: nothingLost((*Model).leave)},
	}
	for i, name := range paneNames {
		keys = append(keys, binding{id: "pane-" + name, keys: []string{fmt.Sprint(i + 1)}, label: "to the " + name, group: "Screen",
			run: func(m *Model) tea.Cmd { return m.focusOn(i) }})
	}
	return keys
}

// key gives a key to what lies on top, to the pane with the focus, or to the
// list.
func (m *Model) key(k tea.KeyMsg) tea.Cmd {
	if m.flight.n > 0 && k.String() != "ctrl+c" {
		m.flight.keys = append(m.flight.keys, k)
		return nil
	}
	if m.status.bad || m.status.waits {
		m.status = status{n: m.status.n}
	}
	if m.plan().small {
		if k.String() == "q" || k.String() == "ctrl+c" {
			return m.leave()
		}
		return nil
	}
	if k.String() == "ctrl+c" {
		return m.leave()
	}
	if o := m.top(); o != nil {
		return o.key(m, k)
	}
	if m.tour != nil && k.String() == "esc" {
		return m.endTour()
	}
	p, wish := m.panes[m.at.Focus].Key(m.frameOf(m.at.Focus), k.String())
	if wish != nil {
		m.panes[m.at.Focus] = p
		return m.obey(wish)
	}
	for _, b := range m.everything() {
		if slices.Contains(b.keys, k.String()) {
			return m.press(b)
		}
	}
	return nil
}

// everything is the list of keys, with those that the rulebook on the screen
// gives to its actions.
func (m *Model) everything() []binding {
	s := m.rulebook()
	if s == nil {
		return m.keys
	}
	out := slices.Clip(m.keys)
	for _, a := range s.Actions {
		if a.Key != "" {
			out = append(out, binding{id: a.ID, keys: []string{a.Key}, label: a.Label, group: s.Name, why: needsSomeone,
				run: func(m *Model) tea.Cmd { return m.startAction(a) }})
		}
	}
	return out
}

// startAction opens the form of one action of the rulebook on the screen.
func (m *Model) startAction(a *engine.Action) tea.Cmd {
	c := m.here()
	return m.openForm(draft{who: c.ID, system: m.at.System, action: a.ID, form: m.formFor(c.ID, a, ""), against: m.foes(c, m.at.System, a)})
}

func both(a, b func(*Model) string) func(*Model) string {
	return func(m *Model) string {
		if why := a(m); why != "" {
			return why
		}
		return b(m)
	}
}

// press does what a binding does, or says why not.
func (m *Model) press(b binding) tea.Cmd {
	if b.why != nil {
		if why := b.why(m); why != "" {
			return m.say(b.label + ": " + why)
		}
	}
	return b.run(m)
}

// text is what a binding would do now.
func (b binding) text(m *Model) string {
	if b.words != nil {
		return b.words(m)
	}
	return b.label
}

// focusOn gives a pane the keys and brings it to the front.
func (m *Model) focusOn(i int) tea.Cmd {
	m.at.Focus = i
	if i == paneCosts || i == paneTimeline {
		m.at.Front = i
	}
	return nil
}

func needsSomeone(m *Model) string {
	if m.here() == nil {
		return "nobody is selected"
	}
	return ""
}

func needsGM(m *Model) string {
	if m.seat.Role == model.Player || m.seat.Role == model.Watcher {
		return "the gamemaster keeps the clock"
	}
	return ""
}

func noUndo(m *Model) string {
	if _, ok := m.table.NextUndo(); !ok && m.table.Complete() {
		return "there is nothing to take back"
	}
	return ""
}

func noRedo(m *Model) string {
	if _, ok := m.table.NextRedo(); !ok && m.table.Complete() {
		return "nothing was taken back"
	}
	return ""
}

func undoWords(m *Model) string {
	if e, ok := m.table.NextUndo(); ok {
		return "undo: " + headline(m.table, e)
	}
	return "undo"
}

func redoWords(m *Model) string {
	if e, ok := m.table.NextRedo(); ok {
		return "redo: " + headline(m.table, e)
	}
	return "redo"
}

// headline says an event in a few words.
func headline(t model.Table, e model.Event) string {
	words := fmt.Sprintf("event %d", e.Seq)
	for _, f := range e.Facts {
		lines := pane.Words(t, f)
		if _, roll := f.(model.Finished); roll && len(lines) > 1 {
			return strings.TrimSpace(lines[0]) + ": " + strings.TrimSpace(lines[1])
		}
		if len(lines) > 0 {
			words = strings.TrimSpace(lines[0])
		}
	}
	return words
}

func (m *Model) undo() tea.Cmd {
	words := undoWords(m)
	e, _ := m.table.NextUndo()
	return m.do(model.Undo{}, func(m *Model) tea.Cmd {
		m.over = nil
		return tea.Batch(m.reopened(e), m.say(words))
	})
}

// reopened opens the question of the roll that an event had answered or begun.
func (m *Model) reopened(e model.Event) tea.Cmd {
	for _, r := range m.table.Rolls() {
		if r.Parked == "" && slices.ContainsFunc(e.Facts, func(f model.Fact) bool { return answers(f, r.ID) }) {
			return m.resume(r.ID)
		}
	}
	return nil
}

func answers(f model.Fact, roll string) bool {
	switch f := f.(type) {
	case model.Opened:
		return f.Roll.ID == roll
	case model.Answered:
		return f.Roll == roll
	case model.Dropped:
		return f.Roll == roll
	}
	return false
}

func (m *Model) redo() tea.Cmd {
	words := redoWords(m)
	e, _ := m.table.NextRedo()
	return m.do(model.Redo{}, func(m *Model) tea.Cmd {
		m.over = nil
		return tea.Batch(m.reopened(e), m.say(words))
	})
}
