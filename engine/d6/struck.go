package d6

import (
	"slices"

	"example.org/fray/engine"
)

// The rounds in a minute and in an hour.
const (
	minute = 12
	hour   = 60 * minute
)

// injury is what a blow does to somebody.
type injury struct {
	before, hit, now level
	lost             int // Body Points
	out              int // rounds of being knocked out
}

// struck compares damage with resistance and hurts the target.
func struck(r *engine.Roll, hurt patient, l landed, x injury) engine.Outcome {
	mine, theirs, over := l.mine, l.theirs, l.over()
	o := engine.Outcome{Success: over > 0, Grade: engine.Failure, Total: mine.total,
		Target: theirs.total, Margin: over, Values: values(mine.total, mine.wild, over)}
	if o.Success {
		o.Grade = engine.Success
	}
	if bodied(r, hurt.Sheet) {
		r.Add(hurt.Sheet, bodyLost, x.lost)
	} else {
		engine.Put(r, hurt.Sheet, wound, x.now.String())
	}
	o.Flags = x.flags(mine.crit)
	o.Values = append(append(o.Values, mine.grave("")...), theirs.grave(resists.Prefix)...)
	o.Values = append(o.Values, engine.Num("resistance", theirs.total), engine.Word("hit", x.hit.String()),
		engine.Word("wound", x.now.String()), engine.Num("body_lost", x.lost))
	if x.out > 0 {
		o.Values = append(o.Values, engine.Num("minutes", x.out/minute))
	}
	fallen(r, hurt, x)
	r.Note("damage %d against %d: %s, now %s", mine.total, theirs.total, x.hit, x.now)
	distraction := ""
	if !helpless(hurt.Sheet, r.House()) {
		distraction = distracts(r, hurt.Sheet)
	}
	mishap := mine.mishapOf("{actor}")
	if hurt.IsSelf() { // the damage of a fall is nobody's
		mishap = mine.mishap()
	}
	x.tell(r, hurt, mishap+theirs.mishapOf(hurt.Name())+distraction)
	return o
}

// tell writes the story of a blow: whom it hurts and how badly. mishaps are the words for
// complications.
func (x injury) tell(r *engine.Roll, hurt patient, mishaps string) {
	lost, dies := "", x.now == dead && x.before < dead
	words := x.now.String()
	if x.out > 0 {
		words += " and knocked out"
	}
	if x.lost > 0 {
		lost = "  " + engine.Counted(x.lost, "Body Point")
		words = engine.Counted(x.lost, "Body Point") + ", " + words
	}
	same := x.lost == 0 && x.now <= x.before
	none := same && x.out == 0
	switch {
	case dies && hurt.IsSelf():
		r.Story("{actor} dies%s%s", lost, mishaps)
	case dies:
		r.Story("{actor} kills {other}%s%s", lost, mishaps)
	case same && !none:
		r.Story("%s is knocked out%s", hurt.Name(), mishaps)
	case none && hurt.IsSelf():
		r.Story("{actor} takes no harm%s", mishaps)
	case none:
		r.Story("{actor} does {other} no harm%s", mishaps)
	case hurt.IsSelf():
		r.Story("{actor} is hurt  %s%s", words, mishaps)
	default:
		r.Story("{actor} hurts {other}  {other} is %s%s", words, mishaps)
	}
}

// flags give the level that a blow brings, so that the odds are those of the levels. Of
// the Wild Die they name a complication only, with which somebody must still deal.
func (x injury) flags(crit failure) []string {
	var out []string
	if crit == complicated {
		out = slices.Clone(withComplication)
	}
	if x.now > x.before {
		out = append(out, rowID(x.now.String()))
	}
	return out
}

// victim is how somebody is whom a blow hits, and what the blow is meant to do.
type victim struct {
	bodied     bool // damage takes Body Points
	full, left int  // Body Points
	level      level
	manner     string
	out        int // for how many rounds a blow that is meant to knock out does so
}

// victimOf gives the victim of a blow. A blow that is meant to knock out does so for
// an hour for each of its result points, and at least for one.
func victimOf(r *engine.Roll, hurt engine.Sheet) victim {
	return victim{bodied: bodied(r, hurt), full: bodyPoints.Of(hurt), left: body.Now(hurt), level: levelOf(hurt, r.House()),
		manner: mannerOf(r), out: max(blowPoints(r, r.Sheet(engine.Actor)), 1) * hour}
}

// injured gives what damage does; over is how far it is above the resistance.
func (v victim) injured(over int) injury {
	if v.bodied {
		return v.drained(max(over, 0))
	}
	return v.wounded(over)
}

// wounded gives what damage does by the table of wounds. A blow that stuns hurts two levels
// less and knocks out for minutes. One that is meant to knock out brings half the levels, and
// knocks out from two levels on.
func (v victim) wounded(over int) injury {
	x := injury{before: v.level, hit: hitBy(over)}
	switch {
	case x.hit == unhurt:
	case v.manner == toStun:
		x.hit = max(x.hit-2, stunned)
		x.out = over * minute
	case v.manner == toKnockOut:
		levels := x.before.worsened(x.hit) - x.before
		if levels >= 2 {
			x.out = v.out
		}
		x.now = x.before + levels/2
		return x
	}
	x.now = x.before.worsened(x.hit)
	return x
}

// drained gives what damage does to Body Points. A blow that stuns knocks out for minutes as
// well. One that is meant to knock out takes half, and knocks out if all of it would be half
// of the full Body Points.
func (v victim) drained(over int) injury {
	x := injury{before: v.level, lost: over}
	switch v.manner {
	case toStun:
		x.out = over * minute
	case toKnockOut:
		if over*2 >= v.full {
			x.out = v.out
		}
		x.lost = over / 2
	}
	x.lost = min(x.lost, max(v.left, 0))
	x.now = bandOf(v.left-x.lost, v.full)
	x.hit = x.now
	return x
}

// fallen puts on the timeline what follows from a blow.
func fallen(r *engine.Roll, hurt patient, x injury) {
	if !hurt.There() {
		return
	}
	if (x.now >= mortallyWounded || x.out > 0) && defenceRound.Of(hurt.Sheet) != 0 {
		hurt.dropDefence(r)
	}
	if x.now > x.before {
		engine.Put(r, hurt.Sheet, hurtRound, r.Moment()+1)
	}
	if x.out > 0 && x.now < mortallyWounded {
		hurt.knockedOut(r, x.out)
	}
	switch {
	case x.now <= x.before:
	case x.now == stunned && !bodied(r, hurt.Sheet):
		hurt.later(r, 2, "stun-ends", 0)
	case x.now == incapacitated && x.out == 0:
		hurt.later(r, 0, "stay-up", 0)
	case x.now == mortallyWounded:
		hurt.later(r, minute, "dying", 1)
	}
}

// dropDefence ends a defence that was rolled, since who cannot act does not dodge.
func (p patient) dropDefence(r *engine.Roll) {
	engine.Put(r, p.Sheet, defence, 0)
	engine.Put(r, p.Sheet, defenceRound, 0)
}

// knockedOut knocks the patient out for a number of rounds. If that was so already, the
// later end counts.
func (p patient) knockedOut(r *engine.Roll, rounds int) {
	engine.Put(r, p.Sheet, out, true)
	engine.Put(r, p.Sheet, prone, true)
	engine.Put(r, p.Sheet, outUntil, outUntil.Within(max(r.Moment()+rounds, outUntil.Of(p.Sheet))))
	p.later(r, rounds, "awake", 0)
}

// later puts on the timeline an action that concerns the patient and the present wound.
// minutes is a parameter of that action; 0 for none.
func (p patient) later(r *engine.Roll, rounds int, action string, minutes int) {
	form := engine.PageOf("since", hurtRound.Of(p.Sheet))
	if action == "awake" {
		form = engine.Page{} // it does not depend on the wound
	}
	if p.IsSelf() {
		form = form.With("self", engine.ValueOf(true))
	}
	if minutes > 0 {
		form = form.With("minutes", engine.ValueOf(minutes))
	}
	r.After(rounds, action, engine.Carry{Against: p.Against(), Params: form})
}
