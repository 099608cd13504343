package d6

import "example.org/fray/engine"

// minute is the rounds in a minute.
const minute = 12

// struck compares damage and resistance and hurts the target.
func struck(r *engine.Roll, hurt patient, mine, theirs thrown) engine.Outcome {
	over := mine.total - theirs.total
	o := engine.Outcome{Success: over > 0, Grade: engine.Failure, Flags: mine.flags(), Total: mine.total,
		Target: theirs.total, Margin: over, Values: values(mine.total, mine.wild, over)}
	if o.Success {
		o.Grade = engine.Success
	}
	before := levelOf(hurt.Sheet, r.House())
	var hit, now level
	var lost int
	if bodied(r, hurt.Sheet) {
		lost = max(over, 0)
		left := max(body.Now(hurt.Sheet)-lost, 0)
		now = bandOf(left, bodyPoints.Of(hurt.Sheet))
		hit = now
		r.Add(hurt.Sheet, bodyLost, body.Now(hurt.Sheet)-left)
	} else {
		hit = hitBy(over)
		now = before.worsened(hit)
		engine.Put(r, hurt.Sheet, wound, now.String())
	}
	o.Values = append(o.Values, engine.Num("resistance", theirs.total), engine.Word("hit", hit.String()),
		engine.Word("wound", now.String()), engine.Num("body_lost", lost))
	if now > before {
		fallen(r, hurt, now)
	}
	r.Note("damage %d against %d: %s, now %s", mine.total, theirs.total, hit, now)
	return o
}

// fallen puts on the clock what a new level brings.
func fallen(r *engine.Roll, hurt patient, now level) {
	if !hurt.There() {
		return
	}
	engine.Put(r, hurt.Sheet, hurtRound, r.Moment()+1)
	switch {
	case now == stunned && !bodied(r, hurt.Sheet):
		hurt.later(r, 2, "stun-ends", 0)
	case now == incapacitated:
		hurt.later(r, 0, "stay-up", 0)
	case now == mortallyWounded:
		hurt.later(r, minute, "dying", 1)
	}
}

// later puts an action on the clock that concerns the patient and this wound.
func (p patient) later(r *engine.Roll, rounds int, action string, minutes int) {
	against, form := engine.Other, engine.PageOf("since", hurtRound.Of(p.Sheet))
	if p.self {
		against, form = "", form.With("self", engine.ValueOf(true))
	}
	if minutes > 0 {
		form = form.With("minutes", engine.ValueOf(minutes))
	}
	r.After(rounds, action, engine.Carry{Against: against, Params: form})
}
