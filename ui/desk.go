package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
)

// desk lists the tables on a shelf with what can be done there. The start
// screen and the switcher are made of it.
type desk struct {
	shelf  *Shelf
	here   string // path of the table that is open
	fixed  []place
	spines []Spine
	at     int
	asks   *slip
	doomed string // path of the table that waits for the second key of deleting
	news   string
	bad    bool // news is an error
}

// place is a line that is not a table.
type place struct {
	key, label, help string
	run              func(*desk) tea.Cmd
}

// spinesRead brings the tables on the shelf.
type spinesRead struct {
	spines []Spine
	err    error
	news   string
}

func newDesk(shelf *Shelf, here string, fixed ...place) *desk {
	return &desk{shelf: shelf, here: here, fixed: fixed}
}

var (
	demoPlace = place{"d", "The demo table", "Nine minutes on the roof of a bank, with sheets from every rulebook. It is a copy: nothing in it is kept, so nothing can go wrong.",
		func(d *desk) tea.Cmd {
			return d.go1("opening the demo", func() (Config, error) { return d.shelf.Demo(false) })
		}}
	tourPlace = place{"g", "The guided minute", "One action from key to log, in the demo table. Esc skips it at any step.",
		func(d *desk) tea.Cmd {
			return d.go1("opening the demo", func() (Config, error) { return d.shelf.Demo(true) })
		}}
	makePlace   = place{"n", "A new table", "A name, and the rulebook whose time it keeps. Characters of every rulebook can sit at it.", (*desk).askName}
	importPlace = place{"i", "Import a table", "A file that 'fray export' wrote, or the readable copy NAME.fray.jsonl that stands beside every table.", (*desk).askFile}
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
		d.at = min(d.at, max(0, d.size()-1))
	case trouble:
		d.fail(msg.err.Error())
	}
}

func (d *desk) fail(words string) { d.news, d.bad = words, true }

func (d *desk) size() int { return len(d.spines) + len(d.fixed) }

// go1 opens a table and says so meanwhile.
func (d *desk) go1(words string, open func() (Config, error)) tea.Cmd {
	d.news, d.bad = words, false
	return travel(open)
}

// spine is the table under the cursor.
func (d *desk) spine() (Spine, bool) {
	if d.at < len(d.spines) {
		return d.spines[d.at], true
	}
	return Spine{}, false
}

// key does what a key does here; away says that the desk is to be left.
func (d *desk) key(k tea.KeyMsg) (cmd tea.Cmd, away bool) {
	name := k.String()
	if d.asks != nil {
		return d.asks.key(d, k), false
	}
	if d.doomed != "" {
		return d.sentence(name), false
	}
	d.news, d.bad = "", false
	switch name {
	case "esc", "q":
		return nil, true
	case "up", "k", "shift+tab", "ctrl+p":
		d.at = max(0, d.at-1)
	case "down", "j", "tab", "ctrl+n":
		d.at = min(d.at+1, max(0, d.size()-1))
	case "home", "pgup":
		d.at = 0
	case "end", "pgdown":
		d.at = max(0, d.size()-1)
	case "enter", " ":
		return d.choose(), false
	case "x", "delete":
		d.condemn()
	default:
		for i, p := range d.fixed {
			if p.key == name {
				d.at = len(d.spines) + i
				return p.run(d), false
			}
		}
	}
	return nil, false
}

func (d *desk) choose() tea.Cmd {
	s, is := d.spine()
	switch {
	case is && s.Path == d.here:
		d.news = "you are at this table"
		return nil
	case is && s.Wrong != "":
		d.fail(s.Wrong)
		return nil
	case is:
		return d.go1("opening "+s.Name, func() (Config, error) { return d.shelf.Open(s.Path) })
	case d.at < d.size():
		return d.fixed[d.at-len(d.spines)].run(d)
	}
	return nil
}

// condemn asks for the second key of deleting: undo cannot bring a table back.
func (d *desk) condemn() {
	s, is := d.spine()
	switch {
	case !is:
		d.news = "only a table can be deleted"
	case s.Path == d.here:
		d.fail("this table is open: open another one, then delete it from there")
	default:
		d.doomed = s.Path
	}
}

func (d *desk) sentence(key string) tea.Cmd {
	path := d.doomed
	d.doomed = ""
	if key != "y" {
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
			return trouble{err}
		}
		return read()
	}
}

// draw gives at most h lines.
func (d *desk) draw(look *kit.Look, w, h int) []string {
	if d.asks != nil {
		return d.withNews(look, d.asks.draw(look, w), w, h)
	}
	items := make([]kit.Item, 0, d.size())
	for _, s := range d.spines {
		items = append(items, d.item(s, w))
	}
	for _, p := range d.fixed {
		items = append(items, kit.Item{Label: p.key + "  " + p.label})
	}
	about := d.about(look, w)
	room := max(3, h-len(about)-2)
	out := look.List(items, d.at, w, min(max(1, len(items)), room))
	out = append(out, look.Blank(w))
	return d.withNews(look, append(out, about...), w, h)
}

func (d *desk) item(s Spine, w int) kit.Item {
	it := kit.Item{Label: s.Name}
	if s.Path == d.here {
		it.Label += " (open)"
	}
	if s.Wrong != "" {
		it.WhyNot = "cannot be read"
		return it
	}
	it.Aside = s.Played.Format("2006-01-02 15:04")
	if w >= 70 { // an aside may take half of the line
		it.Aside = fmt.Sprintf("%s  %s", counted(int(s.Events), "event"), it.Aside)
	}
	if w >= 90 {
		it.Aside = fmt.Sprintf("%s  %28s", counted(len(s.Characters), "character"), it.Aside)
	}
	return it
}

// about says in full what is under the cursor.
func (d *desk) about(look *kit.Look, w int) []string {
	ink, words := kit.Dim, ""
	s, is := d.spine()
	switch {
	case d.doomed != "":
		ink = kit.Warn
		words = fmt.Sprintf("Delete %s with its %s? Undo cannot bring it back. y deletes it; any other key keeps it.", s.Name, counted(int(s.Events), "event"))
	case is && s.Wrong != "":
		ink, words = kit.Warn, s.Wrong
	case is:
		words = s.System
		if len(s.Characters) > 0 {
			words += ": " + strings.Join(s.Characters, ", ")
		}
		words += fmt.Sprintf(". %s, last played %s.", counted(int(s.Events), "event"), s.Played.Format("2006-01-02 15:04"))
	case d.at < d.size():
		words = d.fixed[d.at-len(d.spines)].help
	}
	return wrapped(look, ink, words, w)
}

func (d *desk) withNews(look *kit.Look, out []string, w, h int) []string {
	if d.news != "" {
		ink := kit.Text
		if d.bad {
			ink = kit.Bad
		}
		out = append(append(out, look.Blank(w)), wrapped(look, ink, d.news, w)...)
	}
	return out[max(0, len(out)-h):]
}

func wrapped(look *kit.Look, ink kit.Token, words string, w int) []string {
	var out []string
	for _, l := range kit.Wrap(words, w-2) {
		out = append(out, look.Row(w).Space(1).Put(ink, l).String())
	}
	return out
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (d *desk) hints() []hint {
	switch {
	case d.asks != nil:
		return []hint{{"type", d.asks.labels[d.asks.at]}, {"enter", "done"}, {"esc", "back"}}
	case d.doomed != "":
		return []hint{{"y", "delete it for good"}, {"esc", "keep it"}}
	}
	out := []hint{{"enter", "open"}}
	if len(d.spines) > 0 {
		out = append(out, hint{"x", "delete"})
	}
	for _, p := range d.fixed {
		out = append(out, hint{p.key, strings.ToLower(p.label)})
	}
	return out
}

func (d *desk) askName() tea.Cmd {
	d.asks = &slip{labels: []string{"Name", "Rulebook"}, text: newLine(""),
		help: []string{"as it will stand on the screen", "whose time the table keeps; left and right choose"},
		done: func(d *desk, s *slip) tea.Cmd {
			name := strings.TrimSpace(s.text.text())
			if name == "" {
				s.at = 0
				d.fail("a table needs a name")
				return nil
			}
			system := d.shelf.Systems[s.choice].ID
			return d.go1("making "+name, func() (Config, error) { return d.shelf.Make(name, system) })
		}}
	for _, sys := range d.shelf.Systems {
		d.asks.choices = append(d.asks.choices, sys.Name)
	}
	return nil
}

func (d *desk) askFile() tea.Cmd {
	d.asks = &slip{labels: []string{"File"}, text: newLine(""), help: []string{"its path; ~ is your home"},
		done: func(d *desk, s *slip) tea.Cmd {
			file := strings.TrimSpace(s.text.text())
			if file == "" {
				d.fail("type the path of a file, such as vault.json")
				return nil
			}
			return d.go1("importing "+file, func() (Config, error) { return d.shelf.Import(file) })
		}}
	return nil
}

// slip asks for a line of text and, below it, for one of some choices.
type slip struct {
	labels  []string
	help    []string
	text    line
	choices []string
	choice  int
	at      int
	done    func(*desk, *slip) tea.Cmd
}

func (s *slip) draw(look *kit.Look, w int) []string {
	fields := []kit.Field{{Label: s.labels[0], Value: s.text.text(), Help: s.help[0], On: s.at == 0, Caret: -1}}
	if s.at == 0 {
		fields[0].Caret = s.text.caret()
	}
	if s.choices != nil {
		fields = append(fields, kit.Field{Label: s.labels[1], Value: s.choices[s.choice], Help: s.help[1], On: s.at == 1, Choice: true, Caret: -1})
	}
	out, _ := look.Fields(fields, w)
	return out
}

func (s *slip) key(d *desk, k tea.KeyMsg) tea.Cmd {
	d.news, d.bad = "", false
	n := len(s.choices)
	switch name := k.String(); {
	case name == "esc":
		d.asks = nil
	case slices.Contains([]string{"up", "down", "tab", "shift+tab"}, name):
		s.at = (s.at + 1) % len(s.labels)
	case name == "enter" && s.at+1 < len(s.labels):
		s.at++
	case name == "enter":
		return s.done(d, s)
	case s.at == 0:
		s.text.key(k)
	case name == "left" || name == "h":
		s.choice = (s.choice + n - 1) % n
	case name == "right" || name == "l" || name == " ":
		s.choice = (s.choice + 1) % n
	}
	return nil
}
