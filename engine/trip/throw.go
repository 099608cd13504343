package trip

import (
	"fmt"

	"example.org/fray/engine"
)

// omen is the first flag.
type omen uint8

const (
	plain omen = iota
	critical
	tremendous
)

func (o omen) String() string { return [...]string{"", "critical", "tremendous"}[o] }

// throws is what the dice of one Trip roll came to.
type throws struct {
	omen    omen
	failed  bool // ability failure
	max     bool // natural 20
	d20, db int  // the Trip die that is kept, the bonus die or number
	total   int
	degree  int
	low     int // the lower die of the Heroic pair, then the higher
	high    int
	heroic  int
	result  int // the better of total and Heroic; 0 for an ability failure
}

// flags are those of an outcome.
func (s throws) flags() []string {
	switch {
	case s.failed:
		return flagsOf[s.omen][1]
	case s.max:
		return flagsOf[s.omen][2]
	}
	return flagsOf[s.omen][0]
}

// flagsOf are all flags that a throw can raise, by its omen: of any other, of one
// that fails, of a natural 20.
var flagsOf = [...][3][]string{
	plain:      {nil, {"ability-failure"}, {"max-heroic"}},
	critical:   {{"critical"}, {"critical", "ability-failure"}, {"critical", "max-heroic"}},
	tremendous: {{"tremendous"}, {"tremendous", "ability-failure"}, {"tremendous", "max-heroic"}},
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

// throw is one Trip roll, in the order of the page. Chapters "Simple Trip Roll
// Steps" and "Heroic Rolls".
func (l *lines) throw(d *dice, die bonusDie) throws {
	return l.heroicRoll(d, l.reach(d, die))
}

// reach throws d20 and dB, looks at the flags of the d20 alone, and then at the
// Degree. A 10 is thrown again; even is Tremendous, odd Critical. Chapters
// "Trip Die & Bonus Die", "First Flag", "Even Tremendous", "Odd Critical",
// "Ability Failure" and "Always a Chance for Success".
func (l *lines) reach(d *dice, die bonusDie) (s throws) {
	s.d20 = d.one("trip", "Trip die", 20)
	if s.d20 == 10 {
		s.d20 = d.one("again", "Trip die again, after a 10", 20)
		s.omen = critical
		if s.d20%2 == 0 {
			s.omen = tremendous
		}
	}
	s.max = s.d20 == 20
	if s.d20 < l.fail && !(s.max && l.chance) {
		return throws{omen: s.omen, failed: true, d20: s.d20, total: s.d20}
	}
	s.db = die.flat
	if die.faces > 0 {
		s.db = d.one("bonus", "Bonus die", die.faces)
	}
	s.total = s.d20 + s.db
	s.degree = l.degree(s)
	return s
}

// degree is the highest that the total trips; on a natural 20 the highest there
// is. Chapters "Which Degree?" and "Max Heroic".
func (l *lines) degree(s throws) int {
	if s.max {
		return l.highest
	}
	return min(l.highest, max(0, (s.total-l.target)/10))
}

// heroicRoll throws the pair of the Degree, if there is one, and takes the
// better of it and the total. Chapter "Heroic Rolls".
func (l *lines) heroicRoll(d *dice, s throws) throws {
	if s.failed {
		return s
	}
	low, high := 0, 0
	if s.degree > 0 {
		low, high = d.two("heroic", "Heroic pair", l.pair[s.degree-1])
	}
	s.end(low, high)
	return s
}

// end is what the total and the pair come to.
func (s *throws) end(low, high int) {
	s.result = s.total
	if s.degree > 0 {
		s.low, s.high, s.heroic = low, high, smallest(low, high)
		s.result = max(s.total, s.heroic)
	}
}

// smallest is the smallest number that two dice make, one written behind the
// other: 3 and 5 make 35, 8 and 10 make 108. Chapter "Making Heroic Rolls".
func smallest(a, b int) int { return min(joined(a, b), joined(b, a)) }

// joined writes b behind a.
func joined(a, b int) int {
	for n := b; n > 0; n /= 10 {
		a *= 10
	}
	return a + b
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

// difficulty is what the result must reach, if one is set: 0 is one too.
type difficulty struct {
	set   bool
	least int
}

// meets reports whether a result is a success. Without a difficulty all are.
func (d difficulty) meets(s throws) bool { return !s.failed && (!d.set || s.result >= d.least) }

// note writes the working of one throw.
func (l *lines) note(r *engine.Roll, s throws, die bonusDie) {
	if !r.Told() {
		return
	}
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
