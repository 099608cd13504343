package systems_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
)

// In every rulebook a sheet is made in steps of its own, of what people write:
// nothing that the rules keep for themselves is asked for.
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
				case list && l.Columns[0].Tracks:
					t.Errorf("%s, %s: the list %q is kept by the rules", s.ID, name, id)
				}
			}
		}
		if n < 2 {
			t.Errorf("%s is made in %d steps", s.ID, n)
		}
		if err := s.Sheet.Check(s.Sheet.WithStartRows(engine.Page{})); err != nil {
			t.Errorf("%s: %v", s.ID, err)
		}
	}
}
