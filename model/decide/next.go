package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// NextDue says beforehand what [Next] will do.
func NextDue(t model.Table) model.Upcoming {
	at := NextMoment(t)
	turn := ""
	overdue := overdue(t)
	if t.Time().PerRound == 0 && !overdue {
		turn, _ = upNext(t)
	}
	out := model.Upcoming{Moment: at, Turn: turn}
	if slices.ContainsFunc(t.State.Rolls, func(r model.Roll) bool { return r.Parked == "" }) {
		out.WhyNot = "a roll is under way: finish or drop it first"
	}
	if turn != "" {
		out.Moment = t.Clock.Moment
		return out
	}
	if ordersAnew(t) {
		out.Moment = t.Clock.Moment
		for _, id := range unscored(t) {
			out.Coming = append(out.Coming, model.Coming{Who: id, System: t.System, Action: t.Time().Initiative})
		}
		return out
	}
	out.Round = at >= t.Time().RoundEnd(t.Clock.Moment)
	for _, x := range dueAt(t, at) {
		if x.Pending != nil && (Falls(t, *x.Pending) > at || passesOver(t, *x.Pending)) {
			continue
		}
		if c, ok := coming(t, x); ok {
			out.Coming = append(out.Coming, c)
		}
		if x.Pending != nil && t.IsTurnOf(*x.Pending) {
			out.Turn = x.Who
		}
	}
	if at == t.Clock.Moment+1 {
		for _, c := range frees(t) {
			out.Frees = append(out.Frees, c.ID)
		}
	}
	for _, r := range wears(t) {
		if r.At == at {
			out.Coming = append(out.Coming, model.Coming{Moment: at, Who: r.Who, System: r.System, Words: r.Words, Ends: true})
		}
	}
	return out
}

// coming says one thing that is due; false for a payment of nothing.
func coming(t model.Table, x happening) (model.Coming, bool) {
	c := model.Coming{Moment: x.Moment, Who: x.Who, System: x.System}
	switch {
	case x.Pending != nil:
		a, ok := t.ActionOf(x.System, x.Pending.Action)
		c.Against, c.Action, c.Of, c.Ends = x.Pending.Against, x.Pending.Action, x.Pending.Of, ok && a.Over.Last
		return c, true
	case x.Effect != nil:
		c.Words, c.Ends = x.Effect.Words, true
		return c, true
	}
	return pays(t, c)
}

// pays is coming of a payment.
func pays(t model.Table, c model.Coming) (model.Coming, bool) {
	s := t.Rulebooks[c.System]
	if who, here := t.Character(c.Who); here && !model.Owes(who, s) {
		return c, false
	}
	step, asks, ok := t.Payment(c.Who, c.System, c.Moment)
	c.Action, c.Asks, c.Pays = s.Time.Payment, asks, s.PoolLosses(step.Changes)
	c.From = s.OnlyPool(step.Changes)
	return c, ok && (asks || c.Pays != 0)
}

// putOff is by how many moments a pending action will be put off when it is
// due: its rule says so without a question.
func putOff(t model.Table, p model.Pending, m int) int {
	r := model.Roll{Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Params: p.Params, Moment: m}
	r.RollContext = t.KnowingRoll(r)
	in, err := t.InputsOf(r)
	if err != nil {
		return 0
	}
	step, err := engine.Run(in, nil)
	if err != nil || !step.Done() || step.Outcome.Grade != engine.Undecided {
		return 0
	}
	for _, l := range step.Later {
		if l.Action == p.Action {
			return model.Units(in.System.Time, t.Time(), l.After)
		}
	}
	return 0
}

func (d *decision) next() error {
	if len(d.waiting()) > 0 {
		return model.Refuse("a roll is under way: finish or drop it first")
	}
	if turnsLeft(d.t) {
		turn, spent := upNext(d.t)
		for _, id := range spent {
			d.turnsTo(id)
			d.turnBegins(turned(d.t.Clock, ""))
		}
		if turn != "" {
			d.turnsTo(turn)
			return nil
		}
	}
	if ordersAnew(d.t) {
		if d.rollFor(unscored(d.t), func(string) bool { return false }) {
			return nil
		}
		clock := d.t.Clock
		clock.Anew = false // nobody can
		d.say(model.ClockMoved{Clock: clock})
	}
	d.forward()
	return nil
}

// turnsLeft reports whether somebody's turn comes before time goes on.
func turnsLeft(t model.Table) bool {
	return t.Time().PerRound == 0 && !overdue(t) && NextTurn(t) != ""
}

// upNext is whose turn comes next and, before it, whose turns come of those who
// have taken all the actions that they declared, or are down: nobody waits for
// them.
func upNext(t model.Table) (turn string, spent []string) {
	for turn = NextTurn(t); turn != ""; turn = NextTurn(t) {
		if x, ok := t.Declared(turn); (!ok || x.Done < x.Actions) && !t.IsDown(turn) {
			return turn, spent
		}
		spent = append(spent, turn)
		t.Clock.Turn = turn
	}
	return "", spent
}

// turnsTo gives somebody the turn.
func (d *decision) turnsTo(who string) { d.say(model.ClockMoved{Clock: turned(d.t.Clock, who)}) }

// turned is the clock at the turn of another.
func turned(c model.Clock, who string) model.Clock {
	c.Turn = who
	return c
}

// forward goes to the next moment at which anything comes to pass. What is put
// off before is, on the way.
func (d *decision) forward() {
	for spins := 0; spins < mostSpins; spins++ {
		at := NextMoment(d.t)
		first := ends(d.t, d.t.Clock.Moment, at)
		d.reach(first)
		if first == at || len(d.waiting()) > 0 {
			return
		}
	}
}

// ordersAnew reports whether the first thing of this round is to roll for its
// order, for those who have not: where time is counted down, each round wants
// its own.
func ordersAnew(t model.Table) bool {
	return t.Clock.Anew && !overdue(t) && len(unscored(t)) > 0
}

// waiting gives the rolls that somebody must answer before time goes on.
func (d *decision) waiting() []model.Roll {
	return slices.DeleteFunc(d.t.Rolls(), func(r model.Roll) bool { return r.Parked != "" })
}

// overdue reports whether something is due that was not done yet.
func overdue(t model.Table) bool {
	return slices.ContainsFunc(t.State.Pending, func(p model.Pending) bool { return p.Due <= t.Clock.Moment })
}

// mostSpins is how often things may fall due at one moment that put others
// there.
const mostSpins = 2000

// farthest is how many moments at once are gone through; a day of segments is
// 360,000.
const farthest = 100000

func (d *decision) goTo(m int) error {
	if m <= d.t.Clock.Moment {
		return model.Refuse("the clock stands at %s: it goes back only by undo", d.t.When(d.t.Clock.Moment))
	}
	if m > d.t.Clock.Moment+farthest {
		return model.Refuse("that is more than %d moments away: go in steps, or begin a new scene", farthest)
	}
	if len(d.waiting()) > 0 {
		return model.Refuse("a roll is under way: finish or drop it first")
	}
	d.pass(m)
	return nil
}

// pass lets time go by until m, and does what falls due. It stops where
// somebody has to answer.
func (d *decision) pass(m int) {
	for spins := 0; d.t.Clock.Moment < m || overdue(d.t) && spins < mostSpins; spins++ {
		at := comes(d.t, m)
		if at > d.t.Clock.Moment {
			spins = 0
		}
		if spins == mostSpins {
			at = m // a rule that never ends must not stop the clock
		}
		d.reach(at)
		if len(d.waiting()) > 0 {
			return
		}
	}
}

// back takes back all that was done since time last went on, and that with it.
func (d *decision) back() error {
	var then *model.Clock // how what was taken back last that moved the clock left it
	upTo := 0             // that, and all after it
	for e := range d.t.Undoable() {
		c, moved := model.LastClock(e)
		if moved && then != nil && !sameTime(*then, c) {
			break
		}
		d.say(model.Undone{Seq: e.Seq})
		if moved {
			then, upTo = &c, len(d.facts)
		}
	}
	if then == nil || sameTime(*then, model.Clock{}) {
		return model.Refuse("the clock has not moved yet")
	}
	d.facts = d.facts[:upTo]
	return nil
}

func sameTime(a, b model.Clock) bool {
	return a.Moment == b.Moment && a.Turn == b.Turn && a.Scene == b.Scene
}
