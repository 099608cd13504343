package lines

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/uitest"
)

// Lines say of each question what its card says: every answer with its price and what comes of it,
// or why not, and what points give.
func TestLinesSayTheWholeCard(t *testing.T) {
	asked, chances, steps := 0, 0, 0
	for _, s := range uitest.Books() {
		uitest.Fight(t, s, 5, 25, func(g *uitest.Memory) {
			for _, seat := range []model.Seat{uitest.Mira, {Role: model.GM}} {
				var out strings.Builder
				p := seatedAt(g, seat, &out)
				for _, w := range scene.Asked(p.table, seat, func(model.Seat) bool { return true }) {
					in, err := p.table.InputsOf(w.Roll)
					step, wrong := p.table.Step(w.Roll)
					if err != nil || wrong != nil || step.Open.Wants == engine.Throwing {
						continue
					}
					asked++
					p.ask(in, w.Roll, step)
					_ = p.out.Flush()
					card := scene.CardOf(in, w.Roll, step)
					says := func(words string) {
						if !strings.Contains(out.String(), words) {
							t.Errorf("%s, %s: lines do not say %q:\n%s", s.ID, seat.Name, words, out.String())
						}
					}
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
						says(x.StepsWords())
					}
				}
			}
		})
	}
	if asked < 20 || chances < 20 || steps == 0 {
		t.Errorf("only %d questions, %d chances and %d steps were looked at", asked, chances, steps)
	}
}
