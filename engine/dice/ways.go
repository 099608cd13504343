package dice

import (
	"fmt"
	"math"
)

// This file estimates how many steps the odds of a line take.

// slot is what is known of a number on the stack before anything is thrown: its bounds, and how
// many values it has at most.
type slot struct{ least, most, values int }

// bounded refuses a line in which a number can grow beyond mostValue.
func (l *line) bounded() error {
	for _, s := range l.slots() {
		if max(s.most, -s.least) > mostValue {
			return fmt.Errorf("the numbers grow too large: %d is the most", mostValue)
		}
	}
	return nil
}

// slots gives all numbers that are ever on the stack, up to the first that is too large.
func (l *line) slots() []slot {
	var all, stack []slot
	for _, x := range l.steps {
		var s slot
		switch x.does {
		case '0':
			s = slot{x.n, x.n, 1}
		case 'd':
			s = x.hand.slot()
		default:
			n := len(stack)
			s = stack[n-2].joined(x.does, stack[n-1])
			stack = stack[:n-2]
		}
		stack, all = append(stack, s), append(all, s)
		if max(s.most, -s.least) > mostValue {
			return all
		}
	}
	return all
}

func (s slot) joined(does byte, o slot) slot {
	ends := func(a, b int) int64 { return joined(does, int64(a), int64(b)) }
	a, b, c, d := ends(s.least, o.least), ends(s.most, o.most), ends(s.least, o.most), ends(s.most, o.least)
	out := slot{least: within(min(a, b, c, d)), most: within(max(a, b, c, d))}
	out.values = min(times(s.values, o.values), out.most-out.least+1)
	return out
}

// within limits a bound so that it fits an int on every machine, but is still too large if it
// was.
func within(n int64) int { return int(min(max(n, -mostValue-1), mostValue+1)) }

// most is the largest number of steps that is counted. Two of them fit an int on every machine.
const most = math.MaxInt32 / 2

// times multiplies numbers of steps.
func times(all ...int) int {
	n := int64(1)
	for _, x := range all {
		if n *= int64(x); n > most {
			return most
		}
	}
	return int(n)
}

// slot gives the bounds of the total of a hand.
func (h *hand) slot() slot {
	n := h.mostSettled()
	low, high := h.as(h.low), h.as(h.high)
	if h.counts != nil {
		low, high = 0, 1
	}
	s := slot{least: min(n*low, 0), most: max(n*high, 0)}
	if h.keep == keepAll && h.explode == nil {
		s.least, s.most = n*low, n*high
	}
	s.values = min(s.most-s.least+1, h.sums())
	return s
}

// rarest says which ways the odds still follow: those of one in that many.
const rarest int64 = 1_000_000_000_000_000

// mostSettled gives how many dice may settle in the end, as far as the odds follow them.
func (h *hand) mostSettled() int {
	if h.explode == nil {
		return h.count
	}
	bursts, faces := 0, h.faces()
	for n := h.low; n <= h.high; n++ {
		if h.explode.has(n) && !h.reroll.has(n) {
			bursts++
		}
	}
	more := 0
	for left := rarest; left > 0 && bursts > 0 && bursts < faces; left = left / int64(faces) * int64(bursts) {
		more++
	}
	return h.count + more + h.count*bursts/max(faces-bursts, 1)
}

// ways gives about how many steps the odds of the line take.
func (l *line) ways() int {
	var stack []slot
	outer, all := 1, 0
	for at, x := range l.steps {
		switch x.does {
		case '0':
			stack = append(stack, slot{x.n, x.n, 1})
		case 'd':
			sums := x.hand.sums()
			if l.adds(at) != 0 {
				before := stack[len(stack)-1].values
				outer, sums = outer/before, sums+before
			}
			all = min(all+times(outer, x.hand.throws(), sums, sets(x.hand.holds.low, x.hand.faces()), sets(x.hand.holds.high, x.hand.faces())), most)
			stack = append(stack, x.hand.slot())
		default:
			n := len(stack)
			stack = append(stack[:n-2], stack[n-2].joined(x.does, stack[n-1]))
		}
		outer = 1
		for _, s := range stack {
			outer = times(outer, s.values)
		}
	}
	return min(all+times(outer, perEnd), most)
}

// perEnd is how many steps it takes to follow one end of all dice.
const perEnd = 30

func (h *hand) faces() int { return h.high - h.low + 1 }

// throws gives about how many faces fall, in all states of being thrown again.
func (h *hand) throws() int {
	n := h.mostSettled()
	if h.reroll == nil && h.rerollOnce == nil && h.explode == nil {
		return times(n, h.faces())
	}
	rest := 0
	for f := h.low; f <= h.high; f++ {
		if !h.reroll.has(f) {
			rest++
		}
	}
	return times(n, h.faces(), min(h.count, 6*root(n))+1, h.faces()/rest+1)
}

// sums gives about how many sums are likely enough to be followed; 1 if no sum is held.
func (h *hand) sums() int {
	if !h.holds.total && h.keep != keepAll {
		return times(h.mostSettled(), h.high) + 1
	}
	spread := 1
	if h.counts == nil {
		spread = h.as(h.high) - h.as(h.low)
	}
	n := h.mostSettled()
	return min(n*spread, 5*spread*root(n)) + 1
}

// root gives the square root, rounded up.
func root(n int) int {
	r := 0
	for r*r < n {
		r++
	}
	return r
}

// sets gives how many different sets k dice can make.
func sets(k, faces int) int {
	out := 1
	for i := 1; i <= k && out < most; i++ {
		out = times(out, faces+i-1) / i
	}
	return out
}
