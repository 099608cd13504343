package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// peopleKeys are the keys for those at the table. "P x" is a key of the menu
// that P opens; the menu has all the others too.
func peopleKeys() []binding {
	own, gm := needsOwn, needsHost
	return []binding{
		{id: "people", keys: []string{"P"}, label: "all that can be done with people", group: "People", run: (*Model).openPeople},
		{id: "new", keys: []string{"c"}, label: "somebody new", group: "People", why: gm, run: (*Model).openNewcomer},
		{id: "sheet", keys: []string{"e"}, label: "write the sheet by hand", group: "People", why: own, run: (*Model).openSheet},
		{id: "card", keys: []string{"i"}, label: "name, player, hidden, notes", group: "People", why: own, run: (*Model).openCard},
		{id: "notes", keys: []string{"P n"}, label: "write the notes", group: "People", why: own, run: (*Model).openNotes},
		{id: "raise", keys: []string{"K", "shift+up"}, label: "up in the roster", group: "People", why: both(gm, needsSomeone), run: func(m *Model) tea.Cmd { return m.reorder(-1) }},
		{id: "lower", keys: []string{"J", "shift+down"}, label: "down in the roster", group: "People", why: both(gm, needsSomeone), run: func(m *Model) tea.Cmd { return m.reorder(1) }},
		{id: "copy", keys: []string{"D"}, label: "make a double", group: "People", why: both(gm, needsSomeone), run: (*Model).double},
		{id: "leave", keys: []string{"P x"}, label: "take from the table", group: "People", why: both(gm, needsSomeone), run: (*Model).sendAway},
		{id: "return", keys: []string{"P b"}, label: "bring back who left", group: "People", why: both(gm, needsGone), run: (*Model).bringBack},
		{id: "page-on", keys: []string{"P a"}, label: "add a rulebook to the sheet", group: "People", why: own, run: (*Model).addRulebook},
		{id: "page-off", keys: []string{"P t"}, label: "take a rulebook off the sheet", group: "People", why: own, run: (*Model).takeRulebook},
		{id: "read-character", keys: []string{"P r"}, label: "read a character from a file", group: "People", why: both(gm, needsFiles), run: (*Model).askImport},
		{id: "write-character", keys: []string{"P w"}, label: "write a character to a file", group: "People", why: both(own, needsFiles), run: (*Model).askExport},
	}
}

func needsHost(m *Model) string {
	if needsGM(m) != "" {
		return "only the gamemaster says who is at the table"
	}
	return ""
}

func needsOwn(m *Model) string {
	if why := needsSomeone(m); why != "" {
		return why
	}
	if c := m.here(); !m.seat.Owns(c) {
		return c.Name + " is not yours"
	}
	return ""
}

func needsGone(m *Model) string {
	if len(m.table.Gone()) == 0 {
		return "nobody has left"
	}
	return ""
}

// people is the menu of what can be done with those at the table: the letter
// of a line, or enter.
type people struct {
	quiet
	all []binding
	at  int
}

func (m *Model) openPeople() tea.Cmd {
	o := &people{}
	for _, b := range m.keys {
		if b.group == "People" && b.id != "people" {
			o.all = append(o.all, b)
		}
	}
	m.push(o)
	return nil
}

// letter is the key of a binding in the menu: its only one, or behind P.
func letter(b binding) string {
	if len(b.keys) == 0 {
		return ""
	}
	return strings.TrimPrefix(b.keys[0], "P ")
}

func (o *people) title(m *Model) string {
	if c := m.here(); c != nil {
		return "People " + m.look.Separate + " " + c.Name
	}
	return "People"
}

func (o *people) draw(m *Model, w, h int) []string {
	items := make([]kit.Item, len(o.all))
	for i, b := range o.all {
		items[i] = kit.Item{Label: pad(letter(b), 4) + b.text(m)}
		if b.why != nil {
			items[i].WhyNot = b.why(m)
		}
	}
	return m.look.List(items, o.at, w, min(len(items), h))
}

func (o *people) key(m *Model, k tea.KeyMsg) tea.Cmd {
	switch k.String() {
	case "esc", "q":
		return m.pop()
	case "up", "k":
		o.at = (o.at + len(o.all) - 1) % len(o.all)
	case "down", "j", "tab":
		o.at = (o.at + 1) % len(o.all)
	case "enter":
		m.without(o)
		return m.press(o.all[o.at])
	default:
		for _, b := range o.all {
			if letter(b) == k.String() || slices.Contains(b.keys, k.String()) {
				m.without(o)
				return m.press(b)
			}
		}
	}
	return nil
}

func (o *people) hints(*Model) []hint {
	return []hint{{"letter", "at once"}, {"up/down", "choose"}, {"enter", "do it"}, {"esc", "back"}}
}

// reorder moves the selected character past its neighbour in the roster.
func (m *Model) reorder(by int) tea.Cmd {
	all := m.table.Characters()
	at := slices.IndexFunc(all, func(c *model.Character) bool { return c.ID == m.at.Selected })
	if at+by < 0 || at+by >= len(all) {
		return m.say(all[at].Name + " is there already")
	}
	return m.do(model.Reorder{Who: all[at].ID, To: m.table.PlaceOf(all[at+by].ID)}, nil)
}

// double brings another of the selected character, as it stands.
func (m *Model) double() tea.Cmd {
	c := *m.here()
	c.Name = m.freeNames(c.Name, 1)[0]
	return m.joinAll([]model.Character{c}, false)
}

func (m *Model) sendAway() tea.Cmd {
	c := m.here()
	return m.do(model.Leave{Who: c.ID}, func(m *Model) tea.Cmd {
		return m.say(c.Name + " has left: " + m.keyOf("undo") + " or " + m.keyOf("return") + " brings them back")
	})
}

// bringBack asks who comes back to the table, where there are several.
func (m *Model) bringBack() tea.Cmd {
	back := func(c *model.Character) tea.Cmd {
		return m.do(model.Return{Who: c.ID}, func(m *Model) tea.Cmd {
			m.chooseJoined()
			return m.say(c.Name + " is back")
		})
	}
	gone := m.table.Gone()
	if len(gone) == 1 {
		return back(gone[0])
	}
	o := &pick{head: "Who comes back?"}
	for _, c := range gone {
		o.add(c.Name, strings.Join(m.rulebookNames(c), ", "), func(*Model) tea.Cmd { return back(c) })
	}
	m.push(o)
	return nil
}

func (m *Model) rulebookNames(c *model.Character) []string {
	var out []string
	for _, id := range c.Systems() {
		out = append(out, pane.SystemName(m.table, id))
	}
	return out
}

// addRulebook asks for a page of another rulebook: an empty one, or a
// template's.
func (m *Model) addRulebook() tea.Cmd {
	c := m.here()
	o := &pick{head: c.Name + ": which rulebook is added?"}
	for _, s := range m.rulebooks() {
		if _, has := c.Pages[s.ID]; has {
			continue
		}
		put := func(page engine.Page) func(*Model) tea.Cmd {
			return func(m *Model) tea.Cmd {
				return m.do(model.PutPage{Who: c.ID, System: s.ID, Page: &page}, func(m *Model) tea.Cmd {
					m.at.Selected, m.at.System = c.ID, s.ID
					return m.say(c.Name + " is written in " + s.Name + " too: " + m.keyOf("sheet") + " writes the sheet")
				})
			}
		}
		o.add(s.Name, "an empty sheet", put(engine.Page{}))
		for _, t := range s.Templates {
			o.add(s.Name+", as "+t.Name, t.Note, put(t.Page))
		}
	}
	if len(o.items) == 0 {
		return m.say(c.Name + " is written in all rulebooks of this version")
	}
	m.push(o)
	return nil
}

// rulebooks are those of this version, by name.
func (m *Model) rulebooks() []*engine.System {
	var out []*engine.System
	for _, s := range m.table.Rules() {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b *engine.System) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// takeRulebook asks which page of the sheet is taken off.
func (m *Model) takeRulebook() tea.Cmd {
	c := m.here()
	if len(c.Pages) == 0 {
		return m.say(c.Name + " is written in no rulebook")
	}
	o := &pick{head: c.Name + ": which rulebook is taken off?"}
	for _, id := range c.Systems() {
		name := pane.SystemName(m.table, id)
		o.add(name, "", func(m *Model) tea.Cmd {
			return m.do(model.PutPage{Who: c.ID, System: id}, func(m *Model) tea.Cmd {
				return m.say(name + " is off the sheet of " + c.Name + ": " + m.keyOf("undo") + " brings it back")
			})
		})
	}
	m.push(o)
	return nil
}
