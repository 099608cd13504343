package web

import (
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/markup"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	play "example.org/fray/ui/act"
	"example.org/fray/ui/uitest"
)

// A page says of each question what its card says: every answer with its price and what comes of
// it, or why not, and for each number of points what it gives.
func TestAPageSaysTheWholeCard(t *testing.T) {
	asked, chances, steps := 0, 0, 0
	for _, s := range uitest.Books() {
		uitest.Fight(t, s, 5, 25, func(g *uitest.Memory) {
			for _, seat := range []model.Seat{uitest.Mira, {Role: model.GM}} {
				p := &seatPages{site: &Site{cfg: Config{Now: time.Now}}, seat: seat, memory: play.NewMemory(nil), offers: map[string]play.Offers{}}
				p.table = view.SeenBy(g.Table, seat)
				for _, w := range scene.Asked(p.table, seat, func(model.Seat) bool { return true }) {
					in, err := p.table.InputsOf(w.Roll)
					step, wrong := p.table.Step(w.Roll)
					if err != nil || wrong != nil || step.Open.Wants == engine.Throwing {
						continue
					}
					asked++
					var made markup.Writer
					questions{Cards: []card{p.question(w)}}.write(&made)
					page := made.Made().String()
					says := func(words string) {
						var one markup.Writer
						one.Put("{}", words)
						if !strings.Contains(page, one.Made().String()) {
							t.Errorf("%s, %s: the page does not say %q:\n%s", s.ID, seat.Name, words, page)
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
						for _, step := range x.Steps {
							steps++
							says(step.Gives)
						}
					}
				}
			}
		})
	}
	if asked < 20 || chances < 20 || steps == 0 {
		t.Errorf("only %d questions, %d chances and %d steps were looked at", asked, chances, steps)
	}
}
