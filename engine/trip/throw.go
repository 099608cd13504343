package trip

import (
	"fmt"

	"example.org/fray/engine"
)

// step is which dice of a Trip roll fall next.
type step uint8

const (
	tripDie step = iota
	tripAgain
	bonusThrow
	heroicPair
	thrown
)

// omen is the first flag.
type omen uint8

const (
	plain omen = iota
	critical
	tremendous
)

func (o omen) String() string { return [...]string{"", "critical", "tremendous"}[o] }

// throws are the dice of one Trip roll, as far as they have fallen.
type throws struct {
	step    step
	omen    omen
	failed  bool // ability failure
	max     bool // natural 20
	second  bool // the throw that luck or anti-luck added
	lucked  bool // odds only: a Luck box is gone
	d20, db int  // the Trip die that is kept, the bonus die or number
	total   int
	degree  int
	low     int // the lower die of the Heroic pair, then the higher
	high    int
	heroic  int
	result  int // the better of total and Heroic; 0 for an ability failure
}

// lines are what the dice of a Trip roll are measured against.
type lines struct {
	target  int
	fail    int // a kept Trip die below this is an ability failure
	chance  bool
	highest int          // Degree
	pair    [degrees]int // faces of the Heroic dice, by Degree from 1
	difficulty
}

// String says below what an ability fails, and from where on the Degrees are.
func (l lines) String() string {
	words := "no ability failure"
	if l.fail > 0 {
		words = fmt.Sprintf("ability failure below %d", l.fail)
	}
	words += "; Degree "
	for n := 1; n <= l.highest; n++ {
		if n > 1 {
			words += ", "
		}
		words += fmt.Sprintf("%d from %d", n, l.target+10*n)
	}
	return words + " on"
}

// difficulty is what the result must reach; 0: there is none.
type difficulty struct{ least int }

func (d difficulty) set() bool { return d.least > 0 }

// meets reports whether a result is a success. Without a difficulty all are.
func (d difficulty) meets(s throws) bool { return !s.failed && (!d.set() || s.result >= d.least) }

// thrownKey is all that tells one Trip roll from another before its dice.
type thrownKey struct {
	lines
	die bonusDie
}

// thrown is one Trip roll with a bonus die (Simple Trip Roll Steps). Prefix
// sets the questions of a second throw apart.
func (l lines) thrown(die bonusDie, prefix string) engine.Chain[throws] {
	return engine.Chain[throws]{
		From: throws{second: prefix != ""},
		Next: func(s throws) (engine.Part, bool) { return l.next(s, die, prefix) },
		Fold: func(s throws, v int) throws { return l.fall(s, die, v) },
		Same: forget,
	}
}

// next gives the dice that are thrown after s.
func (l lines) next(s throws, die bonusDie, prefix string) (engine.Part, bool) {
	ask := func(id, words string, d engine.Dice) (engine.Part, bool) {
		return engine.Part{Ask: engine.Ask{ID: prefix + id, Words: words}, Dice: d}, true
	}
	switch s.step {
	case tripDie:
		return ask("trip", "Trip die", engine.D(1, 20))
	case tripAgain:
		return ask("again", "Trip die again, after a 10", engine.D(1, 20))
	case bonusThrow:
		return ask("bonus", "Bonus die", engine.D(1, die.faces))
	case heroicPair:
		return ask("heroic", "Heroic pair", engine.D(2, l.pair[s.degree-1]))
	}
	return engine.Part{}, false
}

// fall reads one die.
func (l lines) fall(s throws, die bonusDie, v int) throws {
	switch s.step {
	case tripDie:
		if v == 10 {
			s.step = tripAgain
			return s
		}
		return l.keep(s, die, v)
	case tripAgain:
		s.omen = critical
		if v%2 == 0 {
			s.omen = tremendous
		}
		return l.keep(s, die, v)
	case bonusThrow:
		return l.reach(s, v)
	case heroicPair:
		return s.pairUp(v)
	}
	return s
}

// keep looks at the Trip die that counts: ability failure, natural 20.
func (l lines) keep(s throws, die bonusDie, v int) throws {
	s.d20, s.max = v, v == 20
	if v < l.fail && !(s.max && l.chance) {
		s.failed, s.max, s.total, s.step = true, false, v, thrown
		return s
	}
	if die.faces > 0 {
		s.step = bonusThrow
		return s
	}
	return l.reach(s, die.flat)
}

// reach adds the bonus and finds the Degree.
func (l lines) reach(s throws, db int) throws {
	s.db = db
	s.total = s.d20 + db
	s.result = s.total
	s.degree = min(l.highest, max(0, (s.total-l.target)/10))
	if s.max {
		s.degree = l.highest
	}
	s.step = thrown
	if s.degree > 0 {
		s.step = heroicPair
	}
	return s
}

// pairUp takes one die of the Heroic pair.
func (s throws) pairUp(v int) throws {
	if s.low == 0 {
		s.low = v
		return s
	}
	s.low, s.high = min(s.low, v), max(s.low, v)
	s.heroic = min(joined(s.low, s.high), joined(s.high, s.low))
	s.result = max(s.total, s.heroic)
	s.step = thrown
	return s
}

// joined writes b behind a: 10 and 8 make 108.
func joined(a, b int) int {
	for n := b; n > 0; n /= 10 {
		a *= 10
	}
	return a + b
}

// forget drops the dice that the total has taken up.
func forget(s throws) throws {
	if s.step >= heroicPair {
		s.d20, s.db = 0, 0
	}
	if s.step == thrown {
		s.degree, s.low, s.high, s.heroic = 0, 0, 0, 0
	}
	return s
}

// settled keeps of a result only whether it is a success, and of the second
// throw only what it cost.
func (l lines) settled(s throws) throws {
	s = forget(s)
	s.lucked = s.tookLuck()
	s.second = false
	switch {
	case s.failed:
	case !l.set():
		s.result = 0
	case l.meets(s):
		s.result = l.least
	default:
		s.result = l.least - 1
	}
	return s
}

// tookLuck reports whether a throw that is kept had a second one beside it: it
// is that one, or it was no Critical, which stands.
func (s throws) tookLuck() bool { return s.lucked || s.second || s.omen != critical }

// note writes the working of one throw.
func (l lines) note(r *engine.Roll, s throws, die bonusDie) {
	switch s.omen {
	case critical:
		r.Note("Trip die 10, then %d, odd: Critical. It changes no success; the gamemaster invents some ill fortune", s.d20)
	case tremendous:
		r.Note("Trip die 10, then %d, even: Tremendous. It changes no success; the gamemaster invents some good fortune", s.d20)
	}
	if s.failed {
		r.Note("Trip die %d, below %d: ability failure; the bonus is ignored, Meta stays spent", s.d20, l.fail)
		return
	}
	if s.max {
		r.Note("a natural 20: Max Heroic, Degree %d", s.degree)
	}
	r.Note("Trip die %d %s = %d", s.d20, plus{s.db, die}, s.total)
	if s.degree > 0 {
		r.Note("Degree %d, two d%d: %d and %d make %d; the better of %d and %d is %d",
			s.degree, l.pair[s.degree-1], s.low, s.high, s.heroic, s.total, s.heroic, s.result)
	}
}

// plus is a bonus as the working writes it: + 5 (d8), - 3, + 0.
type plus struct {
	n   int
	die bonusDie
}

func (p plus) String() string {
	switch {
	case p.die.faces > 0:
		return fmt.Sprintf("+ %d (d%d)", p.n, p.die.faces)
	case p.n < 0:
		return fmt.Sprintf("- %d", -p.n)
	}
	return fmt.Sprintf("+ %d", p.n)
}
