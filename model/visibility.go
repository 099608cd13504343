package model

import (
	"slices"

	"example.org/fray/engine"
)

// How others get a character, besides hidden ones that they don't get at all;
// see [Character.Shown].
const (
	ShownOpen     = "open" // with its sheet
	ShownNameOnly = "met"  // by name, by what it visibly does, and by a word for its state
	ShownHidden   = "hidden"
)

// ShownChoices are the values of Character.Shown.
var ShownChoices = []string{"", ShownOpen, ShownNameOnly}

// ShownAs returns how others see the character: open, met (known by name only) or
// hidden.
func (c *Character) ShownAs() string {
	switch {
	case c.Hidden:
		return ShownHidden
	case c.Open():
		return ShownOpen
	}
	return ShownNameOnly
}

// WithShown returns the character shown to others as open, met (by name only) or
// hidden. With "" it is open if a player owns it and otherwise known by name only.
func (c Character) WithShown(how string) Character {
	if c.Hidden = how == ShownHidden; !c.Hidden {
		c.Shown = how
	}
	return c
}

// Open reports whether everybody sees the character's sheet. If the gamemaster has not
// said how it is shown, sheets of players' characters are open.
func (c *Character) Open() bool {
	return !c.Hidden && (c.Shown == ShownOpen || c.Shown == "" && c.Owner != "")
}

// State is a word for how somebody is whose sheet isn't known; false for all
// others.
func (c *Character) State() (string, bool) {
	if c.Public == nil {
		return "", false
	}
	return c.Public.State, true
}

// Plays reports whether the character is written in a rulebook, its sheet known
// or not.
func (c *Character) Plays(system string) bool {
	if c.Public != nil {
		return slices.Contains(c.Public.Plays, system)
	}
	return HasPage(c, system)
}

// IsDownIn reports whether a rulebook marks somebody gravely: unconscious, dying.
func (t Table) IsDownIn(c *Character, system string) bool {
	if c.Public != nil {
		return c.Public.Down
	}
	s, ok := t.Rulebooks[system]
	return ok && IsGrave(t.Marks(c, s, system))
}

// DownWord is what a rulebook calls the state in which somebody cannot act; "" for who can.
func (t Table) DownWord(c *Character, system string) string {
	if s, ok := t.Rulebooks[system]; ok && c.Public == nil {
		for _, m := range t.Marks(c, s, system) {
			if m.Grave {
				return m.Word
			}
		}
	}
	return ""
}

// NameOnlyView is what is known of somebody who is only met.
type NameOnlyView struct {
	State     string                 // in words
	Down      bool                   // a rulebook marks it gravely
	Plays     []string               // rulebooks
	Defence   map[string]engine.Page // what rolls against them go by, where that was opened
	Modifiers map[string][]engine.Modifier
}

// Visibility is how much a seat gets of a character.
type Visibility uint8

// How much a seat gets of a character.
const (
	Hidden   Visibility = iota // nothing
	NameOnly                   // the name, what is visibly done, and a word for the state
	Open                       // the whole sheet
)

// VisibilityOf says how much of a character the seat sees.
func (s Seat) VisibilityOf(c *Character) Visibility {
	switch {
	case s.Owns(c):
		return Open
	case !s.Sees(c):
		return Hidden
	case c.Open():
		return Open
	}
	return NameOnly
}

// unknownTo gives the seats of a roll at which somebody sits who is only met, and
// what is known there nevertheless.
func (r Roll) unknownTo(t Table) map[engine.Seat][]string {
	if t.SeatView == nil || r.RollContext.Unknown != nil {
		return r.RollContext.Unknown
	}
	var out map[engine.Seat][]string
	for n, id := range r.Against {
		c, ok := t.Character(id)
		if !ok || c.Public == nil {
			continue
		}
		if out == nil {
			out = map[engine.Seat][]string{}
		}
		var known []string
		if _, opened := c.Public.Defence[r.System]; opened {
			known = t.Rulebooks[r.System].Defence
		}
		out[engine.Opponent(n+1)] = known
	}
	return out
}

// VisibleTo gives how much a seat gets of whom; whom it doesn't get at all is not
// in it.
func VisibleTo(all []*Character, s Seat) map[string]Visibility {
	out := make(map[string]Visibility, len(all))
	for _, c := range all {
		if how := s.VisibilityOf(c); how != Hidden {
			out[c.ID] = how
		}
	}
	return out
}

// OddsOpened says whether what rolls against anybody go by is open.
type OddsOpened struct {
	All bool `json:"all"`
}

// Kind implements [Fact].
func (OddsOpened) Kind() string { return "odds-shown" }
