package model

import (
	"slices"

	"example.org/fray/engine"
)

// Due is one thing that will happen at a moment.
type Due struct {
	Moment  int
	Pending *Pending // nil: a payment
	Who     string   // whose payment
	System  string
}

// NextMoment is the next moment at which something falls due: a pending
// action, a payment, or the end of a round that has only turns.
func (t Table) NextMoment() int {
	tk := t.Time()
	next, found := NextPayment(tk, t.Clock.Moment)
	if !found {
		next = RoundEnd(tk, t.Clock.Moment)
	}
	for _, p := range t.pending {
		if p.Due <= t.Clock.Moment {
			return t.Clock.Moment
		}
		next = min(next, p.Due)
	}
	return next
}

// DueAt lists what falls due at moment m, pending actions first.
func (t Table) DueAt(m int) []Due {
	var out []Due
	for _, p := range t.Pending() {
		if p.Due <= m {
			out = append(out, Due{Moment: m, Pending: &p, Who: p.Who, System: p.System})
		}
	}
	if m <= t.Clock.Moment {
		return out
	}
	for _, c := range t.Characters() {
		for _, sys := range c.Systems() {
			if t.paysAt(sys, m) {
				out = append(out, Due{Moment: m, Who: c.ID, System: sys})
			}
		}
	}
	return out
}

// paysAt reports whether characters of a rulebook pay at m. At a table that
// keeps another rulebook's time they pay once a round.
func (t Table) paysAt(system string, m int) bool {
	s, ok := t.rules[system]
	if !ok || s.Time.Payment == "" {
		return false
	}
	if system == t.System {
		return m%s.Time.PayEvery == 0
	}
	return RoundEnd(t.Time(), m-1) == m
}

// Payment works out what a character would pay now. It is false when the
// rulebook knows no payments.
func (t Table) Payment(who, system string, m int) (engine.Step, bool) {
	in, ok := t.paymentOf(who, system, m)
	if !ok {
		return engine.Step{}, false
	}
	step, err := engine.Run(in, nil)
	return step, err == nil
}

// paymentOf gives what a payment knows: one's own sheet, and nobody else's.
func (t Table) paymentOf(who, system string, m int) (engine.Inputs, bool) {
	s, ok := t.rules[system]
	if !ok || s.Time.Payment == "" {
		return engine.Inputs{}, false
	}
	r := Roll{Who: who, System: system, Action: s.Time.Payment, Moment: m, house: t.House[system]}
	r.sheets = t.sheets(r)
	in, err := t.InputsOf(r)
	return in, err == nil
}

// Turns gives the characters in the order in which they act in a round that
// has only turns: those in the order set, then the others.
func (t Table) Turns() []string {
	var out []string
	for _, id := range t.Clock.Order {
		if c, ok := t.Character(id); ok && !c.Left {
			out = append(out, id)
		}
	}
	for _, c := range t.Characters() {
		if !slices.Contains(out, c.ID) {
			out = append(out, c.ID)
		}
	}
	return out
}

// NextTurn is whose turn comes next; "" when the round is over then.
func (t Table) NextTurn() string {
	turns := t.Turns()
	if t.Clock.Turn == "" {
		if len(turns) == 0 {
			return ""
		}
		return turns[0]
	}
	if i := slices.Index(turns, t.Clock.Turn); i >= 0 && i+1 < len(turns) {
		return turns[i+1]
	}
	return ""
}

func (d *decision) next() error {
	if len(d.waiting()) > 0 {
		return refuse("a roll is under way: finish or drop it first")
	}
	if d.t.Time().PerRound == 0 && !d.overdue() {
		if turn := d.t.NextTurn(); turn != "" {
			clock := d.t.Clock
			clock.Turn = turn
			d.say(Moved{clock})
			return nil
		}
	}
	d.reach(d.t.NextMoment())
	return nil
}

// waiting gives the rolls that somebody must answer before time goes on.
func (d *decision) waiting() []Roll {
	return slices.DeleteFunc(d.t.Rolls(), func(r Roll) bool { return r.Parked != "" })
}

func (d *decision) overdue() bool {
	return slices.ContainsFunc(d.t.pending, func(p Pending) bool { return p.Due <= d.t.Clock.Moment })
}

func (d *decision) goTo(m int) error {
	if m <= d.t.Clock.Moment {
		return refuse("the clock stands at %s: it goes back only by undo", When(d.t.Time(), d.t.Clock.Moment))
	}
	const farthest = 100000 // moments at once; a day of segments is 360,000
	if m > d.t.Clock.Moment+farthest {
		return refuse("that is more than %d moments away: go in steps, or begin a new scene", farthest)
	}
	if len(d.waiting()) > 0 {
		return refuse("a roll is under way: finish or drop it first")
	}
	for d.t.Clock.Moment < m || d.overdue() {
		d.reach(min(m, d.t.NextMoment()))
		if len(d.waiting()) > 0 {
			return nil
		}
	}
	return nil
}

// reach moves the clock to m and does what is due there. All actions that fall
// due at one moment begin before the first of them is worked out: blows of one
// segment are simultaneous.
func (d *decision) reach(m int) {
	due := d.t.DueAt(m)
	if m > d.t.Clock.Moment {
		clock := d.t.Clock
		clock.Moment, clock.Turn = m, ""
		d.say(Moved{clock})
	}
	var begun []string
	for _, x := range due {
		if x.Pending != nil {
			if id := d.fall(*x.Pending); id != "" {
				begun = append(begun, id)
			}
		}
	}
	for _, id := range begun {
		_ = d.play(id, nil) // nothing is given, so nothing can be refused
	}
	for _, x := range due {
		if x.Pending == nil {
			d.pay(x)
		}
	}
}

// fall begins a pending action that is due, and gives its roll.
func (d *decision) fall(p Pending) string {
	d.say(Done{p})
	if _, ok := d.t.rules[p.System]; !ok {
		return ""
	}
	r := Roll{ID: d.id("r"), Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Form: p.Form,
		Hidden: p.Hidden, Moment: d.t.Clock.Moment, Pending: p.ID}
	d.say(Opened{r})
	return r.ID
}

// pay lets one character pay what is due. A payment that asks something
// becomes a roll under way.
func (d *decision) pay(x Due) {
	in, ok := d.t.paymentOf(x.Who, x.System, x.Moment)
	if !ok {
		return
	}
	r := Roll{Who: x.Who, System: x.System, Action: in.Action.ID, Moment: x.Moment}
	step, err := engine.Run(in, nil)
	if err == nil && step.Done() {
		if len(step.Changes) > 0 {
			d.say(Paid{Who: x.Who, System: x.System, Moment: x.Moment, Changes: d.changes(r, step.Changes), Notes: step.Notes})
		}
		return
	}
	r.ID = d.id("r")
	d.say(Opened{r})
	_ = d.play(r.ID, nil)
}

func (d *decision) scene(c Scene) error {
	if len(d.waiting()) > 0 {
		return refuse("a roll is under way: finish or drop it first")
	}
	for _, p := range d.t.Pending() {
		d.say(Cancelled{p, "the scene ended"})
	}
	d.say(Moved{Clock{Scene: d.t.Clock.Scene + 1, Place: Clean(c.Place, LongestName)}})
	return nil
}

func (d *decision) setOrder(c SetOrder) error {
	for i, id := range c.Order {
		if w, ok := d.t.Character(id); !ok || w.Left {
			return refuse("nobody here has the id %q", id)
		}
		if slices.Contains(c.Order[:i], id) {
			return refuse("the order names somebody twice")
		}
	}
	clock := d.t.Clock
	clock.Order, clock.Turn = slices.Clone(c.Order), c.Turn
	d.say(Moved{clock})
	return nil
}

func (d *decision) findPending(id string) (Pending, error) {
	for _, p := range d.t.Pending() {
		if p.ID == id {
			return p, nil
		}
	}
	return Pending{}, &Stale{"that action is over"}
}

func (d *decision) cancel(c Cancel) error {
	p, err := d.findPending(c.Pending)
	if err != nil {
		return err
	}
	d.say(Cancelled{p, Clean(c.Why, 200)})
	return nil
}

func (d *decision) delay(c Delay) error {
	p, err := d.findPending(c.Pending)
	if err != nil {
		return err
	}
	if c.Due < d.t.Clock.Moment {
		return refuse("that moment has passed: the clock stands at %s", When(d.t.Time(), d.t.Clock.Moment))
	}
	d.say(Delayed{p, c.Due})
	return nil
}
