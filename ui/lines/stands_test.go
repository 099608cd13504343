package lines

import (
	"bytes"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/ui/uitest"
)

// Where a roll asks something after its dice have fallen, whoever decides reads first whether
// it is a success as it stands, in every rulebook that asks then.
func TestVerdictBeforeTheQuestion(t *testing.T) {
	told := map[string]bool{}
	for _, s := range uitest.Books() {
		uitest.Fight(t, s, 2, 12, func(g *uitest.Memory) {
			for _, r := range g.Table.Rolls() {
				in, err := g.Table.InputsOf(r)
				step, wrong := g.Table.Step(r)
				if err != nil || wrong != nil || step.Open == nil || step.Open.Wants == engine.Throwing {
					continue
				}
				dice := false
				for _, a := range r.Tape {
					dice = dice || a.Faces != nil
				}
				end, ends := in.EndWithoutDice(r.Tape, engine.Question.Offered)
				if !dice || !ends || end.NoTarget {
					continue
				}
				var out bytes.Buffer
				p := seatedAt(g, uitest.GM, &out)
				p.ask(in, r, step)
				p.out.Flush()
				first, rest, _ := strings.Cut(out.String(), "\n")
				won, lost := in.Action.Verdict()
				word := strings.ToUpper(map[bool]string{true: won, false: lost}[end.Success])
				if end.Grade == engine.Success || end.Grade == engine.Failure {
					told[s.ID] = true
					if !strings.HasPrefix(first, "As it stands: ") || !strings.Contains(first, word) || !strings.Contains(rest, step.Open.Words) {
						t.Errorf("%s, %s: asked is\n%s", s.ID, r.Action, out.String())
					}
				}
			}
		})
	}
	if len(told) < 2 {
		t.Errorf("only %v ask after the dice", told)
	}
}
