package easiness

import "example.org/fray/engine"

// rollPool is the usual roll of a pool. Against an opponent it calls for a defence.
func rollPool(r *engine.Roll) engine.Outcome {
	p := poolSide.assemble(r, poolExtent)
	r.Aim(0, "%s: every face up to %d is a success", p, p.easiness)
	t := p.throw(r)
	p.remember(r)
	r.Note("net %+d: %s", t.net, tier(t.net))
	poolSide.tell(r, t.net)
	calls(r, engine.Other, engine.Actor, t.net, "dodge", "resist", "hurt")
	return engine.Outcome{
		Success: t.net > 0, Grade: grade(t.net), Total: t.net, Margin: t.net,
		Values: []engine.Named{engine.Num("net", t.net), engine.Num("successes", t.successes), engine.Num("nines", t.nines)},
	}
}

// calls calls for one of actions for the character who was attacked, with the successes of the
// attack. Without successes it calls off those that were called for.
func calls(r *engine.Roll, who, by engine.Seat, successes int, actions ...string) {
	if !r.Sheet(who).There() {
		return
	}
	for _, action := range actions {
		switch {
		case successes <= 0:
			r.Unfollow(who, action, by)
		case action == "hurt":
			r.Follow(who, action, engine.Carry{Against: by, Or: true, And: engine.Num(hurtBy.ID, hurtBy.Within(successes))})
		default:
			r.Follow(who, action, engine.Carry{Against: by, Or: true, And: engine.Num(defendFrom.ID, defendFrom.Within(successes))})
		}
	}
}

// rollOpposed is an opposed roll, in which each success of the other side cancels one.
func rollOpposed(r *engine.Roll) engine.Outcome {
	r.TakesPart(engine.Other)
	mine := opposeSide.assemble(r, opposeExtent)
	theirs := opposeOther.assemble(r, opposeExtent)
	r.Aim(0, "%s, against %s", mine, theirs)
	net := mine.throw(r).net
	engine.Merge(r, net)
	other := theirs.throw(r).net
	mine.remember(r)
	winner, won := settleOpposed(net, other)
	own := net
	if net > 0 {
		net = left(r, net, other)
	}
	r.Note("net %+d: %s", net, tellWinner(r, winner, net))
	calls(r, engine.Other, engine.Actor, net, "hurt")
	return engine.Outcome{
		Success: winner == engine.ActorWins, Grade: won, Total: net, Margin: net,
		Values: []engine.Named{engine.Num("net", net), engine.Num("own", own), winner.Value()},
	}
}

// left gives the successes of an attack that a defence leaves. Each success of the defence
// cancels one. By a house rule, the defender's Nines are added to the attack.
func left(r *engine.Roll, attack, defence int) int {
	if defence < 0 && fumbledIs.Of(r.House()) == fumbledAdd {
		r.Note("the defender's critical failure adds %d to the attack: %d", -defence, attack-defence)
		return attack - defence
	}
	return attack - min(max(defence, 0), attack)
}

// settleOpposed gives who wins, and the grade for the actor. Nobody wins without a success of
// their own.
func settleOpposed(mine, theirs int) (winner engine.Winner, won string) {
	winner = engine.Higher(max(mine, 0), max(theirs, 0))
	won = winner.Grade()
	if mine < 0 {
		won = criticalFailure
	}
	return winner, won
}

// rollDodge cancels successes of an attack that was rolled. Those that are left may be resisted,
// or hurt.
func rollDodge(r *engine.Roll) engine.Outcome { return rollDefence(r, "dodge", "resist", "hurt") }

// rollResist cancels successes of an attack that has hit. Those that are left hurt.
func rollResist(r *engine.Roll) engine.Outcome { return rollDefence(r, "resist", "hurt") }

func rollDefence(r *engine.Roll, does string, next ...string) engine.Outcome {
	mine := defendSide
	mine.usual = does
	p := mine.assemble(r, defendExtent)
	against := defendFrom.Of(r.Params())
	r.Aim(against, "%s, against an attack of %d", p, against)
	t := p.throw(r)
	p.remember(r)
	through := left(r, against, t.net)
	won := engine.Success
	switch {
	case t.net < 0:
		won = criticalFailure
	case through > 0:
		won = engine.Failure
	}
	r.Note("net %+d: %s; of %d successes %d get through", t.net, tier(t.net), against, through)
	tellDefence(r, does, t.net, through)
	calls(r, engine.Actor, engine.Other, through, next...)
	return engine.Outcome{
		Success: through == 0, Grade: won, Total: t.net, Target: against, Margin: t.net - against,
		Values: []engine.Named{engine.Num("net", t.net), engine.Num("left", through)},
	}
}

// loseHealth takes health off. The text has no rule for how much.
func loseHealth(r *engine.Roll) engine.Outcome {
	s, n := r.Sheet(engine.Actor), hurtBy.Of(r.Params())
	if room := healthLost.Most - healthLost.Of(s); n > room {
		r.Refuse("a character cannot lose more than %d health", healthLost.Most)
	}
	was := health.Now(s)
	r.Add(s, healthLost, n)
	falls := ""
	if was > 0 && health.Now(s) <= 0 {
		falls = ". {actor} falls"
	}
	r.Story("{actor} loses health  %d%s", n, falls)
	return healthIs(r, n)
}

// regainHealth gives lost health back.
func regainHealth(r *engine.Roll) engine.Outcome {
	s, n := r.Sheet(engine.Actor), recoverBy.Of(r.Params())
	lost := healthLost.Of(s)
	if lost == 0 {
		r.Refuse("no health is lost")
	}
	if recoverAll.Of(r.Params()) {
		n = lost
	}
	n = min(n, lost)
	r.Add(s, healthLost, -n)
	r.Story("{actor} recovers health  %d", n)
	return healthIs(r, n)
}

// healthIs is the outcome of losing or recovering n health.
func healthIs(r *engine.Roll, n int) engine.Outcome {
	s := r.Sheet(engine.Actor)
	now := health.Now(s)
	r.Note("health %d of %d", now, healthFull.Of(s))
	return engine.Outcome{Success: true, Grade: engine.Success, Total: n, NoTarget: true,
		Values: []engine.Named{engine.Num("health", now)}}
}
