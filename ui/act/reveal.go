package act

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// ends is how a roll whose dice have fallen ends when nothing more is spent
// than it needs; nil while more dice are to fall, and before the first.
func ends(in engine.Inputs, tape []engine.Answer) *engine.Outcome {
	if !slices.ContainsFunc(tape, func(a engine.Answer) bool { return a.Faces != nil }) {
		return nil
	}
	tape = slices.Clip(tape)
	for range mostQuestions {
		step, err := engine.Run(in, tape)
		switch {
		case err != nil:
			return nil
		case step.Done():
			if !step.Aimed || step.Outcome.Grade == engine.Undecided {
				return nil
			}
			return &step.Outcome
		case step.Open.Wants == engine.Throwing:
			return nil
		}
		tape = append(tape, step.Open.Usual())
	}
	return nil
}

// mostQuestions is how many decisions a verdict is followed through.
const mostQuestions = 20

// leastReveal is how many lines a reveal with boxes needs, question included.
const leastReveal = 14

// reveal draws the dice as they fell, large where there is room, and what came
// of them: what they were measured against, and whether that is enough.
func (a *asking) reveal(f pane.Frame) []string {
	throws := kit.ThrownOf(a.roll.Tape, a.step.Fates)
	if a.verdict == nil || len(throws) == 0 {
		return f.Look.DiceRows(throws, 1, f.W)
	}
	o := *a.verdict
	numbers := fmt.Sprintf("%d against %d", o.Total, o.Target)
	word, ink := verdictWord(a.in.Action, o.Success)
	by := fmt.Sprintf("  by %d", max(o.Margin, -o.Margin))
	first := throws[0]
	boxes := f.Look.DiceBoxes(first, f.W/2)
	if f.H < leastReveal || boxes == nil {
		out := f.Look.DiceRows(throws, 1, f.W)
		return append(out, f.Look.Row(f.W).Space(1).Put(ink, word).Put(kit.Text, by).Space(3).Put(kit.Dim, numbers).String())
	}
	wide := kit.Width(boxes[0])
	beside := []func(*kit.Row){
		func(r *kit.Row) { r.Put(kit.Text, numbers) },
		func(r *kit.Row) { r.Put(ink, word).Put(kit.Text, by) },
		func(r *kit.Row) {},
	}
	var out []string
	for i, line := range boxes {
		r := f.Look.Row(f.W).Space(1).Drawn(line, wide).Space(3)
		beside[i](r)
		out = append(out, r.String())
	}
	return append(out, f.Look.DiceRows(throws[1:], 1, f.W)...)
}

// verdictWord says whether a roll is good enough, in a word and not in colour
// alone.
func verdictWord(a *engine.Action, good bool) (string, kit.Token) {
	switch {
	case good && a.Attack:
		return "HIT", kit.Good
	case good:
		return "SUCCESS", kit.Good
	case a.Attack:
		return "MISS", kit.Bad
	}
	return "FAILURE", kit.Bad
}
