package act

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Waiting is an open roll with its question, and whom it waits for.
type Waiting struct {
	Roll     model.Roll
	Question engine.Question
	For      []model.Seat // the players who are asked; none for the gamemaster
}

// At identifies the question.
func (w Waiting) At() string { return w.Roll.ID + "/" + w.Roll.Question }

// Awaited lists the rolls that wait for an answer. A question to a player who is not
// connected goes to the gamemaster.
func Awaited(t model.Table, here func(model.Seat) bool) []Waiting {
	var out []Waiting
	for _, r := range t.Rolls() {
		if r.Parked != "" {
			continue
		}
		step, err := t.Step(r)
		if err != nil || step.Open == nil {
			continue
		}
		w := Waiting{Roll: r, Question: *step.Open, For: decide.Deciders(t, r)}
		if here != nil {
			w.For = slices.DeleteFunc(w.For, func(s model.Seat) bool { return !here(s) })
		}
		out = append(out, w)
	}
	return out
}

// asks reports whether the question goes to this seat.
func (w Waiting) asks(f pane.Frame) bool {
	if f.Seat.Role == model.GM {
		return len(w.For) == 0
	}
	return slices.Contains(w.For, f.Seat)
}

// waitsFor says for whom a roll waits; "" if it waits for this seat.
func waitsFor(f pane.Frame, id string) string {
	if f.Present == nil && f.Seat.Role == model.GM {
		return "" // nobody else can be asked
	}
	for _, w := range Awaited(f.Table, f.Present) {
		if w.Roll.ID != id || w.asks(f) || f.Seat.Role == model.Player && acts(f, w) {
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

// acts reports whether a player may answer for their own character, though the gamemaster
// plays it for the moment.
func acts(f pane.Frame, w Waiting) bool {
	return slices.ContainsFunc(w.Roll.At(w.Question.Who), func(id string) bool {
		c, ok := f.Table.Character(id)
		return ok && f.Seat.Owns(c)
	})
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

// Asked lists the questions of this seat.
func Asked(f pane.Frame) []Waiting {
	return slices.DeleteFunc(Awaited(f.Table, f.Present), func(w Waiting) bool { return !w.asks(f) })
}

// Open opens the question and selects the character whom it concerns.
func (w Waiting) Open(f pane.Frame) pane.Intent {
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
	all := Awaited(f.Table, f.Present)
	for _, fits := range []func(Waiting) bool{
		func(w Waiting) bool { return w.Roll.Who == f.Selected },
		func(w Waiting) bool { return slices.Contains(w.Roll.At(w.Question.Who), f.Selected) },
		func(w Waiting) bool { return w.asks(f) },
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
		return o.called != nil, o.called != nil && !slices.ContainsFunc(all, o.called.Equal)
	case *groupForm:
		return o.called != nil, slices.ContainsFunc(o.all, func(m member) bool {
			return !slices.ContainsFunc(all, func(u model.FollowUp) bool { return u.Who == m.who && u.System == o.System && u.Action == o.Action })
		})
	}
	return false, false
}

// WaitWords say for what somebody is waited for.
var WaitWords = map[string]string{"decides": "to decide", "turn": "to act", "free": "to act", "called": "to roll", "defends": "to defend", "word": "to add a word to the dice"}

// WaitedFor says for which seats the table waits, and for what: a decision, a defence, a
// follow-up that can be taken up, their turn, or an action while others already act. [WaitWords] say the second in words.
func WaitedFor(t model.Table, here func(model.Seat) bool, free []string) map[model.Seat]string {
	out := map[model.Seat]string{}
	for _, id := range append(slices.Clip(free), t.Clock.Turn) {
		c, ok := t.Character(id)
		if !ok {
			continue
		}
		s := playedFrom(t, c)
		switch {
		case id == t.Clock.Turn:
			out[s] = "turn"
		case s.Role == model.Player && t.Clock.Turn == "" && len(t.Pending()) > 0:
			out[s] = "free"
		}
	}
	for _, u := range t.FollowUps() {
		c, ok := t.Character(u.Who)
		if !ok {
			continue
		}
		if s := playedFrom(t, c); (u.Alternative || !view.IsOffered(t, u)) && decide.MayTakeUp(t, s, u) == nil {
			out[s] = "called"
		}
	}
	if model.AsksDefence(t.OwnRules()) {
		for _, a := range decide.Attacks(t) {
			for _, s := range a.For {
				out[s] = "defends"
			}
		}
	}
	for _, w := range Awaited(t, here) {
		for _, s := range w.For {
			out[s] = "decides"
		}
		if len(w.For) == 0 {
			out[model.Seat{Role: model.GM}] = "decides"
		}
	}
	if waits := t.Dice.Asked(); len(waits) > 0 {
		out[waits[0]] = "word"
	}
	return out
}

// playedFrom is the seat from which a character is played.
func playedFrom(t model.Table, c *model.Character) model.Seat {
	for _, s := range t.Seats() {
		if s.Owns(c) {
			return s
		}
	}
	return model.Seat{Role: model.GM}
}
