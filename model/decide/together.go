package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// maxTogether is how many act together in one act.
const maxTogether = 100

// GroupSize is how many act in the act that the roll is part of, and 0 where its
// character acts alone.
func GroupSize(r model.Roll) int {
	if r.Rest == nil {
		return 0
	}
	return r.Rest.Of
}

// isAnsweredAutomatically reports whether a decision is answered for whoever should take it. Of
// several who act together only those themselves are: whom they face decides.
func isAnsweredAutomatically(x *model.Repeated, q engine.Question) bool {
	if x == nil || x.Of == 0 {
		return x != nil
	}
	return !x.Asks && (q.Who == engine.Actor || q.Who == engine.Gamemaster)
}

// automaticAnswer spends nothing; several who act together share as a screen would offer
// it at first.
func automaticAnswer(x *model.Repeated, q engine.Question) (engine.Answer, bool) {
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
		return model.Refuse("nobody acts: mark who does")
	case len(c.Each) > maxTogether:
		return model.Refuse("%d act together at most", maxTogether)
	}
	for _, b := range c.Each {
		if b.System != c.Each[0].System || b.Action != c.Each[0].Action {
			return model.Refuse("those who act together do the same")
		}
	}
	g := group{d: d, action: c.Each[0], repeated: model.Repeated{Of: len(c.Each), Asks: c.Asks}, independent: c.Asks && areIndependent(c.Each)}
	for _, b := range c.Each {
		g.members = append(g.members, model.OneMore{Who: b.Who, Against: b.Against, Params: b.Params, Force: b.Force})
	}
	return g.run()
}

// areIndependent reports whether nothing that one of them does concerns another: nobody
// is faced, and nobody acts twice.
func areIndependent(each []model.Begin) bool {
	seen := map[string]bool{}
	for _, b := range each {
		if len(b.Against) > 0 || seen[b.Who] {
			return false
		}
		seen[b.Who] = true
	}
	return true
}

// continueGroup goes on with those who were to act once a roll is over.
func (d *decision) continueGroup(r model.Roll) error {
	g := group{d: d, action: model.Begin{System: r.System, Action: r.Action}, repeated: *r.Rest, members: r.Rest.Then}
	g.repeated.Then = nil
	g.addOpposed(r.Against)
	return g.run()
}

// group is several who act together, one behind the other.
type group struct {
	d           *decision
	action      model.Begin // the rulebook and the action
	repeated    model.Repeated
	members     []model.OneMore
	independent bool            // nobody waits for the one before
	opposed     map[string]bool // by those who have acted
}

func (x *group) addOpposed(who []string) {
	if x.opposed == nil {
		x.opposed = map[string]bool{}
	}
	for _, id := range who {
		x.opposed[id] = true
	}
}

// run lets one after the other act, until somebody has to be asked: the others
// wait behind that roll. The error is why nobody could.
func (x *group) run() (why error) {
	acted := false
	for i, m := range x.members {
		before := *x.d
		id, err := x.act(m)
		if err != nil {
			*x.d = before
			if why == nil {
				why = err
			}
			x.d.emit(model.Noted{Who: m.Who, Text: x.d.t.NameOf(m.Who) + " is left out: " + err.Error()})
			continue
		}
		acted = true
		x.addOpposed(m.Against)
		if _, open := x.d.t.Roll(id); open && !x.independent && i+1 < len(x.members) {
			x.postpone(id, x.members[i+1:])
			break
		}
	}
	if acted {
		return nil
	}
	return why
}

// act lets one of them act. What the first of them did for all - a defence of
// whom they face - is not done again.
func (x *group) act(m model.OneMore) (roll string, err error) {
	rest := x.repeated
	roll, err = x.d.openRoll(model.Begin{Who: m.Who, Against: m.Against, System: x.action.System, Action: x.action.Action, Params: x.paramsOf(m), Force: m.Force}, &rest)
	if err == nil {
		x.d.advanceRoll(roll)
	}
	return roll, err
}

// paramsOf gives the parameters of one behind those who have acted.
func (x *group) paramsOf(m model.OneMore) engine.Page {
	a, ok := x.d.t.ActionOf(x.action.System, x.action.Action)
	if !ok || len(m.Against) == 0 || slices.ContainsFunc(m.Against, func(id string) bool { return !x.opposed[id] }) {
		return m.Params
	}
	return a.ForCompanion(m.Params)
}

// postpone puts the others behind a roll that waits for an answer: on what was said
// of it, and on the roll.
func (x *group) postpone(id string, others []model.OneMore) {
	all := make([]model.OneMore, len(others))
	for i, m := range others {
		m.Params = x.paramsOf(m)
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
