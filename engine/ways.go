package engine

// Way is one way through a roll, to its end, and how likely it is.
type Way struct {
	Step Step // without notes
	P    float64
	Err  error // the rule refuses to go on with these dice; nil if it does not
}

// Ways follows every way in which the dice can fall after tape, as [Odds] does, and gives
// how each ends, with the odds: the weights of the ways and [Chances.Unreached] add up to 1. The
// errors are those of [Odds].
func Ways(in Inputs, tape []Answer, plan Plan) (all []Way, odds Chances, err error) {
	answers := plan
	if answers == nil {
		answers = Question.Offered
	}
	in, tape, _, err = in.WithoutNotes().defence(tape, answers)
	if err != nil {
		return nil, odds, err
	}
	c := newCount(&in, tape, plan)
	c.ended = func(refused error) {
		e := Way{P: c.way.P, Err: refused}
		if refused == nil {
			e.Step = c.follow()
		}
		all = append(all, e)
	}
	c.anew = func() { all = nil }
	odds, err = c.chances()
	return all, odds, err
}

// follow runs the rule in play over the way that was counted, so that it puts out all that
// it does in play.
func (c *count) follow() Step {
	r := &Roll{in: c.in, again: c, cursor: cursor{tape: c.tape, readings: c.way.Readings}}
	out := c.in.Action.Rule(r)
	step := r.step()
	step.Outcome = out
	return step
}
