package act

import (
	"cmp"
	"fmt"
	"slices"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// TakeUp opens the form of the first follow-up, or of all equal ones together. A follow-up
// that is a choice is listed first.
func (m *Memory) TakeUp(f pane.Frame) pane.Intent {
	all := alike(f)
	if len(all) == 0 {
		return pane.Fail{Words: nothingFollows(f)}
	}
	u := all[0]
	turn := pane.All{pane.Select{Who: u.Who}, pane.Turn{System: u.System}}
	if of := view.Choices(follows(f))[0]; len(all) == 1 && len(of) > 1 {
		list := pane.Choice{Head: f.Table.NameOf(u.Who) + view.FollowUpAgainst(f.Table, u) + ": " + view.ChoiceNames(f.Table, of) + "?", Typed: true}
		for _, u := range of {
			list.AddEntry(picker.Entry{Name: view.ChoiceName(f.Table, u, of), Aside: view.CarriedWords(f.Table, u)}, func(f pane.Frame) pane.Intent { return takeUpOf(m, f, u) })
		}
		return append(turn, list.Open())
	}
	if len(all) == 1 {
		return append(turn, takeUpOf(m, f, u))
	}
	b := &groupAct{Draft: scene.Draft{Who: u.Who, System: u.System, Action: u.Action, Called: &u}}
	var who []string
	for _, u := range all {
		who = append(who, u.Who)
		b.all = append(b.all, member{who: u.Who, against: u.Against, own: u.Params, called: &u})
	}
	b.asks = !extras(f.Table, who)
	return append(turn, m.gangOf(f, b))
}

// takeUpOf opens the form of a follow-up.
func takeUpOf(m *Memory, f pane.Frame, u model.FollowUp) pane.Intent {
	d := scene.CalledDraft(f.Table, u)
	c, here := f.Table.Character(u.Who)
	s, known := f.Table.Rulebook(u.System)
	if known && here && len(d.Against) == 0 {
		if a, ok := s.Action(u.Action); ok && scene.Attacks(f.Table, s, a, u.Who, u.Params) {
			d.Against = m.Foes(f.Table, c, d)
		}
	}
	return m.form(f, d)
}

// follows lists the follow-ups of the characters whom this seat plays, those that may be
// left out after the others. For the gamemaster those that wait for a connected player come
// last.
func follows(f pane.Frame) []model.FollowUp {
	all := slices.DeleteFunc(f.Table.FollowUps(), func(u model.FollowUp) bool {
		c, ok := f.Table.Character(u.Who)
		return !ok || !f.Seat.Owns(c)
	})
	slices.SortStableFunc(all, func(a, b model.FollowUp) int {
		return cmp.Or(cmp.Compare(inHand(f, a), inHand(f, b)), cmp.Compare(mayBeLeft(f, a), mayBeLeft(f, b)))
	})
	return all
}

// mayBeLeft is 1 if a follow-up may be left out without a loss, else 0.
func mayBeLeft(f pane.Frame, u model.FollowUp) int {
	if u.Alternative || !view.IsOffered(f.Table, u) {
		return 0
	}
	return 1
}

// inHand is 1 if a connected player will answer the follow-up, else 0.
func inHand(f pane.Frame, u model.FollowUp) int {
	c, _ := f.Table.Character(u.Who)
	if c.Owner == "" || f.Present != nil && !playedElsewhere(f, c) {
		return 0
	}
	return 1
}

// playedElsewhere reports whether a connected player plays a character.
func playedElsewhere(f pane.Frame, c *model.Character) bool {
	return slices.ContainsFunc(f.Table.Seats(), func(s model.Seat) bool { return s.Role == model.Player && s.Owns(c) && f.Present(s) })
}

// goesOn reports whether this screen continues with the follow-up at once. It does not with
// one that may be left out, or that cannot be taken up now; nor does the gamemaster's if a
// connected player will answer it. A key starts it all the same.
func goesOn(f pane.Frame) bool {
	all := follows(f)
	return len(all) > 0 && mayBeLeft(f, all[0]) == 0 && decide.MayTakeUp(f.Table, f.Seat, all[0]) == nil && (f.Seat.Role != model.GM || f.Present == nil || inHand(f, all[0]) == 0)
}

// alike returns the first follow-up and all others with the same action and parameters,
// either the gamemaster's or players': armor and damage stay apart where one action does
// both. Optional ones are grouped by attack, starting with the first, so that nobody loses
// health in one act with others who could still dodge.
func alike(f pane.Frame) []model.FollowUp {
	all := follows(f)
	if len(all) == 0 {
		return nil
	}
	first := all[0]
	chooses := map[string]bool{}
	var leads []model.FollowUp
	for _, of := range view.Choices(all) {
		leads = append(leads, of[0])
	}
	return slices.DeleteFunc(leads, func(u model.FollowUp) bool {
		if u.Alternative && u.Action == first.Action {
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
		return "resolve follow-ups"
	}
	all := alike(f)
	var who []string
	for _, u := range all {
		who = append(who, u.Who)
	}
	if len(all) == 1 && mayBeLeft(f, all[0]) == 1 {
		return view.NeedWords(f.Table, view.Choices(follows(f))[0])
	}
	if len(all) == 1 {
		return "resolve " + view.ChoiceWords(f.Table, view.Choices(follows(f))[0])
	}
	return fmt.Sprintf("resolve %s: %s, %d of them", view.GroupName(f.Table, who), f.Table.ActionName(all[0].System, all[0].Action), len(all))
}
