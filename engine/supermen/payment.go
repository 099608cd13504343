package supermen

import "example.org/fray/engine"

// payment is a Payment Segment for one character: movement, powers that are
// kept up and held breath each pay their row (EP).
func payment(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	total := 0
	if onTheMove.Of(me) {
		row := moveRow.Of(me)
		paid := pay(r, me, owedMove, row, true)
		r.Note("movement, row %d: %s", row, bill(price, row, paid))
		total += paid
	}
	for _, row := range running.Rows(me) {
		total += upkeep(r, me, row)
	}
	if holding.Of(me) {
		total += breathe(r, me)
	}
	if total > 0 && ep.Now(me) <= 0 {
		r.Note("tired: %d EP are left", ep.Now(me))
	}
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true,
		Values: []engine.Named{engine.Num("ep_cost", total)}}
}

// upkeep pays for a power that is kept up, once a round.
func upkeep(r *engine.Roll, me engine.Sheet, row engine.Row) int {
	n := runningRow.At(row)
	paid, rest := owe(runningOwed.At(row), due(n, true))
	if rest != runningOwed.At(row) {
		engine.PutRow(r, row, runningOwed, rest)
	}
	r.Add(me, epLostRound, paid)
	r.Note("%s, row %d: %s", row.Name(), n, bill(price, n, paid))
	return paid
}

// breathe pays for held breath: the rounds gone by take from the Quality that
// lowers the row, and below 0 raise it. Every 5 EP lost in the round bruise
// the head.
func breathe(r *engine.Roll, me engine.Sheet) int {
	rounds := (r.Moment() - breathSince.Of(me)) / round
	row := breathRow(breathQ.Of(me), rounds)
	paid := pay(r, me, owedBreath, row, true)
	r.Note("breath held %d rounds, row %d: %s", rounds, row, bill(price, row, paid))
	if hurts := paid / 5; hurts > 0 {
		r.Add(me, head.of(bludgeoning), hurts)
		r.Note("%d bludgeoning DP to the head", hurts)
	}
	return paid
}

// breathRow is the row of held breath after some rounds.
func breathRow(q, rounds int) int { return max(9-(q-sphere.of(rounds)), 0) }
