package engine

import "testing"

func TestTallyAddsUpByState(t *testing.T) {
	type state struct {
		n    int
		name string
	}
	y := &tally[state]{}
	for round := range 2 { // the second time in the memory of the first
		for range 3 {
			for n := range 1000 {
				y.add(state{n, "x"}, 0.5)
				y.add(state{n, "x"}, 0.25)
			}
		}
		if len(y.states) != 1000 {
			t.Fatalf("round %d: %d states", round, len(y.states))
		}
		for i, s := range y.states {
			if s.n != i || y.weights[i] != 2.25 {
				t.Fatalf("round %d: at place %d: %v with %v", round, i, s, y.weights[i])
			}
		}
		if y.empty(); len(y.lot().states) != 0 {
			t.Fatal("it is not empty")
		}
	}
}
