package decide

import (
	"cmp"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// maxTogether is how many characters can act together in one act.
const maxTogether = 100

// isAnsweredAutomatically reports whether a decision in a roll of a series is made without
// asking. In a group only the decisions about its members are; decisions of and about
// their opponents are asked.
func isAnsweredAutomatically(x *model.Series, q engine.Question) bool {
	if x == nil || x.Members == 0 {
		return x != nil
	}
	about := cmp.Or(q.About, q.Who)
	return !x.Asks && (about == engine.Actor || about == engine.Gamemaster)
}

// automaticAnswer returns the answer of a series to a decision: spend nothing. Members of
// a group share points as a form would propose.
func automaticAnswer(x *model.Series, q engine.Question) (engine.Answer, bool) {
	if x.Members > 0 && q.Wants == engine.Sharing {
		if a := q.Given(q.Preset()); q.Check(a) == nil {
			return a, true
		}
	}
	return q.Nothing()
}

// together lets several characters act as one group. All of it is one event, so one
// undo takes it back; rolls that wait for an answer belong to the act.
func (d *decision) together(c model.Together) error {
	switch {
	case len(c.Each) == 0:
		return model.Refuse("nobody acts: mark some characters first")
	case len(c.Each) > maxTogether:
		return model.Refuse("at most %d characters can act together", maxTogether)
	}
	beyond := false
	for _, b := range c.Each {
		if b.System != c.Each[0].System || b.Action != c.Each[0].Action {
			return model.Refuse("characters who act together must take the same action")
		}
		if a, ok := d.t.ActionOf(b.System, b.Action); ok && len(a.BeyondSheet(b.Params)) > 0 {
			beyond = true
		}
	}
	g := group{d: d, action: c.Each[0], series: model.Series{Members: len(c.Each), Asks: c.Asks}, independent: c.Asks && areIndependent(c.Each)}
	for _, b := range c.Each {
		g.members = append(g.members, model.GroupMember{Who: b.Who, Against: b.Against, Params: b.Params, Force: b.Force})
	}
	before := *d
	if err := g.run(); err != nil || !beyond || !d.needsGrant() {
		return err
	}
	*d = before
	return d.request(model.Request{Group: &c})
}

// areIndependent reports whether no member's action concerns another: nobody is
// opposed, and nobody acts twice.
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

// continueGroup lets the remaining members act after a roll is over.
func (d *decision) continueGroup(r model.Roll) error {
	g := group{d: d, action: model.Begin{System: r.System, Action: r.Action}, series: *r.Series, members: r.Series.Waiting}
	g.series.Waiting = nil
	g.addOpposed(r.Against)
	return g.run()
}

// group is several characters who act one after the other.
type group struct {
	d           *decision
	action      model.Begin // the rulebook and the action
	series      model.Series
	members     []model.GroupMember
	independent bool            // no member waits for the roll of the one before
	opposed     map[string]bool // the opponents of members who have acted
}

// addOpposed marks characters as opposed by a member who has acted.
func (x *group) addOpposed(who []string) {
	if x.opposed == nil {
		x.opposed = map[string]bool{}
	}
	for _, id := range who {
		x.opposed[id] = true
	}
}

// run lets the members act in order until one must be asked; the others then wait for
// that roll. If no member could act, the error says why the first could not.
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
			r, rolling := openRollOf(x.d.t, m.Who)
			x.d.emit(model.Noted{Who: m.Who, Text: x.d.t.NameOf(m.Who) + " is left out: " + err.Error(), Private: rolling && isHidden(x.d.t, r)})
			continue
		}
		acted = true
		x.addOpposed(m.Against)
		if r, open := x.d.t.Roll(id); open && r.Parked == "" && !x.independent && i+1 < len(x.members) {
			x.postpone(id, x.members[i+1:])
			break
		}
	}
	if acted {
		return nil
	}
	return why
}

// act lets one member act.
func (x *group) act(m model.GroupMember) (roll string, err error) {
	rest := x.series
	roll, err = x.d.openRoll(model.Begin{Who: m.Who, Against: m.Against, System: x.action.System, Action: x.action.Action, Params: x.paramsOf(m), Force: m.Force}, &rest)
	if err == nil {
		x.d.advanceRoll(roll)
	}
	return roll, err
}

// paramsOf returns the parameters of a member's action. If all opponents were opposed
// before, what the first member did for all, such as their defence, is not done again.
func (x *group) paramsOf(m model.GroupMember) engine.Page {
	a, ok := x.d.t.ActionOf(x.action.System, x.action.Action)
	if !ok || len(m.Against) == 0 || slices.ContainsFunc(m.Against, func(id string) bool { return !x.opposed[id] }) {
		return m.Params
	}
	out := a.ForCompanion(m.Params)
	for _, sp := range a.Form.Fields() {
		if sp.Shared && !sp.Undefended.IsNone() && model.AsksDefence(x.d.t.OwnRules()) {
			out = out.With(sp.ID, sp.Undefended) // nobody is asked again
		}
	}
	return out
}

// postpone stores the remaining members on a roll that waits for an answer.
func (x *group) postpone(id string, others []model.GroupMember) {
	all := make([]model.GroupMember, len(others))
	for i, m := range others {
		m.Params = x.paramsOf(m)
		all[i] = m
	}
	for i, f := range slices.Backward(x.d.facts) {
		if o, ok := f.(model.Opened); ok && o.Roll.ID == id {
			rest := *o.Roll.Series
			rest.Waiting = all
			o.Roll.Series = &rest
			x.d.facts[i] = o
			x.d.t.State.ChangeRoll(id, func(r *model.Roll) { r.Series = &rest })
			return
		}
	}
}
