package act

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// calledFor are what the last events call for from a character: a throwback
// after a blow.
func calledFor(t model.Table, c *model.Character, s *engine.System) []offer {
	var out []offer
	all := t.FollowUps()
	for i := range all {
		f := &all[i]
		a, ok := s.Action(f.Action)
		if !ok || f.Who != c.ID || f.System != s.ID {
			continue
		}
		name := calledWith(a, *f, all)
		switch {
		case slices.ContainsFunc(all[:i], f.AlternativeTo):
			name = "or: " + name
		case !a.Optional():
			name = "needed: " + name
		}
		out = append(out, offer{action: a, name: name, params: f.Params, against: f.Against, called: f})
	}
	return out
}

// calledWith names what is called for among all that is, by the rows of the sheet
// that it is done with where it says some, "Quilted coat (Trip roll)", or by what
// tells it from another that is alike: "Throwback (damage 12)".
func calledWith(a *engine.Action, u model.FollowUp, all []model.FollowUp) string {
	if rows := pane.RowsIn(a, u.Params); rows != "" {
		return rows + " (" + a.Label + ")"
	}
	var alike []engine.Page
	for _, other := range all {
		if other.Who == u.Who && other.System == u.System && other.Action == u.Action {
			alike = append(alike, other.Params)
		}
	}
	if words := unlike(a, u.Params, alike); words != "" {
		return a.Label + " (" + words + ")"
	}
	return a.Label
}

// unlike says what tells the settings of one from those of others of the same
// action: "damage 12, lost dp"; "" where nothing does.
func unlike(a *engine.Action, own engine.Page, others []engine.Page) string {
	var words []string
	for _, sp := range a.Form.Fields() {
		v, set := own.Get(sp.ID)
		same := func(other engine.Page) bool { w, _ := other.Get(sp.ID); return w == v }
		switch {
		case !set || sp.RowsOf != "" || !slices.ContainsFunc(others, func(other engine.Page) bool { return !same(other) }):
		case sp.Kind == engine.Bool:
			if v.Bool() {
				words = append(words, strings.ToLower(sp.Label))
			}
		default:
			words = append(words, strings.ToLower(sp.Label)+" "+sp.Words(v))
		}
	}
	return strings.Join(words, ", ")
}

// calledName is the name of what is called for.
func calledName(t model.Table, u model.FollowUp) string {
	if a, ok := t.ActionOf(u.System, u.Action); ok {
		return calledWith(a, u, t.FollowUps())
	}
	return t.ActionName(u.System, u.Action)
}

// CalledWords name what is called for, and from whom: "Tamsin: Dodge, resist or
// lose health", of which one is done. Of two blows that are to be answered it is
// told which.
func CalledWords(t model.Table, of []model.FollowUp) string {
	and := ""
	if others := otherBlows(t, of); len(others) > 0 {
		if and = fromWhom(t, of[0]); slices.ContainsFunc(others, func(u model.FollowUp) bool { return slices.Equal(u.Against, of[0].Against) }) {
			and += ", " + strings.ToLower(HandedOn(t, of[0]))
		}
	}
	return t.NameOf(of[0].Who) + and + ": " + oneOf(t, of)
}

// otherBlows are the calls for the same as the first of a choice, after other blows.
func otherBlows(t model.Table, of []model.FollowUp) []model.FollowUp {
	return slices.DeleteFunc(slices.Clone(t.FollowUps()), func(u model.FollowUp) bool {
		return !of[0].Or || !u.Or || u.Who != of[0].Who || u.System != of[0].System || u.Action != of[0].Action || u.AlternativeTo(of[0])
	})
}

// fromWhom says against whom something is called for: ", against Bastian".
func fromWhom(t model.Table, u model.FollowUp) string {
	if len(u.Against) == 0 {
		return ""
	}
	return ", against " + t.NamesOf(u.Against)
}

// oneOf names a choice: "Dodge, resist or lose health".
func oneOf(t model.Table, of []model.FollowUp) string {
	words := choiceName(t, of[0], of)
	for i, u := range of[1:] {
		between := ", "
		if i == len(of)-2 {
			between = " or "
		}
		words += between + strings.ToLower(choiceName(t, u, of))
	}
	return words
}

// choiceName is the name of one of a choice: that is of one blow, and tells none apart.
func choiceName(t model.Table, u model.FollowUp, of []model.FollowUp) string {
	if a, ok := t.ActionOf(u.System, u.Action); ok && len(of) > 1 {
		return calledWith(a, u, of)
	}
	return calledName(t, u)
}

// TakeUp opens the form of the first thing that is called for, or of all that
// are alike. Where it is a choice it is listed first.
func (m *Memory) TakeUp(f pane.Frame) pane.Intent {
	all := alike(f)
	if len(all) == 0 {
		return m.takeTrigger(f)
	}
	u := all[0]
	turn := pane.All{pane.Select{Who: u.Who}, pane.Turn{System: u.System}}
	if of := pane.Choices(follows(f))[0]; len(all) == 1 && len(of) > 1 {
		list := pane.Choice{Head: f.Table.NameOf(u.Who) + fromWhom(f.Table, u) + ": " + oneOf(f.Table, of) + "?", Typed: true}
		for _, u := range of {
			list.AddEntry(picker.Entry{Name: choiceName(f.Table, u, of), Aside: HandedOn(f.Table, u)}, func(f pane.Frame) pane.Intent { return takeUpOf(m, f, u) })
		}
		return append(turn, list.Open())
	}
	if len(all) == 1 {
		return append(turn, takeUpOf(m, f, u))
	}
	b := &band{Draft: Draft{Who: u.Who, System: u.System, Action: u.Action, called: &u}}
	var who []string
	for _, u := range all {
		who = append(who, u.Who)
		b.all = append(b.all, member{who: u.Who, against: u.Against, own: u.Params})
	}
	b.asks = !extras(f.Table, who)
	return append(turn, m.gangOf(f, b))
}

// HandedOn is how much was handed on to what is called for: "Attack's successes 3".
func HandedOn(t model.Table, u model.FollowUp) string {
	var all []string
	if a, ok := t.ActionOf(u.System, u.Action); ok {
		for _, sp := range a.Params() {
			if v, ok := u.Params.Get(sp.ID); ok && v.Kind() == engine.Int {
				all = append(all, sp.Label+" "+v.String())
			}
		}
	}
	return strings.Join(all, ", ")
}

// takeUpOf opens the form of what is called for.
func takeUpOf(m *Memory, f pane.Frame, u model.FollowUp) pane.Intent {
	d := Draft{Who: u.Who, System: u.System, Action: u.Action, Params: u.Params, Against: u.Against, called: &u}
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
	slices.SortStableFunc(all, func(a, b model.FollowUp) int { return cmp.Compare(inHand(f, a), inHand(f, b)) })
	return all
}

// inHand is 1 where a player has what is called for, and 0 where none has: where the
// table is served one who is here.
func inHand(f pane.Frame, u model.FollowUp) int {
	c, _ := f.Table.Character(u.Who)
	if c.Owner == "" || f.Present != nil && !slices.ContainsFunc(f.Table.Seats(), func(s model.Seat) bool { return s.Owns(c) && f.Present(s) }) {
		return 0
	}
	return 1
}

// goesOn reports whether what has just happened goes on at this screen with what it
// calls for: not at the gamemaster's with what a player who is here is called for.
// That is taken up by a key of its own.
func goesOn(f pane.Frame) bool {
	all := follows(f)
	return len(all) > 0 && (f.Seat.Role != model.GM || f.Present == nil || inHand(f, all[0]) == 0)
}

// alike are the first of what is called for and all that is the same action, called
// for with the same parameters, by the gamemaster's or by players' characters: an
// armor is no damage where one action does both. Whoever has a choice has it for each
// blow, and begins with the first of it: nobody loses health with others who might
// dodge.
func alike(f pane.Frame) []model.FollowUp {
	all := follows(f)
	if len(all) == 0 {
		return nil
	}
	first := all[0]
	chooses := map[string]bool{}
	var leads []model.FollowUp
	for _, of := range pane.Choices(all) {
		leads = append(leads, of[0])
	}
	return slices.DeleteFunc(leads, func(u model.FollowUp) bool {
		if u.Or && u.Action == first.Action {
			if chooses[u.Who] {
				return true
			}
			chooses[u.Who] = true
		}
		return u.System != first.System || u.Action != first.Action || inHand(f, u) != inHand(f, first) ||
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
		return "resolve " + CalledWords(f.Table, pane.Choices(follows(f))[0])
	}
	return fmt.Sprintf("resolve %s: %s, %d of them", view.GroupName(f.Table, who), f.Table.ActionName(all[0].System, all[0].Action), len(all))
}
