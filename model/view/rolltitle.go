package view

import (
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// RowsIn lists the rows of the sheet with which an action is done, as its parameters name
// them.
func RowsIn(a *engine.Action, params engine.Page) string {
	var rows []string
	for _, id := range a.Offers {
		if row, ok := params.Get(id); ok && row.String() != "" {
			rows = append(rows, row.String())
		}
	}
	return strings.Join(rows, ", ")
}

// RollTitle returns who rolls what: "Rook: Maul attack". Dice of nobody have no name.
func RollTitle(t model.Table, r model.Roll) string {
	if r.Who == "" {
		return t.ActionName(r.System, r.Action)
	}
	name := t.ActionName(r.System, r.Action)
	if s, ok := t.Rulebook(r.System); ok {
		if a, ok := s.Action(r.Action); ok {
			name = RollName(a, r.Params)
		}
	}
	return t.NameOf(r.Who) + ": " + name
}

// CommandTitle says what a command does, while it is being written to the log.
func CommandTitle(t model.Table, c model.Command) string {
	switch c := c.(type) {
	case model.Begin:
		return RollTitle(t, model.Roll{Who: c.Who, System: c.System, Action: c.Action, Params: c.Params})
	case model.Together:
		var who []string
		for _, b := range c.Each {
			who = append(who, b.Who)
		}
		if len(who) > 0 {
			return GroupName(t, who) + ": " + t.ActionName(c.Each[0].System, c.Each[0].Action)
		}
	case model.Answer:
		if r, ok := t.Roll(c.Roll); ok {
			return RollTitle(t, r)
		}
	case model.Next:
		return "time goes on"
	}
	return "it is being written"
}

// RollName names a roll by the rows of the sheet that its parameters name, because those
// say more than the action: "Quilted coat" rather than "Trip roll". An attack keeps the
// name of its action.
func RollName(a *engine.Action, params engine.Page) string {
	if rows := RowsIn(a, params); rows != "" && !a.Attack() {
		return rows
	}
	return a.Label
}

// AgainstWords returns against whom a roll is, with a space before it. It is "" for an
// action that opposes nobody and only follows from what they did.
func AgainstWords(t model.Table, r model.Roll) string {
	s, known := t.Rulebook(r.System)
	if known {
		if a, ok := s.Action(r.Action); ok && a.Need == engine.Alone {
			return ""
		}
	}
	if len(r.Against) == 0 {
		return ""
	}
	return " against " + t.NamesOf(r.Against)
}
