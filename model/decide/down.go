package decide

import "example.org/fray/model"

// endActsOfFallen calls off what characters had begun who can no longer act, and could
// before: it belongs to the event that felled them. What is due at this very moment still
// happens.
func (d *decision) endActsOfFallen(before model.State) {
	then := d.t
	then.State = before
	for _, c := range d.t.Characters() {
		was, here := then.Character(c.ID)
		if !here || was == c && sameEffects(before.Effects, d.t.Effects) {
			continue
		}
		for _, sys := range c.Systems() {
			if d.t.IsDownIn(c, sys) && !then.IsDownIn(was, sys) {
				d.endActsOf(c, sys)
				if !overdue(d.t) && !rollIsOpen(d.t) { // otherwise when the clock moves on
					d.liesDown(c, sys)
				}
			}
		}
	}
}

// sameEffects reports whether the effects are those of an earlier state. The slice is never
// changed in place.
func sameEffects(a, b []model.Effect) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// endActsOfDown calls off whatever else characters have under way who cannot act, such as
// what was due when they fell. It is called when the clock moves on.
func (d *decision) endActsOfDown() {
	for _, c := range d.t.Characters() {
		for _, sys := range c.Systems() {
			if d.t.IsDownIn(c, sys) {
				d.endActsOf(c, sys)
				d.liesDown(c, sys)
			}
		}
	}
}

// Why an action of the clock runs by itself: to tidy up after what was called off or dropped,
// or to end what a character keeps up who can no longer act.
const (
	tidiesUp    = "tidies up"
	becauseDown = "down"
)

// endActsOf calls off what a character who cannot act by a rulebook had begun.
func (d *decision) endActsOf(c *model.Character, sys string) {
	word := d.t.DownWord(c, sys)
	for _, p := range d.t.Pending() {
		if p.Who == c.ID && p.System == sys && lapses(d.t, p) {
			d.emit(model.Cancelled{Pending: p, Fell: word})
			d.cleanUp(model.Roll{Who: p.Who, Against: p.Against, System: p.System, Action: p.Action, Params: p.Params, Hidden: p.Hidden})
			d.endActionEffects(p.Who)
		}
	}
}

// liesDown runs what a rulebook has for a character who cannot act.
func (d *decision) liesDown(c *model.Character, sys string) {
	if s, ok := d.t.Rulebooks[sys]; ok && s.Time.Between.Down != "" {
		d.runClockAction(model.Roll{Who: c.ID, System: sys, Action: s.Time.Between.Down}, becauseDown)
	}
}

// lapses reports whether a pending action is cancelled because its character can no longer
// act. States of a victim, rests and turns are not.
func lapses(t model.Table, p model.Pending) bool {
	if p.Due <= t.Clock.Moment || t.IsTurn(p) || isRest(t, p) {
		return false
	}
	if a, ok := t.ActionOf(p.System, p.Action); ok && a.Lasting() && (!a.Over.OnlyEnds || p.Passive || len(p.Against) > 0) {
		return false // it is not the end of what its own character does
	}
	who, ok := t.Character(p.Who)
	return ok && t.IsDownIn(who, p.System)
}
