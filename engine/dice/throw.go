package dice

import (
	"slices"
	"strconv"

	"example.org/fray/engine"
)

// state is the state of a line while its dice fall.
type state struct {
	at    int // the step that comes next
	deep  int
	stack [deepest]int

	fresh     int    // dice of the hand that are still to fall
	second    bool   // the next die is the second throw of one
	settled   int    // how many dice have settled, if that matters
	sum       int    // of all dice
	low, high string // the lowest and highest faces in rising order, each a rune, since a state must be comparable
}

// throw throws the dice and gives the total of the line. Dice that are only added up are read
// as their sum.
func (l *line) throw(r *engine.Roll, fell *fallen) int {
	if at, ok := l.onlySum(); ok {
		s := l.run(state{})
		p, _ := l.next(s)
		sum := r.Sum(p.Ask, p.Dice)
		fell.sums = append(fell.sums, summed{at, sum})
		return l.run(s.push(sum)).stack[0]
	}
	dice := engine.DiceSequence[state]{
		From: l.run(state{}),
		Next: l.next,
		Fold: l.fold,
		Fell: func(s state, p engine.Part, face int) { fell.add(l, s, p, face) },
		Ways: l.work,
	}
	return dice.Read(r).stack[0]
}

// mostSum limits the number of dice times their faces, for dice that are only added up.
const mostSum = 20_000

// onlySum gives the step of the only dice of a line. It is false unless nothing but their sum
// counts.
func (l *line) onlySum() (at int, ok bool) {
	at = -1
	for i, x := range l.steps {
		if x.does != 'd' || x.hand.count == 0 {
			continue
		}
		if at >= 0 || !x.hand.summed() || x.hand.count*(x.hand.high-x.hand.low+1) > mostSum {
			return 0, false
		}
		at = i
	}
	return at, at >= 0
}

// summed reports whether the dice are only added up.
func (h *hand) summed() bool {
	return h.reroll == nil && h.rerollOnce == nil && h.explode == nil && h.counts == nil && h.keep == keepAll && h.least <= h.low && h.most >= h.high
}

// run carries out steps until dice have to be thrown, or the line has ended.
func (l *line) run(s state) state {
	for s.at < len(l.steps) {
		switch x := l.steps[s.at]; x.does {
		case '0':
			s = s.push(x.n)
		case 'd':
			if x.hand.count > 0 {
				s.fresh = x.hand.count
				return s
			}
			s = s.push(0)
		default:
			s.deep--
			s.stack[s.deep-1], s.stack[s.deep] = joined(x.does, s.stack[s.deep-1], s.stack[s.deep]), 0
			s.at++
		}
	}
	return s
}

func (s state) push(n int) state {
	s.stack[s.deep] = n
	s.deep++
	s.at++
	return s
}

func joined[N int | int64](does byte, a, b N) N {
	switch does {
	case '+':
		return a + b
	case '-':
		return a - b
	}
	return a * b
}

// next gives what is thrown next.
func (l *line) next(s state) (engine.Part, bool) {
	if s.at == len(l.steps) {
		return engine.Part{}, false
	}
	h := l.steps[s.at].hand
	n := s.fresh
	if h.rerollOnce != nil {
		n = 1 // each die has a question of its own, since its second throw counts whatever it shows
	}
	id := l.ask.ID
	if nth := l.nth(s.at); nth > 1 {
		id += "-" + strconv.Itoa(nth)
	}
	return engine.Part{Ask: engine.Ask{ID: id, Words: l.ask.Words}, Dice: engine.Dice{Count: n, Low: h.low, High: h.high}}, true
}

// nth counts the hands up to a step.
func (l *line) nth(at int) int {
	n := 0
	for _, x := range l.steps[:at+1] {
		if x.does == 'd' {
			n++
		}
	}
	return n
}

// fold adds a die that has fallen.
func (l *line) fold(s state, face int) state {
	h := l.steps[s.at].hand
	switch h.fate(s, face) {
	case rerolled:
		return s
	case rerolledOnce:
		s.second = true
		return s
	case exploded:
	default:
		s.fresh--
	}
	s.second = false
	if sign := l.adds(s.at); sign != 0 {
		s.stack[s.deep-1] += sign * h.worth(h.as(face))
		if s.fresh == 0 {
			s.at += 2
			return l.run(s)
		}
		return s
	}
	s = h.settle(s, h.as(face))
	if s.fresh > 0 {
		return s
	}
	total := h.value(s)
	s.settled, s.sum, s.low, s.high = 0, 0, "", ""
	return l.run(s.push(total))
}

// adds gives 1 if each die of a step can be added to the number before it at once, and -1 if it
// can be subtracted, so that equal sums become one state. It gives 0 if neither is possible.
func (l *line) adds(at int) int {
	if l.steps[at].hand.keep != keepAll || at+1 == len(l.steps) {
		return 0
	}
	switch l.steps[at+1].does {
	case '+':
		return 1
	case '-':
		return -1
	}
	return 0
}

// fate is what happens with a die that has fallen.
type fate byte

const (
	settled  fate = iota
	exploded      // it counts, and one more die is thrown
	rerolled
	rerolledOnce
)

func (h *hand) fate(s state, face int) fate {
	switch {
	case h.reroll.has(face):
		return rerolled
	case h.rerollOnce.has(face) && !s.second:
		return rerolledOnce
	case h.explode.has(face):
		return exploded
	}
	return settled
}

// as gives the face that a die counts as.
func (h *hand) as(face int) int { return min(max(face, h.least), h.most) }

// worth gives what a face adds to the total.
func (h *hand) worth(face int) int {
	switch {
	case h.counts == nil:
		return face
	case h.counts.has(face):
		return 1
	}
	return 0
}

// holds says which dice of a hand have to be remembered in order to know its total.
type holds struct {
	low, high int  // how many of the lowest and of the highest
	total     bool // they are subtracted from the sum of all dice; if false, only they count
	few       bool // the number of settled dice matters, since it may be less than low + high
}

// holding finds out whether fewer dice are kept or dropped, and remembers those.
func (h *hand) holding() holds {
	fixed, n := h.explode == nil, h.count
	switch k := h.keeps; h.keep {
	case keepHigh:
		if fixed && n-k < k {
			return holds{low: max(n-k, 0), total: true}
		}
		return holds{high: k}
	case keepLow:
		if fixed && n-k < k {
			return holds{high: max(n-k, 0), total: true}
		}
		return holds{low: k}
	case dropLow:
		if fixed && n-k < k {
			return holds{high: max(n-k, 0)}
		}
		return holds{low: k, total: true}
	case dropHigh:
		if fixed && n-k < k {
			return holds{low: max(n-k, 0)}
		}
		return holds{high: k, total: true}
	case dropBoth:
		if fixed && k+h.keptToo >= n {
			return holds{} // nothing is left
		}
		return holds{low: k, high: h.keptToo, total: true, few: !fixed}
	}
	return holds{total: true}
}

// settle adds a die that is not thrown again. face is what it counts as.
func (h *hand) settle(s state, face int) state {
	if h.holds.total {
		s.sum += h.worth(face)
	}
	if h.holds.few {
		s.settled = min(s.settled+1, h.holds.low+h.holds.high)
	}
	s.low = hold(s.low, face, h.holds.low, true)
	s.high = hold(s.high, face, h.holds.high, false)
	return s
}

// value gives the total of a hand.
func (h *hand) value(s state) int {
	x := h.holds
	if x.few && s.settled < x.low+x.high {
		return 0
	}
	held := h.held(s.low) + h.held(s.high)
	if x.total {
		return s.sum - held
	}
	return held
}

func (h *hand) held(faces string) int {
	n := 0
	for _, f := range faces {
		n += h.worth(int(f) - zero)
	}
	return n
}

// hold adds a face to those that are held, which are in rising order. If there are more than
// most, it keeps the lowest or the highest.
func hold(held string, face, most int, lowest bool) string {
	if most == 0 {
		return ""
	}
	faces := append([]rune(held), rune(face+zero))
	slices.Sort(faces)
	switch {
	case len(faces) <= most:
	case lowest:
		faces = faces[:most]
	default:
		faces = faces[1:]
	}
	return string(faces)
}

// zero is the rune for the face 0, so that -1 has a rune as well.
const zero = 1
