package d6

import (
	"slices"

	"example.org/fray/engine"
)

// level is a wound level.
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

// penalties are the dice that each level takes off skill and attribute rolls. Characters
// who are worse off than incapacitated do not roll.
var penalties = []int{0, 1, 1, 2, 3, 3, 3}

// hits are the levels that a blow brings, each from that number up of damage less
// resistance.
var hits = []struct {
	least int
	level level
}{
	{16, dead}, {13, mortallyWounded}, {9, incapacitated}, {4, wounded}, {1, stunned},
}

// bands are the levels of a table that counts Body Points, each from that percentage of the
// full Body Points up.
var bands = []struct {
	least int
	level level
}{
	{81, unhurt}, {60, stunned}, {40, wounded}, {20, severelyWounded}, {10, incapacitated}, {1, mortallyWounded},
}

// hitBy gives the level that a blow brings to somebody unhurt; over is damage less
// resistance.
func hitBy(over int) level {
	for _, h := range hits {
		if over >= h.least {
			return h.level
		}
	}
	return unhurt
}

// worsened gives the level of a character at l who takes hit. A hit that is not above the
// present level makes it one level worse.
func (l level) worsened(hit level) level {
	switch {
	case hit == unhurt:
		return l
	case hit > l:
		return hit
	}
	return min(l+1, dead)
}

// bandOf gives the level of a character who has left of full Body Points.
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
	return mortallyWounded // less than one per cent
}

// levelOf gives the wound level of a character: as it stands on the sheet or, if the table
// counts Body Points, by those that are left.
func levelOf(s, house engine.Sheet) level {
	if useBody.Of(house) && bodyPoints.Of(s) > 0 {
		return bandOf(body.Now(s), bodyPoints.Of(s))
	}
	return levelNamed(wound.Of(s))
}

func levelNamed(name string) level { return level(max(slices.Index(levelNames, name), 0)) }

// penaltyOf gives how many dice wounds take off a roll.
func penaltyOf(s, house engine.Sheet) int {
	if !woundsPenalise.Of(house) {
		return 0
	}
	return penalties[levelOf(s, house)]
}

// proneOf gives how many dice lying prone takes off a roll.
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
		r.Refuse("a character who is %s cannot act", l)
	case out.Of(s):
		r.Refuse("a character who is knocked out cannot act")
	}
}

// levelsOfHarm lists the flags by which the odds of a blow are shown, from the least to the
// worst.
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

// leastBody is the part of the Body Points that everybody has, to which a Strength roll is
// added.
const leastBody = 20

// rollBody rolls the Body Points of a character. They are an amount, so a 1 on the Wild Die
// is just a 1.
func rollBody(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if !useBody.Of(r.House()) {
		r.Refuse("this table counts wounds: the house rule %q is off", useBody.Label)
	}
	p := bodySide.pool(r, me, bodySide.served(r, me, "strength"), amounts)
	got := p.roll(r)
	n := min(leastBody+max(got.total, 0), 999)
	engine.Put(r, me, bodyPoints, n)
	engine.Put(r, me, bodyLost, 0)
	r.Note("%d + %d = %d Body Points", leastBody, got.total, n)
	r.Story("{actor} has %d Body Points", n)
	return amount(got, engine.Num("body_points", n))
}
