package trip

import (
	"cmp"
	"fmt"

	"example.org/fray/engine"
)

// omen is the first flag, which a 10 on the Trip die raises.
type omen uint8

const (
	plain omen = iota
	critical
	tremendous
)

func (o omen) String() string { return [...]string{"", "critical", "tremendous"}[o] }

// throw is the state of one Trip roll while its dice fall.
type throw struct {
	stage     stage
	omen      omen
	failed    bool // an ability failure
	max       bool // a natural 20
	d20       int  // the Trip die that counts
	total     int  // the Trip die with the bonus
	degree    int
	low, high int // the Heroic pair
	result    int // the better of the total and the Heroic roll; 0 for an ability failure
}

// db gives what the bonus die showed, or the number that is added instead of a die.
func (t throw) db() int { return t.total - t.d20 }

// heroic gives the Heroic roll, 0 if there is none. Chapter "Making Heroic Rolls".
func (t throw) heroic() int {
	if t.high == 0 {
		return 0
	}
	return smallest(t.low, t.high)
}

// stage is how far a throw has come: which of its dice fall next.
type stage uint8

const (
	tripStage stage = iota
	againStage
	bonusStage
	heroicStage
	over
)

// lines are the numbers that the dice of a Trip roll are compared with.
type lines struct {
	target  int
	fail    int          // a Trip die below this is an ability failure
	chance  bool         // by a house rule, a natural 20 is never an ability failure
	highest int          // the highest Degree
	pair    [degrees]int // the faces of the Heroic dice of Degree 1, 2, 3 and so on
}

// tripDice are the dice of one Trip roll.
type tripDice struct {
	lines
	bonus    bonusDie
	prefix   string // the start of the ids of its questions: "" for the first throw
	sequence engine.DiceSequence[throw]
}

func newTripDice(l lines, bonus bonusDie, prefix string) *tripDice {
	d := &tripDice{lines: l, bonus: bonus, prefix: prefix}
	d.sequence = engine.DiceSequence[throw]{Next: d.next, Fold: d.fold, Same: forgetful}
	return d
}

// throw throws d20 and bonus die, and then the Heroic pair if they reach a Degree. Chapter
// "Simple Trip Roll Steps".
func (d *tripDice) throw(r *engine.Roll) throw { return d.sequence.Read(r) }

// next gives the dice that are thrown next.
func (d *tripDice) next(t throw) (engine.Part, bool) {
	ask := func(id, words string, dice engine.Dice) (engine.Part, bool) {
		return engine.Part{Ask: engine.Ask{ID: d.prefix + id, Words: words}, Dice: dice}, true
	}
	switch t.stage {
	case tripStage:
		return ask("trip", "Trip die", engine.D(1, 20))
	case againStage:
		return ask("again", "Trip die again, after a 10", engine.D(1, 20))
	case bonusStage:
		return ask("bonus", "Bonus die", engine.D(1, d.bonus.faces))
	case heroicStage:
		return ask("heroic", "Heroic pair", engine.D(2, d.pair[t.degree-1]))
	}
	return engine.Part{}, false
}

// fold adds a die. A Trip die that shows 10 is thrown again: an even face is Tremendous, an
// odd one Critical, and the 10 itself does not count. Chapters "Trip Die & Bonus Die", "First
// Flag", "Even Tremendous" and "Odd Critical".
func (d *tripDice) fold(t throw, face int) throw {
	switch t.stage {
	case tripStage:
		if face == 10 {
			t.stage = againStage
			return t
		}
		return d.keep(t, face)
	case againStage:
		t.omen = critical
		if face%2 == 0 {
			t.omen = tremendous
		}
		return d.keep(t, face)
	case bonusStage:
		return d.reach(t, face)
	}
	if t.low == 0 {
		t.low = face
		return t
	}
	t.low, t.high = min(t.low, face), max(t.low, face)
	return t.end()
}

// keep takes face as the Trip die that counts, and reads the other two flags. Chapters
// "Ability Failure" and "Always a Chance for Success".
func (d *tripDice) keep(t throw, face int) throw {
	t.d20, t.max = face, face == 20
	if face < d.fail && !(t.max && d.chance) {
		return throw{stage: over, omen: t.omen, failed: true, d20: face, total: face}
	}
	if d.bonus.faces > 0 {
		t.stage = bonusStage
		return t
	}
	return d.reach(t, d.bonus.flat)
}

// reach adds the bonus db, and finds the Degree that the total reaches. A natural 20 always
// reaches the highest. Chapters "Which Degree?" and "Max Heroic".
func (d *tripDice) reach(t throw, db int) throw {
	t.total = t.d20 + db
	t.degree = min(d.highest, max(0, (t.total-d.target)/10))
	if t.max {
		t.degree = d.highest
	}
	if t.degree == 0 {
		return t.end()
	}
	t.stage = heroicStage
	return t
}

// end takes the better of the total and the Heroic roll. Chapter "Heroic Rolls".
func (t throw) end() throw {
	t.stage, t.result = over, t.total
	if t.degree > 0 {
		t.result = max(t.total, t.heroic())
	}
	return t
}

// forgetful gives a throw without the dice that have no influence any more. At the end only
// its flags and its result count.
func forgetful(t throw) throw {
	switch t.stage {
	case heroicStage:
		t.d20 = 0
	case over:
		return throw{stage: over, omen: t.omen, failed: t.failed, max: t.max, result: t.result}
	}
	return t
}

// smallest gives the smallest number that two dice make when one is written behind the other:
// 3 and 5 make 35, 8 and 10 make 108. Chapter "Making Heroic Rolls".
func smallest(a, b int) int { return min(joined(a, b), joined(b, a)) }

// joined writes b behind a.
func joined(a, b int) int {
	for n := b; n > 0; n /= 10 {
		a *= 10
	}
	return a + b
}

// better reports whether a throw is better than another. An ability failure is the worst.
// Otherwise the higher result is better and, of equal results, Tremendous is better than
// plain and plain better than Critical.
func (t throw) better(than throw) bool {
	place := [...]int{critical: 0, plain: 1, tremendous: 2}
	if t.failed != than.failed {
		return than.failed
	}
	return cmp.Or(cmp.Compare(t.result, than.result), cmp.Compare(place[t.omen], place[than.omen])) > 0
}

func (t throw) flags() []string {
	var out []string
	if t.omen != plain {
		out = append(out, t.omen.String())
	}
	switch {
	case t.failed:
		out = append(out, "ability-failure")
	case t.max:
		out = append(out, "max-heroic")
	}
	return out
}

// String says below which number the ability fails, and from which on each Degree is reached.
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

// difficulty is the lowest result that succeeds, if one is set. 0 is a difficulty too.
type difficulty struct {
	set   bool
	least int
}

// meets reports whether a throw succeeds. Without a difficulty only an ability failure fails.
func (d difficulty) meets(t throw) bool { return !t.failed && (!d.set || t.result >= d.least) }

// note notes the working of one throw.
func (d *tripDice) note(r *engine.Roll, t throw) {
	switch t.omen {
	case critical:
		r.Note("Trip die 10, then %d, odd: Critical. It changes no success; the gamemaster invents some ill fortune", t.d20)
	case tremendous:
		r.Note("Trip die 10, then %d, even: Tremendous. It changes no success; the gamemaster invents some good fortune", t.d20)
	}
	if t.failed {
		r.Note("Trip die %d, below %d: ability failure; the bonus is ignored, Meta stays spent", t.d20, d.fail)
		return
	}
	if t.max {
		r.Note("a natural 20: Max Heroic, Degree %d", t.degree)
	}
	r.Note("Trip die %d %s = %d", t.d20, plus{t.db(), d.bonus}, t.total)
	if t.degree > 0 {
		r.Note("Degree %d, two d%d: %d and %d make %d; the better of %d and %d is %d",
			t.degree, d.pair[t.degree-1], t.low, t.high, t.heroic(), t.total, t.heroic(), t.result)
	}
}

// plus formats a bonus for the working: + 5 (d8), - 3, + 0.
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
