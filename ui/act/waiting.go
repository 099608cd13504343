package act

import (
	"slices"

	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// waitsFor says for whom a roll waits; "" if it waits for this seat.
func waitsFor(f pane.Frame, id string) string {
	if f.Present == nil && f.Seat.Role == model.GM {
		return "" // nobody else can be asked
	}
	for _, w := range scene.Awaited(f.Table, f.Present) {
		if w.Roll.ID != id || w.Asks(f.Seat) || f.Seat.Role == model.Player && w.MayAct(f.Table, f.Seat) {
			continue
		}
		who := "the gamemaster"
		if len(w.For) > 0 {
			who = kit.Clean(f.Table.SeatName(w.For[0]))
		}
		if w.Question.Words == "" { // players do not see the questions of others
			return who + " decides"
		}
		return who + " decides: " + kit.Clean(w.Question.Words)
	}
	return ""
}

// goOnWith opens the question of a roll, if it is this seat's to answer.
func goOnWith(f pane.Frame, id string) pane.Intent {
	if words := waitsFor(f, id); words != "" && f.Seat.Role == model.GM {
		return pane.Say{Words: words + "; " + f.KeyOf("resume") + " answers for them"}
	}
	return Resume(f, id)
}

// goOnOf continues one of the rolls that fit, preferring one that waits for this seat; nil
// if there is none.
func goOnOf(f pane.Frame, fits func(model.Roll) bool) pane.Intent {
	all := slices.DeleteFunc(slices.Clone(f.Table.Rolls()), func(r model.Roll) bool { return r.Parked != "" || !fits(r) })
	if len(all) == 0 {
		return nil
	}
	here := slices.IndexFunc(all, func(r model.Roll) bool { return waitsFor(f, r.ID) == "" })
	if here >= 0 {
		return resumeAlike(f, all[here].ID)
	}
	return goOnWith(f, all[0].ID)
}

// openWaiting opens the question of a roll and selects the character whom it concerns.
func openWaiting(w scene.Waiting, f pane.Frame) pane.Intent {
	for _, id := range append(w.Roll.At(w.Question.Who), w.Roll.Who) {
		if c, ok := f.Table.Character(id); ok && f.Seat.Owns(c) {
			return pane.All{pane.Select{Who: id}, resumeAlike(f, w.Roll.ID)}
		}
	}
	return resumeAlike(f, w.Roll.ID)
}

// resumeAlike opens the question of a roll together with the same question of other rolls.
func resumeAlike(f pane.Frame, id string) pane.Intent {
	if o := askAll(f, id); o != nil {
		return pane.Push{Overlay: o}
	}
	return Resume(f, id)
}

// resumeFirst opens the question of a roll by the selected character, else one about it,
// else one for this seat, else the first.
func resumeFirst(f pane.Frame) pane.Intent {
	all := scene.Awaited(f.Table, f.Present)
	for _, fits := range []func(scene.Waiting) bool{
		func(w scene.Waiting) bool { return w.Roll.Who == f.Selected },
		func(w scene.Waiting) bool { return slices.Contains(w.Roll.At(w.Question.Who), f.Selected) },
		func(w scene.Waiting) bool { return w.Asks(f.Seat) },
	} {
		for _, w := range all {
			if fits(w) {
				return resumeAlike(f, w.Roll.ID)
			}
		}
	}
	return Resume(f, f.Table.Rolls()[0].ID)
}

// Settled reports, with words for it, whether an open overlay is pointless now: the form of
// a follow-up that is no longer needed, the card of a roll that was undone, a question that
// somebody else has answered, a question that opened here by itself and whose player has
// come back, or a warning about follow-ups that are done.
func Settled(f pane.Frame, o pane.Overlay, brought string) (words string, over bool) {
	if p, ok := o.(*skipQuestion); ok && p.settled(f.Table) {
		return nextWords(f), true
	}
	if p, ok := o.(*rollResult); ok && p.undone(f.Table) {
		return p.head + " was undone", true
	}
	if d, ok := o.(defencePage); ok && d.answered(f.Table) {
		return endedWords(f, "the attack on "+f.Table.NameOf(d.attack.Who), ": somebody else has answered"), true
	}
	if called, over := uncalled(f.Table, o); called && over {
		return o.About(f).Title + " is no longer needed", true
	}
	if all, ok := o.(*rollsPage); ok && all.answered(f.Table) {
		return all.About(f).Title + ": somebody else has answered", true
	}
	a, ok := o.(*rollPage)
	if !ok {
		return "", false
	}
	r, there := f.Table.Roll(a.roll.ID)
	switch {
	case !there:
		return endedWords(f, view.RollTitle(f.Table, a.roll), " is over: somebody else finished it"), true
	case r.Question != a.roll.Question && len(r.Tape) < len(a.roll.Tape):
		return view.RollTitle(f.Table, r) + ": somebody else has undone an answer", true
	case r.Question != a.roll.Question || r.Parked != "":
		return endedWords(f, view.RollTitle(f.Table, r), ": somebody else has answered"), true
	case r.ID == brought && waitsFor(f, r.ID) != "":
		return "back again: " + waitsFor(f, r.ID), true
	}
	return "", false
}

// uncalled reports whether a form is of a follow-up, and whether that is no longer needed. A
// group form is over if it is not needed for one of its members.
func uncalled(t model.Table, top pane.Overlay) (called, over bool) {
	all := t.FollowUps()
	switch o := top.(type) {
	case *actionForm:
		return o.Called != nil, o.Called != nil && !slices.ContainsFunc(all, o.Called.Equal)
	case *groupForm:
		return o.Called != nil, slices.ContainsFunc(o.all, func(m member) bool {
			return !slices.ContainsFunc(all, func(u model.FollowUp) bool { return u.Who == m.who && u.System == o.System && u.Action == o.Action })
		})
	}
	return false, false
}
