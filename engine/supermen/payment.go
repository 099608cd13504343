package supermen

import (
	"fmt"

	"example.org/fray/engine"
)

// payment is a Payment Segment of one character, in which movement, powers that are kept up and
// held breath are paid for. Chapter "Move Roll".
func payment(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if unconscious(r.House(), me) {
		r.Story("{actor} is unconscious and pays nothing")
		return engine.Done(engine.Num("ep_cost", 0))
	}
	total, all := 0, true
	for _, u := range upkeeps(r, me, r.House(), r.Moment()) {
		paid, ok := u.settle(r, me)
		total, all = total+paid, all && ok
	}
	if total > 0 && ep.Now(me) <= 0 {
		r.Note("tired: %d EP are left", ep.Now(me))
	}
	if total > 0 {
		r.Story("{actor} pays %d EP", total)
	} else {
		r.Story("{actor} pays nothing")
	}
	return engine.Outcome{Success: all, Grade: grade(all), NoTarget: true,
		Values: []engine.Named{engine.Num("ep_cost", total)}}
}

// upkeep is one thing that is paid for at each Payment Segment.
type upkeep struct {
	what  string
	row   int
	back  string         // what brings the EP back
	owed  int            // from earlier rounds, in 7200ths of an EP
	owes  func(int)      // writes what stays owed
	hurts func(paid int) // does what else paying does; nil for nothing
	end   func()
	ends  string // says what ending it means
}

// upkeeps lists what a character pays for at a moment. If r is nil, they must only be read.
func upkeeps(r *engine.Roll, me, house engine.Sheet, moment int) []upkeep {
	var out []upkeep
	if onTheMove.Of(me) {
		tally := owedMove
		if roundsApart.Of(house) {
			tally = owedRounds
		}
		out = append(out, upkeep{what: "movement", row: moveRow.Of(me), owed: tally.Of(me),
			owes: func(n int) { put(r, me, tally, n) },
			end:  func() { halt(r, me) }, ends: "The character stands still"})
	}
	for _, row := range running.Rows(me) {
		out = append(out, upkeep{what: row.Name(), row: runningRow.At(row), back: runningEP.At(row), owed: runningOwed.At(row),
			owes: func(n int) { engine.Put(r, row, runningOwed, n) },
			end:  func() { endUse(r, row) }, ends: "The power ends"})
	}
	if holding.Of(me) {
		rounds := (moment - breathSince.Of(me)) / round
		out = append(out, upkeep{what: fmt.Sprintf("breath held %d rounds", rounds), row: breathRow(breathQ.Of(me), rounds),
			owed: owedBreath.Of(me), owes: func(n int) { put(r, me, owedBreath, n) },
			hurts: func(paid int) { bruise(r, me, paid/5) },
			end:   func() { put(r, me, holding, false) }, ends: "The character breathes"})
	}
	return out
}

// owes reports whether a character has anything to pay for at a Payment Segment.
func owes(s engine.Sheet) bool {
	return onTheMove.Of(s) || holding.Of(s) || len(running.Rows(s)) > 0
}

// settle pays for u and gives the EP paid. If the EP that are left are not enough, it asks the
// Editor. It is false if u was not paid for.
func (u upkeep) settle(r *engine.Roll, me engine.Sheet) (int, bool) {
	paid, rest := owe(u.owed, due(u.row, true))
	if left := max(ep.Now(me), 0); paid > left {
		switch u.unpaid(r, paid, left) {
		case "end":
			u.end()
			r.Note("%s ends: %d of %d EP were left", u.what, left, paid)
			return 0, false
		case "pass":
			u.owes(rest)
			r.Note("%s goes on unpaid: %d of %d EP were left", u.what, left, paid)
			return 0, false
		}
	}
	u.owes(rest)
	add(r, me, lostUntil(u.back), paid)
	r.Note("%s, row %d: %s", u.what, u.row, bill(roundPrice, u.row, paid))
	if u.hurts != nil {
		u.hurts(paid)
	}
	return paid, true
}

// unpaid asks what happens to something that cannot be paid for.
func (u upkeep) unpaid(r *engine.Roll, due, left int) string {
	ask := engine.Ask{ID: "cannot-pay", Words: fmt.Sprintf("%s costs %d EP, and %d are left", u.what, due, left)}
	return r.Pick(ask, engine.Gamemaster,
		engine.Option{ID: "pay", Label: "It is paid nevertheless, and the character is tired", Price: fmt.Sprintf("%d EP", due)},
		engine.Option{ID: "end", Label: u.ends},
		engine.Option{ID: "pass", Label: "It is let pass this once"})
}

// paymentStat shows what each thing will cost at the next Payment Segment.
func paymentStat(v engine.View) []engine.Block {
	list := upkeeps(nil, v.Sheet, v.House, (v.Moment/round+1)*round)
	if len(list) == 0 {
		return nil
	}
	st := engine.Stat{Label: "Next payment", Unit: "EP", Chapter: "Move Roll"}
	total := 0
	for _, u := range list {
		paid, _ := owe(u.owed, due(u.row, true))
		total += paid
		st.Working = append(st.Working, fmt.Sprintf("%s, row %d: %s", u.what, u.row, bill(roundPrice, u.row, paid)))
	}
	if left := max(ep.Now(v.Sheet), 0); total > left {
		st.Working = append(st.Working, fmt.Sprintf("only %d EP are left: the Editor will be asked", left))
	}
	st.Value = number(total)
	return []engine.Block{st}
}

// bruise takes n bludgeoning DP off the head, for EP lost by holding breath.
func bruise(r *engine.Roll, me engine.Sheet, n int) {
	if n > 0 {
		add(r, me, head.of(bludgeoning), n)
		r.Note("%d bludgeoning DP to the head", n)
	}
}

// breathRow gives the row of held breath after a number of rounds. They are taken, by the
// Sphere Chart, off the Quality that lowers the row, and raise the row once that is below 0.
func breathRow(q, rounds int) int { return max(forBreath.start-(q-sphere.of(rounds)), 0) }
