package start

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// tableList is the list of tables and of the commands for tables, which the start screen and the
// switcher share.
type tableList struct {
	store    *Store
	openPath string // path of the open table, or ""
	commands []command
	tables   []TableInfo
	list     pane.List // the tables, then the fixed lines
	question *question
	deleting string // path of the table whose deletion waits for confirmation, or ""
	message  string
	why      string   // why somebody is no longer at a table; shown while there is no message
	failed   bool     // news is an error
	away     []string // footer words for leaving, as pane.Footer takes them
}

// command is a command below the tables.
type command struct {
	id, label, help string
	offered         func(*Store) bool
	run             func(*tableList) tea.Cmd
}

// Failure reports an error from a background operation.
type Failure struct{ Err error }

// tablesRead carries the result of reading the list of tables.
type tablesRead struct {
	tables []TableInfo
	err    error
	news   string
}

func newTableList(shelf *Store, here string, fixed ...command) *tableList {
	fixed = slices.DeleteFunc(fixed, func(c command) bool { return !c.offered(shelf) })
	d := &tableList{store: shelf, openPath: here, commands: fixed, away: []string{"back", "back"}, list: pane.List{Seeks: true}}
	d.list = d.list.With(d.entries(pane.Frame{}))
	return d
}

// entries returns the lines of the list, as wide as f allows.
func (d *tableList) entries(f pane.Frame) []picker.Entry {
	entries := make([]picker.Entry, 0, len(d.tables)+len(d.commands))
	for _, s := range d.tables {
		entries = append(entries, d.entry(s, f.W))
	}
	for _, p := range d.commands {
		entries = append(entries, picker.Entry{Name: p.label, Label: f.KeyOf("desk-"+p.id) + "  " + p.label, Last: true})
	}
	return entries
}

var (
	offersDemo  = func(s *Store) bool { return s.Demo != nil }
	demoCommand = command{"demo", "The demo fight", "Two heroes against six on the roof of a bank, in the middle of round 2. Nothing you do here is saved, so try anything.", offersDemo,
		func(d *tableList) tea.Cmd {
			return d.open("opening the demo", func() (Table, error) { return d.store.Demo(false) })
		}}
	tourCommand = command{"guided", "A guided tour", "One attack in the demo, step by step. It takes a minute, and you can stop at any time.", offersDemo,
		func(d *tableList) tea.Cmd {
			return d.open("opening the demo", func() (Table, error) { return d.store.Demo(true) })
		}}
	newCommand = command{"new", "A new table", "Choose a name and the rulebook that keeps time. Characters of any rulebook can join.",
		func(s *Store) bool { return s.Make != nil }, (*tableList).askName}
	importCommand = command{"import", "Import a table", "Open a file from 'fray export', or a table of an older fray.",
		func(s *Store) bool { return s.Import != nil }, (*tableList).askFile}
	joinCommand = command{"join", "Use an invite", "Type the words of an invite, and you have a seat at its table.",
		func(s *Store) bool { return s.Join != nil }, (*tableList).askInvite}
	askCommand = command{"ask", "Ask to be let in", "Say the name of a table that is being played and your own, and its gamemaster can let you in.",
		func(s *Store) bool { return s.Ask != nil }, (*tableList).askIn}
	deviceCommand = command{"device", "Another device of yours", "An invite for another key of yours. With it you come to the same tables.",
		func(s *Store) bool { return s.Device != nil }, (*tableList).inviteDevice}
)

// load reads the list of tables in the background, and then shows news.
func (d *tableList) load(news string) tea.Cmd {
	list := d.store.List
	return func() tea.Msg {
		spines, err := list()
		return tablesRead{spines, err, news}
	}
}

func (d *tableList) receive(msg tea.Msg) {
	switch msg := msg.(type) {
	case tablesRead:
		d.tables = msg.tables
		if msg.news != "" {
			d.message, d.failed = msg.news, false
		}
		if msg.err != nil {
			d.fail(msg.err.Error())
		}
		at := d.list.Cursor() // keep the cursor where it was when tables appear or disappear
		d.list = d.list.With(d.entries(pane.Frame{}))
		d.list.Picker = d.list.Stand(min(at, len(d.tables)+len(d.commands)-1))
	case Notice:
		d.message, d.failed = string(msg), false
	case Failure:
		d.fail(msg.Err.Error())
	}
}

func (d *tableList) fail(words string) { d.message, d.failed = words, true }

// open opens a table in the background, and shows words meanwhile.
func (d *tableList) open(words string, open func() (Table, error)) tea.Cmd {
	d.message, d.failed = words, false
	return func() tea.Msg {
		table, err := open()
		return Arrived{table, err}
	}
}

// selectedTable returns the table under the cursor, if there is one.
func (d *tableList) selectedTable() (TableInfo, bool) {
	if i := d.list.At(); i >= 0 && i < len(d.tables) {
		return d.tables[i], true
	}
	return TableInfo{}, false
}

// selectedCommand returns the command under the cursor, if there is one.
func (d *tableList) selectedCommand() (command, bool) {
	if i := d.list.At() - len(d.tables); i >= 0 {
		return d.commands[i], true
	}
	return command{}, false
}

var (
	deskKeys = slices.Concat(pane.In("desk", "Tables",
		pane.Enter("open", "open it", "open"),
		pane.Binding{ID: "delete", Keys: []string{"x", "delete"}, Label: "delete a table", Foot: "delete"},
		pane.Binding{ID: "guided", Keys: []string{"g"}, Label: "the guided tour"},
		pane.Binding{ID: "demo", Keys: []string{"d"}, Label: "the demo fight"},
		pane.Binding{ID: "new", Keys: []string{"n"}, Label: "a new table"},
		pane.Binding{ID: "import", Keys: []string{"i"}, Label: "import a table"},
		pane.Binding{ID: "join", Keys: []string{"u"}, Label: "use an invite"},
		pane.Binding{ID: "ask", Keys: []string{"w"}, Label: "ask to be let in at a table"},
		pane.Binding{ID: "device", Keys: []string{"a"}, Label: "another device of yours"},
		pane.Binding{ID: "away", Keys: []string{"q"}, Label: "leave this page"},
	), pane.List{Seeks: true}.Keys())
	deleteKeys = slices.Concat(pane.In("doom", "Deleting",
		pane.Binding{ID: "yes", Keys: []string{"y"}, Label: "delete it for good", Foot: "delete it for good"},
	), []pane.Binding{pane.Back.Footed("keep it")})
	questionKeys = slices.Concat(pane.In("table", "Tables", pane.Typing(""), pane.Enter("done", "done", "done")), form.Editing, []pane.Binding{pane.Back})
)

// Bindings returns the bindings of this package's screens. Each inner slice is active at
// the same time.
func Bindings() [][]pane.Binding {
	return [][]pane.Binding{deskKeys, deleteKeys, questionKeys, lobbyKeys}
}

// keys returns the bindings that work now.
func (d *tableList) keys() []pane.Binding {
	switch {
	case d.question != nil:
		return pane.Footer(questionKeys, "type", d.question.Here().Spec.Label, "down", "next", "done", "done", "back", "back")
	case d.deleting != "":
		if d.store.Deleted != "" {
			return pane.Footer(deleteKeys, "yes", "delete it", "back", "keep it")
		}
		return deleteKeys
	}
	if d.list.Typed {
		return pane.Footer(d.list.Keys(deskKeys[0]), "type", "to find", "open", "open", "back", "all")
	}
	feet := []string{"open", "open"}
	if s, is := d.selectedTable(); is && d.store.Delete != nil && s.NoDelete == "" {
		feet = append(feet, "delete", "delete")
	}
	if len(d.tables) > 0 {
		feet = append(feet, "find", "find")
	}
	for _, p := range d.commands {
		feet = append(feet, p.id, strings.ToLower(p.label))
	}
	return pane.Footer(deskKeys, append(feet, d.away...)...)
}

// key handles a key. away reports that the list is to be closed.
func (d *tableList) key(f pane.Frame, k tea.KeyMsg) (cmd tea.Cmd, away bool) {
	if d.question != nil {
		return d.answer(f, k), false
	}
	if d.deleting != "" {
		return d.answerDelete(f.Pressed(deleteKeys, k) == "yes"), false
	}
	d.message, d.failed = "", false
	if l, used, _ := d.list.With(d.entries(f)).Key(f, k); used {
		d.list = l
		return nil, false
	}
	switch does := f.Pressed(deskKeys, k); does {
	case "back", "away":
		return nil, true
	case "open":
		return d.choose(), false
	case "delete":
		d.askDelete()
	default:
		for _, p := range d.commands {
			if p.id == does {
				return p.run(d), false
			}
		}
	}
	return nil, false
}

func (d *tableList) choose() tea.Cmd {
	s, is := d.selectedTable()
	p, fixed := d.selectedCommand()
	switch {
	case is && s.Path == d.openPath:
		d.message = "open now"
		return nil
	case is && s.Problem != "":
		d.fail(s.Problem)
		return nil
	case is:
		return d.open("opening "+s.Name, func() (Table, error) { return d.store.Open(s.Path) })
	case fixed:
		return p.run(d)
	}
	return nil
}

// askDelete asks for confirmation, since undo cannot bring a deleted table back.
func (d *tableList) askDelete() {
	s, is := d.selectedTable()
	switch {
	case d.store.Delete == nil:
		d.message = "tables cannot be deleted here"
	case !is:
		d.message = "you can only delete tables"
	case s.NoDelete != "":
		d.fail(s.NoDelete)
	case s.Path == d.openPath:
		d.fail("this table is open: open another one first, then delete this one")
	default:
		d.deleting = s.Path
	}
}

func (d *tableList) answerDelete(yes bool) tea.Cmd {
	path := d.deleting
	d.deleting = ""
	if !yes {
		d.message, d.failed = "kept", false
		return nil
	}
	remove, words := d.store.Delete, "deleted"
	if s, is := d.selectedTable(); is {
		words = s.Name + " is deleted"
	}
	read := d.load(words)
	return func() tea.Msg {
		if err := remove(path); err != nil {
			return Failure{err}
		}
		return read()
	}
}

// draw returns at most f.H lines.
func (d *tableList) draw(f pane.Frame) []string {
	look, w, h := f.Look, f.W, f.H
	if d.question != nil {
		return d.withMessage(f, d.question.Draw(f))
	}
	about := d.about(f)
	out := d.list.With(d.entries(f)).Draw(f.Sized(w, max(3, h-len(about)-2), f.Focused))
	out = append(out, look.Blank(w))
	return d.withMessage(f, append(out, about...))
}

// entry returns the line of a table, w cells wide.
func (d *tableList) entry(s TableInfo, w int) picker.Entry {
	it := picker.Entry{Name: s.Name, Label: s.Name, More: s.System + " " + strings.Join(s.Characters, " ")}
	if s.Path == d.openPath {
		it.Label += " (open)"
	}
	if s.Problem != "" {
		it.WhyNot = "unreadable"
		return it
	}
	if s.State != "" {
		it.Aside = s.State
		if w >= 90 {
			it.Aside += model.Prefixed("; next evening ", s.Evening)
		}
		return it
	}
	it.Aside = s.Played.Format("2006-01-02 15:04")
	if w >= 70 { // the part on the right may take half of the line
		it.Aside = fmt.Sprintf("%s  %s", engine.Counted(int(s.Events), "event"), it.Aside)
	}
	if w >= 90 {
		it.Aside = fmt.Sprintf("%s  %28s", engine.Counted(len(s.Characters), "character"), it.Aside)
	}
	return it
}

// about describes the line under the cursor in full.
func (d *tableList) about(f pane.Frame) []string {
	ink, words := kit.Dim, ""
	s, is := d.selectedTable()
	p, fixed := d.selectedCommand()
	switch {
	case d.deleting != "":
		ink = kit.Warn
		what := s.Name
		if s.Events > 0 {
			what += " and its " + engine.Counted(int(s.Events), "event")
		}
		words = fmt.Sprintf("Delete %s? %s %s deletes it; any other key keeps it.", what, cmp.Or(d.store.Deleted, "This cannot be undone."), f.KeyOf("doom-yes"))
	case is && s.Problem != "":
		ink, words = kit.Warn, s.Problem
	case is && s.State != "":
		words = s.Name + ": " + s.State + "."
	case is:
		words = s.System
		if len(s.Characters) > 0 {
			words += ": " + strings.Join(s.Characters, ", ")
		}
		words += fmt.Sprintf(". %s, last played %s.", engine.Counted(int(s.Events), "event"), s.Played.Format("2006-01-02 15:04"))
	case fixed:
		words = p.help
	}
	if is && s.Evening != "" && d.deleting == "" {
		words += " Next evening: " + s.Evening
	}
	return f.Paragraphs(ink, words)
}

func (d *tableList) withMessage(f pane.Frame, out []string) []string {
	if words := cmp.Or(d.message, d.why); words != "" {
		ink := kit.Text
		if d.failed || d.message == "" {
			ink = kit.Bad
		}
		out = append(append(out, f.Look.Blank(f.W)), f.Paragraphs(ink, words)...)
	}
	return out[max(0, len(out)-f.H):]
}

func (d *tableList) askInvite() tea.Cmd {
	d.ask(func(g *engine.Group) {
		g.Text("invite", "Invite", 80).Help("its four words")
	}, func(q *question) tea.Cmd {
		words := strings.TrimSpace(q.Text("invite"))
		if words == "" {
			q.Refuse("invite", "type the words of the invite")
			return nil
		}
		d.question = nil
		return d.open("using the invite", func() (Table, error) { return d.store.Join(words) })
	})
	return nil
}

// askIn asks for a table and a name, and then the gamemaster of that table.
func (d *tableList) askIn() tea.Cmd {
	d.ask(func(g *engine.Group) {
		g.Text("table", "Table", model.LongestName).Help("its whole name")
		g.Text("name", "Your name", model.LongestName).Help("so that the gamemaster knows who you are")
	}, func(q *question) tea.Cmd {
		table, name := strings.TrimSpace(q.Text("table")), strings.TrimSpace(q.Text("name"))
		for id, text := range map[string]string{"table": table, "name": name} {
			if text == "" {
				q.Refuse(id, "type both names")
				return nil
			}
		}
		d.question = nil
		return func() tea.Msg {
			if err := d.store.Ask(table, name); err != nil {
				return Failure{err}
			}
			return Notice(AskedAt)
		}
	})
	return nil
}

// inviteDevice makes an invite for another device, and shows it.
func (d *tableList) inviteDevice() tea.Cmd {
	return func() tea.Msg {
		words, err := d.store.Device()
		if err != nil {
			return Failure{err}
		}
		return d.load(words)()
	}
}

func (d *tableList) askName() tea.Cmd {
	var systems []string
	all := d.store.Systems()
	for _, sys := range all {
		systems = append(systems, sys.Name)
	}
	d.ask(func(g *engine.Group) {
		g.Text("name", "Name", model.LongestName).Help("shown at the top of the screen")
		g.Choice("system", "Rulebook", systems...).Help("the table keeps time by its rules")
	}, func(q *question) tea.Cmd {
		name := strings.TrimSpace(q.Text("name"))
		if name == "" {
			q.Refuse("name", "a table needs a name")
			return nil
		}
		system := all[slices.Index(systems, q.Text("system"))].ID
		return d.open("making "+name, func() (Table, error) { return d.store.Make(name, system) })
	})
	return nil
}

func (d *tableList) askFile() tea.Cmd {
	d.ask(func(g *engine.Group) {
		g.Text("file", "File", 500).Help("its path; ~ is your home folder")
	}, func(q *question) tea.Cmd {
		file := strings.TrimSpace(q.Text("file"))
		if file == "" {
			q.Refuse("file", "type the path of the file, such as vault.json")
			return nil
		}
		return d.open("importing "+file, func() (Table, error) { return d.store.Import(file) })
	})
	return nil
}

// question is a form that a command asks for, such as the name of a new table.
type question struct {
	form.Form
	done func(*question) tea.Cmd
}

// ask opens a form with fields; done is called when it is entered.
func (d *tableList) ask(fields func(*engine.Group), done func(*question) tea.Cmd) {
	d.question = &question{form.Form{Schema: &engine.Schema{}, Direct: true}, done}
	fields(d.question.Schema.Group(""))
	d.question.Lay(form.Specs(d.question.Schema.Fields()))
}

// answer sends a key to the open form.
func (d *tableList) answer(f pane.Frame, k tea.KeyMsg) tea.Cmd {
	d.message, d.failed = "", false
	switch does, _ := d.question.Pressed(f, questionKeys, k); does {
	case "back":
		d.question = nil
	case "done":
		return d.question.done(d.question)
	default:
		d.question.Key(f, k)
	}
	return nil
}
