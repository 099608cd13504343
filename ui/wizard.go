package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// newcomer makes a character, or several alike: from a template of a rulebook,
// like somebody at the table, or with an empty sheet.
type newcomer struct {
	quiet
	paper
	ids     []string // rulebooks, in the order of their names
	sources []source
	shown   int // the source whose sheet is drawn
	blocks  []engine.Block
}

// source is a sheet that a new character can begin with.
type source struct {
	label, note, name string
	pages             map[string]engine.Page
	empty             bool
}

// The fields of the form.
const (
	newRulebook = "rulebook"
	newSource   = "as"
	newName     = "name"
	newOwner    = "owner"
	newHidden   = "hidden"
	newTyped    = "typed"
	newCount    = "count"

	mostAtOnce = 30
)

func (m *Model) openNewcomer() tea.Cmd {
	if m.unsaved.back(m, "new") {
		m.top().(*newcomer).refresh(m)
		return nil
	}
	n := &newcomer{shown: -1}
	for id := range m.table.Rules() {
		n.ids = append(n.ids, id)
	}
	if len(n.ids) == 0 {
		return m.fail("this version has no rulebooks")
	}
	slices.SortFunc(n.ids, func(a, b string) int {
		return strings.Compare(m.table.Rules()[a].Name, m.table.Rules()[b].Name)
	})
	first := m.at.System
	if !slices.Contains(n.ids, first) {
		first = m.table.System
	}
	if s, ok := m.table.Rulebook(first); ok {
		n.page = n.page.With(newRulebook, engine.ValueOf(s.Name))
	}
	n.refresh(m)
	m.push(n)
	return nil
}

// refresh lays the form out anew: what there is to begin with depends on the
// rulebook.
func (n *newcomer) refresh(m *Model) {
	var names []string
	for _, id := range n.ids {
		names = append(names, m.table.Rules()[id].Name)
	}
	schema := &engine.Schema{}
	g := schema.Group("New")
	g.Choice(newRulebook, "Rulebook", names...)
	n.schema = schema
	n.sources = m.sources(n.rulebook(m))
	var labels []string
	for _, s := range n.sources {
		labels = append(labels, s.label)
	}
	if v, ok := n.page.Get(newSource); ok && !slices.Contains(labels, v.Text()) {
		n.page = n.page.With(newSource, engine.Value{})
	}
	as := g.Choice(newSource, "Begins as", labels...)
	g.Text(newName, "Name", model.LongestName).Derived(func(s engine.Sheet) string {
		if src := n.source(); !src.empty {
			return m.freeNames(src.name, 1)[0]
		}
		return ""
	})
	g.Text(newOwner, "Player", model.LongestName).Said("Empty: the gamemaster's own.")
	g.Bool(newHidden, "Hidden").Said("Only the gamemaster sees the character.")
	g.Bool(newTyped, "Real dice").Said("Thrown at the table and typed in.")
	g.Int(newCount, "How many", 1, mostAtOnce).Default(1).Said("Several are numbered.")
	as.Said(n.source().note)
	n.blanks = nil
	for _, sp := range schema.Fields() {
		b := blank{path: sp.ID, sp: sp}
		if sp.ID == newOwner {
			b.words = m.owners()
		}
		n.blanks = append(n.blanks, b)
	}
	n.preview(m)
}

// preview works out what the sheet of the source shows.
func (n *newcomer) preview(m *Model) {
	n.blocks = nil
	s := n.rulebook(m)
	if page, ok := n.source().pages[s.ID]; ok && s.Panel != nil {
		c := model.Character{Pages: map[string]engine.Page{s.ID: page}}
		n.blocks = s.Panel(m.table.View(&c, s.ID))
	}
}

func (n *newcomer) text(id string) string {
	return n.schema.Read(n.page).Value(id).Text()
}

func (n *newcomer) rulebook(m *Model) *engine.System {
	name := n.text(newRulebook)
	for _, id := range n.ids {
		if s := m.table.Rules()[id]; s.Name == name {
			return s
		}
	}
	return m.table.Rules()[n.ids[0]]
}

func (n *newcomer) source() source {
	as := n.text(newSource)
	for _, s := range n.sources {
		if s.label == as {
			return s
		}
	}
	return n.sources[0]
}

// sources are the sheets that a new character of a rulebook can begin with.
func (m *Model) sources(s *engine.System) []source {
	var out []source
	add := func(x source) {
		if !slices.ContainsFunc(out, func(o source) bool { return o.label == x.label }) {
			out = append(out, x)
		}
	}
	for _, t := range s.Templates {
		add(source{label: t.Name, note: t.Note, name: t.Name, pages: map[string]engine.Page{s.ID: t.Page}})
	}
	add(source{label: "an empty sheet", note: "Made from scratch: its form opens next.", pages: map[string]engine.Page{s.ID: {}}, empty: true})
	for _, c := range m.table.Characters() {
		if _, ok := c.Pages[s.ID]; ok {
			add(source{label: c.Name + ", as at the table", note: "A copy of the sheet as it stands.", name: c.Name, pages: c.Pages})
		}
	}
	return out
}

// owners are the players who have characters, and nobody.
func (m *Model) owners() []string {
	out := []string{""}
	for _, c := range m.table.Characters() {
		if !slices.Contains(out, c.Owner) {
			out = append(out, c.Owner)
		}
	}
	return out
}

// freeNames gives n names that nobody here has: the name itself for one, with
// numbers for several or where it is taken.
func (m *Model) freeNames(name string, n int) []string {
	taken := map[string]bool{}
	for _, c := range m.table.Characters() {
		taken[strings.ToLower(c.Name)] = true
	}
	if n == 1 && !taken[strings.ToLower(name)] {
		return []string{name}
	}
	stem, from := name, 1
	if head, number, ok := cutNumber(name); ok && n == 1 {
		stem, from = head, number+1
	} else if n == 1 {
		from = 2
	}
	var out []string
	for i := from; len(out) < n; i++ {
		number := " " + strconv.Itoa(i)
		if next := firstRunes(stem, model.LongestName-len(number)) + number; !taken[strings.ToLower(next)] {
			out = append(out, next)
		}
	}
	return out
}

// cutNumber parts "Thug 3".
func cutNumber(name string) (head string, n int, ok bool) {
	i := strings.LastIndexByte(name, ' ')
	if i < 1 {
		return name, 0, false
	}
	n, err := strconv.Atoi(name[i+1:])
	return name[:i], n, err == nil && n > 0 && n < 10_000
}

func firstRunes(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:n]))
}

func (n *newcomer) title(*Model) string { return "Somebody new" }

func (n *newcomer) whole() {}

// loses is nothing: what is typed here is typed again in a moment.
func (n *newcomer) loses(*Model) string { return "" }

func (n *newcomer) draw(m *Model, w, h int) []string {
	return beside(m.look, w, h,
		func(w, h int) []string {
			out := n.paper.draw(m.look, w, h)
			if len(out)+1 < h && n.here().path != newSource {
				for _, l := range kit.Wrap(n.source().note, w-2) {
					out = append(out, m.look.Row(w).Space(1).Put(kit.Dim, l).String())
				}
			}
			return out
		},
		func(w, h int) []string { return m.look.Scrolled(m.look.Blocks(n.blocks, w), 0, w, h) })
}

func (n *newcomer) key(m *Model, k tea.KeyMsg) tea.Cmd {
	name := k.String()
	if name == "esc" && n.typing == nil {
		m.without(n)
		m.unsaved["new"] = n
		return nil
	}
	used := n.paper.key(k)
	n.refresh(m)
	if !used && (name == "enter" || name == "f2" || name == "ctrl+s") {
		return n.make(m)
	}
	return nil
}

// make brings those that the form describes to the table, one after the other.
func (n *newcomer) make(m *Model) tea.Cmd {
	sheet := n.schema.Read(n.page)
	name := strings.TrimSpace(n.text(newName))
	if name == "" {
		n.stand(newName)
		return m.fail("a name is needed")
	}
	src := n.source()
	names := []string{name}
	if count := sheet.Value(newCount).Int(); count > 1 {
		if _, typed := n.page.Get(newName); !typed {
			name = src.name
		}
		names = m.freeNames(name, count)
	}
	var all []model.Character
	for _, name := range names {
		all = append(all, model.Character{Name: name, Owner: n.text(newOwner), Pages: src.pages,
			Hidden: sheet.Value(newHidden).Bool(), Typed: sheet.Value(newTyped).Bool()})
	}
	m.without(n)
	delete(m.unsaved, "new")
	m.at.System = n.rulebook(m).ID
	return m.joinAll(all, src.empty && len(all) == 1)
}

// joinAll brings characters to the table, selects the last, and may open its
// sheet. Each is an act of its own.
func (m *Model) joinAll(all []model.Character, write bool) tea.Cmd {
	return m.joinNext(all, 0, write)
}

func (m *Model) joinNext(all []model.Character, i int, write bool) tea.Cmd {
	return m.do(model.Join{Character: all[i]}, func(m *Model) tea.Cmd {
		m.chooseJoined()
		if i+1 < len(all) {
			return m.joinNext(all, i+1, write)
		}
		if write {
			return m.openSheet()
		}
		if i > 0 {
			return m.say(fmt.Sprintf("%d are at the table; %s takes them back one by one", len(all), m.keyOf("undo")))
		}
		return m.say(all[0].Name + " is at the table: " + m.keyOf("sheet") + " writes the sheet")
	})
}

// chooseJoined selects whoever has just come.
func (m *Model) chooseJoined() {
	for l := range m.table.Log() {
		for _, f := range l.Event.Facts {
			if j, ok := f.(model.Joined); ok {
				if c, here := m.table.Character(j.Character.ID); here {
					m.choose(c)
				}
			}
		}
		return
	}
}

func (n *newcomer) hints(*Model) []hint {
	if n.typing != nil {
		return []hint{{"enter", "make"}, {"down", "next"}, {"esc", "as it was"}}
	}
	return []hint{{"enter", "make"}, {"left/right", "choose"}, {"type", "write"}, {"up/down", "field"}, {"esc", "back"}}
}
