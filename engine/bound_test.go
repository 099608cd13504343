package engine

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// mostAgain is how often a die that shows its highest face is thrown again.
const mostAgain = 5

// added is a roll of some dice, one throw after the other, each of which is thrown again when it
// shows its highest face: no two ways are equal, so that there are many, and most of them seldom.
func added(dice, faces, target int) Rule {
	return func(r *Roll) Outcome {
		sum := 0
		for range dice {
			v := r.Throw(Ask{ID: "die"}, D(1, faces)).Sum()
			for n := 1; n <= mostAgain && v == n*faces; n++ {
				v += r.Throw(Ask{ID: "again"}, D(1, faces)).Sum()
			}
			sum += v
		}
		r.Aim(target, "")
		return against(sum, target)
	}
}

// addedByHand is the chance of that, by adding up sums.
func addedByHand(dice, faces, target int) float64 {
	one := make([]float64, (mostAgain+1)*faces+1)
	p := 1.0
	for n := range mostAgain + 1 {
		p /= float64(faces)
		for v := 1; v <= faces; v++ {
			if v < faces || n == mostAgain {
				one[n*faces+v] = p
			}
		}
	}
	all := []float64{1}
	for range dice {
		next := make([]float64, len(all)+len(one)-1)
		for a, p := range all {
			for b, q := range one {
				next[a+b] += p * q
			}
		}
		all = next
	}
	sum := 0.0
	for n := max(target, 0); n < len(all); n++ {
		sum += all[n]
	}
	return min(sum, 1)
}

// Odds that take too long to count are a bound that holds, or nothing; they are never a part that
// passes for the whole.
func TestBound(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	bounds := 0
	for range 120 {
		dice, faces := 2+random.IntN(3), 3+random.IntN(4)
		target := dice + random.IntN(dice*faces)
		truth := addedByHand(dice, faces, target)
		in := ruled(added(dice, faces, target))
		e, ok := errors.AsType[*TooLong](in.bounded(nil, nil, 2000+random.IntN(100_000), false, new(Chances)))
		if !ok {
			t.Fatal(e)
		}
		if !e.Bounded() {
			if !strings.HasPrefix(e.Error(), "no odds: ") || e.Between() != "" {
				t.Errorf("without a bound it says %q", e)
			}
			continue
		}
		bounds++
		if truth < e.Least || truth > e.Most || e.Most-e.Least > widestBound+1e-8 || !strings.HasPrefix(e.Error(), e.Between()+" success") {
			t.Errorf("%dd%d for %d: %v, and not between %v and %v: %s", dice, faces, target, truth, e.Least, e.Most, e)
		}
		if o := e.For(Other); math.Abs(o.Least+e.Most-1) > 1e-12 || math.Abs(o.Most+e.Least-1) > 1e-12 {
			t.Errorf("the opponent sees %v for %v", o, e)
		}
	}
	if bounds < 10 {
		t.Errorf("only %d of them are bounds", bounds)
	}
}

// It is the error of odds with too many ways, and nothing stands beside it; whoever has limited the
// steps does not wait for longer than that.
func TestOddsThatAreTooLong(t *testing.T) {
	const dice, faces, target = 4, 6, 15
	in := ruled(added(dice, faces, target))
	c, err := Odds(in, nil, nil)
	e, ok := errors.AsType[*TooLong](err)
	if truth := addedByHand(dice, faces, target); !ok || truth < e.Least || truth > e.Most {
		t.Errorf("%v: the truth is %v", err, truth)
	}
	if c.Success != 0 || c.Totals != nil || c.Grades != nil {
		t.Errorf("%+v stands beside %v", c, err)
	}
	for _, most := range []int{1, 100, 5000} {
		if c, err := Odds(in.Within(most), nil, nil); err == nil || c.Steps > most {
			t.Errorf("within %d it takes %d steps: %v", most, c.Steps, err)
		}
	}
}

// Bounds are rounded outwards, with as many digits as they need.
func TestBetween(t *testing.T) {
	for words, of := range map[string][2]float64{
		"70 to 71 %": {.7049, .71}, "70 to 75 %": {.7, .7499}, "70.3 to 70.5 %": {.7031, .7049}, "70.03 to 70.05 %": {.70034, .70044}, "0 to 2 %": {0, .0101}, "98 to 100 %": {.98, 1},
	} {
		if got := (&TooLong{Least: of[0], Most: of[1]}).Between(); got != words {
			t.Errorf("%v: %q, not %q", of, got, words)
		}
	}
}
