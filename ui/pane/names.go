package pane

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Name gives a character's name, or the id of somebody who is not to be seen.
func Name(t model.Table, who string) string {
	if c, ok := t.Character(who); ok {
		return c.Name
	}
	if who == "" {
		return "nobody"
	}
	return "somebody"
}

// Names gives several names: "Rook, Mira".
func Names(t model.Table, who []string) string {
	var b strings.Builder
	for i, id := range who {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(Name(t, id))
	}
	return b.String()
}

// ActionName gives an action's label, or its id where this version does not
// know it.
func ActionName(t model.Table, system, action string) string {
	if s, ok := t.Rulebook(system); ok {
		if a, ok := s.Action(action); ok {
			return a.Label
		}
	}
	return action
}

// SystemName gives a rulebook's name, or its id where this version does not
// know it.
func SystemName(t model.Table, system string) string {
	if s, ok := t.Rulebook(system); ok {
		return s.Name
	}
	return system
}

// FieldName says what a path of a sheet is, with the name of its row:
// "Climb Level".
func FieldName(t model.Table, who, system, path string) string {
	s, ok := t.Rulebook(system)
	if !ok {
		return path
	}
	list, rest, nested := strings.Cut(path, "/")
	row, column, _ := strings.Cut(rest, "/")
	label := ""
	if sp, ok := s.Sheet.Field(path); ok {
		label = sp.Label
	} else if l, ok := s.Sheet.FindList(list); ok {
		label = l.Label
	}
	if label == "" {
		label = path
	}
	if !nested || column == "name" {
		return label
	}
	if c, ok := t.Character(who); ok {
		if v, ok := c.Pages[system].Get(list + "/" + row + "/name"); ok && v.Text() != "" {
			return v.Text() + " " + label
		}
	}
	return row + " " + label
}

// shortMoment is a moment in as few letters as it can be said: 87, or R2 17
// where units begin anew in each round.
func shortMoment(t model.Table, m int) string {
	tk, m := t.Time(), t.InScene(m)
	round, unit := model.Round(tk, m)
	switch {
	case tk.PerRound == 0:
		return initial(tk.Round) + itoa(round)
	case tk.Down:
		return initial(tk.Round) + itoa(round) + " " + itoa(unit)
	}
	return itoa(unit)
}

// initial is what a round is called, in one letter.
func initial(round string) string {
	for _, r := range round {
		return strings.ToUpper(string(r))
	}
	return "R"
}

// selected gives the character that is selected and the rulebook that is
// shown of it: the one asked for if it has that, else its first.
func (f Frame) selected() (*model.Character, string, bool) {
	c, ok := f.Table.Character(f.Selected)
	if !ok {
		return nil, "", false
	}
	return c, shownOf(f.Table, c, f.System), true
}

// shownOf gives the rulebook shown of a character: the one asked for, the
// table's, or its first that this version knows.
func shownOf(t model.Table, c *model.Character, asked string) string {
	for _, id := range []string{asked, t.System} {
		if _, ok := c.Pages[id]; ok && id != "" {
			return id
		}
	}
	first := ""
	for _, id := range c.Systems() {
		if _, ok := t.Rulebook(id); ok {
			return id
		}
		if first == "" {
			first = id
		}
	}
	return first
}

// view gives what a rulebook shows of a character, the roll on this screen
// with it; false when this version doesn't have the rulebook.
func (f Frame) view(c *model.Character, system string) (engine.View, *engine.System, bool) {
	s, ok := f.Table.Rulebook(system)
	if !ok {
		return engine.View{}, nil, false
	}
	v := f.Table.View(c, system)
	if r := f.Rolling; r != nil && r.Roll.Who == c.ID && r.Roll.System == system {
		v.Roll, v.Action, v.Params = &r.Step, r.Action, r.Roll.Params
	}
	return v, s, true
}
