package act

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/paper"
)

// calledFor are what the last events call for from a character: a throwback
// after a blow.
func calledFor(t model.Table, c *model.Character, s *engine.System) []offer {
	var out []offer
	all := t.FollowUps()
	for i, f := range all {
		a, ok := s.Action(f.Action)
		if !ok || f.Who != c.ID || f.System != s.ID {
			continue
		}
		name := "called for: " + calledWith(a, f)
		if slices.ContainsFunc(all[:i], f.Instead) {
			name = "or: " + calledWith(a, f)
		}
		out = append(out, offer{action: a, name: name, params: f.Params, against: f.Against, called: true})
	}
	return out
}

// calledWith names what is called for, by the rows of the sheet that it is done with
// where it says some: "Quilted coat (Trip roll)".
func calledWith(a *engine.Action, u model.FollowUp) string {
	rows := rowsIn(a, u.Params)
	if rows == "" {
		return a.Label
	}
	return rows + " (" + a.Label + ")"
}

// rowsIn are the rows of the sheet that an action is done with.
func rowsIn(a *engine.Action, params engine.Page) string {
	var rows []string
	for _, id := range a.Offers {
		if row, ok := params.Get(id); ok && row.String() != "" {
			rows = append(rows, row.String())
		}
	}
	return strings.Join(rows, ", ")
}

// calledName is the name of what is called for.
func calledName(t model.Table, u model.FollowUp) string {
	if s, ok := t.Rulebook(u.System); ok {
		if a, ok := s.Action(u.Action); ok {
			return calledWith(a, u)
		}
	}
	return t.ActionName(u.System, u.Action)
}

// CalledWords name what is called for, and from whom: "Tamsin: Dodge, resist or
// lose health", of which one is done.
func CalledWords(t model.Table, of []model.FollowUp) string {
	words := t.NameOf(of[0].Who) + ": " + calledName(t, of[0])
	for i, u := range of[1:] {
		between := ", "
		if i == len(of)-2 {
			between = " or "
		}
		words += between + strings.ToLower(calledName(t, u))
	}
	return words
}

// TakeUp opens the form of the first thing that is called for, or of all that
// are alike. Where it is a choice it is listed first.
func (m *Memory) TakeUp(f pane.Frame) pane.Wish {
	all := alike(f)
	if len(all) == 0 {
		return m.takeTrigger(f)
	}
	u := all[0]
	turn := pane.All{pane.Select{Who: u.Who}, pane.Turn{System: u.System}}
	if of := pane.Choices(follows(f))[0]; len(all) == 1 && len(of) > 1 {
		list := paper.NewChoice(CalledWords(f.Table, of) + "?")
		for _, u := range of {
			list.Add(pane.Wanted{Name: calledName(f.Table, u)}, "", "", func(f pane.Frame) pane.Wish { return takeUpOf(m, f, u) })
		}
		return append(turn, pane.Push{Overlay: list})
	}
	if len(all) == 1 {
		return append(turn, takeUpOf(m, f, u))
	}
	b := &band{Draft: Draft{Who: u.Who, System: u.System, Action: u.Action, called: true}, follows: true}
	var who []string
	for _, u := range all {
		who = append(who, u.Who)
		b.all = append(b.all, member{who: u.Who, against: u.Against, own: u.Params})
	}
	b.asks = !extras(f.Table, who)
	return append(turn, m.gangOf(f, b))
}

// takeUpOf opens the form of what is called for.
func takeUpOf(m *Memory, f pane.Frame, u model.FollowUp) pane.Wish {
	d := Draft{Who: u.Who, System: u.System, Action: u.Action, Params: u.Params, Against: u.Against, called: true}
	c, here := f.Table.Character(u.Who)
	s, known := f.Table.Rulebook(u.System)
	if known && here && len(d.Against) == 0 {
		if a, ok := s.Action(u.Action); ok && attacks(f.Table, s, a, u.Who, u.Params) {
			d.Against = m.foes(f.Table, c, d)
		}
	}
	return m.form(f, d)
}

// follows is what is called for of those whom f's seat plays: of the gamemaster
// first what no player has in hand.
func follows(f pane.Frame) []model.FollowUp {
	all := slices.DeleteFunc(f.Table.FollowUps(), func(u model.FollowUp) bool {
		c, ok := f.Table.Character(u.Who)
		return !ok || !f.Seat.Owns(c)
	})
	slices.SortStableFunc(all, func(a, b model.FollowUp) int { return cmp.Compare(inHand(f.Table, a), inHand(f.Table, b)) })
	return all
}

// inHand is 1 where a player has what is called for, and 0 where none has.
func inHand(t model.Table, u model.FollowUp) int {
	c, _ := t.Character(u.Who)
	return min(1, len(c.Owner))
}

// alike are the first of what is called for and all that is the same action, called
// for with the same parameters, by the gamemaster's or by players' characters: an
// armor is no damage where one action does both. Whoever has a choice has it for each
// blow.
func alike(f pane.Frame) []model.FollowUp {
	all := follows(f)
	if len(all) == 0 {
		return nil
	}
	first := all[0]
	chooses := map[string]bool{}
	return slices.DeleteFunc(all, func(u model.FollowUp) bool {
		if u.Or && u.Action == first.Action {
			if chooses[u.Who] {
				return true
			}
			chooses[u.Who] = true
		}
		return u.System != first.System || u.Action != first.Action || inHand(f.Table, u) != inHand(f.Table, first) ||
			!slices.Equal(u.Params.Paths(), first.Params.Paths())
	})
}

func takeUpWords(f pane.Frame) string {
	if len(follows(f)) == 0 {
		return triggerWords(f)
	}
	all := alike(f)
	var who []string
	for _, u := range all {
		who = append(who, u.Who)
	}
	if len(all) == 1 {
		return "take up " + CalledWords(f.Table, pane.Choices(follows(f))[0])
	}
	return fmt.Sprintf("take up %s: %s, %d of them", pane.Gang(f.Table, who), f.Table.ActionName(all[0].System, all[0].Action), len(all))
}
