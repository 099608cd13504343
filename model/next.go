package model

import (
	"slices"

	"example.org/fray/engine"
)

// Preview is what [Next] would do.
type Preview struct {
	WhyNot string // why time cannot go on; "" when it can
	Moment int
	Turn   string // whose turn it would be, "" for nobody's
	Round  bool   // a round begins
	Coming []Coming
	Frees  []string // who may start something again then, being in the middle of nothing
}

// Coming is one thing that [Next] would do.
type Coming struct {
	Moment  int
	Who     string
	Against []string
	System  string
	Action  string // the action that falls due, or the payment
	Of      string // the action that it comes from
	Words   string // of an effect that ends
	Pays    int    // what a payment takes
	From    string // the pool that it takes it from, "" for several
	Asks    bool   // the gamemaster will be asked
	Ends    bool   // it only ends something
}

// NextDue says beforehand what [Next] will do.
func (t Table) NextDue() Preview {
	at := t.NextMoment()
	turn := ""
	overdue := t.overdue()
	if t.Time().PerRound == 0 && !overdue {
		turn, _ = t.upNext()
	}
	out := Preview{Moment: at, Turn: turn}
	if slices.ContainsFunc(t.rolls, func(r Roll) bool { return r.Parked == "" }) {
		out.WhyNot = "a roll is under way: finish or drop it first"
	}
	if turn != "" {
		out.Moment = t.Clock.Moment
		return out
	}
	if t.ordersAnew() {
		out.Moment = t.Clock.Moment
		for _, id := range t.unscored() {
			out.Coming = append(out.Coming, Coming{Who: id, System: t.System, Action: t.Time().Initiative})
		}
		return out
	}
	out.Round = at >= t.Time().RoundEnd(t.Clock.Moment)
	for _, x := range t.dueAt(at) {
		if x.Pending != nil && (t.Falls(*x.Pending) > at || t.passesOver(*x.Pending)) {
			continue
		}
		if c, ok := t.coming(x); ok {
			out.Coming = append(out.Coming, c)
		}
		if x.Pending != nil && t.isTurn(*x.Pending) {
			out.Turn = x.Who
		}
	}
	if at == t.Clock.Moment+1 {
		for _, c := range t.frees() {
			out.Frees = append(out.Frees, c.ID)
		}
	}
	for _, r := range t.wears() {
		if r.At == at {
			out.Coming = append(out.Coming, Coming{Moment: at, Who: r.Who, System: r.System, Words: r.Words, Ends: true})
		}
	}
	return out
}

// coming says one thing that is due; false for a payment of nothing.
func (t Table) coming(x happening) (Coming, bool) {
	c := Coming{Moment: x.Moment, Who: x.Who, System: x.System}
	switch {
	case x.Pending != nil:
		a, ok := t.ActionOf(x.System, x.Pending.Action)
		c.Against, c.Action, c.Of, c.Ends = x.Pending.Against, x.Pending.Action, x.Pending.Of, ok && a.Over.Last
		return c, true
	case x.Effect != nil:
		c.Words, c.Ends = x.Effect.Words, true
		return c, true
	}
	who, ok := t.Character(x.Who)
	if t.could == nil || !ok {
		p := t.pays(c)
		return p.Coming, p.ok
	}
	t.could.at(t)
	p := once(t.could.pay, chance{who.ID, x.System, x.Moment}, who, func() paying { return t.pays(c) })
	return p.Coming, p.ok
}

// pays is coming of a payment, worked out.
func (t Table) pays(c Coming) paying {
	s := t.rules[c.System]
	if who, here := t.Character(c.Who); here && !owes(who, s) {
		return paying{c, false}
	}
	step, asks, ok := t.payment(c.Who, c.System, c.Moment)
	c.Action, c.Asks, c.Pays = s.Time.Payment, asks, s.PoolLosses(step.Changes)
	c.From = s.OnlyPool(step.Changes)
	return paying{c, ok && (asks || c.Pays != 0)}
}

// putOff is by how many moments a pending action will be put off when it is
// due: its rule says so without a question.
func (t Table) putOff(p Pending, m int) int {
	r := Roll{Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Params: p.Params, Moment: m}
	r.known = t.knowing(r)
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
			return units(in.System.Time, t.Time(), l.After)
		}
	}
	return 0
}

func (d *decision) next() error {
	if len(d.waiting()) > 0 {
		return refuse("a roll is under way: finish or drop it first")
	}
	if d.t.turnsLeft() {
		turn, spent := d.t.upNext()
		for _, id := range spent {
			d.turnsTo(id)
			d.turnBegins(d.t.Clock.turned(""))
		}
		if turn != "" {
			d.turnsTo(turn)
			return nil
		}
	}
	if d.t.ordersAnew() {
		if d.rollFor(d.t.unscored(), func(string) bool { return false }) {
			return nil
		}
		clock := d.t.Clock
		clock.Anew = false // nobody can
		d.say(moved{clock})
	}
	d.forward()
	return nil
}

// turnsLeft reports whether somebody's turn comes before time goes on.
func (t Table) turnsLeft() bool {
	return t.Time().PerRound == 0 && !t.overdue() && t.NextTurn() != ""
}

// upNext is whose turn comes next and, before it, whose turns come of those who
// have taken all the actions that they declared, or are down: nobody waits for
// them.
func (t Table) upNext() (turn string, spent []string) {
	for turn = t.NextTurn(); turn != ""; turn = t.NextTurn() {
		if x, ok := t.Declared(turn); (!ok || x.Done < x.Actions) && !t.lies(turn) {
			return turn, spent
		}
		spent = append(spent, turn)
		t.Clock.Turn = turn
	}
	return "", spent
}

// lies reports whether somebody of the table's rulebook is down.
func (t Table) lies(who string) bool {
	c, ok := t.Character(who)
	return ok && c.Plays(t.System) && t.Lies(c, t.System)
}

// turnsTo gives somebody the turn.
func (d *decision) turnsTo(who string) { d.say(moved{d.t.Clock.turned(who)}) }

// turned is the clock at the turn of another.
func (c Clock) turned(who string) Clock {
	c.Turn = who
	return c
}

// forward goes to the next moment at which anything comes to pass. What is put
// off before is, on the way.
func (d *decision) forward() {
	for spins := 0; spins < mostSpins; spins++ {
		at := d.t.NextMoment()
		first := d.t.ends(d.t.Clock.Moment, at)
		d.reach(first)
		if first == at || len(d.waiting()) > 0 {
			return
		}
	}
}

// ordersAnew reports whether the first thing of this round is to roll for its
// order, for those who have not: where time is counted down, each round wants
// its own.
func (t Table) ordersAnew() bool {
	return t.Clock.Anew && !t.overdue() && len(t.unscored()) > 0
}

// waiting gives the rolls that somebody must answer before time goes on.
func (d *decision) waiting() []Roll {
	return slices.DeleteFunc(d.t.Rolls(), func(r Roll) bool { return r.Parked != "" })
}

// overdue reports whether something is due that was not done yet.
func (t Table) overdue() bool {
	return slices.ContainsFunc(t.pending, func(p Pending) bool { return p.Due <= t.Clock.Moment })
}

// mostSpins is how often things may fall due at one moment that put others
// there.
const mostSpins = 2000

// farthest is how many moments at once are gone through; a day of segments is
// 360,000.
const farthest = 100000

func (d *decision) goTo(m int) error {
	if m <= d.t.Clock.Moment {
		return refuse("the clock stands at %s: it goes back only by undo", d.t.When(d.t.Clock.Moment))
	}
	if m > d.t.Clock.Moment+farthest {
		return refuse("that is more than %d moments away: go in steps, or begin a new scene", farthest)
	}
	if len(d.waiting()) > 0 {
		return refuse("a roll is under way: finish or drop it first")
	}
	d.pass(m)
	return nil
}

// pass lets time go by until m, and does what falls due. It stops where
// somebody has to answer.
func (d *decision) pass(m int) {
	for spins := 0; d.t.Clock.Moment < m || d.t.overdue() && spins < mostSpins; spins++ {
		at := d.t.comes(m)
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
	var then *Clock // how what was taken back last that moved the clock left it
	upTo := 0       // that, and all after it
	for e := range d.t.takeable() {
		c, moved := lastClock(e)
		if moved && then != nil && !sameTime(*then, c) {
			break
		}
		d.say(Undone{e.Seq})
		if moved {
			then, upTo = &c, len(d.facts)
		}
	}
	if then == nil || sameTime(*then, Clock{}) {
		return refuse("the clock has not moved yet")
	}
	d.facts = d.facts[:upTo]
	return nil
}

func lastClock(e Event) (Clock, bool) {
	for _, f := range slices.Backward(e.Facts) {
		if m, ok := f.(moved); ok {
			return m.Clock, true
		}
	}
	return Clock{}, false
}

func sameTime(a, b Clock) bool { return a.Moment == b.Moment && a.Turn == b.Turn && a.Scene == b.Scene }
