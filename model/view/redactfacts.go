package view

import (
	"maps"
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// nameOnlyView leaves of a character what there is to be seen of it.
func nameOnlyView(t model.Table, c *model.Character) *model.Character {
	out := &struct {
		model.Character
		model.PublicFace
	}{}
	g := &out.PublicFace
	g.Plays = c.Systems()
	var states []string
	for _, id := range g.Plays {
		s, ok := t.Rulebooks[id]
		if !ok {
			continue
		}
		v := t.View(c, id)
		g.Down = g.Down || model.IsGrave(s.Marked(v))
		if word := s.StateOf(v); word != "" && !slices.Contains(states, word) {
			states = append(states, word)
		}
		if c.Guard || t.State.OddsOpen {
			if g.Guard == nil {
				g.Guard, g.Force = map[string]engine.Page{}, map[string][]engine.Modifier{}
			}
			g.Guard[id], g.Force[id] = guarded(s, c.Pages[id], t.ForceOn(c.ID, id))
		}
	}
	g.State = strings.Join(states, ", ")
	out.Character = model.Character{ID: c.ID, Name: c.Name, Owner: c.Owner, Left: c.Left, Shown: c.Shown, Guard: c.Guard, Public: g}
	return &out.Character
}

// guarded leaves of a page, and of what is in force on it, what rolls against its
// character go by.
func guarded(s *engine.System, p engine.Page, force []engine.Modifier) (engine.Page, []engine.Modifier) {
	var known []engine.Modifier
	for _, m := range force {
		if list, _, _ := strings.Cut(m.Field, "/"); slices.Contains(s.Defence, list) {
			m.Why = "" // what it is called is not what is gone by
			known = append(known, m)
		}
	}
	return p.Only(s.Defence), known
}

// knowsAll reports whether the seat sees the sheets of all.
func (x *redactor) knowsAll(who []string) bool {
	return !slices.ContainsFunc(who, func(id string) bool { return x.visibility[id] != model.Open })
}

// redactRoll leaves of a roll what may be known where somebody in it is only met.
func (x *redactor) redactRoll(r model.Roll) model.Roll {
	if x.knowsAll(model.Concerned(r.Who, r.Against)) {
		return r
	}
	form := r.Params
	r.Params = engine.Page{}
	if r.Who == "" || x.visibility[r.Who] == model.Open && r.ByPlayer {
		for _, path := range form.Paths() {
			if v, _ := form.Get(path); !strings.HasPrefix(path, string(engine.Other)+".") {
				r.Params = r.Params.With(path, v)
			}
		}
	}
	r.Tape, r.Parked = diceOnly(r.Tape), redactReason(r.Parked)
	return r
}

// redactReason stands where something was said that is not for everybody.
func redactReason(why string) string {
	if why == "" {
		return ""
	}
	return "the gamemaster sees to it"
}

// diceOnly leaves of the answers in a roll that has ended the dice, which fell for
// everybody.
func diceOnly(tape []engine.Answer) []engine.Answer {
	return slices.DeleteFunc(slices.Clone(tape), func(a engine.Answer) bool { return a.Faces == nil })
}

// redactTape is the answers in a roll under way, of which those are blank that others
// than the seat's own have decided.
func (x *redactor) redactTape(t model.Table, r model.Roll) []engine.Answer {
	out := slices.Clone(r.Tape)
	for i, a := range out {
		if a.Faces != nil {
			continue
		}
		then := r
		then.Tape = r.Tape[:i]
		step, err := t.Step(then)
		if err != nil || step.Open == nil || len(r.At(step.Open.Who)) == 0 || !x.knowsAll(r.At(step.Open.Who)) {
			out[i] = engine.Answer{ID: a.ID}
		}
	}
	return out
}

// redactOpenRoll is a roll under way as the seat gets it: what it asks of the seat's
// own characters is worked out here, by all that the roll knows.
func (x *redactor) redactOpenRoll(t model.Table, r model.Roll) model.Roll {
	if x.knowsAll(model.Concerned(r.Who, r.Against)) {
		r.RollContext = x.context(t, r)
		return r
	}
	out := x.redactRoll(r)
	out.Tape, out.RollContext, out.RollContext.Asking = x.redactTape(t, r), x.context(t, r), &engine.Step{Open: &engine.Question{}}
	if step, err := t.Step(r); err == nil && step.Open != nil {
		q := x.redactQuestion(r, *step.Open)
		out.RollContext.Asking.Open = &q
		if asked := r.At(step.Open.Who); slices.Contains(asked, r.Who) && x.knowsAll(asked) {
			out.RollContext.Asking.Outcome = outcomeWithoutSpending(t, r)
			if o := out.RollContext.Asking.Outcome; !o.NoTarget {
				out.RollContext.Asking.Target, out.RollContext.Asking.Aimed = o.Target, true
			}
		}
	}
	return out
}

// outcomeWithoutSpending is what a roll comes to if nobody spends any more, against whatever: the
// total that it would be told with. It is none while dice are to fall.
func outcomeWithoutSpending(t model.Table, r model.Roll) engine.Outcome {
	out := engine.Outcome{NoTarget: true}
	if in, err := t.InputsOf(r); err == nil {
		nothing := func(q engine.Question) engine.Answer { a, _ := q.Nothing(); return a }
		if o, ok := in.EndWithoutDice(r.Tape, nothing); ok {
			return in.Action.KnownToActor(o)
		}
	}
	return out
}

// redactQuestion leaves of a question all of it for whom the seat sees, and for
// others that it is asked.
func (x *redactor) redactQuestion(r model.Roll, q engine.Question) engine.Question {
	if who := r.At(q.Who); len(who) == 0 || !x.knowsAll(who) {
		return engine.Question{Ask: engine.Ask{ID: q.ID}, Wants: q.Wants, Who: q.Who, Dice: q.Dice}
	}
	return q.Redacted()
}

// redactFinished leaves of an end what may be known of it: who did what to whom,
// how that went, the dice, and the numbers of those whose sheets are known.
func (x *redactor) redactFinished(f model.Finished) model.Finished {
	o := f.Outcome
	out := model.Finished{Roll: x.redactRoll(f.Roll), Changes: x.redactChanges(f.Changes, f.Roll.Who), Fates: f.Fates,
		Outcome: engine.Outcome{Success: o.Success, NoTarget: true}}
	out.Roll.Rest = nil
	for _, p := range f.Later {
		if !x.hidesPending(p) {
			out.Later = append(out.Later, x.redactPending(p))
		}
	}
	for _, u := range f.Follow {
		out.Follow = append(out.Follow, x.redactFollowUp(u))
	}
	if f.Roll.Who != "" && x.visibility[f.Roll.Who] == model.Open {
		out.Outcome.Grade, out.Outcome.Total = o.Grade, o.Result()
		if a, ok := x.ActionOf(f.Roll.System, f.Roll.Action); ok {
			own := a.KnownToActor(o)
			if out.Outcome.Total = own.Total; !own.NoTarget {
				out.Outcome = own
			}
		}
		out.Story, _, _ = strings.Cut(f.Story, "  ")
	} else if a, ok := x.ActionOf(f.Roll.System, f.Roll.Action); ok && a.OpenResult() {
		out.Story, _, _ = strings.Cut(f.Story, "  ")
	}
	if out.Story == "" || hasNumber(out.Story) {
		out.Story = x.publicStory(f)
	}
	return out
}

// hasNumber reports whether a story tells a number. Which opponent somebody is, as in
// "{other.2}", is none.
func hasNumber(story string) bool {
	for i, words := range strings.Split(story, "{") {
		if i > 0 {
			_, words, _ = strings.Cut(words, "}")
		}
		if strings.ContainsAny(words, "0123456789") {
			return true
		}
	}
	return false
}

// publicStory tells what anybody sees of a roll that has ended.
func (x *redactor) publicStory(f model.Finished) string {
	a, ok := x.ActionOf(f.Roll.System, f.Roll.Action)
	if !ok {
		return "{actor} does something"
	}
	if a.Mode == engine.ByClock && a.DecidesHit() && len(f.Later) == 0 && !f.Outcome.NoTarget && f.Outcome.Grade != "" {
		does := map[bool]string{true: "hits", false: "misses"}[f.Outcome.Success]
		return "{actor} " + does + " {other}"
	}
	story := "{actor}: " + a.Label
	if n := len(f.Roll.Against); n > 0 {
		names := make([]string, n)
		for i := range names {
			names[i] = "{" + string(engine.Opponent(i+1)) + "}"
		}
		story += " against " + strings.Join(names, ", ")
	}
	switch {
	case len(f.Later) > 0 || f.Outcome.NoTarget || f.Outcome.Grade == "":
		return story
	case a.Attack() && f.Outcome.Success:
		return story + ", a hit"
	case a.Attack():
		return story + ", a miss"
	}
	won, lost := a.Verdict()
	switch {
	case won != engine.Success:
		return story + ", " + map[bool]string{true: won, false: lost}[f.Outcome.Success]
	case f.Outcome.Success:
		return story + ", a success"
	}
	return story + ", a failure"
}

// redactChanges leaves those of changes that are on sheets the seat sees.
func (x *redactor) redactChanges(changes []model.Change, who string) []model.Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c model.Change) bool {
		if c.Who == "" {
			c.Who = who
		}
		return x.visibility[c.Who] != model.Open
	})
}

// hidesPending reports whether a pending action only ends what has befallen somebody whose
// sheet isn't known: that they are out is seen, and until when is not.
func (x *redactor) hidesPending(p model.Pending) bool {
	befell := p.Against
	if len(befell) == 0 {
		befell = []string{p.Who}
	}
	a, ok := x.ActionOf(p.System, p.Action)
	return ok && a.Lasting() && a.Over.Last && !x.knowsAll(befell)
}

// redactPending leaves of a pending action that it comes, and when.
func (x *redactor) redactPending(p model.Pending) model.Pending {
	if !x.knowsAll(model.Concerned(p.Who, p.Against)) {
		p.Params = engine.Page{}
	}
	return p
}

// redactDelayed leaves of what is put off that it is.
func (x *redactor) redactDelayed(f model.Delayed) model.Delayed {
	f.Pending = x.redactPending(f.Pending)
	if x.hidesPending(f.Pending) {
		f.Pending.Due, f.Due = 0, 0
	}
	return f
}

// redactFollowUp leaves out with what somebody is called to do something whose sheet
// isn't known. Words that came with it are not told to others either.
func (x *redactor) redactFollowUp(u model.FollowUp) model.FollowUp {
	if x.visibility[u.Who] != model.Open {
		u.Params = engine.Page{}
	}
	if x.visibility[u.Blow.Who] == model.Hidden {
		u.Blow = model.Origin{}
	}
	return u
}

// redactCharacter leaves of what is said of somebody who is only met the name.
func (x *redactor) redactCharacter(c model.Character) model.Character {
	return model.Character{ID: c.ID, Name: c.Name, Owner: c.Owner, Left: c.Left, Shown: c.Shown, Guard: c.Guard}
}

// redactEdited leaves of what is said anew of somebody the name.
func (x *redactor) redactEdited(f model.Edited) model.Edited {
	f.Character = x.redactCharacter(f.Character)
	f.What = slices.DeleteFunc(slices.Clone(f.What), func(what string) bool { return what == model.EditedDice || what == model.EditedNotes })
	return f
}

// redactClockRan leaves of what the clock did what it did to those whose sheets are
// known.
func (x *redactor) redactClockRan(f model.ClockRan) model.ClockRan {
	out := model.ClockRan{Who: f.Who, Against: f.Against, System: f.System, Action: f.Action, Moment: f.Moment, Changes: x.redactChanges(f.Changes, f.Who)}
	for _, p := range f.Later {
		if x.knowsAll(model.Concerned(p.Who, p.Against)) {
			out.Later = append(out.Later, p)
		}
	}
	return out
}

// sameVisibility reports whether a seat gets as much of everybody in one list as in
// another.
func sameVisibility(was, now []*model.Character, s model.Seat) bool {
	if slices.EqualFunc(was, now, func(a, b *model.Character) bool { return a.ID == b.ID && s.VisibilityOf(a) == s.VisibilityOf(b) }) {
		return true
	}
	return maps.Equal(model.VisibleTo(was, s), model.VisibleTo(now, s)) // some are not in both
}
