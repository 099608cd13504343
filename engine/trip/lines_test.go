package trip

import (
	"slices"
	"testing"

	"example.org/fray/engine"
)

// The working tells every line that a roll can reach, and no other.
func TestTheLinesOfDegreesAreTold(t *testing.T) {
	for highest, want := range map[string]string{
		"1": "*4: ability failure below 8; Degree 1 from 14 on",
		"2": "*4: ability failure below 8; Degree 1 from 14, 2 from 24 on",
		"4": "*4: ability failure below 8; Degree 1 from 14, 2 from 24, 3 from 34, 4 from 44 on",
	} {
		in := inputs(t, "trip", "target", "4", "slide", "4", "max_degree", highest)
		step, err := engine.Run(in, []engine.Answer{{ID: "trip", Dice: "1d20", Faces: []int{9}}})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(step.Notes, want) {
			t.Errorf("no %q in %q", want, step.Notes)
		}
	}
}
