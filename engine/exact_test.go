package engine

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
	m := &machine{first: D(1+rnd.IntN(most), 2+rnd.IntN(9)), second: D(1+rnd.IntN(3), 6), highest: rnd.IntN(2) == 0}
	if rnd.IntN(2) == 0 {
		m.second = m.second.Exploding()
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

func (m *machine) chain(apart bool) DiceSequence[stage] {
	c := DiceSequence[stage]{
		Next: func(s stage) (Part, bool) {
			if s.part == 0 {
				return Part{Ask{ID: "first"}, m.first}, true
			}
			return Part{Ask{ID: "second"}, m.second}, s.part == 1
		},
		Fold:   m.fold,
		Thrown: m.thrown,
	}
	if apart {
		c.Sum = func(s *stage) *int32 { return &s.sum }
	}
	return c
}

// exactly gives the odds of each end as fractions, those of endless dice as far as
// they are followed.
func (m *machine) exactly() map[stage]*big.Rat {
	ways, all := map[stage]*big.Int{{}: big.NewInt(1)}, big.NewInt(1)
	for _, d := range []Dice{m.first, m.second} {
		faces, sides := faceWeights(d), float64(d.High-d.Low+1)
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
func off[S comparable](got lot[S], want map[S]*big.Rat) (most, part float64) {
	weights := map[S]float64{}
	for i, s := range got.states {
		if want[s] == nil {
			return math.Inf(1), math.Inf(1) // it cannot be
		}
		weights[s] = got.weights[i]
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
// with sums apart and without: no further off than what is left out as negligible,
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
		for _, apart := range []bool{false, true} {
			a, b := off(m.chain(apart).ends(&Roll{walk: &walk{}}, stage{}), exact)
			check([]Dice{m.first, m.second}, a, b)
		}
	}
	for _, d := range []Dice{D(10, 6), D(20, 6), D(21, 6), D(60, 6), D(40, 100), D(200, 10)} {
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
		a, b := off((&walk{}).sums(d), exact)
		check(d, a, b)
	}
	t.Logf("at most %.3g, and a part of %.3g", most, part)
}

// Of two dice the second need not show less than the first, where the first is
// known by its state: odds are those of all pairs.
func TestOddsOfPairs(t *testing.T) {
	type pair struct{ low, high int }
	f := falling[pair](&walk{})
	f.begin(certain(pair{}))
	f.throw(D(2, 9), func(s pair, v int) pair {
		if s.high == 0 {
			return pair{0, v}
		}
		return pair{min(s.high, v), max(s.high, v)}
	})
	got := f.lot()
	for i, s := range got.states {
		want := 2.0 / 81
		if s.low == s.high {
			want = 1.0 / 81
		}
		if s.low < 1 || math.Abs(got.weights[i]-want) > 1e-17 {
			t.Errorf("%v has %v, not %v", s, got.weights[i], want)
		}
	}
	if len(got.states) != 45 {
		t.Errorf("%d pairs", len(got.states))
	}
}
