package lines

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/uitest"
)

// Lines say of each question what its card says, and of points the fewest that give something, and
// what all of them give.
func TestLinesSayTheWholeCard(t *testing.T) {
	gives := func(x scene.Share) []string { return []string{x.StepsWords()} }
	uitest.WholeCards(t, gives, func(g *uitest.Memory, seat model.Seat, w scene.Waiting, in engine.Inputs, step engine.Step) (string, func(string) bool) {
		var out strings.Builder
		p := seatedAt(g, seat, &out)
		p.ask(in, w.Roll, step)
		_ = p.out.Flush()
		return out.String(), func(words string) bool { return strings.Contains(out.String(), words) }
	})
}
