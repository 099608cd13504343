package d6

import (
	"fmt"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// remedies say for each level what it takes to get one level better.
var remedies = []struct {
	rest     string
	rounds   int // how long the rest takes
	natural  int // the difficulty of natural healing; 0 if it needs no roll
	medicine int // the difficulty of treating it
}{
	unhurt:          {},
	stunned:         {"1 minute", minute, 0, 10},
	wounded:         {"3 days", 3 * 24 * hour, 6, 15},
	severelyWounded: {"3 days", 3 * 24 * hour, 6, 15},
	incapacitated:   {"2 weeks", 14 * 24 * hour, 8, 20},
	mortallyWounded: {"5 weeks", 35 * 24 * hour, 8, 30},
}

// naturalRest gives how many rounds natural healing takes; 0 if there is nothing to heal.
func naturalRest(s, house engine.Sheet) int {
	if now := levelOf(s, house); now < dead {
		return remedies[now].rounds
	}
	return 0
}

// recovered are the Body Points that a healing roll gives back, each from that total up: a
// number of points, or of dice of points.
var recovered = []struct{ least, points, dice int }{
	{31, 0, 6}, {26, 0, 5}, {21, 0, 4}, {16, 0, 3}, {11, 0, 2}, {6, 0, 1}, {1, 2, 0},
}

// The form of healing.
var (
	healForm = newForm()
	healWhat = healForm.Group("Healing")
	healKind = healWhat.Choice("kind", "By", "natural", "medicine").Help("Natural healing is a Strength roll after the rest; medicine heals another, or oneself.")
	healSelf = healWhat.Bool("self", "Treat oneself").Help("Even against an opponent.")
	healSide = acting.forTask(healWhat)
)

// heal makes a patient one level better, or gives Body Points back.
func heal(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	medicine := healKind.Of(r.Params()) == "medicine"
	p := patientOf(r, healSelf.Of(r.Params()) || !medicine)
	now := levelOf(p.Sheet, r.House())
	healable(r, p)
	var t trait
	target := remedies[now].natural
	if medicine {
		awake(r, me)
		t = healSide.trait(r, me, healer(me))
		target = remedies[now].medicine + t.raise + healSide.rushed(r.Params())
		healSide.keepsBusy(r)
	} else {
		resting(r, target > 0 || bodied(r, p.Sheet))
		t = healSide.resting(r, me, target > 0 || bodied(r, p.Sheet))
	}
	if bodied(r, p.Sheet) {
		return healBody(r, p, t)
	}
	if !medicine {
		r.Note("%s: %s of rest", now, remedies[now].rest)
	}
	if target == 0 {
		now = now.better()
		healed(r, p, now)
		tellHealing(r, p, true, now.String())
		return engine.Done(engine.Word("wound", now.String()))
	}
	r.Aim(target, "difficulty %d for a patient who is %s", target, now)
	dice := healSide.healing(r, me, t)
	got := dice.roll(r)
	o := measured(r, got, target)
	switch {
	case got.crit == marked: // it fails, whatever its total
		o.Success, o.Grade = false, engine.Failure
		now = min(now+1, dead)
		worse(r, p, now)
	case !medicine && o.Margin >= 0: // a tie is enough, whatever the house rule says
		o.Success, o.Grade = true, engine.Success
		fallthrough
	case o.Success:
		now = now.better()
		healed(r, p, now)
	}
	o.Values = append(o.Values, engine.Word("wound", now.String()))
	r.Note("%d against %d: now %s", o.Total, o.Target, now)
	tellHealing(r, p, o.Success, now.String()+got.mishap())
	if got.crit == marked {
		r.Story("%s gets worse  %s", p.Name(), now)
	}
	return o
}

// tellHealing writes the story of a healing. now says how the patient is afterwards.
func tellHealing(r *engine.Roll, p patient, good bool, now string) {
	switch {
	case p.IsSelf() && good:
		r.Story("{actor} gets better  %s", now)
	case p.IsSelf():
		r.Story("{actor} gets no better  %s", now)
	case good:
		r.Story("{actor} heals {other}  %s", now)
	default:
		r.Story("{actor} cannot heal {other}  %s", now)
	}
}

// better gives the level above l. Nobody heals from a wound into a stun, which is over in
// two rounds.
func (l level) better() level {
	if l == wounded {
		return unhurt
	}
	return l - 1
}

// healer gives the name of the skill that heals: the one on the sheet, or else that of the
// genre.
func healer(me engine.Sheet) string {
	for _, name := range []string{"medicine", "healing"} {
		if _, ok := skills.Find(me, name); ok {
			return name
		}
	}
	if genre.Of(me) == "fantasy" {
		return "healing"
	}
	return "medicine"
}

// resting refuses the parameters that natural healing does not have: it is a roll of
// Strength, and the character does nothing else. rolls is false if nothing is rolled.
func resting(r *engine.Roll, rolls bool) {
	f, sd := r.Params(), healSide
	switch {
	case sd.skill.Of(f) != "" || sd.attribute.Of(f) != "":
		r.Refuse("natural healing rolls Strength: to roll something else, give its die code")
	case sd.untrained.Of(f) || sd.trainedOnly.Of(f) || f.Written(sd.unskilled.ID):
		r.Refuse("natural healing needs no training")
	case sd.related.Of(f) != 0 || sd.half.Of(f):
		r.Refuse("related skills and result points do not help natural healing")
	case sd.actions.Of(f) > 1:
		r.Refuse("rest takes the whole round: set the actions of this round to 1")
	case sd.prepare.Of(f) > 0 || sd.rush.Of(f) != "0" || sd.rounds.Of(f) > 0:
		r.Refuse("rest can be neither prepared nor rushed")
	case rolls:
	case sd.code.Of(f) != "" || sd.dice.Of(f) != 0 || sd.bonus.Of(f) != 0 || engine.Every.Situation.Of(f) != 0 || sd.cp.Of(f) > 0 || sd.fate.Of(f):
		r.Refuse("a stun is over after a minute of rest: nothing is rolled")
	}
}

// resting gives the Strength that natural healing rolls, and nothing if rolls is false.
func (sd side) resting(r *engine.Roll, me engine.Sheet, rolls bool) trait {
	if typed := sd.code.Of(r.Params()); typed != "" {
		return trait{code: codeIn(r, "the die code", typed)}
	}
	if !rolls {
		return trait{}
	}
	return servingTrait(r, me, "strength")
}

// healing gives the pool of a healing roll. In natural healing, wounds take no dice off
// and a Critical Failure makes them worse.
func (sd side) healing(r *engine.Roll, me engine.Sheet, t trait, more ...reason) *pool {
	if healKind.Of(r.Params()) == "medicine" {
		return sd.pool(r, me, t, skilled, more...)
	}
	return sd.pool(r, me, t, natural, more...)
}

// worse writes on the sheet the worse level that a Critical Failure of natural healing
// brings, with all that follows from it.
func worse(r *engine.Roll, p patient, now level) {
	before := levelOf(p.Sheet, r.House())
	if bodied(r, p.Sheet) {
		left := body.Now(p.Sheet)
		for left > 0 && bandOf(left, bodyPoints.Of(p.Sheet)) < now {
			left--
		}
		r.Add(p.Sheet, bodyLost, body.Now(p.Sheet)-left)
		now = bandOf(left, bodyPoints.Of(p.Sheet))
	} else {
		engine.Put(r, p.Sheet, wound, now.String())
	}
	r.Note("the wounds are worse: %s", now)
	fallen(r, p, injury{before: before, now: now})
}

// healed writes the better level on the sheet.
func healed(r *engine.Roll, p patient, now level) {
	engine.Put(r, p.Sheet, wound, now.String())
	if now < incapacitated {
		p.wake(r)
	}
	if now == unhurt {
		engine.Put(r, p.Sheet, hurtRound, 0)
	}
}

// healBody gives Body Points back by the total of the roll.
func healBody(r *engine.Roll, p patient, t trait) engine.Outcome {
	dice := healSide.healing(r, r.Sheet(engine.Actor), t, healSide.lowered(r, t)...)
	got := dice.roll(r)
	engine.Merge(r, got)
	if got.crit == marked {
		worse(r, p, min(levelOf(p.Sheet, r.House())+1, dead))
		return bodyHealed(r, p, got, 0)
	}
	n := 0
	for _, row := range recovered {
		if got.total < row.least {
			continue
		}
		n = row.points
		if row.dice > 0 {
			n = plainSum(r, "healed", "Body Points back", row.dice)
		}
		break
	}
	n = givenBack(r, p, n)
	r.Note("%d gives %d Body Points back: now %s", got.total, n, levelOf(p.Sheet, r.House()))
	return bodyHealed(r, p, got, n)
}

// givenBack gives up to n Body Points back, and how many those were.
func givenBack(r *engine.Roll, p patient, n int) int {
	n = min(n, bodyLost.Of(p.Sheet))
	r.Add(p.Sheet, bodyLost, -n)
	if levelOf(p.Sheet, r.House()) < incapacitated {
		p.wake(r)
	}
	return n
}

// The form of healing of which only the number is known.
var (
	mendForm = &engine.Schema{}
	mendBy   = mendForm.Group("Healing").Int("amount", "Back", 1, 9999).BeyondSheet().Default(1).Help("Body Points, or wound levels where those count.")
)

// mend gives Body Points or wound levels back without a roll.
func mend(r *engine.Roll) engine.Outcome {
	n, p := mendBy.Of(r.Params()), patient{kit.Self(r)}
	healable(r, p)
	if bodied(r, p.Sheet) {
		n = givenBack(r, p, n)
		tellHealing(r, p, true, fmt.Sprintf("%s, %s", engine.Counted(n, "Body Point"), levelOf(p.Sheet, r.House())))
		return engine.Done(engine.Num("healed", n))
	}
	now := levelOf(p.Sheet, r.House())
	for ; n > 0 && now > unhurt; n-- {
		now = now.better()
	}
	healed(r, p, now)
	tellHealing(r, p, true, now.String())
	return engine.Done(engine.Word("wound", now.String()))
}

// healable refuses to heal the dead, and those who are not hurt.
func healable(r *engine.Roll, p patient) {
	now := levelOf(p.Sheet, r.House())
	switch {
	case now == dead:
		r.Refuse("the dead do not heal")
	case bodied(r, p.Sheet) && bodyLost.Of(p.Sheet) == 0, !bodied(r, p.Sheet) && now == unhurt:
		r.Refuse("there is nothing to heal")
	}
}

func bodyHealed(r *engine.Roll, p patient, got thrown, n int) engine.Outcome {
	now := levelOf(p.Sheet, r.House())
	tellHealing(r, p, n > 0, fmt.Sprintf("%s, %s", engine.Counted(n, "Body Point"), now)+got.mishap())
	if got.crit == marked {
		r.Story("%s gets worse  %s", p.Name(), now)
	}
	o := engine.Outcome{Success: n > 0, Grade: engine.Failure, Flags: got.flags(), Total: got.total, NoTarget: true,
		Values: []engine.Named{engine.Num("total", got.total), engine.Num("wild", got.wild), engine.Num("healed", n),
			engine.Word("wound", now.String())}}
	o.Values = append(o.Values, got.grave("")...)
	if o.Success {
		o.Grade = engine.Success
	}
	return o
}
