package odds

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// machine is a chain of two throws. By chance each face has a state, of which the
// highest counts or the sum of all within four, and a number; each state has one,
// too, that a throw adds when it has fallen.
type machine struct {
	first, second Dice
	highest       bool
	state, adds   [120]int8 // by what a die shows
	more          [4]int32  // by state
}

// stage is how far a machine has come.
type stage struct {
	sum   int32
	state int8
	part  int8
}

func aMachine(rnd *rand.Rand, most int) *machine {
	m := &machine{first: plain(1+rnd.IntN(most), 2+rnd.IntN(9)), second: plain(1+rnd.IntN(3), 6), highest: rnd.IntN(2) == 0}
	if rnd.IntN(2) == 0 {
		m.second.Again = 6
	}
	for v := range m.state {
		m.state[v], m.adds[v] = int8(rnd.IntN(4)), int8(rnd.IntN(7)-2)
	}
	for i := range m.more {
		m.more[i] = int32(rnd.IntN(9) - 4)
	}
	return m
}

func (m *machine) fold(s stage, v int) stage {
	face := v % 120
	if m.highest {
		s.state = max(s.state, m.state[face])
	} else {
		s.state = (s.state + m.state[face]) % 4
	}
	s.sum += int32(m.adds[face])
	return s
}

func (m *machine) thrown(s stage) stage {
	s.part, s.sum = s.part+1, s.sum+m.more[s.state]
	return s
}

func (m *machine) sequence() Sequence[stage] {
	return Sequence[stage]{
		Next: func(s stage) (Dice, bool) {
			if s.part == 0 {
				return m.first, true
			}
			return m.second, s.part == 1
		},
		Fold:   m.fold,
		Thrown: m.thrown,
	}
}

// exactly gives the odds of each end as fractions, those of endless dice as far as
// they are followed.
func (m *machine) exactly() map[stage]*big.Rat {
	ways, all := map[stage]*big.Int{{}: big.NewInt(1)}, big.NewInt(1)
	for _, d := range []Dice{m.first, m.second} {
		faces, sides := d.faces(), float64(d.High-d.Low+1)
		depth := 1.0
		if d.Again != 0 {
			depth = deepest
		}
		unit := new(big.Int).Exp(big.NewInt(int64(sides)), big.NewInt(int64(depth)), nil)
		for range d.Count {
			then := map[stage]*big.Int{}
			for s, n := range ways {
				for i, face := range faces {
					times := new(big.Int)
					if d.Again == 0 {
						times.SetInt64(1)
					} else {
						tosses := int64(i/(int(sides)-1) + 1)
						times.Exp(big.NewInt(int64(sides)), big.NewInt(deepest-tosses), nil)
					}
					to := m.fold(s, face.value)
					if then[to] == nil {
						then[to] = new(big.Int)
					}
					then[to].Add(then[to], times.Mul(times, n))
				}
			}
			ways = then
			all.Mul(all, unit)
		}
		next := map[stage]*big.Int{}
		for s, n := range ways {
			s = m.thrown(s)
			if next[s] == nil {
				next[s] = new(big.Int)
			}
			next[s].Add(next[s], n)
		}
		ways = next
	}
	out := map[stage]*big.Rat{}
	for s, n := range ways {
		out[s] = new(big.Rat).SetFrac(n, all)
	}
	return out
}

// off is how far weights are from fractions: at most, and as a part of what is
// likelier than one in a million.
func off[S comparable](got *Weighted[S], want map[S]*big.Rat) (most, part float64) {
	weights := map[S]float64{}
	for i, s := range got.States {
		if want[s] == nil {
			return math.Inf(1), math.Inf(1) // it cannot be
		}
		weights[s] = got.Weights[i]
	}
	for s, x := range want {
		p, _ := x.Float64()
		most = max(most, math.Abs(weights[s]-p))
		if p > 1e-6 {
			part = max(part, math.Abs(weights[s]-p)/p)
		}
	}
	return most, part
}

// Weights are those of a count in fractions, of small pools and of large ones,
// alone and in sequences: no further off than what is left out as negligible,
// and to thirteen digits. So integers of two words would tell nobody more.
func TestOddsAgainstFractions(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	most, part := 0.0, 0.0
	check := func(what any, m, p float64) {
		if most, part = max(most, m), max(part, p); m > negligible || p > 5e-14 {
			t.Errorf("%v: off by %v, and by a part of %v", what, m, p)
		}
	}
	for n := range 40 {
		m := aMachine(rnd, []int{3, 12, 60}[n%3])
		exact := m.exactly()
		a, b := off(m.sequence().Ends(stage{}, free), exact)
		check([]Dice{m.first, m.second}, a, b)
	}
	for _, d := range []Dice{plain(10, 6), plain(20, 6), plain(21, 6), plain(60, 6), plain(40, 100), plain(200, 10)} {
		exact, all := map[int]*big.Rat{}, new(big.Int).Exp(big.NewInt(int64(d.High)), big.NewInt(int64(d.Count)), nil)
		ways := []*big.Int{big.NewInt(1)}
		for range d.Count {
			then := make([]*big.Int, len(ways)+d.High-1)
			for i := range then {
				then[i] = new(big.Int)
				for k := max(0, i-d.High+1); k <= i && k < len(ways); k++ {
					then[i].Add(then[i], ways[k])
				}
			}
			ways = then
		}
		for i, n := range ways {
			exact[i+d.Count] = new(big.Rat).SetFrac(n, all)
		}
		a, b := off(Sums(d, free), exact)
		check(d, a, b)
	}
	t.Logf("at most %.3g, and a part of %.3g", most, part)
}

// plain gives dice with faces from 1.
func plain(count, sides int) Dice { return Dice{Count: count, Low: 1, High: sides} }

// The order in which dice fall does not matter to a fold that sorts them.
func TestConvolvePairs(t *testing.T) {
	type pair struct{ low, high int }
	got := Convolve(Certain(pair{}), plain(2, 9), func(s pair, v int) pair {
		if s.high == 0 {
			return pair{0, v}
		}
		return pair{min(s.high, v), max(s.high, v)}
	}, free)
	for i, s := range got.States {
		want := 2.0 / 81
		if s.low == s.high {
			want = 1.0 / 81
		}
		if s.low < 1 || math.Abs(got.Weights[i]-want) > 1e-17 {
			t.Errorf("%v has %v, not %v", s, got.Weights[i], want)
		}
	}
	if len(got.States) != 45 {
		t.Errorf("%d pairs", len(got.States))
	}
}

// Every way in which single dice can fall adds up to 1, and to the sums of [Sums].
func TestThrowsAndSumsAgree(t *testing.T) {
	for _, d := range []Dice{plain(3, 6), {Count: 2, Low: -1, High: 1}, {Count: 2, Low: 1, High: 4, Again: 4}} {
		want := &Weighted[int]{}
		for _, t := range d.Throws() {
			n := 0
			for _, f := range t.Faces {
				n += f
			}
			want.Add(n, t.P)
		}
		got, all := Sums(d, free), 0.0
		for i, n := range got.States {
			all += got.Weights[i]
			if p := want.Weights[want.Place(n)]; math.Abs(p-got.Weights[i]) > 1e-15 {
				t.Errorf("%v: %d has %v, not %v", d, n, got.Weights[i], p)
			}
		}
		if len(got.States) != len(want.States) || math.Abs(all-1) > 1e-9 {
			t.Errorf("%v: %d sums, not %d, of %v together", d, len(got.States), len(want.States), all)
		}
	}
}

// Dice that are all thrown again after a tie come back to where they began: that is
// followed once, and the ends are those of a throw without a tie.
func TestComingBackIsFollowedOnce(t *testing.T) {
	type pair struct{ one, two int }
	folds := 0
	ends := Sequence[pair]{
		Next: func(s pair) (Dice, bool) { return plain(1, 6), s.two == 0 },
		Fold: func(s pair, v int) pair {
			folds++
			switch {
			case s.one == 0:
				return pair{one: v}
			case s.one == v:
				return pair{}
			}
			return pair{s.one, v}
		},
	}.Ends(pair{}, free)
	if len(ends.States) != 30 || folds != 6+36 {
		t.Errorf("%d ends after %d dice, want 30 after 42", len(ends.States), folds)
	}
	for i, p := range ends.Weights {
		if math.Abs(p-1.0/30) > 1e-15 {
			t.Errorf("%v has the weight %v, want a thirtieth", ends.States[i], p)
		}
	}
}

// free lets a count take as many steps as it likes.
func free(int) {}
