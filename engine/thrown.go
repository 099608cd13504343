package engine

import (
	"slices"
	"strconv"
	"strings"
)

// Fate is what became of a die after it fell.
type Fate uint8

// What can become of a die. Each has a sign or a word of its own.
const (
	FateStands Fate = iota
	FateAgain       // thrown again and added
	FateCancelled
	FateSpecial // it decided something: a one, a Critical
)

// Thrown is one throw of dice as people see it.
type Thrown struct {
	Label string // what they were for
	Dice  string // 2d10
	Faces Faces
	Fates []Fate // by face; nil: none but what the faces tell
	Typed bool   // by a person
}

// ThrownOf gives the throws of a tape in order, with what became of each die. Dice were
// thrown again if there are more faces than dice.
func ThrownOf(tape []Answer, fates []DieFate) []Thrown {
	var out []Thrown
	for _, a := range tape {
		if a.Faces == nil {
			continue
		}
		t := Thrown{Label: ThrowWords(a.ID), Dice: a.Dice, Faces: a.Faces, Typed: a.Typed}
		count, sides, _ := strings.Cut(a.Dice, "d")
		n, _ := strconv.Atoi(count)
		if again, err := strconv.Atoi(sides); err == nil && len(a.Faces) > n {
			t.Fates = make([]Fate, len(a.Faces))
			for i, x := range a.Faces {
				if x == again {
					t.Fates[i] = FateAgain
				}
			}
		}
		for _, f := range fates {
			t.mark(f)
		}
		out = append(out, t)
	}
	return out
}

// mark gives f's fate to the first die of its question that shows its face.
func (t *Thrown) mark(f DieFate) {
	i := slices.Index(t.Faces, f.Face)
	if ThrowWords(f.Ask) != t.Label || i < 0 {
		return
	}
	if t.Fates == nil {
		t.Fates = make([]Fate, len(t.Faces))
	}
	switch {
	case f.Cancelled():
		t.Fates[i] = FateCancelled
	case f.Decisive():
		t.Fates[i] = FateSpecial
	}
}
