package model

import (
	"strings"

	"example.org/fray/engine"
)

// NameOf gives a character's name; "somebody" for one who is not to be seen.
func (t Table) NameOf(who string) string {
	if c, ok := t.Character(who); ok {
		return c.Name
	}
	if who == "" {
		return "nobody"
	}
	return "somebody"
}

// NamesOf gives several names: "Rook, Mira".
func (t Table) NamesOf(who []string) string {
	if len(who) == 1 {
		return t.NameOf(who[0])
	}
	var b strings.Builder
	for i, id := range who {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(t.NameOf(id))
	}
	return b.String()
}

// ActionName gives an action's label, or its id where this version does not
// know it.
func (t Table) ActionName(system, action string) string {
	if a, ok := t.ActionOf(system, action); ok {
		return a.Label
	}
	return action
}

// SystemName gives a rulebook's name, or its id where this version does not
// know it.
func (t Table) SystemName(system string) string {
	if s, ok := t.rules[system]; ok {
		return s.Name
	}
	return system
}

// FieldName says what a path of a sheet is, with the name of its row: "Climb
// Level".
func (t Table) FieldName(who, system, path string) string {
	s, ok := t.rules[system]
	if !ok {
		return path
	}
	list, rest, nested := strings.Cut(path, "/")
	row, column, _ := strings.Cut(rest, "/")
	label := path
	if sp, ok := s.Sheet.Field(path); ok && sp.Label != "" {
		label = sp.Label
	} else if l, found := s.Sheet.FindList(list); !ok && found && l.Label != "" {
		label = l.Label
	}
	if !nested || column == "name" {
		return label
	}
	if c, ok := t.Character(who); ok {
		if v, ok := c.Pages[system].Get(list + "/" + row + "/name"); ok && v.Text() != "" {
			return v.Text() + " " + label
		}
	}
	return label
}

// houseName gives the label of a house rule.
func (t Table) houseName(system, rule string) string {
	if s, ok := t.rules[system]; ok {
		if sp, ok := s.House.Field(rule); ok {
			return sp.Label
		}
	}
	return rule
}

// ActionOf gives an action of a rulebook of this version; false where there is none.
func (t Table) ActionOf(system, action string) (*engine.Action, bool) {
	s, ok := t.rules[system]
	if !ok {
		return nil, false
	}
	return s.Action(action)
}
