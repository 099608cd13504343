package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// dueItem is one thing that is due at a moment: a pending action, the end of an effect, an
// arrival or, if all three are nil, a payment.
type dueItem struct {
	Moment  int
	Pending *model.Pending
	Effect  *model.Effect
	Arrival *model.Arrival
	Who     string
	System  string
}

func (x dueItem) isPayment() bool { return x.Pending == nil && x.Effect == nil && x.Arrival == nil }

// NextMoment returns the next moment at which something happens: a pending action that
// is neither postponed nor a skipped turn, the end of an effect, a payment or, if
// nobody pays, the end of the round.
func NextMoment(t model.Table) int {
	now := t.Clock.Moment
	next := nextPaymentOrRoundEnd(t, now)
	for _, p := range t.State.Pending {
		if p.Due <= next && !isSkippedTurn(t, p) && !lapses(t, p) {
			next = min(next, max(DueTime(t, p), now))
		}
	}
	for _, r := range endingModifiers(t) {
		next = min(next, r.At)
	}
	if next > now+1 && len(freeNextMoment(t)) > 0 {
		next = now + 1
	}
	return firstEndOrArrival(t, now, next)
}

// nextPaymentOrRoundEnd returns the first moment after m at which characters pay or,
// without payments, at which a round ends.
func nextPaymentOrRoundEnd(t model.Table, m int) int {
	tk := t.Time()
	next := tk.RoundEnd(m)
	if pay, found := tk.NextPayment(m); found {
		next = pay
	}
	for _, c := range t.State.Characters {
		for _, sys := range c.Systems() {
			if s, ok := t.Rulebooks[sys]; ok && sys != t.System && !c.Left && s.Time.Payment != "" && s.Time.PayEvery > 0 {
				next = min(next, t.MomentIn(sys, (t.LocalMoment(sys, m)/s.Time.PayEvery+1)*s.Time.PayEvery))
			}
		}
	}
	return next
}

// Upkeep lists what each character pays at the next payment, for each rulebook, the
// soonest first. Characters who pay nothing then are left out.
func Upkeep(t model.Table) []model.UpcomingItem {
	var out []model.UpcomingItem
	for c := range t.Here() {
		out = append(out, UpkeepOf(t, c.ID)...)
	}
	slices.SortStableFunc(out, func(a, b model.UpcomingItem) int { return a.Moment - b.Moment })
	return out
}

// UpkeepOf lists what one character pays at the next payment, for each rulebook.
func UpkeepOf(t model.Table, who string) (out []model.UpcomingItem) {
	c, here := t.Character(who)
	if !here || c.Left {
		return nil
	}
	for _, sys := range c.Systems() {
		s, ok := t.Rulebooks[sys]
		if !ok || s.Time.Payment == "" || s.Time.PayEvery <= 0 {
			continue
		}
		at := t.MomentIn(sys, (t.LocalMoment(sys, t.Clock.Moment)/s.Time.PayEvery+1)*s.Time.PayEvery)
		if x, pays := upcoming(t, dueItem{Moment: at, Who: c.ID, System: sys}); pays && x.Pays > 0 {
			out = append(out, x)
		}
	}
	return out
}

// nextDueAfter returns the first moment after m at which something falls due, even if
// it will be postponed then.
func nextDueAfter(t model.Table, m int) int { return firstDueOrEnd(t, m, nextPaymentOrRoundEnd(t, m)) }

// nextDueBefore returns the first moment, at most `most`, at which something happens.
// Ends of rounds, and payments of nothing, do not count.
func nextDueBefore(t model.Table, most int) int {
	if !anybodyPays(t) {
		return firstDueOrEnd(t, t.Clock.Moment, most)
	}
	for m := nextDueAfter(t, t.Clock.Moment); m < most; m = nextDueAfter(t, m) {
		if due := dueAt(t, m); len(payments(t, due)) > 0 || slices.ContainsFunc(due, func(x dueItem) bool { return !x.isPayment() }) {
			return m
		}
	}
	return most
}

// anybodyPays reports whether a payment may take anything from a character. If not,
// none will until something else happens.
func anybodyPays(t model.Table) bool {
	for _, c := range t.State.Characters {
		for _, sys := range c.Systems() {
			if s, ok := t.Rulebooks[sys]; ok && !c.Left && s.Time.Payment != "" && model.MayPay(c, s) {
				return true
			}
		}
	}
	return false
}

// firstDueOrEnd returns the first moment from m to most at which a pending action is
// due or an effect ends, otherwise most.
func firstDueOrEnd(t model.Table, m, most int) int {
	for _, p := range t.State.Pending {
		if p.Due < most && !lapses(t, p) {
			most = max(p.Due, m)
		}
	}
	return firstEndOrArrival(t, m, most)
}

// firstEndOrArrival returns the first moment from m to most at which an effect ends or
// somebody arrives, otherwise most.
func firstEndOrArrival(t model.Table, m, most int) int {
	for _, a := range t.State.Arrivals {
		most = min(most, max(a.Due, m))
	}
	for _, e := range t.State.Effects {
		if e.Until == model.ByMoment || e.Until == model.ByTime {
			most = min(most, max(e.At, m))
		}
	}
	return most
}

// dueAt lists what falls due at moment m: pending actions, then ends of effects, arrivals,
// and payments. Of the pending actions those that only end something come last.
func dueAt(t model.Table, m int) []dueItem {
	var out []dueItem
	for _, p := range duePending(t, m) {
		out = append(out, dueItem{Moment: m, Pending: &p, Who: p.Who, System: p.System})
	}
	for _, e := range t.State.Effects {
		if (e.Until == model.ByMoment || e.Until == model.ByTime) && e.At <= m {
			out = append(out, dueItem{Moment: m, Effect: &e, Who: e.Who})
		}
	}
	for _, a := range t.State.Arrivals {
		if a.Due <= m {
			out = append(out, dueItem{Moment: m, Arrival: &a})
		}
	}
	if m <= t.Clock.Moment {
		return out
	}
	out = slices.Grow(out, len(t.State.Characters))
	for c := range t.Here() {
		for _, sys := range c.Systems() {
			if paysAt(t, sys, m) {
				out = append(out, dueItem{Moment: m, Who: c.ID, System: sys})
			}
		}
	}
	return out
}

// duePending returns the pending actions that are due at m, in the order in which they
// fall due. Of several turns at one moment only the first is returned, because they
// are taken one after the other.
func duePending(t model.Table, m int) []model.Pending {
	if len(t.State.Pending) == 0 {
		return nil
	}
	var out []model.Pending
	turns := Turns(t)
	var turn *model.Pending
	for _, p := range t.Pending() {
		switch {
		case p.Due > m || lapses(t, p):
		case !t.IsTurn(p) || isSkippedTurn(t, p):
			out = append(out, p)
		case turn == nil || p.Due < turn.Due || p.Due == turn.Due && slices.Index(turns, p.Who) < slices.Index(turns, turn.Who):
			turn = &p
		}
	}
	last := func(p model.Pending) int {
		if a, ok := t.ActionOf(p.System, p.Action); ok && a.Over.OnlyEnds {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b model.Pending) int {
		if a.Due != b.Due {
			return a.Due - b.Due
		}
		return last(a) - last(b)
	})
	if turn != nil {
		out = append(out, *turn)
	}
	return out
}

// paysAt reports whether characters of a rulebook pay at moment m, because their own
// count of time reaches a payment.
func paysAt(t model.Table, system string, m int) bool {
	s, ok := t.Rulebooks[system]
	if !ok || s.Time.Payment == "" || s.Time.PayEvery == 0 || m <= 0 {
		return false
	}
	return t.LocalMoment(system, m)/s.Time.PayEvery > t.LocalMoment(system, m-1)/s.Time.PayEvery
}

// convertTimes converts the clock, the pending actions and the ends of effects from
// another rulebook's time into that of the table.
func (d *decision) convertTimes(from engine.Timekeeping) {
	to := d.t.Time()
	if from.Moments() == to.Moments() && from.RoundMS == to.RoundMS && from.Down == to.Down {
		return
	}
	then := d.t.Clock
	clock := then
	clock.Turn, clock.Scores, clock.Declared, clock.Acted, clock.OrderDue = "", nil, nil, nil, false
	clock.Began = model.ConvertMoment(from, to, then.Began) / to.Moments() * to.Moments()
	clock.Moment = max(model.ConvertMoment(from, to, then.Moment), clock.Began)
	if clock.Moment%to.Moments() != 0 || model.ConvertMoment(to, from, clock.Moment) < then.Moment {
		clock.Moment = to.RoundEnd(clock.Moment)
	}
	pending := d.t.Pending()
	d.emit(model.ClockMoved{Clock: clock})
	for _, p := range pending {
		left := max(p.Due-then.Moment, 0)
		d.emit(model.Delayed{Pending: p, Due: clock.Moment + model.ConvertSpan(from, to, left)})
	}
	for _, e := range d.t.State.Effects {
		if e.Until == model.ByMoment || e.Until == model.ByTime {
			d.emit(model.EffectEnded{Effect: e, Why: "time is counted differently now"})
			e.At = clock.Moment + model.ConvertSpan(from, to, max(e.At-then.Moment, 0))
			d.emit(model.EffectBegan{Effect: e})
		}
	}
}

// moveClockTo moves the clock to m and does what is due there, one after the other,
// each with the table as it is then.
func (d *decision) moveClockTo(m int) {
	due := dueAt(d.t, m)
	if m > d.t.Clock.Moment {
		d.moveClock(d.t.ClockAt(m))
	}
	d.bringArrivals()
	for _, x := range due {
		if x.Pending != nil {
			d.resolvePending(*x.Pending)
		}
	}
	d.endEffects("its time is over", func(e model.Effect) bool {
		return (e.Until == model.ByMoment || e.Until == model.ByTime) && e.At <= d.t.Clock.Moment
	})
	for _, x := range due {
		if x.isPayment() {
			d.pay(x)
		}
	}
}

// payments returns those of the due payments that take something or ask something.
func payments(t model.Table, due []dueItem) []dueItem {
	return slices.DeleteFunc(slices.Clone(due), func(x dueItem) bool {
		if !x.isPayment() {
			return true
		}
		step, asks, ok := t.Payment(x.Who, x.System, x.Moment)
		return !ok || !asks && len(step.Changes) == 0
	})
}

// pay lets one character pay what is due. A payment that asks something becomes an
// open roll.
func (d *decision) pay(x dueItem) {
	in, ok := d.t.PaymentInputs(x.Who, x.System, x.Moment)
	if !ok {
		return
	}
	r := model.Roll{Who: x.Who, System: x.System, Action: in.Action.ID, Moment: x.Moment}
	step, err := engine.Run(in, nil)
	if err == nil && step.Done() {
		if len(step.Changes) > 0 {
			res := result{d: d, roll: r, step: step}
			d.emit(model.Paid{Who: x.Who, System: x.System, Moment: x.Moment, Changes: res.changes(), Notes: step.Notes, Story: step.Story})
		}
		return
	}
	r.ID = d.id("r")
	d.emit(model.Opened{Roll: r})
	d.advanceRoll(r.ID)
}
