package easiness

import "example.org/fray/engine"

// rollPool is the usual roll: so many dice against an Easiness.
func rollPool(r *engine.Roll) engine.Outcome {
	p := poolSide.assemble(r, poolExtent)
	r.Aim(0, "%s: every face up to %d is a success", p, p.easiness)
	t := p.throw(r)
	remember(r, p.risk)
	r.Note("net %+d: %s", t.net, tier(t.net))
	return engine.Outcome{
		Success: t.net > 0, Grade: grade(t.net), Total: t.net, Margin: t.net,
		Values: []engine.Named{engine.Num("net", t.net), engine.Num("successes", t.successes), engine.Num("nines", t.nines)},
	}
}

// rollOpposed lets each success of the other side cancel one, as far as there
// are any.
func rollOpposed(r *engine.Roll) engine.Outcome {
	mine := opposeSide.assemble(r, opposeExtent)
	theirs := opposeOther.assemble(r, opposeExtent)
	r.Aim(0, "%s, against %s", mine, theirs)
	net := mine.throw(r).net
	engine.Settle(r, net)
	other := theirs.throw(r).net
	remember(r, mine.risk)
	winner, won := settleOpposed(net, other)
	switch {
	case net > 0 && other > 0:
		net -= min(other, net)
	case net > 0 && fumbledIs.Of(r.House()) == "add":
		net -= other
	}
	r.Note("net %+d, winner: %s", net, winner)
	return engine.Outcome{
		Success: winner == "actor", Grade: won, Total: net, Margin: net,
		Values: []engine.Named{engine.Num("net", net), engine.Word("winner", winner)},
	}
}

// settleOpposed says who wins. Nobody wins without a success of their own.
func settleOpposed(mine, theirs int) (winner, won string) {
	switch {
	case mine > 0 && mine > theirs:
		return "actor", engine.Success
	case theirs > 0 && theirs > mine:
		winner, won = "other", engine.Failure
	default:
		winner, won = "none", engine.Undecided
	}
	if mine < 0 {
		won = criticalFailure
	}
	return winner, won
}

// rollDefence cancels the successes of an attack that has been rolled.
func rollDefence(r *engine.Roll) engine.Outcome {
	p := defendSide.assemble(r, defendExtent)
	against := defendFrom.Of(r.Params())
	r.Aim(against, "%s, against an attack of %d", p, against)
	t := p.throw(r)
	remember(r, p.risk)
	left := against - min(max(t.net, 0), against)
	won := engine.Success
	switch {
	case t.net < 0:
		won = criticalFailure
	case left > 0:
		won = engine.Failure
	}
	r.Note("net %+d: %s; of %d successes %d get through", t.net, tier(t.net), against, left)
	return engine.Outcome{
		Success: left == 0, Grade: won, Total: t.net, Target: against, Margin: t.net - against,
		Values: []engine.Named{engine.Num("net", t.net), engine.Num("left", left)},
	}
}

// loseHealth takes health off, as play has it: the text has no rule for it.
func loseHealth(r *engine.Roll) engine.Outcome {
	s, n := r.Sheet(engine.Actor), hurtBy.Of(r.Params())
	if room := healthLost.Most - healthLost.Of(s); n > room {
		r.Refuse("nobody can lose more than %d health", healthLost.Most)
	}
	r.Add(s, healthLost, n)
	return healthIs(r)
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
	r.Add(s, healthLost, -min(n, lost))
	return healthIs(r)
}

func healthIs(r *engine.Roll) engine.Outcome {
	s := r.Sheet(engine.Actor)
	now := health.Now(s)
	r.Note("health %d of %d", now, healthFull.Of(s))
	return engine.Outcome{Success: true, Grade: engine.Success, Total: now, NoTarget: true,
		Values: []engine.Named{engine.Num("health", now)}}
}
