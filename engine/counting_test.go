package engine

import (
	"math"
	"sync"
	"testing"
)

// ruled is a roll of one rule.
func ruled(rule Rule) Inputs {
	return Inputs{System: &System{ID: "toy", Sheet: &Schema{}, House: &Schema{}},
		Action: &Action{ID: "roll", Form: &Schema{}, Rule: rule}}
}

// against compares a number with a target.
func against(n, target int) Outcome {
	if n >= target {
		return Outcome{Success: true, Grade: Success, Total: n, Target: target, Margin: n - target}
	}
	return Outcome{Grade: Failure, Total: n, Target: target, Margin: n - target}
}

// wildHand is a hand with a Wild Die, of which a 1 takes out the highest die.
type wildHand struct {
	sum          int32
	high, thrown int8
}

func twelveDice() DiceSequence[wildHand] {
	return DiceSequence[wildHand]{
		Next: func(h wildHand) (Part, bool) {
			if h.thrown == 0 {
				return Part{Ask{ID: "regular"}, D(11, 6)}, true
			}
			return Part{Ask{ID: "wild"}, D(1, 6).Exploding()}, h.thrown == 1
		},
		Fold: func(h wildHand, v int) wildHand {
			h.sum += int32(v)
			switch {
			case h.thrown == 0:
				h.high = max(h.high, int8(v))
				return h
			case v == 1:
				h.sum -= int32(h.high)
			}
			h.high = 0
			return h
		},
		Thrown: func(h wildHand) wildHand {
			h.thrown++
			return h
		},
	}
}

// tripDice are a d20, thrown again after a 10, and the better of two d12.
type tripDice struct {
	trip       int32
	best, fell int8
}

func (s tripDice) same() tripDice {
	if s.fell == 4 {
		s.trip, s.best = s.trip+int32(s.best), 0
	}
	return s
}

func d20AndBest() DiceSequence[tripDice] {
	return DiceSequence[tripDice]{
		Next: func(s tripDice) (Part, bool) {
			if s.fell < 2 {
				return Part{Ask{ID: "trip"}, D(1, 20)}, true
			}
			return Part{Ask{ID: "bonus"}, D(2, 12)}, s.fell == 2
		},
		Fold: func(s tripDice, v int) tripDice {
			switch {
			case s.fell == 0 && v == 10:
				return tripDice{0, 0, 1}
			case s.fell < 2:
				return tripDice{s.trip + int32(v), 0, 2}
			}
			return tripDice{s.trip, max(s.best, int8(v)), s.fell + 1}
		},
		Same: tripDice.same,
	}
}

// tens are two ten-sided dice; what those that show a 1 show again is taken off.
type tens struct {
	total      int32
	left, ones int8
}

func twoTens() DiceSequence[tens] {
	return DiceSequence[tens]{
		From: tens{left: 2},
		Next: func(s tens) (Part, bool) {
			return Part{Ask{ID: "dice"}, D(int(max(s.left, s.ones)), 10)}, s.left+s.ones > 0
		},
		Fold: func(s tens, v int) tens {
			if s.left == 0 {
				return tens{s.total - int32(v), 0, s.ones - 1}
			}
			s.total, s.left = s.total+int32(v), s.left-1
			if v == 1 {
				s.ones++
			}
			return s
		},
	}
}

// few4 counts what is at or below 4.
func few4(n, v int) int {
	if v <= 4 {
		n++
	}
	return n
}

// knownRoll is a roll whose odds are worked out here in another way, too.
type knownRoll struct {
	name string
	rule Rule
}

var known = []knownRoll{
	{"10d6", func(r *Roll) Outcome {
		return against(Read(r, Ask{ID: "dice"}, D(10, 6), func(s, v int) int { return s + v }), 35)
	}},
	{"12D", func(r *Roll) Outcome {
		dice := twelveDice()
		return against(int(dice.Read(r).sum), 40)
	}},
	{"15d10", func(r *Roll) Outcome { return against(Read(r, Ask{ID: "dice"}, D(15, 10), few4), 6) }},
	{"d20", func(r *Roll) Outcome {
		dice := d20AndBest()
		return against(int(dice.Read(r).trip), 21)
	}},
	{"2d10", func(r *Roll) Outcome {
		dice := twoTens()
		return against(int(dice.Read(r).total), 12)
	}},
}

// convolved counts the ways to each sum of dice with the faces from 0.
func convolved(dice, faces int) []uint64 {
	now := []uint64{1}
	for range dice {
		then := make([]uint64, len(now)+faces-1)
		for i, n := range now {
			for j := range faces {
				then[i+j] += n
			}
		}
		now = then
	}
	return now
}

func bareTrip() []uint64 {
	out := make([]uint64, 64)
	for a := 1; a <= 12; a++ {
		for b := 1; b <= 12; b++ {
			for face := 1; face <= 20; face++ {
				if face != 10 {
					out[face+max(a, b)] += 21
				} else {
					out[face+max(a, b)]++
				}
			}
		}
	}
	return out
}

func bareTens() []uint64 {
	out := make([]uint64, 64)
	for a := 1; a <= 10; a++ {
		for b := 1; b <= 10; b++ {
			switch {
			case a+b == 2:
				for again, n := range convolved(2, 10) {
					out[20+2-2-again] += n
				}
			case a == 1 || b == 1:
				for again := 1; again <= 10; again++ {
					out[20+a+b-again] += 10
				}
			default:
				out[20+a+b] += 100
			}
		}
	}
	return out
}

// The odds are those of a bare count.
func TestOddsWorkedOutTwice(t *testing.T) {
	few := 0.0 // five or fewer of fifteen
	for k, ways := 0, 1.0; k <= 5; k++ {
		few += ways * math.Pow(0.4, float64(k)) * math.Pow(0.6, float64(15-k))
		ways *= float64(15-k) / float64(k+1)
	}
	want := map[string]float64{"10d6": atLeast(convolved(10, 6), 35-10), "15d10": 1 - few,
		"d20": atLeast(bareTrip(), 21), "2d10": atLeast(bareTens(), 20+12)}
	for _, p := range known {
		want, ok := want[p.name]
		if c, err := Odds(ruled(p.rule), nil, nil); err != nil || ok && math.Abs(c.Success-want) > 1e-14 {
			t.Errorf("%s: %.17g, want %.17g (%v)", p.name, c.Success, want, err)
		}
	}
}

// Counts that go on at the same time don't disturb each other.
func TestOddsAtTheSameTime(t *testing.T) {
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for i := range 50 {
				p := known[(g+i)%len(known)]
				c, err := Odds(ruled(p.rule), nil, nil)
				sum := c.Unreached
				for _, x := range c.Totals {
					sum += x.P
				}
				if err != nil || math.Abs(sum-1) > 1e-9 {
					t.Errorf("%s adds up to %v (%v)", p.name, sum, err)
				}
			}
		})
	}
	all.Wait()
}

func atLeast(ways []uint64, n int) float64 {
	all, above := uint64(0), uint64(0)
	for i, x := range ways {
		if all += x; i >= n {
			above += x
		}
	}
	return float64(above) / float64(all)
}
