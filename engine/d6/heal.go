package d6

import "example.org/fray/engine"

// remedies are what it takes to get a level better, by level. The roll of a
// natural healing that is 0 always succeeds.
var remedies = []struct {
	rest     string
	natural  int // the Strength roll, at least
	medicine int // the difficulty
}{
	unhurt:          {},
	stunned:         {"1 minute", 0, 10},
	wounded:         {"3 days", 6, 15},
	severelyWounded: {"3 days", 6, 15},
	incapacitated:   {"2 weeks", 8, 20},
	mortallyWounded: {"5 weeks", 8, 30},
}

// recovered are the Body Points that a healing roll gives back, by its total
// from that number up: so many points, or so many dice of them.
var recovered = []struct{ least, points, dice int }{
	{31, 0, 6}, {26, 0, 5}, {21, 0, 4}, {16, 0, 3}, {11, 0, 2}, {6, 0, 1}, {1, 2, 0},
}

// The form of healing.
var (
	healForm = &engine.Schema{}
	healWhat = healForm.Group("Healing")
	healKind = healWhat.Choice("kind", "By", "natural", "medicine").Said("Natural healing is a Strength roll after the rest; medicine heals another, or oneself.")
	healSelf = healWhat.Bool("self", "Treat oneself").Said("Though somebody is faced.")
	healSide = acting.full(healWhat)
)

// heal gets somebody one level better, or gives Body Points back.
func heal(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	medicine := healKind.Of(r.Params()) == "medicine"
	p := patientOf(r, healSelf.Of(r.Params()) || !medicine)
	now := levelOf(p.Sheet, r.House())
	switch {
	case now == dead:
		r.Refuse("the dead do not heal")
	case bodied(r, p.Sheet) && bodyLost.Of(p.Sheet) == 0, !bodied(r, p.Sheet) && now == unhurt:
		r.Refuse("there is nothing to heal")
	}
	var t trait
	target := remedies[now].natural
	if medicine {
		awake(r, me)
		t = healSide.trait(r, me, healer(me))
		target = remedies[now].medicine + t.raise + healSide.rushed(r.Params())
	} else if target > 0 || bodied(r, p.Sheet) {
		t = healSide.resting(r, me)
	}
	if bodied(r, p.Sheet) {
		return healBody(r, p, t)
	}
	r.Note("%s: %s of rest", now, remedies[now].rest)
	if target == 0 {
		now = now.better()
		healed(r, p, now)
		return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true, Values: []engine.Named{engine.Word("wound", now.String())}}
	}
	r.Aim(target, "difficulty %d for one who is %s", target, now)
	dice := healSide.healing(r, me, t)
	got := dice.roll(r)
	o := measured(r, got, target)
	if !medicine && o.Margin >= 0 { // the table of rest gives what is enough
		o.Success, o.Grade = true, engine.Success
	}
	if o.Success {
		now = now.better()
		healed(r, p, now)
	}
	o.Values = append(o.Values, engine.Word("wound", now.String()))
	r.Note("%d against %d: now %s", o.Total, o.Target, now)
	return o
}

// better is the level above l. A stun is over in two rounds, so nobody heals
// from a wound into one.
func (l level) better() level {
	if l == wounded {
		return unhurt
	}
	return l - 1
}

// healer is the skill that heals, as the sheet calls it.
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

// resting is the Strength that natural healing rolls.
func (sd side) resting(r *engine.Roll, me engine.Sheet) trait {
	if typed := sd.code.Of(r.Params()); typed != "" {
		return trait{code: codeIn(r, "code", typed)}
	}
	return servingTrait(r, me, "strength")
}

// healing is the pool of a healing roll. Wounds take nothing off the roll
// that natural healing is.
func (sd side) healing(r *engine.Roll, me engine.Sheet, t trait) pool {
	if healKind.Of(r.Params()) == "medicine" {
		return sd.pool(r, me, t, deed)
	}
	return sd.pool(r, me, t, bodily)
}

// healed writes the better level down.
func healed(r *engine.Roll, p patient, now level) {
	engine.Put(r, p.Sheet, wound, now.String())
	if now < incapacitated {
		engine.Put(r, p.Sheet, out, false)
	}
	if now == unhurt {
		engine.Put(r, p.Sheet, hurtRound, 0)
	}
}

// healBody gives Body Points back by the total of the roll.
func healBody(r *engine.Roll, p patient, t trait) engine.Outcome {
	dice := healSide.healing(r, r.Sheet(engine.Actor), t)
	dice.plus -= t.raise + healSide.rushed(r.Params())
	got := dice.leading().roll(r)
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
	n = min(n, bodyLost.Of(p.Sheet))
	r.Add(p.Sheet, bodyLost, -n)
	now := levelOf(p.Sheet, r.House())
	if now < incapacitated {
		engine.Put(r, p.Sheet, out, false)
	}
	r.Note("%d gives %d Body Points back: now %s", got.total, n, now)
	o := engine.Outcome{Success: n > 0, Grade: engine.Failure, Flags: got.flags(), Total: got.total, NoTarget: true,
		Values: []engine.Named{engine.Num("total", got.total), engine.Num("wild", got.wild), engine.Num("healed", n), engine.Word("wound", now.String())}}
	if o.Success {
		o.Grade = engine.Success
	}
	return o
}
