package trip

import (
	"slices"
	"strings"
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

// A slide above 9 and an odd target are rolled, with a word of warning.
func TestWhatIsUnusualIsWarnedOf(t *testing.T) {
	for _, c := range []struct {
		target, slide string
		warnings      int
	}{{"4", "9", 0}, {"4", "10", 1}, {"4", "20", 1}, {"3", "9", 1}, {"1", "10", 2}, {"8", "0", 0}} {
		step, err := engine.Run(inputs(t, "trip", "target", c.target, "slide", c.slide), nil)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, note := range step.Notes {
			if strings.HasPrefix(note, "note: ") {
				n++
			}
		}
		if n != c.warnings {
			t.Errorf("*%s with slide %s: %d warnings, want %d: %q", c.target, c.slide, n, c.warnings, step.Notes)
		}
	}
}

// Where no difficulty is set a Focus makes nothing more likely, and a form that has
// one says why its chance is what it was.
func TestAFocusWithoutADifficulty(t *testing.T) {
	for params, want := range map[string]int{
		"target 4": 0, "target 4 focus orange": 1, "target 4 luck luck luck_focus orange": 1,
		"target 4 focus orange difficulty 15": 0,
	} {
		in := inputs(t, "trip", strings.Fields(params)...)
		in.Sheets[engine.Actor] = engine.PageOf("mana_orange", 1)
		step, err := engine.Run(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, note := range step.Notes {
			if strings.HasPrefix(note, "note: without a difficulty a Focus") {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %q", params, step.Notes)
		}
	}
}

// One hit that is left is told as one.
func TestTheLastHit(t *testing.T) {
	for points, want := range map[string]string{"2": "2 damage: 8 hits left", "9": "9 damage: 1 hit left", "11": "11 damage: -1 hits left"} {
		in := inputs(t, "damage", "points", points)
		step, err := engine.Run(in, nil)
		if err != nil || !slices.Contains(step.Notes, want) {
			t.Errorf("no %q in %q, %v", want, step.Notes, err)
		}
	}
}

// That a result is one of two throws is told with it; a Critical is not lucked.
func TestLuckIsTold(t *testing.T) {
	for _, x := range []struct {
		luck, late, want string
		face             int
	}{
		{"luck", "keep", "  9, lucked", 9},
		{"anti", "keep", "  9, the worse of two", 9},
		{"none", "luck", "  9, lucked", 9},
		{"none", "keep", "  9", 9},
		{"luck", "keep", "  7, Critical", 10},
	} {
		in := inputs(t, "trip", "luck", x.luck, "target", "0")
		in.Sheets[engine.Actor] = engine.PageOf("luck_boxes", 3)
		var tape []engine.Answer
		step, err := engine.Run(in, tape)
		for ; err == nil && step.Open != nil; step, err = engine.Run(in, tape) {
			if step.Open.ID == "luck" {
				tape = append(tape, engine.Answer{ID: "luck", Pick: x.late})
				continue
			}
			face := x.face
			if face == 10 && len(tape) > 0 {
				face = 7
			}
			tape = append(tape, step.Open.Thrown(engine.Faces{face}))
		}
		if err != nil || !strings.HasSuffix(step.Story, x.want) {
			t.Errorf("luck %s, then %s: %q, not %q (%v)", x.luck, x.late, step.Story, x.want, err)
		}
	}
}
