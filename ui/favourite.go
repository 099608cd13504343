package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Favourite is an action with its settings under a name, kept for a character.
type Favourite struct {
	Name    string      `json:"name"`
	System  string      `json:"system"`
	Action  string      `json:"action"`
	Row     string      `json:"row,omitempty"`
	Params  engine.Page `json:"form,omitzero"`
	Against []string    `json:"against,omitempty"`
}

// askFavourite keeps a form under a name. The name of an old favourite takes
// its place; with no name it is forgotten.
func (m *Model) askFavourite(d draft) tea.Cmd {
	label := d.action
	if s, ok := m.table.Rulebook(d.system); ok {
		if a, ok := s.Action(d.action); ok {
			label = a.Label
		}
	}
	if d.row != "" {
		label = d.row
	}
	p := m.ask("Keep as a favourite", "name", label, func(m *Model, name string) tea.Cmd {
		name = model.Clean(name, model.LongestName)
		if name == "" {
			return m.fail("a favourite needs a name")
		}
		m.keepFavourite(d, name)
		m.pop()
		return m.say(name + " stands first in the palette now; del takes it off there")
	})
	p.help = func(*prompt) string { return "it stands first when this character acts, with all that is set here" }
	return nil
}

func (m *Model) keepFavourite(d draft, name string) {
	f := Favourite{Name: name, System: d.system, Action: d.action, Row: d.row, Params: d.form, Against: d.against}
	kept := slices.DeleteFunc(slices.Clone(m.at.Favourites[d.who]), func(x Favourite) bool { return x.Name == name })
	m.setFavourites(d.who, append(kept, f))
}

func (m *Model) dropFavourite(who, name string) {
	m.setFavourites(who, slices.DeleteFunc(slices.Clone(m.at.Favourites[who]), func(x Favourite) bool { return x.Name == name }))
}

func (m *Model) setFavourites(who string, all []Favourite) {
	if m.at.Favourites == nil {
		m.at.Favourites = map[string][]Favourite{}
	}
	m.at.Favourites[who] = all
	m.keepPlace()
}

// favourites are a character's own offers, those whose action is still there.
func (m *Model) favourites(c *model.Character, s *engine.System) []offer {
	var out []offer
	for _, f := range m.at.Favourites[c.ID] {
		if a, ok := s.Action(f.Action); ok && f.System == s.ID {
			out = append(out, offer{action: a, name: f.Name, row: f.Row, form: f.Params, against: f.Against})
		}
	}
	return out
}

// calledFor are what the last events call for from a character: a throwback
// after a blow.
func (m *Model) calledFor(c *model.Character, s *engine.System) []offer {
	var out []offer
	for _, f := range m.table.FollowUps() {
		if a, ok := s.Action(f.Action); ok && f.Who == c.ID && f.System == s.ID {
			out = append(out, offer{action: a, name: "called for", form: f.Params, against: f.Against})
		}
	}
	return out
}

// takeUp opens the form of the first thing that is called for.
func (m *Model) takeUp() tea.Cmd {
	f := m.table.FollowUps()[0]
	if c, ok := m.table.Character(f.Who); ok {
		m.choose(c)
		m.at.System = f.System
	}
	return m.openForm(draft{who: f.Who, system: f.System, action: f.Action, form: f.Params, against: f.Against})
}

func nothingCalledFor(m *Model) string {
	if len(m.table.FollowUps()) == 0 {
		return "nothing is called for"
	}
	return ""
}

func takeUpWords(m *Model) string {
	all := m.table.FollowUps()
	if len(all) == 0 {
		return "take up what is called for"
	}
	name := ""
	if c, ok := m.table.Character(all[0].Who); ok {
		name = c.Name + ": "
	}
	return "take up " + name + m.label(all[0].System, all[0].Action)
}
