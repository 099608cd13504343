package decide

import "example.org/fray/model"

// endActsOfDown cancels what characters who can no longer act have begun. It is called
// when the clock moves on, so what is due at the moment at which somebody falls still
// happens.
func (d *decision) endActsOfDown() {
	for _, c := range d.t.Characters() {
		for _, sys := range c.Systems() {
			if !d.t.IsDownIn(c, sys) {
				continue
			}
			for _, p := range d.t.Pending() {
				if p.Who == c.ID && p.System == sys && lapses(d.t, p) {
					d.callOff(p, c.Name+" cannot act")
				}
			}
			if s, ok := d.t.Rulebooks[sys]; ok && s.Time.Between.Down != "" {
				d.runClockAction(model.Roll{Who: c.ID, System: sys, Action: s.Time.Between.Down}, c.Name+" cannot act")
			}
		}
	}
}

// lapses reports whether a pending action is cancelled because its character can no longer
// act. States of a victim, rests and turns are not.
func lapses(t model.Table, p model.Pending) bool {
	if p.Due <= t.Clock.Moment || t.IsTurn(p) {
		return false
	}
	if a, ok := t.ActionOf(p.System, p.Action); ok && a.Lasting() {
		return false
	}
	if isRest(t, p) {
		return false
	}
	who, ok := t.Character(p.Who)
	return ok && t.IsDownIn(who, p.System)
}
