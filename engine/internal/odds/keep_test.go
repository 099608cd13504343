package odds

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// everyThrow counts what kept dice are worth by going through every throw.
func everyThrow(kinds []Kind, keep Keep, worth func(int) int) map[int]float64 {
	out := map[int]float64{}
	var dice [][]Valued
	for _, k := range kinds {
		for range k.Count {
			dice = append(dice, k.Values)
		}
	}
	var throw func(fell []int, p float64)
	throw = func(fell []int, p float64) {
		if len(fell) < len(dice) {
			for _, v := range dice[len(fell)] {
				throw(append(fell[:len(fell):len(fell)], v.Value), p*v.P)
			}
			return
		}
		sorted := slices.Sorted(slices.Values(fell))
		if !keep.Lowest {
			slices.Reverse(sorted)
		}
		sum := 0
		for i, v := range sorted {
			if i >= keep.From && i < keep.To {
				sum += worth(v)
			}
		}
		out[sum] += p
	}
	throw(nil, 1)
	return out
}

// randomKind makes dice that are alike: even ones, weighted ones, or such as grow.
func randomKind(rnd *rand.Rand, count int) Kind {
	k := Kind{Count: count}
	low, n := rnd.IntN(4)-1, 1+rnd.IntN(5)
	left := 1.0
	for i := range n {
		p := left / float64(n-i)
		if i < n-1 && rnd.IntN(3) == 0 {
			p = left * rnd.Float64()
		}
		k.Values = append(k.Values, Valued{low + i*(1+rnd.IntN(2)), p})
		left -= p
	}
	return k
}

// Of random dice of random kinds of which some are kept, every sum is as likely as by every
// throw.
func TestKeptIsAsByEveryThrow(t *testing.T) {
	rnd := rand.New(rand.NewPCG(50, 1))
	cases, differ := 10_000, 0
	if testing.Short() {
		cases = 1000
	}
	for range cases {
		var kinds []Kind
		all := 0
		for range 1 + rnd.IntN(3) {
			n := rnd.IntN(4)
			kinds, all = append(kinds, randomKind(rnd, n)), all+n
		}
		for all > 5 { // so that going through every throw takes no long
			kinds, all = kinds[1:], all-kinds[0].Count
		}
		keep := Keep{From: rnd.IntN(3), Lowest: rnd.IntN(2) == 0}
		keep.To = keep.From + rnd.IntN(5)
		worth := func(v int) int { return v }
		if rnd.IntN(3) == 0 {
			worth = func(v int) int { return min(max(v-1, 0), 1) }
		}
		want := everyThrow(kinds, keep, worth)
		got := Kept(kinds, keep, worth, free)
		for i, s := range got.States {
			want[s] -= got.Weights[i]
		}
		for s, p := range want {
			if math.Abs(p) > 1e-12 {
				t.Errorf("%v, keeping %v: %d is %v off", kinds, keep, s, p)
				differ++
			}
		}
		if differ > 3 {
			break
		}
	}
	t.Logf("%d cases, %d differ", cases, differ)
}

// growing are the values of a die that is thrown again and added at its highest face.
func growing(sides int) []Valued {
	var out []Valued
	for _, f := range (Dice{Low: 1, High: sides, Again: sides}).faces() {
		out = append(out, Valued{f.value, f.p})
	}
	return out
}

// Rolls that people keep dice of are counted within some milliseconds; what takes too long
// says so before it does.
func TestKeptIsQuick(t *testing.T) {
	plain := func(sides int) (out []Valued) {
		for f := range sides {
			out = append(out, Valued{f + 1, 1 / float64(sides)})
		}
		return out
	}
	same := func(v int) int { return v }
	for name, x := range map[string]struct {
		kinds []Kind
		keep  int
		mean  float64
	}{
		"10d10k5": {[]Kind{{10, plain(10)}}, 5, 38.780303525}, "20d6kh3": {[]Kind{{20, plain(6)}}, 3, 17.493412790}, "4d10!k2": {[]Kind{{4, growing(10)}}, 2, 17.399439043},
		"6d6!kh3": {[]Kind{{6, growing(6)}}, 3, 18.456905715}, "3d8! or d6!": {[]Kind{{3, growing(8)}, {1, growing(6)}}, 1, 8.836347738}, "1000d10kh3": {[]Kind{{1000, plain(10)}}, 3, 30},
	} {
		steps := 0
		began := time.Now()
		got := Kept(x.kinds, Keep{To: x.keep}, same, func(n int) { steps += n })
		mean, all := 0.0, 0.0
		for i, s := range got.States {
			mean, all = mean+float64(s)*got.Weights[i], all+got.Weights[i]
		}
		if math.Abs(all-1) > 1e-9 {
			t.Errorf("%s: the weights add up to %v", name, all)
		}
		t.Logf("%-12s %8d steps %8v, %.4f on average", name, steps, time.Since(began).Round(time.Microsecond), mean)
		if math.Abs(mean-x.mean) > 1e-9 || steps > 300_000 {
			t.Errorf("%s: %.9f on average, not %v; %d steps", name, mean, x.mean, steps)
		}
	}
}
