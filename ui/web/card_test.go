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
	"example.org/fray/ui/uitest"
)

// A page says of each question what its card says, and for each number of points what it gives.
func TestAPageSaysTheWholeCard(t *testing.T) {
	gives := func(x scene.Share) (out []string) {
		for _, step := range x.Steps {
			out = append(out, step.Gives)
		}
		return out
	}
	uitest.WholeCards(t, gives, func(g *uitest.Memory, seat model.Seat, w scene.Waiting, _ engine.Inputs, _ engine.Step) (string, func(string) bool) {
		p := &seatPages{site: &Site{cfg: Config{Now: time.Now}}, seat: seat, memory: scene.NewMemory(nil), offers: map[string]*scene.Offers{}}
		p.table = view.SeenBy(g.Table, seat)
		var made markup.Writer
		questions{Cards: []card{p.question(w)}}.write(&made)
		page := made.Made().String()
		return page, func(words string) bool {
			var one markup.Writer
			one.Put("{}", words)
			return strings.Contains(page, one.Made().String())
		}
	})
}
