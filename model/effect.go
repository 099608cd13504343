package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// Effect is something that holds for a character until it ends. What it adds
// counts wherever a rule reads the number, and is written nowhere.
type Effect struct {
	ID    string `json:"id"`
	Who   string `json:"who"`
	Words string `json:"words"`
	Since int    `json:"since"` // moment
	Until Until  `json:"until"`
	At    int    `json:"at,omitempty"`   // moment at which it ends, for ByMoment and ByTime
	Of    string `json:"of,omitempty"`   // whose turn ends it, for ByTurn
	Does  []Add  `json:"does,omitempty"` // what it adds as long as it holds
	Wrote []Add  `json:"adds,omitempty"` // of older logs: what was written on the sheet when it began
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
	ByTurn    Until = "turn"    // somebody's next turn, or action where no turns are taken
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
	Of     string // whose turn ends it
	Does   []Add
	Effect string // id, where [EndEffect] can end it
	Action string // the rulebook's action that ends it, with System
	System string
}

// Effects gives what holds for whom, by character in the order of the roster.
func (t Table) Effects() []Running {
	var out []Running
	for c := range t.here() {
		out = append(out, t.Held(c)...)
	}
	return out
}

// Held gives all that holds for a character: what somebody has said, what its
// rulebooks know of, and what the timeline will end.
func (t Table) Held(c *Character) []Running {
	out := t.Said(c.ID)
	for _, sys := range c.Systems() {
		out = append(out, t.marked(c, sys)...)
	}
	for _, p := range t.Pending() {
		if a, ok := t.ActionOf(p.System, p.Action); ok && a.Over.Last && p.concerns() == c.ID && !t.isTurn(p) {
			words := cmp.Or(strings.TrimSuffix(a.Doing, " until"), t.ActionName(p.System, p.Of))
			out = append(out, Running{Who: c.ID, Words: words, Until: ByMoment, At: p.Due, Action: p.Action, System: p.System})
		}
	}
	return out
}

// Said gives what somebody has said to hold for a character.
func (t Table) Said(who string) []Running {
	var out []Running
	for _, e := range t.effects {
		if e.Who == who {
			out = append(out, e.running())
		}
	}
	return out
}

func (e Effect) running() Running {
	at := -1
	if e.Until == ByMoment || e.Until == ByTime {
		at = e.At
	}
	return Running{Who: e.Who, Words: e.Words, Until: e.Until, At: at, Of: e.Of, Does: e.Does, Effect: e.ID}
}

// InForce gives what effects add to a character's page of a rulebook.
func (t Table) InForce(who, system string) []engine.Modifier { return t.force(who, system) }

func (s *state) force(who, system string) []engine.Modifier {
	var out []engine.Modifier
	for _, e := range s.effects {
		for _, a := range e.Does {
			if e.Who == who && a.System == system {
				out = append(out, engine.Modifier{Field: a.Field, N: a.N, Why: e.Words})
			}
		}
	}
	if i := s.index(who); i >= 0 && s.characters[i].glimpse != nil {
		out = append(out, s.characters[i].glimpse.force[system]...)
	}
	return out
}

// forces gives what is in force at the seats of a roll.
func (s *state) forces(r Roll) map[engine.Seat][]engine.Modifier {
	if len(s.effects) == 0 && !slices.ContainsFunc(s.characters, func(c *Character) bool { return c.glimpse != nil }) {
		return nil
	}
	out := map[engine.Seat][]engine.Modifier{}
	put := func(seat engine.Seat, who string) {
		if force := s.force(who, r.System); force != nil {
			out[seat] = force
		}
	}
	put(engine.Actor, r.Who)
	for n, id := range r.Against {
		put(engine.Opponent(n+1), id)
	}
	return out
}

// marked gives the states of a sheet that end at a known moment.
func (t Table) marked(c *Character, system string) []Running {
	s, ok := t.rules[system]
	if !ok {
		return nil
	}
	if t.could == nil {
		return t.ending(c, system, s.Marked(t.View(c, system)))
	}
	return t.told(c, s, system).ends
}

// ending are those of some states that end at a known moment, or by a hand.
func (t Table) ending(c *Character, system string, marks []engine.Mark) []Running {
	var out []Running
	for _, m := range marks {
		switch {
		case m.Turn:
			out = append(out, Running{Who: c.ID, Words: m.Word, Until: ByTurn, At: -1, Of: c.ID, System: system})
		case m.Open: // what ends it is the rulebook's
			out = append(out, Running{Who: c.ID, Words: m.Word, Until: ByMoment, At: -1, System: system})
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
	e := Effect{ID: d.id("e"), Who: who.ID, Words: Clean(c.Words, 200), Since: d.t.Clock.Moment, Until: c.Until, At: c.At, Of: c.Of}
	if e.Words == "" {
		return refuse("say what holds for %s", who.Name)
	}
	if c.Rounds > 0 && c.Until == ByMoment {
		e.At = e.Since + min(c.Rounds, farthest)*d.t.Time().Moments()
	}
	if err := d.endsWell(e, who); err != nil {
		return err
	}
	for _, a := range c.Adds {
		if err := d.t.mayAdd(who, a); err != nil {
			return err
		}
		e.Does = append(e.Does, a)
	}
	d.say(effectBegan{Effect: e})
	return nil
}

// endsWell refuses an effect that has no end, or one that has passed.
func (d *decision) endsWell(e Effect, who *Character) error {
	switch e.Until {
	case ByMoment, ByTime:
		if e.At <= d.t.Clock.Moment {
			return refuse("that moment has passed: the clock stands at %s", d.t.When(d.t.Clock.Moment))
		}
	case ByAction:
		if !d.t.acts(who.ID) {
			return refuse("%s is in the middle of nothing", who.Name)
		}
	case ByTurn:
		if _, err := d.present(e.Of); err != nil {
			return refuse("say on whose turn it ends")
		}
	case ByNext, ByScene, ByTreated:
	default:
		return refuse("an effect ends with: action, next, turn, moment, time, scene or treated, not %q", e.Until)
	}
	return nil
}

// acts reports whether somebody is in the middle of an action.
func (t Table) acts(who string) bool {
	return slices.ContainsFunc(t.pending, func(p Pending) bool { return p.Who == who && !p.Passive }) ||
		slices.ContainsFunc(t.rolls, func(r Roll) bool { return r.Who == who && r.Parked == "" })
}

// mostAdded is the most that one effect adds to a number, either way.
const mostAdded = 9999

// mayAdd says why an effect cannot add to a number of a sheet.
func (t Table) mayAdd(who *Character, a Add) error {
	s, ok := t.rules[a.System]
	if !ok || !has(who, a.System) {
		return refuse("%s has no sheet for %q", who.Name, a.System)
	}
	if _, ok := s.Sheet.Field(a.Field); !ok {
		return refuse("%v", &engine.UnknownField{System: s, Key: a.Field})
	}
	if _, ok := s.Modifiable(a.Field); !ok {
		return refuse("nothing can be added to %s", t.FieldName(who.ID, a.System, a.Field))
	}
	if a.N == 0 || a.N < -mostAdded || a.N > mostAdded {
		return refuse("it adds a whole number from -%d to %d, and not 0", mostAdded, mostAdded)
	}
	return nil
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

// end ends an effect, and takes off what an older one has written, from those
// who have left too.
func (d *decision) end(e Effect, why string) {
	f := effectEnded{Effect: e, Why: why}
	if who, ok := d.t.Character(e.Who); ok {
		for _, a := range e.Wrote {
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

// turnOver ends what lasts until the turn of somebody.
func (d *decision) turnOver(who string) {
	d.endAll("the turn has come", func(e Effect) bool { return e.Of == who && e.Until == ByTurn })
}

// turnsOn ends what lasts until the turn of somebody, where no turns are taken
// and an active action begins.
func (d *decision) turnsOn(a *engine.Action, who string) {
	if a.Mode == engine.Active && d.t.Clock.Turn == "" {
		d.turnOver(who)
	}
}

// rolledNext ends what lasts for the next action of somebody.
func (d *decision) rolledNext(r Roll) {
	d.endAll("the action is done", func(e Effect) bool { return e.Who == r.Who && e.Until == ByNext })
}

func (x telling) effectBegan(f effectBegan) []Said {
	e := f.Effect
	words := x.t.NameOf(e.Who) + ": " + e.Words + ", " + x.t.UntilWords(e.running())
	return slices.Concat(line(words+behind("  ", x.t.AddsWords(e.running()))), x.changes(e.Who, "", f.Changes))
}

func (x telling) effectEnded(f effectEnded) []Said {
	return append(line(x.t.NameOf(f.Effect.Who)+": "+f.Effect.Words+" is over"+behind(", ", f.Why)),
		x.changes(f.Effect.Who, "", f.Changes)...)
}

// AddsWords says what something that holds adds: "Agility -2, Every roll -1D".
func (t Table) AddsWords(r Running) string {
	words := make([]string, len(r.Does))
	for i, a := range r.Does {
		unit := ""
		if s, ok := t.rules[a.System]; ok {
			if sp, ok := s.Sheet.Field(a.Field); ok && sp.Unit == "D" {
				unit = sp.Unit
			}
		}
		words[i] = fmt.Sprintf("%s %+d%s", t.FieldName(r.Who, a.System, a.Field), a.N, unit)
	}
	return strings.Join(words, ", ")
}

// UntilWords says what ends something that holds; "" where that is not known.
func (t Table) UntilWords(r Running) string {
	switch at := r.At; r.Until {
	case ByTurn:
		return "until the next turn of " + t.NameOf(r.Of)
	case ByAction:
		return "for this action"
	case ByNext:
		return "for the next action"
	case ByScene:
		return "for this scene"
	case ByMoment, ByTime:
		if at >= 0 {
			return "until " + t.When(at)
		}
		return ""
	}
	return "until it is treated"
}
