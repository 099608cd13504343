package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// mostTogether is how many act together in one act.
const mostTogether = 100

// Together is how many act in the act that the roll is part of, and 0 where its
// character acts alone.
func Together(r model.Roll) int {
	if r.Rest == nil {
		return 0
	}
	return r.Rest.Of
}

// answers reports whether a decision is answered for whoever should take it. Of
// several who act together only those themselves are: whom they face decides.
func answers(x *model.Repeated, q engine.Question) bool {
	if x == nil || x.Of == 0 {
		return x != nil
	}
	return !x.Asks && (q.Who == engine.Actor || q.Who == engine.Gamemaster)
}

// answer spends nothing; several who act together share as a screen would offer
// it at first.
func answer(x *model.Repeated, q engine.Question) (engine.Answer, bool) {
	if x.Of > 0 && q.Wants == engine.Sharing {
		if a := q.Given(q.Preset()); q.Check(a) == nil {
			return a, true
		}
	}
	return q.Nothing()
}

// together lets several act as one. All is one event: where nobody has to be
// asked one undo takes it back, and where somebody has the rolls that wait for
// it are part of the act.
func (d *decision) together(c model.Together) error {
	switch {
	case len(c.Each) == 0:
		return model.Refuse("nobody acts: mark some characters first")
	case len(c.Each) > mostTogether:
		return model.Refuse("at most %d characters can act together", mostTogether)
	}
	for _, b := range c.Each {
		if b.System != c.Each[0].System || b.Action != c.Each[0].Action {
			return model.Refuse("characters who act together must take the same action")
		}
	}
	line := file{d: d, like: c.Each[0], rest: model.Repeated{Of: len(c.Each), Asks: c.Asks}, beside: c.Asks && apart(c.Each)}
	for _, b := range c.Each {
		line.all = append(line.all, model.OneMore{Who: b.Who, Against: b.Against, Params: b.Params, Force: b.Force})
	}
	return line.goes()
}

// apart reports whether nothing that one of them does concerns another: nobody
// is faced, and nobody acts twice.
func apart(each []model.Begin) bool {
	seen := map[string]bool{}
	for _, b := range each {
		if len(b.Against) > 0 || seen[b.Who] {
			return false
		}
		seen[b.Who] = true
	}
	return true
}

// inTurnOf goes on with those who were to act once a roll is over.
func (d *decision) inTurnOf(r model.Roll) error {
	line := file{d: d, like: model.Begin{System: r.System, Action: r.Action}, rest: *r.Rest, all: r.Rest.Then}
	line.rest.Then = nil
	line.met(r.Against)
	return line.goes()
}

// file is several who act together, one behind the other.
type file struct {
	d      *decision
	like   model.Begin // the rulebook and the action
	rest   model.Repeated
	all    []model.OneMore
	beside bool            // nobody waits for the one before
	faced  map[string]bool // by those who have acted
}

func (x *file) met(who []string) {
	if x.faced == nil {
		x.faced = map[string]bool{}
	}
	for _, id := range who {
		x.faced[id] = true
	}
}

// goes lets one after the other act, until somebody has to be asked: the others
// wait behind that roll. The error is why nobody could.
func (x *file) goes() (why error) {
	acted := false
	for i, m := range x.all {
		before := *x.d
		id, err := x.one(m)
		if err != nil {
			*x.d = before
			if why == nil {
				why = err
			}
			x.d.say(model.Noted{Who: m.Who, Text: x.d.t.NameOf(m.Who) + " is left out: " + err.Error()})
			continue
		}
		acted = true
		x.met(m.Against)
		if _, open := x.d.t.Roll(id); open && !x.beside && i+1 < len(x.all) {
			x.wait(id, x.all[i+1:])
			break
		}
	}
	if acted {
		return nil
	}
	return why
}

// one lets one of them act. What the first of them did for all - a defence of
// whom they face - is not done again.
func (x *file) one(m model.OneMore) (roll string, err error) {
	rest := x.rest
	roll, err = x.d.opens(model.Begin{Who: m.Who, Against: m.Against, System: x.like.System, Action: x.like.Action, Params: x.after(m), Force: m.Force}, &rest)
	if err == nil {
		x.d.goOn(roll)
	}
	return roll, err
}

// after gives the parameters of one behind those who have acted.
func (x *file) after(m model.OneMore) engine.Page {
	a, ok := x.d.t.ActionOf(x.like.System, x.like.Action)
	if !ok || len(m.Against) == 0 || slices.ContainsFunc(m.Against, func(id string) bool { return !x.faced[id] }) {
		return m.Params
	}
	return a.ForCompanion(m.Params)
}

// wait puts the others behind a roll that waits for an answer: on what was said
// of it, and on the roll.
func (x *file) wait(id string, others []model.OneMore) {
	all := make([]model.OneMore, len(others))
	for i, m := range others {
		m.Params = x.after(m)
		all[i] = m
	}
	for i, f := range slices.Backward(x.d.facts) {
		if o, ok := f.(model.Opened); ok && o.Roll.ID == id {
			rest := *o.Roll.Rest
			rest.Then = all
			o.Roll.Rest = &rest
			x.d.facts[i] = o
			x.d.t.State.ChangeRoll(id, func(r *model.Roll) { r.Rest = &rest })
			return
		}
	}
}
