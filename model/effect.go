package model

import (
	"slices"

	"example.org/fray/engine"
)

// Effect is something that holds for a character until it ends. What it adds
// to the sheet it takes off again.
type Effect struct {
	ID    string `json:"id"`
	Who   string `json:"who"`
	Words string `json:"words"`
	Since int    `json:"since"` // moment
	Until Until  `json:"until"`
	At    int    `json:"at,omitempty"` // moment at which it ends, for ByMoment and ByTime
	Adds  []Add  `json:"adds,omitempty"`
}

// Add is what an effect adds to a number of a sheet.
type Add struct {
	System string `json:"system"`
	Field  string `json:"field"` // path
	N      int    `json:"n"`
}

// Until says what ends an effect.
type Until string

// What ends an effect.
const (
	ByAction  Until = "action"  // the action that runs now
	ByNext    Until = "next"    // the next action
	ByMoment  Until = "moment"  // a moment, or the scene
	ByTime    Until = "time"    // a moment, whatever scene it is in
	ByScene   Until = "scene"   // the end of the scene
	ByTreated Until = "treated" // nothing but a hand
)

// Running is an effect as it is shown: one of the table's, one that a rulebook
// knows of, or one that the timeline will end.
type Running struct {
	Who    string
	Words  string
	Until  Until
	At     int    // moment at which it ends; -1 when that is not known
	Effect string // id, where [EndEffect] can end it
	Action string // the rulebook's action that ends it, with System
	System string
}

// Effects gives what holds for whom, by character in the order of the roster.
func (t Table) Effects() []Running {
	var out []Running
	for _, c := range t.Characters() {
		for _, e := range t.effects {
			if e.Who == c.ID {
				out = append(out, e.running())
			}
		}
		for _, sys := range c.Systems() {
			out = append(out, t.marked(c, sys)...)
		}
		for _, p := range t.Pending() {
			if a, ok := t.actionOf(p.System, p.Action); ok && a.Over.Last && p.concerns() == c.ID && !t.isTurn(p) {
				out = append(out, Running{Who: c.ID, Words: t.ActionName(p.System, p.Of), Until: ByMoment, At: p.Due, Action: p.Action, System: p.System})
			}
		}
	}
	return out
}

func (e Effect) running() Running {
	at := -1
	if e.Until == ByMoment || e.Until == ByTime {
		at = e.At
	}
	return Running{Who: e.Who, Words: e.Words, Until: e.Until, At: at, Effect: e.ID}
}

// marked gives the states of a sheet that end at a known moment.
func (t Table) marked(c *Character, system string) []Running {
	s, ok := t.rules[system]
	if !ok {
		return nil
	}
	var out []Running
	for _, m := range s.Marked(t.View(c, system)) {
		if m.Open {
			out = append(out, Running{Who: c.ID, Words: m.Word, Until: ByTreated, At: -1, System: system})
		}
		if m.Until > 0 {
			out = append(out, Running{Who: c.ID, Words: m.Word, Until: ByMoment, System: system, At: max(t.momentOf(system, m.Until), t.Clock.Moment)})
		}
	}
	return out
}

// concerns gives whom a pending action is about: who is faced, or else who
// started it.
func (p Pending) concerns() string {
	if len(p.Against) > 0 {
		return p.Against[0]
	}
	return p.Who
}

func (d *decision) addEffect(c AddEffect) error {
	who, err := d.present(c.Who)
	if err != nil {
		return err
	}
	e := Effect{ID: d.id("e"), Who: who.ID, Words: Clean(c.Words, 200), Since: d.t.Clock.Moment, Until: c.Until, At: c.At}
	if e.Words == "" {
		return refuse("say what holds for %s", who.Name)
	}
	switch c.Until {
	case ByMoment, ByTime:
		if c.At <= d.t.Clock.Moment {
			return refuse("that moment has passed: the clock stands at %s", d.t.When(d.t.Clock.Moment))
		}
	case ByAction:
		if !d.t.acts(who.ID) {
			return refuse("%s is in the middle of nothing", who.Name)
		}
	case ByNext, ByScene, ByTreated:
	default:
		return refuse("an effect ends with: action, next, moment, time, scene or treated, not %q", c.Until)
	}
	began := effectBegan{Effect: e}
	for _, a := range c.Adds {
		ch, add, err := d.t.added(who, a)
		if err != nil {
			return err
		}
		began.Effect.Adds = append(began.Effect.Adds, add)
		began.Changes = append(began.Changes, ch)
	}
	d.say(began)
	return nil
}

// acts reports whether somebody is in the middle of an action.
func (t Table) acts(who string) bool {
	return slices.ContainsFunc(t.pending, func(p Pending) bool { return p.Who == who && !p.Passive }) ||
		slices.ContainsFunc(t.rolls, func(r Roll) bool { return r.Who == who && r.Parked == "" })
}

// added works out what an effect does to a number, as far as the sheet allows.
func (t Table) added(who *Character, a Add) (Change, Add, error) {
	s, ok := t.rules[a.System]
	if !ok || !has(who, a.System) {
		return Change{}, a, refuse("%s has no sheet for %q", who.Name, a.System)
	}
	sp, ok := s.Sheet.Field(a.Field)
	if !ok {
		return Change{}, a, refuse("%v", &engine.UnknownField{System: s, Key: a.Field})
	}
	if sp.Kind != engine.Int {
		return Change{}, a, refuse("%s is no whole number: nothing can be added to it", sp.Label)
	}
	ch := t.raised(who, a)
	a.N = ch.To.Int() - ch.From.Int()
	return ch, a, nil
}

// raised adds to a number of a sheet as it stands, within its bounds.
func (t Table) raised(who *Character, a Add) Change {
	s := t.rules[a.System]
	now := s.Sheet.Read(who.Pages[a.System]).Value(a.Field).Int()
	to := now + a.N
	if sp, ok := s.Sheet.Field(a.Field); ok {
		to = min(max(to, sp.Least), sp.Most)
	}
	return Change{Who: who.ID, System: a.System, Field: a.Field, From: engine.ValueOf(now), To: engine.ValueOf(to)}
}

func (d *decision) endEffect(c EndEffect) error {
	i := slices.IndexFunc(d.t.effects, func(e Effect) bool { return e.ID == c.Effect })
	if i < 0 {
		return &Stale{"that effect is over"}
	}
	d.end(d.t.effects[i], Clean(c.Why, 200))
	return nil
}

// end ends an effect and takes off what it added, from those who have left too.
func (d *decision) end(e Effect, why string) {
	f := effectEnded{Effect: e, Why: why}
	if who, ok := d.t.Character(e.Who); ok {
		for _, a := range e.Adds {
			if _, known := d.t.rules[a.System]; known && has(who, a.System) {
				a.N = -a.N
				f.Changes = append(f.Changes, d.t.raised(who, a))
			}
		}
	}
	d.say(f)
}

// endAll ends the effects that are over.
func (d *decision) endAll(why string, over func(Effect) bool) {
	for _, e := range d.t.effects {
		if over(e) {
			d.end(e, why)
		}
	}
}

// wearOff ends what lasts until a moment not after now.
func (d *decision) wearOff() {
	d.endAll("its time is over", func(e Effect) bool {
		return (e.Until == ByMoment || e.Until == ByTime) && e.At <= d.t.Clock.Moment
	})
}

// actionOver ends what lasts as long as the action of somebody, if it is over.
func (d *decision) actionOver(who string) {
	if !d.t.acts(who) {
		d.endAll("the action is over", func(e Effect) bool { return e.Who == who && e.Until == ByAction })
	}
}

// rolledNext ends what lasts for the next action of somebody.
func (d *decision) rolledNext(r Roll) {
	d.endAll("the action is done", func(e Effect) bool { return e.Who == r.Who && e.Until == ByNext })
}
