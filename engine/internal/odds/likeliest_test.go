package odds

import (
	"errors"
	"math"
	"testing"
)

// Followed to its end, the likeliest first comes to the same as one way after the other, with
// merging and without.
func TestLikeliestFollowsEveryWay(t *testing.T) {
	for name, merge := range map[string]bool{"each": false, "merged": true} {
		weights, runs := map[int]float64{}, 0
		err := Likeliest(coins(10, merge, func(ones int, p float64) { weights[ones] += p }), func(walked int) bool { runs = walked; return false })
		if err != nil {
			t.Fatal(err)
		}
		want := 1.0 / 1024
		for ones := range 11 {
			if math.Abs(weights[ones]-want) > 1e-15 {
				t.Errorf("%s: %d ones have %v, not %v", name, ones, weights[ones], want)
			}
			want = want * float64(10-ones) / float64(ones+1)
		}
		if merge && runs > 512 {
			t.Errorf("equal states wait for each other, and there are %d runs", runs)
		}
	}
	broken := errors.New("broken")
	if err := Likeliest(func(Way) (*Stop, error) { return nil, broken }, func(int) bool { return false }); !errors.Is(err, broken) {
		t.Errorf("the error of a run is %v", err)
	}
}

// What is left over is as little as so many ways can leave.
func TestLikeliestComesFirst(t *testing.T) {
	last := 1.0
	err := Likeliest(func(w Way) (*Stop, error) {
		if len(w.Readings) < 3 {
			return &Stop{Readings: w.Readings, Branches: []Branch{{1, .1, nil}, {2, .6, nil}, {3, .3, nil}}}, nil
		}
		if w.P > last+1e-15 {
			t.Errorf("a way of weight %v comes after one of %v", w.P, last)
		}
		last = w.P
		return nil, nil
	}, func(walked int) bool { return walked > 20 })
	if err != nil || last > .1 {
		t.Error(last, err)
	}
}
