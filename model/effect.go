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

// Running is something in force as it is shown: an effect of the table, a state that a
// rulebook knows of, or something that the timeline will end.
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
	for c := range t.Here() {
		out = append(out, t.Held(c)...)
	}
	return out
}

// Held gives all that holds for a character: what somebody has said, what its
// rulebooks know of, and what the timeline will end.
func (t Table) Held(c *Character) []Running {
	out := t.EffectsOn(c.ID)
	for _, sys := range c.Systems() {
		out = append(out, t.Ending(c, sys)...)
	}
	for _, p := range t.Pending() {
		if a, ok := t.ActionOf(p.System, p.Action); ok && a.Over.OnlyEnds && p.Concerns() == c.ID && !t.IsTurnOf(p) {
			words := cmp.Or(strings.TrimSuffix(a.Doing, " until"), t.ActionName(p.System, p.Of))
			out = append(out, Running{Who: c.ID, Words: words, Until: ByMoment, At: p.Due, Action: p.Action, System: p.System})
		}
	}
	return out
}

// EffectsOn gives the effects that somebody has put on a character.
func (s State) EffectsOn(who string) []Running {
	var out []Running
	for _, e := range s.Effects {
		if e.Who == who {
			out = append(out, e.Running())
		}
	}
	return out
}

// Running gives an effect as one of the things that run for a character.
func (e Effect) Running() Running {
	at := -1
	if e.Until == ByMoment || e.Until == ByTime {
		at = e.At
	}
	return Running{Who: e.Who, Words: e.Words, Until: e.Until, At: at, Of: e.Of, Does: e.Does, Effect: e.ID}
}

// InForce gives the modifiers that are in force on the sheet of a character in a rulebook.
func (s *State) InForce(who, system string) []engine.Modifier {
	var out []engine.Modifier
	for _, e := range s.Effects {
		for _, a := range e.Does {
			if e.Who == who && a.System == system {
				out = append(out, engine.Modifier{Field: a.Field, N: a.N, Why: e.Words})
			}
		}
	}
	if i := s.IndexOf(who); i >= 0 && s.Characters[i].Public != nil {
		out = append(out, s.Characters[i].Public.Force[system]...)
	}
	return out
}

// ForcesOn gives what is in force at the seats of a roll.
func (s *State) ForcesOn(r Roll) map[engine.Seat][]engine.Modifier {
	if len(s.Effects) == 0 && !slices.ContainsFunc(s.Characters, func(c *Character) bool { return c.Public != nil }) {
		return nil
	}
	out := map[engine.Seat][]engine.Modifier{}
	put := func(seat engine.Seat, who string) {
		if force := s.InForce(who, r.System); force != nil {
			out[seat] = force
		}
	}
	put(engine.Actor, r.Who)
	for n, id := range r.Against {
		put(engine.Opponent(n+1), id)
	}
	return out
}

// Ending gives the states of a sheet that end at a known moment.
func (t Table) Ending(c *Character, system string) []Running {
	s, ok := t.Rulebooks[system]
	if !ok {
		return nil
	}
	return t.ending(c, system, t.Marks(c, s, system))
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
			out = append(out, Running{Who: c.ID, Words: m.Word, Until: ByMoment, System: system, At: max(t.MomentIn(system, m.Until), t.Clock.Moment)})
		}
	}
	return out
}

// Concerns gives whom a pending action is about: those it is against, or else whoever
// started it.
func (p Pending) Concerns() string {
	if len(p.Against) > 0 {
		return p.Against[0]
	}
	return p.Who
}

// Acts reports whether somebody is in the middle of an action.
func (s State) Acts(who string) bool {
	return slices.ContainsFunc(s.Pending, func(p Pending) bool { return p.Who == who && !p.Passive }) ||
		slices.ContainsFunc(s.Rolls, func(r Roll) bool { return r.Who == who && r.Parked == "" })
}

// mostAdded is the most that one effect adds to a number, either way.
const mostAdded = 9999

// MayAdd says why an effect cannot add to a number of a sheet.
func (t Table) MayAdd(who *Character, a Add) error {
	s, ok := t.Rulebooks[a.System]
	if !ok || !HasPage(who, a.System) {
		return Refuse("%s has no sheet for %q", who.Name, a.System)
	}
	if _, ok := s.Sheet.Field(a.Field); !ok {
		return Refuse("%v", &engine.UnknownField{System: s, Key: a.Field})
	}
	if _, ok := s.Modifiable(a.Field); !ok {
		return Refuse("nothing can be added to %s", t.FieldName(who.ID, a.System, a.Field))
	}
	if a.N == 0 || a.N < -mostAdded || a.N > mostAdded {
		return Refuse("type a whole number from -%d to %d, but not 0", mostAdded, mostAdded)
	}
	return nil
}

// Raised adds to a number of a sheet as it stands, within its bounds.
func (t Table) Raised(who *Character, a Add) Change {
	s := t.Rulebooks[a.System]
	now := s.Sheet.Read(who.Pages[a.System]).Value(a.Field).Int()
	to := now + a.N
	if sp, ok := s.Sheet.Field(a.Field); ok {
		to = min(max(to, sp.Least), sp.Most)
	}
	return Change{Who: who.ID, System: a.System, Field: a.Field, From: engine.ValueOf(now), To: engine.ValueOf(to)}
}

// AddsWords says what something that holds adds: "Agility -2, Every roll -1D".
func (t Table) AddsWords(r Running) string {
	words := make([]string, len(r.Does))
	for i, a := range r.Does {
		unit := ""
		if s, ok := t.Rulebooks[a.System]; ok {
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
