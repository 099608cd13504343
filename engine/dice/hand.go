package dice

import (
	"fmt"

	"example.org/fray/engine"
)

// hand is dice of one kind, with what is done with them.
type hand struct {
	count, low, high int
	tens             bool // one of the two dice of a d66

	reroll, rerollOnce *faces // nil: no faces
	explode            *faces
	how                exploding
	counts, fails      *faces // the dice that count one, and those that take one off
	least, most        int    // a die counts as no less and no more
	keep               keep
}

// exploding says what becomes of a die that is thrown again and added.
type exploding byte

const (
	ownDie     exploding = iota // another die, which counts by itself unless some of the dice are kept
	grows                       // it belongs to the die, as often as it comes
	penetrates                  // likewise, each further throw being one less
	once                        // likewise, but once
)

// keep says which dice count: n of them from one end, or all but so many from each end.
type keep struct {
	given     bool
	drops     bool // low and high are dropped; else n are kept
	n         int
	lowest    bool
	low, high int
}

// of gives the places that count, among n dice.
func (k keep) of(n int) engine.Keep {
	switch {
	case !k.given:
		return engine.Keep{To: n}
	case k.drops:
		return engine.Keep{From: k.high, To: n - k.low}
	}
	return engine.Keep{To: k.n, Lowest: k.lowest}
}

// faces are the faces that something happens to.
type faces struct{ from, to int }

func (f *faces) has(n int) bool { return f != nil && n >= f.from && n <= f.to }

// as gives the face that a die counts as.
func (h *hand) as(face int) int { return min(max(face, h.least), h.most) }

// worth gives what a die adds to the total.
func (h *hand) worth(value int) int {
	if h.counts == nil {
		return value
	}
	n := 0
	if h.counts.has(value) {
		n++
	}
	if h.fails.has(value) {
		n--
	}
	return n
}

// apart reports whether a die that is thrown again is another die, which counts by itself.
func (h *hand) apart() bool { return h.how == ownDie && !h.keep.given }

// summed reports whether the dice are only added up.
func (h *hand) summed() bool {
	return h.reroll == nil && h.rerollOnce == nil && h.explode == nil && h.counts == nil && !h.keep.given && h.least <= h.low && h.most >= h.high
}

// String gives the dice as people write them: 4d6.
func (h *hand) String() string {
	return fmt.Sprint(engine.Dice{Count: h.count, Low: h.low, High: h.high})
}

// longestStreak is how many throws a die may take on average.
const longestStreak = 50

// validate refuses dice that would be thrown again without end.
func (h *hand) validate() error {
	faces, rest := h.high-h.low+1, 0
	for n := h.low; n <= h.high; n++ {
		if !h.reroll.has(n) && (!h.explode.has(n) || h.how == once) {
			rest++
		}
	}
	switch {
	case rest == 0:
		return fmt.Errorf("%s would be thrown again without end: write faces that are not, as in d6! or d6rr1", h)
	case faces > rest*longestStreak || h.count*faces > 5*mostDice*rest:
		return fmt.Errorf("too many of %s would be thrown again: write fewer dice, or fewer faces that are", h)
	case h.least > h.most:
		return fmt.Errorf("%s with no less than %d and no more than %d: nothing is both, write the smaller behind min", h, h.least, h.most)
	case h.fails != nil && h.counts == nil:
		return fmt.Errorf("what shows %s takes one off a count: say first what counts, as in %scs>=%df%d", h.fails, h, h.high, h.fails.from)
	}
	return nil
}

// String writes faces: 1, or 1 to 3.
func (f *faces) String() string {
	if f.from == f.to {
		return fmt.Sprint(f.from)
	}
	return fmt.Sprintf("%d to %d", f.from, f.to)
}

// die is one die of a hand, as far as it has fallen.
type die struct {
	faces    []face // in the order in which they fell
	value    int    // of all that counts
	worth    int    // where each throw counts by itself
	throws   int    // those that count
	second   bool   // the next throw is the second one of a die that is thrown again once
	finished bool
}

// face is one throw of a die.
type face struct {
	ask    string
	n      int
	voided bool // it was thrown again instead
}

// fell takes in one more throw of a die.
func (h *hand) fell(d *die, ask string, n int) {
	if h.reroll.has(n) || h.rerollOnce.has(n) && !d.second {
		d.second = d.second || h.rerollOnce.has(n) && !h.reroll.has(n)
		d.faces = append(d.faces, face{ask, n, true})
		return
	}
	d.faces = append(d.faces, face{ask, n, false})
	d.second = false
	d.value += h.adds(n, d.throws)
	d.worth += h.worth(h.as(n))
	d.throws++
	d.finished = !h.goesOn(n, d.throws)
}

// adds gives what a throw adds to its die, which has fallen so often before.
func (h *hand) adds(n, throws int) int {
	if h.how == penetrates && throws > 0 {
		return h.as(n) - 1
	}
	return h.as(n)
}

// goesOn reports whether a die is thrown on after its throw of that number.
func (h *hand) goesOn(n, throws int) bool {
	return h.explode.has(n) && (h.how != once || throws < 2)
}

// total gives what finished dice come to.
func (h *hand) total(dice []*die) int {
	if h.apart() {
		n := 0
		for _, d := range dice {
			n += d.worth
		}
		return n
	}
	values := make([]int, len(dice))
	for i, d := range dice {
		values[i] = d.value
	}
	return h.keep.of(len(dice)).Sum(values, h.worth)
}

// state is all of a die that matters for what it comes to.
type state struct {
	value, worth, throws int
	second               bool
}

// kind gives dice of a hand that have come as far as d, and what one of them may come to: what
// it is worth where each throw counts by itself, else its value.
func (h *hand) kind(count int, d die) engine.DiceOfKind {
	value := func(s state) int { return s.value }
	if h.apart() {
		value = func(s state) int { return s.worth }
	}
	from := h.state(d)
	if d.finished {
		return engine.FixedDie(value(from))
	}
	return engine.DiceThrownOn(count, h.low, h.high, from, func(s state, face int) (state, bool) {
		now := die{value: s.value, worth: s.worth, throws: s.throws, second: s.second}
		h.fell(&now, "", face)
		return h.state(now), !now.finished
	}, value)
}

// state forgets what makes no difference to a die, so that fewer states are followed.
func (h *hand) state(d die) state {
	s := state{value: d.value, worth: d.worth, throws: min(d.throws, 2), second: d.second}
	if h.apart() {
		s.value = 0
	} else {
		s.worth = 0
	}
	return s
}
