package model

import (
	"slices"

	"example.org/fray/engine"
)

// happening is one thing that will happen at a moment: a pending action, the end of
// an effect, or else a payment.
type happening struct {
	Moment  int
	Pending *Pending
	Effect  *Effect
	Who     string
	System  string
}

func (x happening) pays() bool { return x.Pending == nil && x.Effect == nil }

// NextMoment is the next moment at which something comes to pass: a pending
// action that is neither put off nor the turn of who has acted, the end of whatever holds for somebody, a payment
// or, where nobody pays, the end of the round.
func (t Table) NextMoment() int {
	now := t.Clock.Moment
	next := t.settles(now)
	for _, p := range t.pending {
		if p.Due <= next && !t.passesOver(p) {
			next = min(next, max(t.Falls(p), now))
		}
	}
	for _, r := range t.wears() {
		next = min(next, r.At)
	}
	if next > now+1 && len(t.frees()) > 0 {
		next = now + 1
	}
	return t.lapses(now, next)
}

// settles gives the first moment after m at which anybody pays or, where
// nobody does, a round ends.
func (t Table) settles(m int) int {
	tk := t.Time()
	next := tk.RoundEnd(m)
	if pay, found := tk.NextPayment(m); found {
		next = pay
	}
	for _, c := range t.characters {
		for _, sys := range c.Systems() {
			if s, ok := t.rules[sys]; ok && sys != t.System && !c.Left && s.Time.Payment != "" && s.Time.PayEvery > 0 {
				next = min(next, t.momentOf(sys, (t.local(sys, m)/s.Time.PayEvery+1)*s.Time.PayEvery))
			}
		}
	}
	return next
}

// Upkeep lists what everybody pays at their next payment, by each rulebook that
// they play by, the soonest first. Who pays nothing then is not in it.
func (t Table) Upkeep() []Coming {
	var out []Coming
	for c := range t.here() {
		out = append(out, t.UpkeepOf(c.ID)...)
	}
	slices.SortStableFunc(out, func(a, b Coming) int { return a.Moment - b.Moment })
	return out
}

// UpkeepOf lists of [Table.Upkeep] what one character pays, by rulebook.
func (t Table) UpkeepOf(who string) (out []Coming) {
	c, here := t.Character(who)
	if !here || c.Left {
		return nil
	}
	for _, sys := range c.Systems() {
		s, ok := t.rules[sys]
		if !ok || s.Time.Payment == "" || s.Time.PayEvery <= 0 {
			continue
		}
		at := t.momentOf(sys, (t.local(sys, t.Clock.Moment)/s.Time.PayEvery+1)*s.Time.PayEvery)
		if x, pays := t.coming(happening{Moment: at, Who: c.ID, System: sys}); pays && x.Pays > 0 {
			out = append(out, x)
		}
	}
	return out
}

// after gives the first moment after m at which something falls due, be it to
// be put off.
func (t Table) after(m int) int { return t.ends(m, t.settles(m)) }

// comes gives the first moment, up to most, at which something comes to pass:
// more than that a round ends, or that nobody has anything to pay.
func (t Table) comes(most int) int {
	if !t.somebodyOwes() {
		return t.ends(t.Clock.Moment, most)
	}
	for m := t.after(t.Clock.Moment); m < most; m = t.after(m) {
		if due := t.dueAt(m); len(t.payments(due)) > 0 || slices.ContainsFunc(due, func(x happening) bool { return !x.pays() }) {
			return m
		}
	}
	return most
}

// somebodyOwes reports whether a payment may take anything from anybody. If not,
// none will until something else happens.
func (t Table) somebodyOwes() bool {
	for _, c := range t.characters {
		for _, sys := range c.Systems() {
			if s, ok := t.rules[sys]; ok && !c.Left && s.Time.Payment != "" && owes(c, s) {
				return true
			}
		}
	}
	return false
}

// owes reports whether a payment may take anything from somebody.
func owes(c *Character, s *engine.System) bool {
	return s.Time.Owes == nil || s.Time.Owes(s.Sheet.Read(c.Pages[s.ID]))
}

// ends gives the first moment from m to most at which something pending falls
// due or an effect ends.
func (t Table) ends(m, most int) int {
	for _, p := range t.pending {
		most = min(most, max(p.Due, m))
	}
	return t.lapses(m, most)
}

// lapses gives the first moment from m to most at which an effect ends.
func (t Table) lapses(m, most int) int {
	for _, e := range t.effects {
		if e.Until == ByMoment || e.Until == ByTime {
			most = min(most, max(e.At, m))
		}
	}
	return most
}

// dueAt lists what falls due at moment m: pending actions, of which those that
// only end something come last, then effects, then payments.
func (t Table) dueAt(m int) []happening {
	var out []happening
	for _, p := range t.duePending(m) {
		out = append(out, happening{Moment: m, Pending: &p, Who: p.Who, System: p.System})
	}
	for _, e := range t.effects {
		if (e.Until == ByMoment || e.Until == ByTime) && e.At <= m {
			out = append(out, happening{Moment: m, Effect: &e, Who: e.Who})
		}
	}
	if m <= t.Clock.Moment {
		return out
	}
	out = slices.Grow(out, len(t.characters))
	for c := range t.here() {
		for _, sys := range c.Systems() {
			if t.paysAt(sys, m) {
				out = append(out, happening{Moment: m, Who: c.ID, System: sys})
			}
		}
	}
	return out
}

// duePending gives the pending actions that are due at m, by when they are
// due. Of the turns that come at one moment only the first counts: the others
// come one after the other.
func (t Table) duePending(m int) []Pending {
	if len(t.pending) == 0 {
		return nil
	}
	var out []Pending
	turns := t.Turns()
	var turn *Pending
	for _, p := range t.Pending() {
		switch {
		case p.Due > m:
		case !t.isTurn(p) || t.passesOver(p):
			out = append(out, p)
		case turn == nil || p.Due < turn.Due || p.Due == turn.Due && slices.Index(turns, p.Who) < slices.Index(turns, turn.Who):
			turn = &p
		}
	}
	last := func(p Pending) int {
		if a, ok := t.ActionOf(p.System, p.Action); ok && a.Over.Last {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(out, func(a, b Pending) int {
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

// paysAt reports whether characters of a rulebook pay at m: when their own
// count of time reaches a payment.
func (t Table) paysAt(system string, m int) bool {
	s, ok := t.rules[system]
	if !ok || s.Time.Payment == "" || s.Time.PayEvery == 0 || m <= 0 {
		return false
	}
	return t.local(system, m)/s.Time.PayEvery > t.local(system, m-1)/s.Time.PayEvery
}

// Payment works out what a character would pay at a moment, and whether the
// gamemaster will be asked. It is false when the rulebook knows no payments.
func (t Table) Payment(who, system string, m int) (engine.Step, bool) {
	step, _, ok := t.payment(who, system, m)
	return step, ok
}

func (t Table) payment(who, system string, m int) (step engine.Step, asks, ok bool) {
	in, ok := t.paymentOf(who, system, m)
	if !ok {
		return engine.Step{}, false, false
	}
	step, tape, err := in.Finish(nil)
	return step, len(tape) > 0 || !step.Done(), err == nil
}

// paymentOf gives what a payment knows: one's own sheet, and nobody else's.
func (t Table) paymentOf(who, system string, m int) (engine.Inputs, bool) {
	s, ok := t.rules[system]
	if !ok || s.Time.Payment == "" {
		return engine.Inputs{}, false
	}
	r := Roll{Who: who, System: system, Action: s.Time.Payment, Moment: m}
	r.known = known{sheets: t.sheets(r), house: t.House[system], force: t.forces(r)}
	in, err := t.InputsOf(r)
	return in, err == nil
}

// recount turns the clock, and all that will fall due, from another rulebook's
// time into that of the table.
func (d *decision) recount(from engine.Timekeeping) {
	to := d.t.Time()
	if from.Moments() == to.Moments() && from.RoundMS == to.RoundMS && from.Down == to.Down {
		return
	}
	then := d.t.Clock
	clock := then
	clock.Turn, clock.Scores, clock.Declared, clock.Anew = "", nil, nil, false
	clock.Began = converted(from, to, then.Began) / to.Moments() * to.Moments()
	clock.Moment = max(converted(from, to, then.Moment), clock.Began)
	if clock.Moment%to.Moments() != 0 || converted(to, from, clock.Moment) < then.Moment {
		clock.Moment = to.RoundEnd(clock.Moment)
	}
	pending := d.t.Pending()
	d.say(moved{clock})
	for _, p := range pending {
		left := max(p.Due-then.Moment, 0)
		d.say(delayed{p, clock.Moment + units(from, to, left)})
	}
	for _, e := range d.t.effects {
		if e.Until == ByMoment || e.Until == ByTime {
			d.say(effectEnded{Effect: e, Why: "time is counted otherwise"})
			e.At = clock.Moment + units(from, to, max(e.At-then.Moment, 0))
			d.say(effectBegan{Effect: e})
		}
	}
}

// reach moves the clock to m and does what is due there, one after the other:
// each counts with what holds then.
func (d *decision) reach(m int) {
	due := d.t.dueAt(m)
	if m > d.t.Clock.Moment {
		d.say(moved{d.t.at(m)})
	}
	for _, x := range due {
		if x.Pending != nil {
			d.befall(*x.Pending)
		}
	}
	d.wearOff()
	for _, x := range due {
		if x.pays() {
			d.pay(x)
		}
	}
}

// befall does what a pending action comes to.
func (d *decision) befall(p Pending) {
	if d.t.isTurn(p) {
		clock := d.t.Clock
		clock.Turn = p.Who
		d.say(moved{clock})
	}
	if id := d.fall(p); id != "" {
		d.goOn(id)
	}
	d.actionOver(p.Who)
}

// fall begins a pending action that is due, and gives its roll; "" when there
// is nothing for it to act on.
func (d *decision) fall(p Pending) string {
	a, known := d.t.ActionOf(p.System, p.Action)
	r := Roll{ID: d.id("r"), Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Params: p.Params,
		Hidden: p.Hidden, Moment: d.t.Clock.Moment, Pending: p.ID, Lasting: known && a.Lasting()}
	if !known {
		d.say(cancelled{p, "this version does not know the action"})
		return ""
	}
	if who, ok := d.t.Character(p.concerns()); r.Lasting && (!ok || !has(who, p.System)) {
		d.say(cancelled{p, "whom it concerns has no such sheet any more"})
		return ""
	}
	d.fell = append(d.fell, p)
	d.say(Done{p})
	d.say(Opened{r})
	return r.ID
}

// payments gives those who pay something, or have to be asked.
func (t Table) payments(due []happening) []happening {
	return slices.DeleteFunc(slices.Clone(due), func(x happening) bool {
		if !x.pays() {
			return true
		}
		step, asks, ok := t.payment(x.Who, x.System, x.Moment)
		return !ok || !asks && len(step.Changes) == 0
	})
}

// pay lets one character pay what is due. A payment that asks something
// becomes a roll under way.
func (d *decision) pay(x happening) {
	in, ok := d.t.paymentOf(x.Who, x.System, x.Moment)
	if !ok {
		return
	}
	r := Roll{Who: x.Who, System: x.System, Action: in.Action.ID, Moment: x.Moment}
	step, err := engine.Run(in, nil)
	if err == nil && step.Done() {
		if len(step.Changes) > 0 {
			d.say(paid{Who: x.Who, System: x.System, Moment: x.Moment, Changes: d.changes(r, &step), Notes: step.Notes, Story: step.Story})
		}
		return
	}
	r.ID = d.id("r")
	d.say(Opened{r})
	d.goOn(r.ID)
}
