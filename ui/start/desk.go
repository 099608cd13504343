package start

import (
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

// desk lists the tables on a shelf with what can be done there. The start
// screen and the switcher are made of it.
type desk struct {
	shelf  *Shelf
	here   string // path of the table that is open
	fixed  []place
	spines []Spine
	list   pane.List // of the tables, then what is fixed
	asks   *question
	doomed string // path of the table that waits for the second key of deleting
	news   string
	bad    bool     // news is an error
	away   []string // what the footer says of the way out
}

// place is a line that is not a table.
type place struct {
	id, label, help string
	run             func(*desk) tea.Cmd
}

// Trouble is an error that came from behind the screen.
type Trouble struct{ Err error }

// spinesRead brings the tables on the shelf.
type spinesRead struct {
	spines []Spine
	err    error
	news   string
}

func newDesk(shelf *Shelf, here string, fixed ...place) *desk {
	d := &desk{shelf: shelf, here: here, fixed: fixed, away: []string{"back", "back"}, list: pane.List{Seeks: true}}
	d.list = d.list.With(d.entries(pane.Frame{}))
	return d
}

// entries are what there is, as it looks in a frame.
func (d *desk) entries(f pane.Frame) []picker.Entry {
	entries := make([]picker.Entry, 0, len(d.spines)+len(d.fixed))
	for _, s := range d.spines {
		entries = append(entries, d.entry(s, f.W))
	}
	for _, p := range d.fixed {
		entries = append(entries, picker.Entry{Name: p.label, Label: f.KeyOf("desk-"+p.id) + "  " + p.label, Last: true})
	}
	return entries
}

var (
	demoPlace = place{"demo", "The demo fight", "Two heroes against six on the roof of a bank, in the middle of round 2. Nothing you do here is saved, so try anything.",
		func(d *desk) tea.Cmd {
			return d.go1("opening the demo", func() (Table, error) { return d.shelf.Demo(false) })
		}}
	tourPlace = place{"guided", "A guided tour", "One attack in the demo, step by step. It takes a minute, and you can stop at any time.",
		func(d *desk) tea.Cmd {
			return d.go1("opening the demo", func() (Table, error) { return d.shelf.Demo(true) })
		}}
	makePlace   = place{"new", "A new table", "Choose a name and the rulebook that keeps time. Characters of any rulebook can join.", (*desk).askName}
	importPlace = place{"import", "Import a table", "Open a file from 'fray export', or a table of an older fray.", (*desk).askFile}
)

// read asks the shelf for its tables.
func (d *desk) read(news string) tea.Cmd {
	list := d.shelf.List
	return func() tea.Msg {
		spines, err := list()
		return spinesRead{spines, err, news}
	}
}

func (d *desk) told(msg tea.Msg) {
	switch msg := msg.(type) {
	case spinesRead:
		d.spines, d.news, d.bad = msg.spines, msg.news, false
		if msg.err != nil {
			d.fail(msg.err.Error())
		}
		at := d.list.Cursor() // where others have come or gone the cursor stays where it was
		d.list = d.list.With(d.entries(pane.Frame{}))
		d.list.Picker = d.list.Stand(min(at, len(d.spines)+len(d.fixed)-1))
	case Trouble:
		d.fail(msg.Err.Error())
	}
}

func (d *desk) fail(words string) { d.news, d.bad = words, true }

// go1 opens a table and says so meanwhile.
func (d *desk) go1(words string, open func() (Table, error)) tea.Cmd {
	d.news, d.bad = words, false
	return func() tea.Msg {
		table, err := open()
		return Arrived{table, err}
	}
}

// spine is the table under the cursor.
func (d *desk) spine() (Spine, bool) {
	if i := d.list.At(); i >= 0 && i < len(d.spines) {
		return d.spines[i], true
	}
	return Spine{}, false
}

// place is the line under the cursor that is not a table; false where a table is, or
// nothing.
func (d *desk) place() (place, bool) {
	if i := d.list.At() - len(d.spines); i >= 0 {
		return d.fixed[i], true
	}
	return place{}, false
}

var (
	deskKeys = slices.Concat(pane.In("desk", "Tables",
		pane.Enter("open", "open it", "open"),
		pane.Binding{ID: "delete", Keys: []string{"x", "delete"}, Label: "delete a table", Foot: "delete"},
		pane.Binding{ID: "guided", Keys: []string{"g"}, Label: "the guided tour"},
		pane.Binding{ID: "demo", Keys: []string{"d"}, Label: "the demo fight"},
		pane.Binding{ID: "new", Keys: []string{"n"}, Label: "a new table"},
		pane.Binding{ID: "import", Keys: []string{"i"}, Label: "import a table"},
		pane.Binding{ID: "away", Keys: []string{"q"}, Label: "leave this page"},
	), pane.List{Seeks: true}.Keys())
	doomKeys = slices.Concat(pane.In("doom", "Deleting",
		pane.Binding{ID: "yes", Keys: []string{"y"}, Label: "delete it for good", Foot: "delete it for good"},
	), []pane.Binding{pane.Back.Footed("keep it")})
	questionKeys = slices.Concat(pane.In("table", "Tables", pane.Typing(""), pane.Enter("done", "done", "done")), form.Editing, []pane.Binding{pane.Back})
)

// Bindings lists the bindings of the start screen and the switcher, by the
// places in which they work together.
func Bindings() [][]pane.Binding {
	return [][]pane.Binding{deskKeys, doomKeys, questionKeys, lobbyKeys}
}

// keys are those that work now.
func (d *desk) keys() []pane.Binding {
	switch {
	case d.asks != nil:
		return pane.Footer(questionKeys, "type", d.asks.Here().Spec.Label, "down", "next", "done", "done", "back", "back")
	case d.doomed != "":
		return doomKeys
	}
	if d.list.Typed {
		return pane.Footer(d.list.Keys(deskKeys[0]), "type", "to find", "open", "open", "back", "all")
	}
	feet := []string{"open", "open"}
	if len(d.spines) > 0 {
		feet = append(feet, "delete", "delete", "find", "find")
	}
	for _, p := range d.fixed {
		feet = append(feet, p.id, strings.ToLower(p.label))
	}
	return pane.Footer(deskKeys, append(feet, d.away...)...)
}

// key does what a key does here; away says that the desk is to be left.
func (d *desk) key(f pane.Frame, k tea.KeyMsg) (cmd tea.Cmd, away bool) {
	if d.asks != nil {
		return d.answer(f, k), false
	}
	if d.doomed != "" {
		return d.sentence(f.Pressed(doomKeys, k) == "yes"), false
	}
	d.news, d.bad = "", false
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
		d.condemn()
	default:
		for _, p := range d.fixed {
			if p.id == does {
				return p.run(d), false
			}
		}
	}
	return nil, false
}

func (d *desk) choose() tea.Cmd {
	s, is := d.spine()
	p, fixed := d.place()
	switch {
	case is && s.Path == d.here:
		d.news = "open now"
		return nil
	case is && s.Wrong != "":
		d.fail(s.Wrong)
		return nil
	case is:
		return d.go1("opening "+s.Name, func() (Table, error) { return d.shelf.Open(s.Path) })
	case fixed:
		return p.run(d)
	}
	return nil
}

// condemn asks for the second key of deleting: undo cannot bring a table back.
func (d *desk) condemn() {
	s, is := d.spine()
	switch {
	case !is:
		d.news = "you can only delete tables"
	case s.Path == d.here:
		d.fail("this table is open: open another one first, then delete this one")
	default:
		d.doomed = s.Path
	}
}

func (d *desk) sentence(yes bool) tea.Cmd {
	path := d.doomed
	d.doomed = ""
	if !yes {
		d.news, d.bad = "kept", false
		return nil
	}
	remove, words := d.shelf.Delete, "deleted"
	if s, is := d.spine(); is {
		words = s.Name + " is deleted"
	}
	read := d.read(words)
	return func() tea.Msg {
		if err := remove(path); err != nil {
			return Trouble{err}
		}
		return read()
	}
}

// draw gives at most H lines.
func (d *desk) draw(f pane.Frame) []string {
	look, w, h := f.Look, f.W, f.H
	if d.asks != nil {
		return d.withNews(f, d.asks.Draw(f))
	}
	about := d.about(f)
	out := d.list.With(d.entries(f)).Draw(f.Sized(w, max(3, h-len(about)-2), f.Focused))
	out = append(out, look.Blank(w))
	return d.withNews(f, append(out, about...))
}

// entry is the line of a table in w cells.
func (d *desk) entry(s Spine, w int) picker.Entry {
	it := picker.Entry{Name: s.Name, Label: s.Name, More: s.System + " " + strings.Join(s.Characters, " ")}
	if s.Path == d.here {
		it.Label += " (open)"
	}
	if s.Wrong != "" {
		it.WhyNot = "unreadable"
		return it
	}
	it.Aside = s.Played.Format("2006-01-02 15:04")
	if w >= 70 { // an aside may take half of the line
		it.Aside = fmt.Sprintf("%s  %s", engine.Counted(int(s.Events), "event"), it.Aside)
	}
	if w >= 90 {
		it.Aside = fmt.Sprintf("%s  %28s", engine.Counted(len(s.Characters), "character"), it.Aside)
	}
	return it
}

// about says in full what is under the cursor.
func (d *desk) about(f pane.Frame) []string {
	ink, words := kit.Dim, ""
	s, is := d.spine()
	p, fixed := d.place()
	switch {
	case d.doomed != "":
		ink = kit.Warn
		words = fmt.Sprintf("Delete %s and its %s? This cannot be undone. %s deletes it; any other key keeps it.",
			s.Name, engine.Counted(int(s.Events), "event"), f.KeyOf("doom-yes"))
	case is && s.Wrong != "":
		ink, words = kit.Warn, s.Wrong
	case is:
		words = s.System
		if len(s.Characters) > 0 {
			words += ": " + strings.Join(s.Characters, ", ")
		}
		words += fmt.Sprintf(". %s, last played %s.", engine.Counted(int(s.Events), "event"), s.Played.Format("2006-01-02 15:04"))
	case fixed:
		words = p.help
	}
	return f.Paragraphs(ink, words)
}

func (d *desk) withNews(f pane.Frame, out []string) []string {
	if d.news != "" {
		ink := kit.Text
		if d.bad {
			ink = kit.Bad
		}
		out = append(append(out, f.Look.Blank(f.W)), f.Paragraphs(ink, d.news)...)
	}
	return out[max(0, len(out)-f.H):]
}

func (d *desk) askName() tea.Cmd {
	var systems []string
	all := d.shelf.Systems()
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
		return d.go1("making "+name, func() (Table, error) { return d.shelf.Make(name, system) })
	})
	return nil
}

func (d *desk) askFile() tea.Cmd {
	d.ask(func(g *engine.Group) {
		g.Text("file", "File", 500).Help("its path; ~ is your home folder")
	}, func(q *question) tea.Cmd {
		file := strings.TrimSpace(q.Text("file"))
		if file == "" {
			q.Refuse("file", "type the path of the file, such as vault.json")
			return nil
		}
		return d.go1("importing "+file, func() (Table, error) { return d.shelf.Import(file) })
	})
	return nil
}

// question asks for what a new table needs.
type question struct {
	form.Form
	done func(*question) tea.Cmd
}

// ask opens a question with fields.
func (d *desk) ask(fields func(*engine.Group), done func(*question) tea.Cmd) {
	d.asks = &question{form.Form{Schema: &engine.Schema{}, Direct: true}, done}
	fields(d.asks.Schema.Group(""))
	d.asks.Lay(form.Specs(d.asks.Schema.Fields()))
}

// answer gives the question a key.
func (d *desk) answer(f pane.Frame, k tea.KeyMsg) tea.Cmd {
	d.news, d.bad = "", false
	switch does, _ := d.asks.Pressed(f, questionKeys, k); does {
	case "back":
		d.asks = nil
	case "done":
		return d.asks.done(d.asks)
	default:
		d.asks.Key(f, k)
	}
	return nil
}
