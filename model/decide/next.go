package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// NextDue returns what the command Next will do.
func NextDue(t model.Table) model.Upcoming {
	at := NextMoment(t)
	turn := ""
	overdue := overdue(t)
	if t.Time().PerRound == 0 && !overdue {
		turn, _ = upNext(t)
	}
	out := model.Upcoming{Moment: at, Turn: turn}
	if rollIsOpen(t) {
		out.WhyNot = errRollIsOpen.Error()
	}
	if turn != "" {
		out.Moment = t.Clock.Moment
		return out
	}
	if initiativeIsDue(t) {
		out.Moment = t.Clock.Moment
		for _, id := range withoutScore(t) {
			out.Items = append(out.Items, model.UpcomingItem{Who: id, System: t.System, Action: t.Time().Initiative})
		}
		return out
	}
	out.Round = at >= t.Time().RoundEnd(t.Clock.Moment)
	for _, x := range dueAt(t, at) {
		if x.Pending != nil && (DueTime(t, *x.Pending) > at || isSkippedTurn(t, *x.Pending)) {
			continue
		}
		if c, ok := upcoming(t, x); ok {
			out.Items = append(out.Items, c)
		}
		if x.Pending != nil && t.IsTurn(*x.Pending) {
			out.Turn = x.Who
		}
	}
	if at == t.Clock.Moment+1 {
		for _, c := range freeNextMoment(t) {
			out.Free = append(out.Free, c.ID)
		}
	}
	for _, r := range endingModifiers(t) {
		if r.At == at {
			out.Items = append(out.Items, model.UpcomingItem{Moment: at, Who: r.Who, System: r.System, Words: r.Words, Ends: true})
		}
	}
	return out
}

// upcoming describes one thing that is due; it returns false for a payment of nothing.
func upcoming(t model.Table, x dueItem) (model.UpcomingItem, bool) {
	c := model.UpcomingItem{Moment: x.Moment, Who: x.Who, System: x.System}
	switch {
	case x.Pending != nil:
		a, ok := t.ActionOf(x.System, x.Pending.Action)
		c.Against, c.Action, c.Of, c.Ends = x.Pending.Against, x.Pending.Action, x.Pending.Of, ok && a.Over.OnlyEnds
		return c, true
	case x.Effect != nil:
		c.Words, c.Ends = x.Effect.Words, true
		return c, true
	case x.Arrival != nil:
		c.Arrives = x.Arrival.Name
		return c, true
	}
	return upcomingPayment(t, c)
}

// upcomingPayment adds what a payment will take, and returns false if it takes nothing.
func upcomingPayment(t model.Table, c model.UpcomingItem) (model.UpcomingItem, bool) {
	s := t.Rulebooks[c.System]
	if who, here := t.Character(c.Who); here && !model.MayPay(who, s) {
		return c, false
	}
	step, asks, ok := t.Payment(c.Who, c.System, c.Moment)
	c.Action, c.Asks, c.Pays = s.Time.Payment, asks, s.PoolLosses(step.Changes)
	c.From = s.OnlyPool(step.Changes)
	return c, ok && (asks || c.Pays != 0)
}

// postponement returns by how many moments a pending action will be postponed when it
// is due, if its rule says so without asking anything; otherwise 0.
func postponement(t model.Table, p model.Pending, m int) int {
	r := model.Roll{Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Params: p.Params, Moment: m}
	r.RollContext = t.NewRollContext(r)
	in, err := t.InputsOf(r)
	if err != nil {
		return 0
	}
	step, err := engine.Run(in, nil)
	if err != nil || !step.Done() || step.Outcome.Grade != engine.Undecided {
		return 0
	}
	for _, l := range step.Following(engine.OnTimeline) {
		if l.Action == p.Action {
			return model.ConvertSpan(in.System.Time, t.Time(), l.After)
		}
	}
	return 0
}

func (d *decision) next() error {
	if rollIsOpen(d.t) {
		return errRollIsOpen
	}
	if turnsLeft(d.t) {
		turn, spent := upNext(d.t)
		for _, id := range spent {
			d.giveTurn(id)
			d.beginTurn(withTurn(d.t.Clock, ""))
		}
		if turn != "" {
			d.giveTurn(turn)
			return nil
		}
	}
	if initiativeIsDue(d.t) {
		if d.rollInitiative(withoutScore(d.t), func(string) bool { return false }) {
			return nil
		}
		clock := d.t.Clock
		clock.OrderDue = false // nobody can roll
		d.emit(model.ClockMoved{Clock: clock})
	}
	d.advance()
	return nil
}

// turnsLeft reports whether somebody's turn comes before the clock moves.
func turnsLeft(t model.Table) bool {
	return t.Time().PerRound == 0 && !overdue(t) && nextInOrder(t) != ""
}

// upNext returns the character whose turn comes next, "" for none, and the characters
// before it whose turns are skipped because they have taken all declared actions, are
// down, wait for something, or are busy with an action of several rounds.
func upNext(t model.Table) (turn string, spent []string) {
	for turn = nextInOrder(t); turn != ""; turn = nextInOrder(t) {
		x, declared := t.Declared(turn)
		_, acts := t.State.UnderWay(turn)
		_, waits := WaitingFor(t, turn)
		if (!declared || x.Done < x.Actions) && !acts && !waits && !t.IsDown(turn) {
			return turn, spent
		}
		spent = append(spent, turn)
		t.Clock = withTurn(t.Clock, turn)
	}
	return "", spent
}

// giveTurn gives a character the turn.
func (d *decision) giveTurn(who string) { d.moveClock(withTurn(d.t.Clock, who)) }

// moveClock sets the clock. If that ends a character's turn, the actions that rulebooks
// have for the end of a turn run first.
func (d *decision) moveClock(to model.Clock) {
	now := d.t.Clock
	if who, ok := d.t.Character(now.Turn); ok && (to.Turn != now.Turn || to.Moment != now.Moment) {
		for _, id := range who.Systems() {
			if s, ok := d.t.Rulebooks[id]; ok && s.Time.Between.TurnOver != "" {
				d.runClockAction(model.Roll{Who: who.ID, System: id, Action: s.Time.Between.TurnOver}, "the turn was over")
			}
		}
	}
	if to.Moment > now.Moment {
		d.endActsOfDown()
	}
	d.emit(model.ClockMoved{Clock: to})
}

// withTurn returns the clock at the turn of a character.
func withTurn(c model.Clock, who string) model.Clock {
	if c.Turn = who; c.Acted != nil && who != "" && !slices.Contains(c.Acted, who) {
		c.Acted = append(slices.Clone(c.Acted), who)
	}
	return c
}

// advance moves the clock to the next moment at which something happens. Pending actions
// whose rules postpone them are postponed on the way.
func (d *decision) advance() {
	for steps := 0; steps < maxSteps; steps++ {
		at := NextMoment(d.t)
		first := firstDueOrEnd(d.t, d.t.Clock.Moment, at)
		d.moveClockTo(first)
		if first == at || rollIsOpen(d.t) {
			return
		}
	}
}

// initiativeIsDue reports whether this round begins with rolls for its order, because
// the rulebook counts time down and some characters have not rolled.
func initiativeIsDue(t model.Table) bool {
	return t.Clock.OrderDue && !overdue(t) && len(withoutScore(t)) > 0
}

// rollIsOpen reports whether a roll must be answered before the clock moves. Parked
// rolls need not be.
func rollIsOpen(t model.Table) bool {
	return slices.ContainsFunc(t.State.Rolls, func(r model.Roll) bool { return r.Parked == "" })
}

// errRollIsOpen refuses what has to wait until no roll is open.
var errRollIsOpen = model.Refuse("a roll is under way: finish or drop it first")

// overdue reports whether a pending action is due and not done.
func overdue(t model.Table) bool {
	return slices.ContainsFunc(t.State.Pending, func(p model.Pending) bool { return p.Due <= t.Clock.Moment })
}

// maxSteps is how often actions of one moment may put further actions at that moment.
const maxSteps = 2000

// maxMoments is the longest time that one command can pass, in moments. At 0.24 seconds a
// moment a day has 360,000.
const maxMoments = 100000

func (d *decision) goTo(m int) error {
	if m <= d.t.Clock.Moment {
		return model.Refuse("the clock is at %s: only undo can turn it back", d.t.When(d.t.Clock.Moment))
	}
	if m > d.t.Clock.Moment+maxMoments {
		return model.Refuse("that is more than %d moments away: go in smaller steps, or begin a new scene", maxMoments)
	}
	if rollIsOpen(d.t) {
		return errRollIsOpen
	}
	d.advanceTo(m)
	return nil
}

// advanceTo moves the clock to m and does what falls due. It stops where somebody has
// to answer.
func (d *decision) advanceTo(m int) {
	for steps := 0; d.t.Clock.Moment < m || overdue(d.t) && steps < maxSteps; steps++ {
		at := nextDueBefore(d.t, m)
		if at > d.t.Clock.Moment {
			steps = 0
		}
		if steps == maxSteps {
			at = m // a rule that never ends must not stop the clock
		}
		d.moveClockTo(at)
		if rollIsOpen(d.t) {
			return
		}
	}
}

// back undoes the newest move of the clock and everything after it.
func (d *decision) back() error {
	var then *model.Clock // the clock after the move that was undone last
	upTo := 0             // how many facts undo that move and everything after it
	for e := range d.t.Undoable() {
		c, moved := model.LastClock(e)
		if moved && then != nil && !sameTime(*then, c) {
			break
		}
		d.emit(model.Undone{Seq: e.Seq})
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
