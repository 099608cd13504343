package engine

import "testing"

// ruled is an action of one rule.
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

var theDice = Ask{ID: "dice"}

type wildHand struct {
	sum, high int
}

var peers = []struct {
	name string
	rule Rule
}{
	{"10d6", func(r *Roll) Outcome {
		return against(Read(r, theDice, D(10, 6), func(s, v int) int { return s + v }), 35)
	}},
	{"12D", func(r *Roll) Outcome {
		h := ReadHand(r, []Part{{theDice, D(11, 6)}, {Ask{ID: "wild"}, D(1, 6).Exploding()}}, func(h wildHand, part, v int) wildHand {
			switch {
			case part == 0:
				return wildHand{h.sum + v, max(h.high, v)}
			case v == 1:
				return wildHand{h.sum + 1 - h.high, 0}
			}
			return wildHand{h.sum + v, 0}
		})
		return against(h.sum, 40)
	}},
	{"15d10", func(r *Roll) Outcome {
		return against(Read(r, theDice, D(15, 10), func(n, v int) int {
			if v <= 4 {
				n++
			}
			return n
		}), 6)
	}},
	{"d20", func(r *Roll) Outcome {
		type state struct{ trip, best, fell int }
		s := Chain[state]{
			Next: func(s state) (Part, bool) {
				if s.trip == 0 || s.trip == 10 && s.fell == 1 {
					return Part{theDice, D(1, 20)}, true
				}
				return Part{Ask{ID: "bonus"}, D(2, 12)}, s.fell < 4
			},
			Fold: func(s state, v int) state {
				switch {
				case s.fell == 0 && v == 10:
					return state{v, 0, 1}
				case s.fell < 2:
					return state{v, 0, 2}
				}
				return state{s.trip, max(s.best, v), s.fell + 1}
			},
			Same: func(s state) state {
				if s.fell == 4 {
					s.trip, s.best = s.trip+s.best, 0
				}
				return s
			},
		}.Read(r)
		return against(s.trip+s.best, 21)
	}},
	{"2d10", func(r *Roll) Outcome {
		type state struct{ total, left, ones int }
		s := Chain[state]{
			From: state{left: 2},
			Next: func(s state) (Part, bool) { return Part{theDice, D(max(s.left, s.ones), 10)}, s.left+s.ones > 0 },
			Fold: func(s state, v int) state {
				if s.left == 0 {
					return state{s.total - v, 0, s.ones - 1}
				}
				s.total, s.left = s.total+v, s.left-1
				if v == 1 {
					s.ones++
				}
				return s
			},
		}.Read(r)
		return against(s.total, 15)
	}},
}

func BenchmarkPeers(b *testing.B) {
	for _, p := range peers {
		b.Run(p.name, func(b *testing.B) {
			in := ruled(p.rule)
			var c Chances
			for b.Loop() {
				c, _ = Odds(in, nil, nil)
			}
			b.ReportMetric(float64(c.Walked), "readings/op")
		})
	}
}
