package enginetest

import (
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"

	"example.org/fray/engine"
)

// resumed is how many paths of an action are run again.
const resumed = 120

// resuming proves that equal answers give the same result, even after they were stored as
// JSON, that a rule does not change its inputs, and that each answer fits the question at its
// place.
func (e *exam) resuming() {
	for _, p := range e.tried.endings(resumed) {
		before := copyTape(p.tape)
		sheets := written(p.in)
		again, err := e.dog.run(p.in, before)
		if err != nil || !sameStep(again, p.end) {
			e.fail(p.trial, p.tape, "the same answers come to something else the second time: it knows more than inputs and answers (%v)", err)
		}
		if p.changedAnswers || !reflect.DeepEqual(before, p.tape) {
			e.fail(p.trial, p.tape, "it changes the answers that it is given: copy faces and shares before sorting or changing them")
		}
		if written(p.in) != sheets {
			e.fail(p.trial, p.tape, "it changes its inputs")
		}
		e.kept(p)
		for i, q := range p.questions {
			step, err := e.dog.run(p.in, p.tape[:i])
			switch {
			case err != nil || step.Open == nil:
				e.fail(p.trial, p.tape[:i], "it can't be resumed after %d answers: %v", i, err)
			case !sameQuestion(*step.Open, q):
				e.fail(p.trial, p.tape[:i], "resumed, it asks something else: %s, not %s", step.Open.ID, q.ID)
			case q.Check(p.tape[i]) != nil:
				e.fail(p.trial, p.tape[:i], "the answer to %s no longer fits: %v", q.ID, q.Check(p.tape[i]))
			}
		}
	}
}

// kept proves that answers are the same after they were stored as JSON.
func (e *exam) kept(p path) {
	text, err := json.Marshal(p.tape)
	var back []engine.Answer
	if err == nil {
		err = json.Unmarshal(text, &back)
	}
	if err == nil {
		var step engine.Step
		if step, err = e.dog.run(p.in, back); err == nil && !sameStep(step, p.end) {
			err = errors.New("the outcome is another")
		}
	}
	if err != nil {
		e.fail(p.trial, p.tape, "the answers don't survive JSON: %v", err)
	}
}

func copyTape(tape []engine.Answer) []engine.Answer {
	out := slices.Clone(tape)
	for i := range out {
		out[i].Faces = slices.Clone(out[i].Faces)
		out[i].Give = maps.Clone(out[i].Give)
	}
	return out
}

// written returns the pages of in as text.
func written(in engine.Inputs) string {
	text, err := json.Marshal([]any{in.Sheets, in.House, in.Params, in.Company})
	if err != nil {
		return err.Error()
	}
	return string(text)
}

func sameStep(a, b engine.Step) bool {
	switch {
	case (a.Open == nil) != (b.Open == nil):
		return false
	case a.Open != nil && !sameQuestion(*a.Open, *b.Open):
		return false
	}
	a.Open, b.Open = nil, nil
	return reflect.DeepEqual(a, b)
}

// says returns what a use says of n points, "" if that breaks, which another proof reports.
func says(effect func(int) string, n int) (words string) {
	if effect == nil {
		return ""
	}
	defer func() {
		if recover() != nil {
			words = "breaks"
		}
	}()
	return effect(n)
}

// sameQuestion compares questions. Stakes and effects are compared by their words.
func sameQuestion(a, b engine.Question) bool {
	if a.AtStake() != b.AtStake() {
		return false
	}
	a.Stakes, b.Stakes = nil, nil
	if len(a.Uses) != len(b.Uses) {
		return false
	}
	a.Uses, b.Uses = slices.Clone(a.Uses), slices.Clone(b.Uses)
	for i := range a.Uses {
		x, y := &a.Uses[i], &b.Uses[i]
		if says(x.Effect, a.Total) != says(y.Effect, b.Total) || says(x.Apart, a.Total) != says(y.Apart, b.Total) {
			return false
		}
		x.Effect, y.Effect, x.Apart, y.Apart = nil, nil, nil, nil
	}
	return reflect.DeepEqual(a, b)
}

// wrongTapes proves that answers that do not fit are a Diverged error, which names
// the first wrong one.
func (e *exam) wrongTapes() {
	for _, p := range e.tried.endings(12) {
		e.diverges(p, len(p.tape), engine.Answer{ID: "surplus", Pick: "none"}, "an answer too many")
		for i, q := range p.questions {
			a := p.tape[i]
			other := a
			other.ID = "no-such-question"
			e.diverges(p, i, other, "an answer to another question")
			if q.Wants != engine.Throwing {
				e.diverges(p, i, engine.Answer{ID: a.ID, Faces: engine.Faces{1}}, "dice for a decision")
				continue
			}
			e.diverges(p, i, q.Picked("none"), "a decision for dice")
			e.diverges(p, i, q.Thrown(append(slices.Clone(a.Faces), q.Dice.Low)), "a die too many")
			e.diverges(p, i, q.Thrown(a.Faces[:len(a.Faces)-1]), "a die too few")
			for _, x := range []int{q.Dice.Low - 1, q.Dice.High + 1} {
				f := slices.Clone(a.Faces)
				f[0] = x
				e.diverges(p, i, q.Thrown(f), "a face that the die doesn't have")
			}
		}
	}
}

func (e *exam) diverges(p path, at int, a engine.Answer, what string) {
	tape := append(slices.Clone(p.tape[:at]), a)
	_, err := e.dog.run(p.in, tape)
	var div *engine.Diverged
	if !errors.As(err, &div) || div.At != at || div.Words == "" {
		e.fail(p.trial, tape, "%s as answer %d must diverge there: %v", what, at+1, err)
	}
}

// folds proves that a reading does not depend on the order of its dice.
func (e *exam) folds() {
	for _, p := range e.tried.endings(resumed) {
		tape, moved := copyTape(p.tape), false
		for i, q := range p.questions {
			if q.Wants == engine.Throwing && !q.Ordered && q.Dice.Count > 1 {
				tape[i].Faces = e.shuffled(q.Dice, tape[i].Faces)
				moved = moved || !slices.Equal(tape[i].Faces, p.tape[i].Faces)
			}
		}
		if !moved {
			continue
		}
		step, err := e.dog.run(p.in, tape)
		if err != nil || !reflect.DeepEqual(step.Outcome, p.end.Outcome) ||
			!reflect.DeepEqual(step.Changes, p.end.Changes) || !reflect.DeepEqual(step.Next, p.end.Next) {
			e.fail(p.trial, p.tape, "the order of the dice within a question matters: fold must not care, or use Throw (%v)\n\tnow: %v, %+v\n\tin the order of the tape below: %+v",
				err, tape, step.Outcome, p.end.Outcome)
		}
	}
}

// shuffled returns faces in another order. The faces of a die that was thrown again
// stay together.
func (e *exam) shuffled(d engine.Dice, f engine.Faces) engine.Faces {
	var one [][]int
	open := false
	for _, x := range f {
		if !open {
			one = append(one, nil)
		}
		one[len(one)-1] = append(one[len(one)-1], x)
		open = d.Again != 0 && x == d.Again
	}
	e.rnd.Shuffle(len(one), func(i, j int) { one[i], one[j] = one[j], one[i] })
	return slices.Concat(one...)
}
