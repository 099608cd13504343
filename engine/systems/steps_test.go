package systems_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
)

// oneStep is how many fields and lists may be asked for in a single step.
const oneStep = 10

// A sheet of every rulebook is made in steps, each of which asks for fields that
// people write and for none that the rules keep for themselves.
func TestStepsOfMaking(t *testing.T) {
	for _, s := range systems.All() {
		n := 0
		for words, of := range s.Sheet.Steps {
			name := words[0]
			n++
			if name == "" || len(of) == 0 {
				t.Errorf("%s: the step %q settles nothing", s.ID, name)
			}
			for _, id := range of {
				id, _, _ = strings.Cut(id, ".")
				l, list := s.Sheet.FindList(id)
				sp, field := s.Sheet.Field(id)
				switch {
				case !list && !field:
					t.Errorf("%s, %s: there is no %q", s.ID, name, id)
				case field && sp.Bookkeeping:
					t.Errorf("%s, %s: %q is kept by the rules", s.ID, name, id)
				case list && l.Columns[0].Unmodifiable:
					t.Errorf("%s, %s: the list %q is kept by the rules", s.ID, name, id)
				}
			}
		}
		if n == 0 || n == 1 && len(s.Sheet.Fields())+len(s.Sheet.Lists()) > oneStep {
			t.Errorf("%s is made in %d steps", s.ID, n)
		}
		if err := s.Sheet.Check(s.Sheet.WithStartRows(engine.Page{})); err != nil {
			t.Errorf("%s: %v", s.ID, err)
		}
	}
}
