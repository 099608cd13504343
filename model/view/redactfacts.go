package view

import (
	"slices"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// openView returns what a seat sees of a character with its sheet: not what is the
// gamemaster's alone, and notes only if the seat plays it.
func openView(c *model.Character, s model.Seat) *model.Character {
	notes := c.Notes
	if !s.Owns(c) {
		notes = ""
	}
	if c.Encounter == "" && c.GMNotes == "" && c.Notes == notes {
		return c
	}
	out := *c
	out.Encounter, out.GMNotes, out.Notes = "", "", notes
	return &out
}

// withoutNotes removes the notes from a character in an event: whoever may read them finds
// them with the character.
func withoutNotes(c model.Character) model.Character {
	c.Notes, c.GMNotes = "", ""
	return c
}

// redactJoined removes the notes about a character who joins, and the encounter.
func (x *redactor) redactJoined(f model.Joined) model.Joined {
	f.Character = withoutNotes(f.Character)
	f.Character.Encounter = ""
	return f
}

// redactNotes removes the notes from an edit and, if anything else was edited, that they
// were.
func (x *redactor) redactNotes(f model.Edited) model.Edited {
	f.Character = withoutNotes(f.Character)
	other := slices.DeleteFunc(slices.Clone(f.What), func(what string) bool {
		return what == model.EditedNotes || what == model.EditedGMNotes
	})
	if len(other) > 0 {
		f.What = other
	} else if len(f.What) > 0 {
		f.What = []string{model.EditedNotes}
	}
	return f
}

// nameOnlyView returns what others see of a character known by name only.
func nameOnlyView(t model.Table, c *model.Character) *model.Character {
	out := &struct {
		model.Character
		model.NameOnlyView
	}{}
	g := &out.NameOnlyView
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
		if c.DefenceOpen || t.State.OddsOpen {
			if g.Defence == nil {
				g.Defence, g.Modifiers = map[string]engine.Page{}, map[string][]engine.Modifier{}
			}
			g.Defence[id], g.Modifiers[id] = defencePart(s, c.Pages[id], t.InForce(c.ID, id))
		}
	}
	g.State = strings.Join(states, ", ")
	out.Character = model.Character{ID: c.ID, Name: c.Name, Owner: c.Owner, Side: c.Side, Left: c.Left, Shown: c.Shown, DefenceOpen: c.DefenceOpen, Public: g}
	return &out.Character
}

// defencePart returns the part of a page and of its modifiers on which rolls against the
// character depend.
func defencePart(s *engine.System, p engine.Page, force []engine.Modifier) (engine.Page, []engine.Modifier) {
	var known []engine.Modifier
	for _, m := range force {
		if list, _, _ := strings.Cut(m.Field, "/"); slices.Contains(s.Defence, list) {
			m.Why = "" // the name of an effect is not part of that
			known = append(known, m)
		}
	}
	return p.Only(s.Defence), known
}

// knowsAll reports whether the seat sees the sheets of all these characters.
func (x *redactor) knowsAll(who []string) bool {
	return !slices.ContainsFunc(who, func(id string) bool { return x.visibility[id] != model.Open })
}

// redactRoll removes from a roll what the seat must not know if it knows a participant
// by name only.
func (x *redactor) redactRoll(r model.Roll) model.Roll {
	if x.knowsAll(model.Participants(r.Who, r.Against)) {
		return r
	}
	form := r.Params
	r.Params, r.NoAction = engine.Page{}, nil
	set := r.Set
	r.Set = nil
	if r.Who == "" || x.visibility[r.Who] == model.Open && r.ByPlayer {
		for _, path := range form.Paths() {
			if v, _ := form.Get(path); !strings.HasPrefix(path, string(engine.Other)+".") {
				r.Params = r.Params.With(path, v)
				if slices.Contains(set, path) {
					r.Set = append(r.Set, path)
				}
			}
		}
	}
	r.Unseen = model.Unseen{
		Typed:  slices.ContainsFunc(r.Tape, func(a engine.Answer) bool { return a.Typed && x.keeps(r, a) }),
		Beyond: len(r.Set) < len(set),
	}
	r.Tape, r.Parked, r.Series = x.diceOnly(r), redactReason(r.Parked), nil
	return r
}

// thrownAgain reports whether dice that are kept from the seat were undone in a roll before
// it ended in an event. An event that holds nothing else is not in the seat's log, and
// neither is it there that it was undone.
func (x *redactor) thrownAgain(r model.Roll, ended uint64) bool {
	keeps := func(a engine.Answer) bool { return x.keeps(r, a) }
	if !slices.ContainsFunc(r.Tape, keeps) {
		return false
	}
	undone := map[uint64]bool{}
	note := func(seq uint64, is bool) {
		if _, newer := undone[seq]; !newer {
			undone[seq] = is
		}
	}
	for l := range x.whole.LogFrom(ended) {
		for _, f := range l.Event.Facts {
			switch f := f.(type) {
			case model.Undone:
				note(f.Seq, true)
			case model.Redone:
				note(f.Seq, false)
			case model.Answered:
				if f.Roll == r.ID && undone[l.Event.Seq] && keeps(f.Answer) {
					return true
				}
			}
		}
		if model.Opens(l.Event, r.ID) {
			break
		}
	}
	return false
}

// redactReason replaces a reason that is not for everybody.
func redactReason(why string) string {
	if why == "" {
		return ""
	}
	return "the gamemaster takes care of it"
}

// diceOnly returns the dice among the answers of a finished roll that the seat saw fall.
func (x *redactor) diceOnly(r model.Roll) []engine.Answer {
	return slices.DeleteFunc(slices.Clone(r.Tape), func(a engine.Answer) bool { return a.Faces == nil || x.keeps(r, a) })
}

// keeps reports whether an answer is dice that are kept from the seat.
func (x *redactor) keeps(r model.Roll, a engine.Answer) bool {
	return a.Kept && x.visibility[r.Thrower(a)] != model.Open
}

// withoutHiddenPlace removes from dice of the hidden stream where they stand in it, which
// tells how many fell before.
func withoutHiddenPlace(f model.Answered) model.Answered {
	if f.Draw != nil && f.Draw.Hidden {
		draw := *f.Draw
		draw.At, f.Draw = 0, &draw
	}
	return f
}

// redactTape returns the answers in an open roll without the dice that are kept from the
// seat. Decisions of characters whose sheets the seat does not see are blank.
func (x *redactor) redactTape(t model.Table, r model.Roll) []engine.Answer {
	out := make([]engine.Answer, 0, len(r.Tape))
	for i, a := range r.Tape {
		if x.keeps(r, a) {
			continue
		}
		if out = append(out, a); a.Faces != nil {
			continue
		}
		then := r
		then.Tape = r.Tape[:i]
		step, err := t.Step(then)
		if err != nil || step.Open == nil || len(r.At(step.Open.Who)) == 0 || !x.knowsAll(r.At(step.Open.Who)) {
			out[len(out)-1] = engine.Answer{ID: a.ID}
		}
	}
	return out
}

// redactOpenRoll returns an open roll as the seat may see it. A question to the seat's
// own characters is worked out here, with everything that the roll knows.
func (x *redactor) redactOpenRoll(t model.Table, r model.Roll) model.Roll {
	if x.knowsAll(model.Participants(r.Who, r.Against)) {
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

// outcomeWithoutSpending returns the outcome of a roll if nobody spends anything more,
// as far as the actor would be told. It has no target while dice are still to fall.
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

// redactQuestion returns a question that the seat's characters are asked; of other
// questions it says only that they are asked.
func (x *redactor) redactQuestion(r model.Roll, q engine.Question) engine.Question {
	if who := r.At(q.Who); len(who) == 0 || !x.knowsAll(who) {
		out := engine.Question{Ask: engine.Ask{ID: q.ID}, Wants: q.Wants, Who: q.Who, Dice: q.Dice}
		if thrower, ok := x.whole.Character(r.Thrower(engine.Answer{ID: q.ID})); ok && x.whole.KeepsDice(thrower) && x.visibility[thrower.ID] != model.Open {
			out.Dice = engine.Dice{}
		}
		return out
	}
	return q.Redacted()
}

// redactFinished leaves of a finished roll who did what to whom, how it went, the
// dice, and the changes on sheets that the seat sees.
func (x *redactor) redactFinished(f model.Finished) model.Finished {
	o := f.Outcome
	out := model.Finished{Roll: x.redactRoll(f.Roll), Changes: x.redactChanges(f.Changes, f.Roll.Who), Outcome: engine.Outcome{Success: o.Success, NoTarget: true}}
	for _, d := range f.Fates {
		if slices.ContainsFunc(out.Roll.Tape, func(a engine.Answer) bool { return a.ID == d.Ask }) {
			out.Fates = append(out.Fates, d)
		}
	}
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
	if a, ok := x.ActionOf(f.Roll.System, f.Roll.Action); ok {
		if hit, landed := Hit(a, f); landed && (!f.Outcome.NoTarget || out.Outcome.Grade != "") {
			out.Blow = map[bool]model.Blow{true: model.BlowHits, false: model.BlowMisses}[hit]
		}
	}
	return out
}

// redactCauses removes hidden characters from the causes of what a finished roll calls
// for.
func (x *redactor) redactCauses(f model.Finished) model.Finished {
	f.Follow = slices.Clone(f.Follow)
	for i, u := range f.Follow {
		f.Follow[i] = x.redactCause(u)
	}
	return f
}

// redactCause removes hidden characters from the cause of a follow-up. The roll that
// caused it stays: it tells two blows of hidden characters apart, and its id tells
// nothing else.
func (x *redactor) redactCause(u model.FollowUp) model.FollowUp {
	if x.visibility[u.Origin.Who] == model.Hidden {
		u.Origin.Who = ""
	}
	if strings.HasPrefix(u.By, "c") && x.visibility[u.By] == model.Hidden { // a character, and not a roll
		u.By = ""
	}
	return u
}

// hasNumber reports whether a story contains a number. The number of an opponent, as
// in "{other.2}", does not count.
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

// publicStory describes a finished roll with what everybody sees of it.
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

// redactChanges returns the changes on sheets that the seat sees.
func (x *redactor) redactChanges(changes []model.Change, who string) []model.Change {
	return slices.DeleteFunc(slices.Clone(changes), func(c model.Change) bool {
		if c.Who == "" {
			c.Who = who
		}
		return x.visibility[c.Who] != model.Open
	})
}

// hidesPending reports whether a pending action only ends what has happened to a
// character whose sheet the seat does not see. That they are out is visible; until
// when is not.
func (x *redactor) hidesPending(p model.Pending) bool {
	befell := p.Against
	if len(befell) == 0 {
		befell = []string{p.Who}
	}
	return x.OnlyEnds(p) && !x.knowsAll(befell)
}

// redactPending removes the parameters of a pending action if the seat does not see
// all its sheets.
func (x *redactor) redactPending(p model.Pending) model.Pending {
	if !x.knowsAll(model.Participants(p.Who, p.Against)) {
		p.Params = engine.Page{}
	}
	return p
}

// redactDelayed removes the moments of a postponed action if the seat must not know
// them.
func (x *redactor) redactDelayed(f model.Delayed) model.Delayed {
	f.Pending = x.redactPending(f.Pending)
	if x.hidesPending(f.Pending) {
		f.Pending.Due, f.Due = 0, 0
	}
	return f
}

// redactFollowUp removes the parameters of a follow-up for a character whose sheet the
// seat does not see, and its cause if that is hidden.
func (x *redactor) redactFollowUp(u model.FollowUp) model.FollowUp {
	if x.visibility[u.Who] != model.Open {
		u.Params = engine.Page{}
	}
	return x.redactCause(u)
}

// redactCharacter leaves the name of a character known by name only, its owner and how
// it is shown.
func (x *redactor) redactCharacter(c model.Character) model.Character {
	return model.Character{ID: c.ID, Name: c.Name, Owner: c.Owner, Side: c.Side, Left: c.Left, Shown: c.Shown, DefenceOpen: c.DefenceOpen}
}

// redactEdited leaves the name of an edited character, and what others may know to
// have changed.
func (x *redactor) redactEdited(f model.Edited) model.Edited {
	f.Character = x.redactCharacter(f.Character)
	f.What = slices.DeleteFunc(slices.Clone(f.What), func(what string) bool {
		return what == model.EditedDice || what == model.EditedNotes || what == model.EditedGMNotes || what == model.EditedSide || what == model.EditedMinion
	})
	return f
}

// redactClockRan keeps what an action of the clock did to sheets that the seat sees.
func (x *redactor) redactClockRan(f model.ClockRan) model.ClockRan {
	out := model.ClockRan{Who: f.Who, Against: f.Against, System: f.System, Action: f.Action, Moment: f.Moment, Changes: x.redactChanges(f.Changes, f.Who), Tidies: f.Tidies}
	for _, p := range f.Later {
		if x.knowsAll(model.Participants(p.Who, p.Against)) {
			out.Later = append(out.Later, p)
		}
	}
	return out
}

// redactRequest replaces the numbers of events by their places in the seat's log.
func (x *redactor) redactRequest(a model.Request) model.Request {
	undo := a.Undo
	a.Undo = nil
	for _, seq := range undo {
		if n := x.Place(seq); n != 0 {
			a.Undo = append(a.Undo, n)
		}
	}
	return a
}
