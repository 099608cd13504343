package d6

import (
	"slices"

	"example.org/fray/engine"
)

// level is how badly somebody is hurt.
type level int

const (
	unhurt level = iota
	stunned
	wounded
	severelyWounded
	incapacitated
	mortallyWounded
	dead
)

var levelNames = []string{"unhurt", "stunned", "wounded", "severely wounded", "incapacitated", "mortally wounded", "dead"}

func (l level) String() string { return levelNames[l] }

// penalties are the dice that a level takes off skill and attribute rolls.
// Who is worse off than incapacitated does not roll.
var penalties = []int{0, 1, 1, 2, 3, 3, 3}

// hits are the levels by damage less resistance, each from that number up.
var hits = []struct {
	least int
	level level
}{
	{16, dead}, {13, mortallyWounded}, {9, incapacitated}, {4, wounded}, {1, stunned},
}

// bands are the levels by the part of the Body Points that is left, in per
// cent, each from that number up.
var bands = []struct {
	least int
	level level
}{
	{81, unhurt}, {60, stunned}, {40, wounded}, {20, severelyWounded}, {10, incapacitated}, {1, mortallyWounded},
}

// hitBy is the level that damage over resistance comes to by itself. Chapter
// "Damage".
func hitBy(over int) level {
	for _, h := range hits {
		if over >= h.least {
			return h.level
		}
	}
	return unhurt
}

// worsened is the level of somebody at l who takes hit: a hit that is not
// above the present level raises it by one.
func (l level) worsened(hit level) level {
	switch {
	case hit == unhurt:
		return l
	case hit > l:
		return hit
	}
	return min(l+1, dead)
}

// bandOf is the level of somebody with so many Body Points left.
func bandOf(left, full int) level {
	if left <= 0 {
		return dead
	}
	percent := left * 100 / full
	for _, b := range bands {
		if percent >= b.least {
			return b.level
		}
	}
	return mortallyWounded // less than one in a hundred
}

// levelOf is how badly the one with this sheet is hurt, by the table's rule.
func levelOf(s, house engine.Sheet) level {
	if useBody.Of(house) && bodyPoints.Of(s) > 0 {
		return bandOf(body.Now(s), bodyPoints.Of(s))
	}
	return levelNamed(wound.Of(s))
}

func levelNamed(name string) level { return level(max(slices.Index(levelNames, name), 0)) }

// penaltyOf is how many dice the wounds take off a roll.
func penaltyOf(s, house engine.Sheet) int {
	if !woundsPenalise.Of(house) {
		return 0
	}
	return penalties[levelOf(s, house)]
}

// proneOf is how many dice lying prone takes off a roll.
func proneOf(s, house engine.Sheet) int {
	n := pronePenalty.Of(house)
	if !prone.Of(s) {
		return 0
	}
	return n
}

// helpless reports whether a character cannot act: dead, mortally wounded or knocked
// out.
func helpless(s, house engine.Sheet) bool { return levelOf(s, house) >= mortallyWounded || out.Of(s) }

// awake refuses the roll of a character who cannot act.
func awake(r *engine.Roll, s engine.Sheet) {
	switch l := levelOf(s, r.House()); {
	case l >= mortallyWounded:
		r.Refuse("one who is %s does nothing", l)
	case out.Of(s):
		r.Refuse("one who is knocked out does nothing")
	}
}

// levelsOfHarm are the levels that the odds of a blow are told in, by the flags
// of its endings.
func levelsOfHarm() []string {
	var out []string
	for l := stunned; l <= dead; l++ {
		out = append(out, rowID(l.String()))
	}
	return out
}

var (
	bodyForm = newForm()
	bodySide = acting.forAttribute(bodyForm.Group("Body Points"))
)

// leastBody is what a Strength roll is added to.
const leastBody = 20

// rollBody finds the Body Points of a character: an amount, so that a Wild 1 is
// just a 1. Chapter "Damage".
func rollBody(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if !useBody.Of(r.House()) {
		r.Refuse("this table counts wounds: the house rule %q is off", useBody.Label)
	}
	p := bodySide.pool(r, me, bodySide.served(r, me, "strength"), plain)
	p.one.way = justOne
	got := p.roll(r)
	n := min(leastBody+max(got.total, 0), 999)
	engine.Put(r, me, bodyPoints, n)
	engine.Put(r, me, bodyLost, 0)
	r.Note("%d + %d = %d Body Points", leastBody, got.total, n)
	r.Story("{actor} has %d Body Points", n)
	return amount(got, engine.Num("body_points", n))
}
