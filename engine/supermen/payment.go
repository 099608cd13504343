package supermen

import (
	"fmt"

	"example.org/fray/engine"
)

// payment is a Payment Segment for one character: movement, powers that are
// kept up and held breath each pay their row (EP). Where the EP do not cover
// it the Editor says whether it goes on.
func payment(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if n := billed(r, me); n > max(ep.Now(me), 0) && overspent(r, me, n) {
		r.Note("%d EP could not be paid: it all ends", n)
		letAllGo(r, me)
		return engine.Outcome{Grade: engine.Failure, NoTarget: true, Values: []engine.Named{engine.Num("ep_cost", 0)}}
	}
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

// billed is how many EP a Payment Segment will take.
func billed(r *engine.Roll, me engine.Sheet) int {
	total := 0
	add := func(owed, row int) {
		n, _ := owe(owed, due(row, true))
		total += n
	}
	if onTheMove.Of(me) {
		add(owedMove.Of(me), moveRow.Of(me))
	}
	for _, row := range running.Rows(me) {
		add(runningOwed.At(row), runningRow.At(row))
	}
	if holding.Of(me) {
		add(owedBreath.Of(me), breathRow(breathQ.Of(me), heldRounds(r, me)))
	}
	return total
}

// overspent asks whether what cannot be paid ends.
func overspent(r *engine.Roll, me engine.Sheet, n int) bool {
	ask := engine.Ask{ID: "cannot-pay", Words: fmt.Sprintf("%d EP are due, and %d are left", n, ep.Now(me))}
	return r.Pick(ask, engine.Gamemaster,
		engine.Option{ID: "pay", Label: "It is paid nevertheless: tired", Price: fmt.Sprintf("%d EP", n)},
		engine.Option{ID: "end", Label: "It ends: movement, powers kept up, held breath"}) == "end"
}

// letAllGo ends all that is paid for by the round.
func letAllGo(r *engine.Roll, me engine.Sheet) {
	if onTheMove.Of(me) {
		halt(r, me)
	}
	for _, row := range running.Rows(me) {
		r.Drop(row)
	}
	put(r, me, holding, false)
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
	rounds := heldRounds(r, me)
	row := breathRow(breathQ.Of(me), rounds)
	paid := pay(r, me, owedBreath, row, true)
	r.Note("breath held %d rounds, row %d: %s", rounds, row, bill(price, row, paid))
	if hurts := paid / 5; hurts > 0 {
		r.Add(me, head.of(bludgeoning), hurts)
		r.Note("%d bludgeoning DP to the head", hurts)
	}
	return paid
}

// heldRounds is how many rounds breath has been held.
func heldRounds(r *engine.Roll, me engine.Sheet) int {
	return (r.Moment() - breathSince.Of(me)) / round
}

// breathRow is the row of held breath after some rounds.
func breathRow(q, rounds int) int { return max(9-(q-sphere.of(rounds)), 0) }
