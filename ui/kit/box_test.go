package kit

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// TestBandIsNeverOld puts columns next to each other of which some lines, their
// number and the columns' change from one to the next.
func TestBandIsNeverOld(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var b Band
	columns := [][]string{{"a"}}
	for n := range 2000 {
		if n%7 == 0 {
			columns = make([][]string, 1+r.IntN(3))
			high := 1 + r.IntN(5)
			for c := range columns {
				columns[c] = make([]string, high)
			}
		} else {
			columns = slices.Clone(columns)
		}
		c := r.IntN(len(columns))
		columns[c] = slices.Clone(columns[c])
		columns[c][r.IntN(len(columns[c]))] = strconv.Itoa(r.IntN(3))
		if got, want := b.Beside(columns...), Beside(columns...); !slices.Equal(got, want) {
			t.Fatalf("%q are %q, not %q", columns, got, want)
		}
	}
}

// A line that is as it was is not put together again.
func TestBandTakesOver(t *testing.T) {
	var b Band
	left, right := make([]string, 30), make([]string, 30)
	for i := range left {
		left[i], right[i] = "left", "right"
	}
	b.Beside(left, right)
	if n := testing.AllocsPerRun(10, func() { b.Beside(slices.Clone(left), right) }); n > 3 {
		t.Errorf("30 lines that are as they were are put together with %.0f allocations", n)
	}
}
