package model

import (
	"slices"
	"strings"
)

func (d *decision) findPending(id string) (Pending, error) {
	i := slices.IndexFunc(d.t.pending, func(p Pending) bool { return p.ID == id })
	if i < 0 {
		return Pending{}, &Stale{"that action is over"}
	}
	return d.t.pending[i], nil
}

func (d *decision) cancel(c Cancel) error {
	p, err := d.findPending(c.Pending)
	if err != nil {
		return err
	}
	d.callOff(p, Clean(c.Why, 200))
	return nil
}

func (d *decision) delay(c Delay) error {
	p, err := d.findPending(c.Pending)
	if err != nil {
		return err
	}
	if c.Due < d.t.Clock.Moment {
		return refuse("that moment has passed: the clock stands at %s", d.t.When(d.t.Clock.Moment))
	}
	if c.Due == p.Due {
		return refuse("it is due then already")
	}
	d.say(delayed{p, c.Due})
	return nil
}

// parts calls off what somebody who leaves has begun. What goes on with
// something that has happened to anybody stays.
func (d *decision) parts(who *Character) {
	for _, r := range d.t.rolls {
		if r.Who == who.ID && !r.Lasting {
			d.dropRoll(r, who.Name+" left")
		}
	}
	for _, p := range d.t.Pending() {
		if a, ok := d.t.ActionOf(p.System, p.Action); p.Who == who.ID && !(ok && a.Lasting()) {
			d.callOff(p, who.Name+" left")
		}
	}
	d.endAll(who.Name+" left", func(e Effect) bool { return e.Who == who.ID && (e.Until == ByAction || e.Until == ByNext) })
	d.turnOver(who.ID)
	d.leavesTurn(who.ID)
}

// Done says that a pending action has fallen due and was begun.
type Done struct {
	Pending Pending `json:"pending"`
}

// Kind implements [Fact].
func (Done) Kind() string { return "pending-done" }

// cancelled takes a pending action off the timeline.
type cancelled struct {
	Pending Pending `json:"pending"`
	Why     string  `json:"why,omitempty"`
}

// Kind implements [Fact].
func (cancelled) Kind() string { return "pending-cancelled" }

// delayed moves a pending action to another moment.
type delayed struct {
	Pending Pending `json:"pending"` // as it was
	Due     int     `json:"due"`
}

// Kind implements [Fact].
func (delayed) Kind() string { return "pending-delayed" }

// LaterWords says what is to come, and when: "strikes at segment 18".
func (t Table) LaterWords(later []Pending) string {
	parts := make([]string, 0, len(later))
	for _, p := range later {
		words := t.ActionName(p.System, p.Action) + " at"
		if a, ok := t.ActionOf(p.System, p.Of); ok && a.Doing != "" {
			words = a.Doing
		}
		parts = append(parts, words+" "+t.When(p.Due))
	}
	return strings.Join(parts, ", ")
}
