package d6

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// The forms of the actions that the clock starts. Each carries the round of the wound
// that it is about, so that nothing happens if that wound has healed meanwhile.
var (
	wakeForm = &engine.Schema{}
	wakeSelf = wakeForm.Group("The clock").Bool("self", "It concerns the character itself")

	dueForm  = &engine.Schema{}
	dueGroup = dueForm.Group("The clock")
	dueSelf  = dueGroup.Bool("self", "It concerns the character itself")
	dueSince = dueGroup.Int("since", "Round of the wound", 0, 99_999_999).Help("Counted from 1; 0 for whichever wound there is.")

	stayForm  = newForm()
	stayGroup = stayForm.Group("Staying up")
	staySelf  = stayGroup.Bool("self", "It concerns the character itself")
	staySince = stayGroup.Int("since", "Round of the wound", 0, 99_999_999)
	staySide  = acting.forAttribute(stayGroup)

	dyingForm  = newForm()
	dyingGroup = dyingForm.Group("Near death")
	dyingSelf  = dyingGroup.Bool("self", "It concerns the character itself")
	dyingSince = dyingGroup.Int("since", "Round of the wound", 0, 99_999_999)
	dyingTime  = dyingGroup.Int("minutes", "Minutes that have passed", 1, 99_999).Default(1)
	dyingSide  = acting.forAttribute(dyingGroup)
)

// about reports whether the patient still has the wound of that round and level. Rounds
// are counted from 1; 0 stands for any.
func (p patient) about(r *engine.Roll, since int, l level) bool {
	return (since == 0 || since == hurtRound.Of(p.Sheet)) && levelOf(p.Sheet, r.House()) == l
}

func nothingLeft(r *engine.Roll) engine.Outcome {
	r.Note("that wound has healed: nothing happens")
	r.Story("That wound has healed")
	return engine.Done()
}

// stunEnds ends a stun, at the end of the round after it.
func stunEnds(r *engine.Roll) engine.Outcome {
	p := patientOf(r, dueSelf.Of(r.Params()))
	if !p.about(r, dueSince.Of(r.Params()), stunned) || bodied(r, p.Sheet) {
		return nothingLeft(r)
	}
	engine.Put(r, p.Sheet, wound, unhurt.String())
	r.Story("%s is no longer stunned", p.Name())
	return engine.Done()
}

// An incapacitated character rolls against stayingUp, and failing that is knocked out for
// outDice of minutes.
const (
	stayingUp = 15
	outDice   = 10
)

// stayUp is the stamina or willpower roll of a character who was just incapacitated. The
// wound's own penalty does not count yet.
func stayUp(r *engine.Roll) engine.Outcome {
	hurt := patientOf(r, staySelf.Of(r.Params()))
	if !hurt.about(r, staySince.Of(r.Params()), incapacitated) {
		return nothingLeft(r)
	}
	sd := hurt.seated(staySide)
	sd.alone = true
	p := sd.pool(r, hurt.Sheet, sd.toughest(r, hurt.Sheet, "stamina", "willpower", "mettle"), bodily)
	r.Aim(stayingUp, "difficulty %d: stamina or willpower to stay up", stayingUp)
	got := p.roll(r)
	engine.Merge(r, got)
	o := measured(r, got, stayingUp)
	r.Story("%s stays up", hurt.Name())
	if !o.Success {
		n := plainSum(r, "out", "Minutes out", outDice)
		hurt.knockedOut(r, n*minute)
		o.Values = append(o.Values, engine.Num("minutes", n))
		r.Note("knocked out for %d minutes", n)
		r.Story("%s is knocked out for %s", hurt.Name(), engine.Counted(n, "minute"))
	}
	return o
}

// toughest gives the best of those skills that the sheet has, or else Strength. A die code
// that was entered replaces them.
func (sd side) toughest(r *engine.Roll, s engine.Sheet, names ...string) trait {
	var best trait
	if sd.code.Of(r.Params()) == "" {
		for _, name := range names {
			if row, ok := skills.Find(s, name); ok {
				if t := skillTrait(r, s, row); t.code.worth() > best.code.worth() {
					best = t
				}
			}
		}
	}
	if best == (trait{}) {
		return sd.served(r, s, "strength")
	}
	return best
}

// wakes ends being knocked out, unless a later blow makes it last longer.
func wakes(r *engine.Roll) engine.Outcome {
	p := patientOf(r, wakeSelf.Of(r.Params()))
	if !out.Of(p.Sheet) || r.Moment() < outUntil.Of(p.Sheet) {
		r.Note("it is too early to wake")
		r.Story("%s is still out", p.Name())
		return engine.Done()
	}
	p.wake(r)
	r.Story("%s comes to", p.Name())
	return engine.Done()
}

// wake clears from the sheet that the patient is knocked out.
func (p patient) wake(r *engine.Roll) {
	engine.Put(r, p.Sheet, out, false)
	engine.Put(r, p.Sheet, outUntil, 0)
}

// dying is the Strength roll that a mortally wounded character makes each minute, against
// the minutes that have passed. Failing it is death.
func dying(r *engine.Roll) engine.Outcome {
	hurt := patientOf(r, dyingSelf.Of(r.Params()))
	if !hurt.about(r, dyingSince.Of(r.Params()), mortallyWounded) {
		return nothingLeft(r)
	}
	minutes := dyingTime.Of(r.Params())
	sd := hurt.seated(dyingSide)
	sd.alone = true
	p := sd.pool(r, hurt.Sheet, sd.served(r, hurt.Sheet, "strength"), bodily)
	r.Aim(minutes, "difficulty %d: the minutes that have passed", minutes)
	got := p.roll(r)
	o := measured(r, got, minutes)
	r.Story("%s hangs on  %s gone by", hurt.Name(), engine.Counted(minutes, "minute"))
	if o.Margin >= 0 { // an equal roll is enough, whoever wins ties
		o.Success, o.Grade = true, engine.Success
		hurt.later(r, minute, "dying", minutes+1)
		return o
	}
	die(r, hurt)
	r.Note("%d against %d minutes: dead", o.Total, minutes)
	r.Story("%s dies", hurt.Name())
	return o
}

// die writes on the sheet that the patient is dead.
func die(r *engine.Roll, p patient) {
	if bodied(r, p.Sheet) {
		r.Add(p.Sheet, bodyLost, body.Now(p.Sheet))
		return
	}
	engine.Put(r, p.Sheet, wound, dead.String())
}

// collapse is what being unable to act brings: no defence counts any longer, and whoever was
// set near death by hand begins to hang on.
func collapse(r *engine.Roll) engine.Outcome {
	p := patient{kit.Self(r)}
	if defenceRound.Of(p.Sheet) != 0 {
		p.dropDefence(r)
	}
	if hurtRound.Of(p.Sheet) == 0 && levelOf(p.Sheet, r.House()) == mortallyWounded {
		engine.Put(r, p.Sheet, hurtRound, r.Moment()+1)
		p.later(r, minute, "dying", 1)
	}
	r.Story("{actor} cannot act")
	return engine.Done()
}
