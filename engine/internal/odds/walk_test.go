package odds

import (
	"errors"
	"math"
	"testing"
)

// coins tosses most coins and tells add how many show 1. With merge it promises after
// each toss that nothing but that number matters.
func coins(most int, merge bool, add func(ones int, p float64)) func(Way) (*Stop, error) {
	return func(w Way) (*Stop, error) {
		ones := 0
		for n := 1; n <= most; n++ {
			if n > len(w.Readings) {
				return &Stop{Readings: w.Readings, Branches: []Branch{{Reading: 0, P: 0.5}, {Reading: 1, P: 0.5}}}, nil
			}
			ones += w.Readings[n-1].(int)
			if merge && n == len(w.Readings) && n > w.Merges {
				return &Stop{Readings: w.Readings, Merges: n, State: ones}, nil
			}
		}
		add(ones, w.P)
		return nil, nil
	}
}

func TestWalkFollowsEveryWay(t *testing.T) {
	for name, c := range map[string]struct {
		merge bool
		ends  int
	}{"each": {false, 1024}, "merged": {true, 11}} {
		ends, weights := 0, map[int]float64{}
		_, unreached, err := Walk(coins(10, c.merge, func(ones int, p float64) { ends++; weights[ones] += p }), 0, 0)
		if err != nil || unreached != 0 || ends != c.ends {
			t.Errorf("%s: %d ends, not %d, %v unreached (%v)", name, ends, c.ends, unreached, err)
		}
		want := 1.0 / 1024
		for ones := range 11 {
			if math.Abs(weights[ones]-want) > 1e-15 {
				t.Errorf("%s: %d ones have %v, not %v", name, ones, weights[ones], want)
			}
			want = want * float64(10-ones) / float64(ones+1)
		}
	}
}

func TestWalkStops(t *testing.T) {
	nothing := func(int, float64) {}
	if walked, _, err := Walk(coins(10, false, nothing), 100, 0); walked != 101 || !errors.Is(err, ErrTooMany) {
		t.Errorf("%d ways: %v", walked, err)
	}
	if walked, _, err := Walk(coins(60, false, nothing), 1<<17, 0); walked > 1<<13 || !errors.Is(err, ErrTooMany) {
		t.Errorf("far too many ways are foreseen after %d: %v", walked, err)
	}
	broken := errors.New("broken")
	if _, _, err := Walk(func(Way) (*Stop, error) { return nil, broken }, 0, 0); !errors.Is(err, broken) {
		t.Errorf("the error of a run is %v", err)
	}
}
