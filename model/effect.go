package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/engine"
)

// Effect is something that lasts for a character until it ends. What it adds to a number
// counts whenever a rule reads that number, but is not written on the sheet.
type Effect struct {
	ID    string `json:"id"`
	Who   string `json:"who"`
	Words string `json:"words"`
	Since int    `json:"since"` // moment
	Until Until  `json:"until"`
	At    int    `json:"at,omitempty"`   // the moment at which it ends, for ByMoment and ByTime
	Of    string `json:"of,omitempty"`   // the character whose turn ends it, for ByTurn
	Does  []Add  `json:"does,omitempty"` // what it adds while it lasts
}

// Add is an amount that an effect adds to a number of a sheet.
type Add struct {
	System string `json:"system"`
	Field  string `json:"field"` // the path of the number
	N      int    `json:"n"`
}

// Until says when an effect ends.
type Until string

// When an effect ends.
const (
	ByAction  Until = "action"  // with the action under way
	ByNext    Until = "next"    // with the next action
	ByTurn    Until = "turn"    // at a character's next turn or, where no turns are taken, next action
	ByMoment  Until = "moment"  // at a moment, or with the scene if that ends first
	ByTime    Until = "time"    // at a moment of any scene
	ByScene   Until = "scene"   // with the scene
	ByTreated Until = "treated" // when somebody ends it by hand
)

// ActiveEffect is something that lasts for a character, as it is shown: an [Effect], a
// state that a rulebook declares, or something that a pending action will end.
type ActiveEffect struct {
	Who    string
	Words  string
	Until  Until
	At     int    // the moment at which it ends; -1 if that is not known
	Of     string // the character whose turn ends it
	Does   []Add
	Effect string // the id of the Effect, for [EndEffect]; "" for anything else
	Action string // the action of System that ends it
	System string
}

// ActiveEffects returns everything that lasts for the characters at the table, in the
// order of the roster.
func (t Table) ActiveEffects() []ActiveEffect {
	var out []ActiveEffect
	for c := range t.Here() {
		out = append(out, t.ActiveEffectsOn(c)...)
	}
	return out
}

// ActiveEffectsOn returns everything that lasts for a character: its effects, the states
// that its rulebooks declare, and what pending actions will end.
func (t Table) ActiveEffectsOn(c *Character) []ActiveEffect {
	out := t.EffectsOn(c.ID)
	for _, sys := range c.Systems() {
		out = append(out, t.Ending(c, sys)...)
	}
	for _, p := range t.Pending() {
		if a, ok := t.ActionOf(p.System, p.Action); ok && a.Over.OnlyEnds && p.Concerns() == c.ID && !t.IsTurn(p) {
			words := cmp.Or(strings.TrimSuffix(a.Doing, " until"), t.ActionName(p.System, p.Of))
			out = append(out, ActiveEffect{Who: c.ID, Words: words, Until: ByMoment, At: p.Due, Action: p.Action, System: p.System})
		}
	}
	return out
}

// EffectsOn returns the effects on a character.
func (s State) EffectsOn(who string) []ActiveEffect {
	var out []ActiveEffect
	for _, e := range s.Effects {
		if e.Who == who {
			out = append(out, e.Active())
		}
	}
	return out
}

// Active returns an effect as it is shown.
func (e Effect) Active() ActiveEffect {
	at := -1
	if e.Until == ByMoment || e.Until == ByTime {
		at = e.At
	}
	return ActiveEffect{Who: e.Who, Words: e.Words, Until: e.Until, At: at, Of: e.Of, Does: e.Does, Effect: e.ID}
}

// InForce returns the modifiers that effects put on a character's page of a rulebook.
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
		out = append(out, s.Characters[i].Public.Modifiers[system]...)
	}
	return out
}

// ModifiersOn returns the modifiers at each seat of a roll, or nil if there are none at all.
func (s *State) ModifiersOn(r Roll) map[engine.Seat][]engine.Modifier {
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

// Ending returns the states of a sheet whose end the rulebook declares.
func (t Table) Ending(c *Character, system string) []ActiveEffect {
	s, ok := t.Rulebooks[system]
	if !ok {
		return nil
	}
	return t.ending(c, system, t.Marks(c, s, system))
}

// ending is like Ending for marks that the caller has already read.
func (t Table) ending(c *Character, system string, marks []engine.Mark) []ActiveEffect {
	var out []ActiveEffect
	for _, m := range marks {
		switch {
		case m.Turn:
			out = append(out, ActiveEffect{Who: c.ID, Words: m.Word, Until: ByTurn, At: -1, Of: c.ID, System: system})
		case m.Open: // only the rulebook knows what ends it
			out = append(out, ActiveEffect{Who: c.ID, Words: m.Word, Until: ByMoment, At: -1, System: system})
		}
		if m.Until > 0 {
			out = append(out, ActiveEffect{Who: c.ID, Words: m.Word, Until: ByMoment, System: system, At: max(t.MomentIn(system, m.Until), t.Clock.Moment)})
		}
	}
	return out
}

// Concerns returns whom a pending action is about: the first character it is against or,
// if it is against nobody, the one who started it.
func (p Pending) Concerns() string {
	if len(p.Against) > 0 {
		return p.Against[0]
	}
	return p.Who
}

// Acts reports whether a character has an action or a roll under way.
func (s State) Acts(who string) bool {
	return slices.ContainsFunc(s.Pending, func(p Pending) bool { return p.Who == who && !p.Passive }) ||
		slices.ContainsFunc(s.Rolls, func(r Roll) bool { return r.Who == who && r.Parked == "" })
}

// maxAdded is the largest number that one effect can add or take away.
const maxAdded = 9999

// CheckAdd returns a refusal if an effect cannot add this to the sheet of a character.
func (t Table) CheckAdd(who *Character, a Add) error {
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
	if a.N == 0 || a.N < -maxAdded || a.N > maxAdded {
		return Refuse("type a whole number from -%d to %d, but not 0", maxAdded, maxAdded)
	}
	return nil
}

// Raised returns the change that adds an amount to the present number on a sheet, within
// the bounds of its field.
func (t Table) Raised(who *Character, a Add) Change {
	s := t.Rulebooks[a.System]
	now := s.Sheet.Read(who.Pages[a.System]).Value(a.Field).Int()
	to := now + a.N
	if sp, ok := s.Sheet.Field(a.Field); ok {
		to = min(max(to, sp.Least), sp.Most)
	}
	return Change{Who: who.ID, System: a.System, Field: a.Field, From: engine.ValueOf(now), To: engine.ValueOf(to)}
}

// AddsWords returns in words what an effect adds: "Agility -2, Every roll -1D".
func (t Table) AddsWords(r ActiveEffect) string {
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

// UntilWords returns in words when an effect ends, or "" if that is not known.
func (t Table) UntilWords(r ActiveEffect) string {
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
