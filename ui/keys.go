package ui

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/model/scene"
	"example.org/fray/ui/act"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/people"
	"example.org/fray/ui/prompt"
	"example.org/fray/ui/replay"
	"example.org/fray/ui/sheet"
	"example.org/fray/ui/start"
)

// keyring is every binding of the table, and the keys they have here.
type keyring struct {
	screen *Model // nil where bindings are only listed
	keymap *pane.Keymap
	acts   *act.Memory
}

func newKeyring(m *Model, own map[string][]string) keyring {
	r := keyring{screen: m, keymap: usualKeys()}
	if own != nil {
		r.keymap = pane.NewKeymap(everyKey(), own)
	}
	if m != nil {
		r.acts = m.acts
	}
	return r
}

// list are the bindings of the table. They are made when a key asks for them: to keep them
// would be a tenth of the memory of a screen.
func (r keyring) list() []pane.Binding { return r.refusing(tableKeys(r.screen)) }

// refusing are bindings that say so before anything is filled in, if they would change a
// table that is only looked at.
func (r keyring) refusing(list []pane.Binding) []pane.Binding {
	if r.screen == nil || !r.screen.game.ReadOnly() {
		return list
	}
	usual.once.Do(makeUsual)
	for i, b := range list {
		if !usual.looks[b.ID] {
			list[i].Why = func(pane.Frame) string { return readOnlyWords }
		}
	}
	return list
}

const readOnlyWords = "this table is read only"

// usual is what all screens have alike: the keymap of those whose keys were not changed, and
// the bindings of the table that the footer names.
var usual struct {
	once    sync.Once
	keymap  *pane.Keymap
	footers footers
	looks   map[string]bool // the bindings of the table that change nothing, by ID
}

type footers struct{ gamemaster, player, playersRoster, readOnly []pane.Binding }

func makeUsual() {
	list := tableKeys(nil)
	usual.looks = map[string]bool{}
	for _, b := range screenKeys(nil, nil) {
		usual.looks[b.ID] = b.ID != "show"
	}
	for _, id := range []string{"odds", "journal", "people", "gang", "guests", "copy-character", "write-character", "sessions", "take-home", "free"} {
		usual.looks[id] = true
	}
	usual.keymap = pane.NewKeymap(everyKey(), nil)
	usual.footers = footers{
		readOnly: pane.Feet(list, "filter", "find", "recap", "recap", "look-as", "see as a player", "quit", "quit", "palette", "command", "help", "help"),
		gamemaster: pane.Feet(list, "act", "act", "again", "again", "next", "next", "more", "adjust", "less", "adjust",
			"undo", "undo", "filter", "find", "palette", "command", "help", "help"),
		player:        pane.Feet(list, "act", "all", "message", "message", "take-up", "ask the gamemaster", "undo", "undo", "filter", "find", "help", "help"),
		playersRoster: pane.Feet(list, "act", "all", "less", "adjust", "more", "adjust", "message", "message", "take-up", "ask the gamemaster", "undo", "undo", "help", "help"),
	}
}

func usualKeys() *pane.Keymap {
	usual.once.Do(makeUsual)
	return usual.keymap
}

func usualFooters() footers {
	usual.once.Do(makeUsual)
	return usual.footers
}

func everyKey() []pane.Binding {
	return slices.Concat(append([][]pane.Binding{tableKeys(nil)}, elsewhere()...)...)
}

// elsewhere are the bindings beside the table's, by the places in which they work
// together.
func elsewhere() [][]pane.Binding {
	return slices.Concat([][]pane.Binding{slices.Concat(pane.Finding, helpKeys), themeKeys, keyChangeKeys}, pane.Bindings(), act.Bindings(), prompt.Bindings(), form.Bindings(), sheet.Bindings(), people.Bindings(), start.Bindings())
}

// tableKeys are the bindings of the table for a screen, which is nil where they are only
// listed.
func tableKeys(m *Model) []pane.Binding {
	var acts *act.Memory
	var kept form.Drafts
	var tables Tables
	if m != nil {
		acts, kept = m.acts, m.kept
	}
	files := func() people.Files {
		if m != nil {
			tables = m.cfg.Tables
		}
		return tables.People
	}
	hosting := func() people.Hosting { return hostingOf(m) }
	adjust := func(up bool) func(pane.Frame) pane.Intent {
		return func(f pane.Frame) pane.Intent { return adjustHere(m, f, up) }
	}
	list := slices.Concat(
		act.Keys(acts),
		pane.In("", "Sheet",
			pane.Binding{ID: "less", Keys: []string{"-"}, Label: "take points away", Also: "damage hurt hp lose subtract spend harm wound minus", Why: pane.NeedsSomeone, Run: adjust(false), Words: adjustWords("damage to ", "take points away")},
			pane.Binding{ID: "more", Keys: []string{"+", "="}, Label: "give points back", Also: "heal hp restore gain regain plus", Why: pane.NeedsSomeone, Run: adjust(true), Words: adjustWords("healing for ", "give points back")}),
		people.Keys(kept, files, hosting), act.Session(func() []model.Seat { return m.attendance.players() }, func() scene.Ending { return endingOf(m) }, func() replay.Memory { return m.game }), screenKeys(m, kept))
	return append(list, spoken(list)...)
}

// adjustWords tell what adjusting would do. A player asks the gamemaster for another's.
func adjustWords(what, does string) func(pane.Frame) string {
	return func(f pane.Frame) string {
		if c := f.Here(); pane.Asks(f, c) {
			return "ask the gamemaster: " + what + c.Name
		}
		return does
	}
}

// adjustHere adjusts the pool under the cursor of the sheet, or else the first one of the
// selected character.
func adjustHere(m *Model, f pane.Frame, up bool) pane.Intent {
	if field, ok := m.panes[paneOf("sheet")].(pane.Sheet).Pool(m.frameOf(paneOf("sheet"))); ok {
		return pane.Adjust{Who: f.Selected, System: f.System, Field: field, Up: up}
	}
	return sheet.AdjustHere(f, m.kept, up)
}

func screenKeys(m *Model, kept form.Drafts) []pane.Binding {
	root := func(do func(*Model) tea.Cmd) func(pane.Frame) pane.Intent {
		return func(pane.Frame) pane.Intent { return pane.Own{Intent: do} }
	}
	away := func(do func(*Model) tea.Cmd) func(pane.Frame) pane.Intent {
		return func(f pane.Frame) pane.Intent { return kept.Leaving(f, pane.Own{Intent: do}) }
	}
	focus := func(by int) func(*Model) tea.Cmd {
		return func(m *Model) tea.Cmd { m.focusOn((m.at.Focus + by) % len(entries)); return nil }
	}
	opensHelp := helpKey
	opensHelp.Run = root(openHelp)
	list := slices.Concat(
		pane.In("", "Players",
			pane.Of("handout", pane.Binding{ID: "show", Keys: []string{"Y"}, Run: root(showAll), Words: showWords}),
			pane.Of("look-as", pane.Binding{Keys: []string{"s"}, Run: root(askPreviewSeat), Why: whyNoPreview})),
		pane.In("", "Log", pane.Of("find", pane.Binding{ID: "filter", Keys: []string{"/"}, Run: root(func(m *Model) tea.Cmd { return m.obey(pane.OpenSearch(m.frame(), m.game)) })})),
		pane.In("", "Table",
			pane.Binding{ID: "tables", Keys: []string{"S"}, Label: "other tables", Also: "campaign load open game switch save session", Run: away(openTables), Why: func(pane.Frame) string { return whyNoTables(m) }},
			pane.Binding{ID: "take-over", Label: "take over a table that another program had open", Also: "write lock readonly", Run: root(takeOver), Why: func(pane.Frame) string { return whyNoTakeOver(m) }},
			pane.Of("recap", pane.Binding{Keys: []string{"L"}, Run: root(tellRecap)}),
			pane.Of("foretell", pane.Binding{Keys: []string{"%"}, Run: act.Foretell, Why: act.WhyNotForetold}),
			pane.Of("house", pane.Binding{Keys: []string{"H"}, Run: sheet.HouseRules}),
			pane.Binding{ID: "table-rules", Label: "rules of the table: players' bonuses, typed dice", Also: "options settings grant real dice", Run: sheet.TableRules}),
		pane.In("", "Screen",
			pane.Binding{ID: "palette", Keys: []string{":", "ctrl+k"}, Label: "the prompt: type what happens", Also: "prompt console command run dice", Run: root(openPrompt)},
			opensHelp,
			pane.Binding{ID: "tour", Label: "the guided tour", Also: "tutorial learn lesson beginner guide minute", Run: root(switchTour), Words: func(pane.Frame) string { return tourWords(m) }},
			pane.Binding{ID: "tab", Keys: []string{"tab"}, Label: "next pane", Also: "switch window focus", Run: root(focus(1))},
			pane.Binding{ID: "back", Keys: []string{"shift+tab"}, Label: "previous pane", Also: "switch window focus", Run: root(focus(len(entries) - 1))},
			pane.Binding{ID: "zoom", Keys: []string{"z"}, Label: "zoom the pane", Also: "fullscreen maximize bigger enlarge", Run: root(func(m *Model) tea.Cmd { m.at.Zoom = !m.at.Zoom; return nil })},
			pane.Of("theme", pane.Binding{Keys: []string{"T"}, Run: root(pickTheme)}),
			pane.Binding{ID: "mouse", Keys: []string{"m"}, Label: "mouse on or off", Also: "click pointer", Run: root(switchMouse), Words: func(pane.Frame) string { return mouseWords(m) }},
			pane.Binding{ID: "bell", Label: "the bell on or off", Also: "sound beep alert notify silence mute", Run: root(switchBell), Why: func(pane.Frame) string { return whyNoBell(m) }, Words: func(pane.Frame) string { return bellWords(m)[0] }},
			pane.Binding{ID: "quit", Keys: []string{"q"}, Label: "quit", Also: "exit close leave bye stop end", Run: away(leave), Words: quitWords}),
		pane.Always)
	for i, e := range entries {
		b := pane.Binding{ID: "pane-" + e.name, Keys: []string{fmt.Sprint(i + 1)}, Label: "to the " + e.name, Run: func(pane.Frame) pane.Intent { return pane.Focus{Pane: e.name} }}
		if e.verb != "" {
			b = pane.Of(e.verb, b)
		}
		list = append(list, pane.In("", "Screen", b)...)
	}
	return list
}

// spoken are the verbs for which there is no key: choosing one opens the prompt with its word.
func spoken(list []pane.Binding) []pane.Binding {
	var out []pane.Binding
	for _, v := range phrase.Verbs {
		if slices.ContainsFunc(list, func(b pane.Binding) bool { return b.Verb == v.ID }) {
			continue
		}
		word, _, _ := strings.Cut(v.Words, " ")
		out = append(out, pane.In("", "", pane.Of(v.ID, pane.Binding{Run: func(pane.Frame) pane.Intent {
			return pane.Own{Intent: func(m *Model) tea.Cmd { return openPromptWith(m, word+" ") }}
		}}))...)
	}
	return out
}

// quitWords say what quitting does.
func quitWords(f pane.Frame) string {
	if f.Demo {
		return "quit: nothing is saved in the demo"
	}
	return "quit"
}

// leave ends the program, or goes back to the list of tables. Everything is saved already,
// but in the demo.
func leave(m *Model) tea.Cmd {
	if m.cfg.Tables.Back {
		return func() tea.Msg { return start.Left{} }
	}
	m.close()
	return tea.Quit
}

func openTables(m *Model) tea.Cmd {
	return m.obey(start.Switcher(m.cfg.Tables.Shelf, m.cfg.Tables.Path))
}

func whyNoBell(m *Model) string {
	if !m.plays() {
		return "the bell rings only on a player's screen"
	}
	return ""
}

// tellRecap opens the recap of this session or, where none has begun, of the last one.
func tellRecap(m *Model) tea.Cmd {
	return m.obey(act.Recap(m.game.Now(), m.seat, 0, m.game))
}

// greet opens the recap of the last session, once, when the table is first opened after
// it. The gamemaster is asked whether to end a session that has been idle for long.
func greet(m *Model) tea.Cmd {
	switch {
	case !m.cfg.Tables.Greet:
	case m.table.Open:
		return m.obey(act.AskIdle(m.frame(), m.cfg.Tables.now()))
	case m.table.Sessions > m.at.Recapped:
		m.at.Recapped = m.table.Sessions
		m.keepPlace()
		return m.obey(act.LastTime(m.game.Now(), m.seat, m.game))
	}
	return nil
}

// endingOf is what the end of a session needs of the screen.
func endingOf(m *Model) scene.Ending {
	return scene.Ending{Seal: m.game.Seal, Export: m.cfg.Tables.Export, Replay: m.cfg.Tables.Replay, Own: m.cfg.Tables.Own}
}

func whyNoTables(m *Model) string {
	if m.cfg.Tables.Shelf == nil {
		return "there are no other tables here"
	}
	return ""
}

// key gives a key to the overlay on top, else to the pane with the focus, else to the
// bindings of the table.
func (m *Model) key(k tea.KeyMsg) tea.Cmd {
	f := m.frame()
	always := f.Pressed(pane.Always, k)
	if m.pending.n > 0 && always != "leave" {
		if cmd, looks := keyWhilePending(m, f, k); looks {
			return cmd
		}
		m.pending.keys = append(m.pending.keys, k)
		return nil
	}
	switch always {
	case "suspend":
		return tea.Suspend
	case "redraw":
		return tea.ClearScreen
	}
	m.status.read()
	m.pending.unthrown = nil
	small := m.plan().small
	switch {
	case always == "leave" || small && f.Pressed(m.keys.list(), k) == "quit":
		return leave(m)
	case small:
		return nil
	}
	if top := m.over.Top(); top != nil {
		if m.asksHelp(f, k) {
			return openHelp(m)
		}
		return m.give(m.over.TopID(), k)
	}
	if m.tour != nil && f.Pressed([]pane.Binding{pane.Back}, k) != "" {
		return endTour(m)
	}
	p, intent := m.panes[m.at.Focus].Key(m.frameOf(m.at.Focus), k)
	if intent != nil {
		m.panes[m.at.Focus] = p
		return m.obey(intent)
	}
	if b, nth := f.PressedOf(m.keys.all(f), k); nth >= 0 {
		return m.press(b)
	}
	return nil
}

// all are the bindings of the table, with those of the actions of the rulebook on the
// screen.
func (r keyring) all(f pane.Frame) []pane.Binding {
	s := f.Rulebook()
	if s == nil {
		return r.list()
	}
	out := slices.Clip(r.list())
	for _, a := range s.Actions {
		b := pane.Binding{ID: "act-" + a.ID, Label: a.Label, Also: a.Also, Deed: true, Group: s.Name, Why: pane.NeedsSomeone,
			Run: func(f pane.Frame) pane.Intent { return r.acts.Start(f, a) }}
		if a.Key != "" {
			b.ID, b.Keys = a.ID, []string{a.Key}
		}
		if a.Mode != engine.ByClock {
			out = append(out, b)
		}
	}
	return r.refusing(out)
}

// press does what a binding does, or tells why it does nothing.
func (m *Model) press(b pane.Binding) tea.Cmd {
	f := m.frame()
	if why := b.WhyNot(f); why != "" {
		return m.say(b.Label + ": " + why)
	}
	switch b.Name() {
	case "suspend":
		return tea.Suspend
	case "redraw":
		return tea.ClearScreen
	}
	if b.Run == nil {
		return nil
	}
	return m.obey(b.Run(f))
}

// focusOn gives a pane the keys and brings it to the front.
func (m *Model) focusOn(i int) {
	m.at.Focus = i
	if entries[i].slot != slotPeople { // no other pane comes into that slot
		m.at.Front = i
	}
}

// Key is a binding as config.toml and the help name it.
type Key struct {
	Name, Label, Group string
	Keys               []string
}

// KeyGroup is the keys under one heading.
type KeyGroup struct {
	Name string
	Keys []Key
}

// KeyGroups lists everything that keys do, each once, by its heading.
func KeyGroups() []KeyGroup {
	var out []KeyGroup
	known := map[string]bool{}
	at := map[string]int{}
	for _, place := range Keys() {
		for _, k := range place {
			if known[k.Name] {
				continue
			}
			known[k.Name] = true
			if _, there := at[k.Group]; !there {
				at[k.Group] = len(out)
				out = append(out, KeyGroup{Name: k.Group})
			}
			g := &out[at[k.Group]]
			g.Keys = append(g.Keys, k)
		}
	}
	return out
}

// Keys lists everything that keys do, with the usual keys, by the places in which keys
// work together. A binding may be in several.
func Keys() [][]Key {
	var out [][]Key
	for _, place := range append([][]pane.Binding{tableKeys(nil)}, elsewhere()...) {
		var keys []Key
		for _, b := range place {
			if b.ID != "" && b.Typed == "" {
				keys = append(keys, Key{b.Name(), b.Label, b.Group, b.Keys})
			}
		}
		out = append(out, keys)
	}
	return out
}
