package uitest

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
)

// WholeCards plays fights of all rulebooks, and has what is written of each question say what its
// card says: every answer with its price and what comes of it, or why not, and what points give.
// written reports whether some words stand in what is written of a question, given that; gives is
// what it has to say of points.
func WholeCards(tb testing.TB, gives func(scene.Share) []string, written func(g *Memory, seat model.Seat, w scene.Waiting, in engine.Inputs, step engine.Step) (text string, has func(words string) bool)) {
	tb.Helper()
	asked, chances, steps := 0, 0, 0
	for _, s := range Books() {
		Fight(tb, s, 5, 25, func(g *Memory) {
			for _, seat := range []model.Seat{Mira, GM} {
				seen := view.SeenBy(g.Table, seat)
				for _, w := range scene.Asked(seen, seat, func(model.Seat) bool { return true }) {
					in, err := seen.InputsOf(w.Roll)
					step, wrong := seen.Step(w.Roll)
					if err != nil || wrong != nil || step.Open.Wants == engine.Throwing {
						continue
					}
					asked++
					text, has := written(g, seat, w, in, step)
					says := func(words string) {
						if !has(words) {
							tb.Errorf("%s, %s: %q is not said:\n%s", s.ID, seat.Name, words, text)
						}
					}
					card := scene.CardOf(in, w.Roll, step)
					for _, x := range card.Choices {
						if x.Chance != "" {
							chances++
						}
						if card.Question.Wants == engine.Picking || x.Chance != "" {
							says(x.Label)
						}
						says(x.Price)
						says(x.WhyNot)
						says(x.Chance)
					}
					for _, x := range card.Shares {
						steps += len(x.Steps)
						for _, words := range gives(x) {
							says(words)
						}
					}
				}
			}
		})
	}
	if asked < 20 || chances < 20 || steps == 0 {
		tb.Errorf("only %d questions, %d chances and %d steps were looked at", asked, chances, steps)
	}
}
