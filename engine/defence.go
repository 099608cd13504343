package engine

// defence answers what is the opponent's to decide before the rule begins with the first
// answers of a tape. It gives the inputs with those decisions as parameters, the answers
// that are left, and the question that is still open, if one is. plan, where there is one,
// answers that; the error is that of a tape that does not fit.
func (in Inputs) defence(tape []Answer, plan Plan) (Inputs, []Answer, *Question, error) {
	if !in.AsksDefence {
		return in, tape, nil, nil
	}
	in.AsksDefence = false
	for _, sp := range in.Action.Form.Fields() {
		if _, written := in.Params.Get(sp.ID); written || sp.Undefended.IsNone() {
			continue
		}
		q := in.defenceQuestion(sp)
		var a Answer
		switch {
		case len(tape) > 0:
			a, tape = tape[0], tape[1:]
		case plan != nil:
			a = plan(q)
		default:
			return in, nil, &q, nil
		}
		if err := q.Check(a); err != nil {
			return in, nil, nil, &Diverged{Words: err.Error()}
		}
		in.Params = in.Params.With(sp.ID, ValueOf(a.Pick))
	}
	return in, tape, nil, nil
}

// defenceQuestion asks the opponent for a way to meet the attack. A way that the rule
// refuses cannot be taken.
func (in Inputs) defenceQuestion(sp *Spec) Question {
	q := Question{Ask: Ask{ID: sp.ID, Words: "How to meet the attack"}, Wants: Picking, Who: Other, Defends: true,
		Options: []Option{{ID: sp.Undefended.Text(), Label: sp.Words(sp.Undefended)}}}
	for _, id := range sp.Options {
		if v := ValueOf(id); v != sp.Undefended {
			with := in
			with.Params = in.Params.With(sp.ID, v)
			q.Options = append(q.Options, Option{ID: id, Label: sp.Words(v), WhyNot: with.WhyNot()})
		}
	}
	return q
}

// beforeDefence is the step at which the opponent is asked. Up to there it is as if they
// did not defend; the rule refuses what it would refuse then.
func (in Inputs) beforeDefence(q Question) (Step, error) {
	in.Params = in.Params.With(q.ID, ValueOf(q.Options[0].ID))
	step, err := Run(in, nil)
	if err != nil {
		return step, err
	}
	return Step{Open: &q, Target: step.Target, Aimed: step.Aimed, Taken: step.Taken,
		Beside: append(step.Beside, Word(q.ID, "the target decides"))}, nil
}

// CanDefend reports whether the opponent has a choice how to meet the attack.
func (in Inputs) CanDefend() bool {
	in.AsksDefence = true
	_, _, q, _ := in.defence(nil, nil)
	if q == nil {
		return false
	}
	for _, o := range q.Options[1:] {
		if o.WhyNot == "" {
			return true
		}
	}
	return false
}
