package supermen

import (
	"testing"

	"example.org/fray/engine"
)

// What is offered of an attack keeps the hit first, wastes nothing on a step of
// damage that is not reached, and is never more than there is.
func TestSuggestKeepsTheHit(t *testing.T) {
	for q := range 40 {
		for needs := range 6 {
			s := &strike{attacks: make([]int, 1), needs: []int{needs}}
			uses := []engine.Use{{ID: "attack"}, damageUse(4), rowUse(forCombat.start)}
			s.suggest(q, uses)
			give := engine.Question{Wants: engine.Sharing, Total: q, Uses: uses}.Preset()
			if give["attack"] != min(needs, q) {
				t.Errorf("of %d the attack gets %d, and needs %d", q, give["attack"], needs)
			}
			if n := give["damage"]; n > 0 && doubles.of(n-1) == doubles.of(n) {
				t.Errorf("%d on damage: the last point does nothing", n)
			}
			if sum := give["attack"] + give["damage"] + give["ep"]; sum > q {
				t.Errorf("%d of %d are offered", sum, q)
			}
		}
	}
}
