package fairdice_test

import (
	"fmt"
	"math/bits"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/saves/fairdice"
)

// Dice of a seed fall as they always did: tables of years ago are checked by
// them.
func TestDiceStay(t *testing.T) {
	throw := fairdice.Throw(1)
	got := fmt.Sprint(throw(engine.D(6, 6)), throw(engine.Dice{Count: 5, High: 9}), throw(engine.D(3, 6).Exploding()), throw(engine.D(2, 100)))
	if want := "5 3 3 1 5 5 3 1 8 1 8 2 2 4 39 91"; got != want {
		t.Errorf("the dice fell %s, not %s", got, want)
	}
}

// Each face is as likely as the others: chi-square of 60,000 throws, at a
// limit that one fair run in a million exceeds.
func TestDiceFair(t *testing.T) {
	limits := map[int]float64{2: 23.9, 4: 30.7, 6: 35.9, 8: 40.5, 10: 44.8, 20: 63.9, 100: 179}
	for sides, limit := range limits {
		throw := fairdice.Throw(uint64(sides))
		const throws = 60_000
		seen := make([]int, sides)
		for _, face := range throw(engine.D(throws, sides)) {
			seen[face-1]++
		}
		expect, chi := float64(throws)/float64(sides), 0.0
		for _, n := range seen {
			d := float64(n) - expect
			chi += d * d / expect
		}
		if chi > limit {
			t.Errorf("d%d: chi-square %.1f exceeds %.1f: %v", sides, chi, limit, seen)
		}
	}
}

// A die with a number of faces close to the size of the stream's words needs
// many of them passed over, and still falls evenly.
func TestDiceUnbiased(t *testing.T) {
	sides := 3 << (bits.UintSize - 4) // in 64 bits a third of the words lies above its largest multiple
	throw := fairdice.Throw(3)
	low := 0
	const throws = 3000
	for range throws {
		if throw(engine.D(1, sides))[0] <= sides/3 {
			low++
		}
	}
	if low < throws/3-150 || low > throws/3+150 {
		t.Errorf("%d of %d throws lie in the lowest third", low, throws)
	}
}
