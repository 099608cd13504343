package model

import (
	"slices"

	"example.org/fray/engine"
)

// How others see a character. See [Character.Shown].
const (
	ShownOpen     = "open"   // with the sheet
	ShownNameOnly = "met"    // by name, with what it visibly does and a word for its state
	ShownHidden   = "hidden" // not at all
)

// ShownChoices are the values that Character.Shown may have.
var ShownChoices = []string{"", ShownOpen, ShownNameOnly}

// ShownAs returns how others see the character: ShownOpen, ShownNameOnly or ShownHidden.
func (c *Character) ShownAs() string {
	switch {
	case c.Hidden:
		return ShownHidden
	case c.Open():
		return ShownOpen
	}
	return ShownNameOnly
}

// WithShown returns the character shown to others as one of those, or with "" as the
// default: open if a player owns it, otherwise by name only.
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

// KeepsDice reports whether the dice of a character are kept from those who may not read
// its sheet.
func (s State) KeepsDice(c *Character) bool {
	return !c.Open() && DiceOfOthers.Of(s.OwnRules()) == DiceKept
}

// State returns a word for how a character is whom the seat knows by name only, and false
// for all others.
func (c *Character) State() (string, bool) {
	if c.Public == nil {
		return "", false
	}
	return c.Public.State, true
}

// Plays reports whether a character has a page of a rulebook, even if the seat does not
// see it.
func (c *Character) Plays(system string) bool {
	if c.Public != nil {
		return slices.Contains(c.Public.Plays, system)
	}
	return HasPage(c, system)
}

// IsDownIn reports whether a rulebook marks a character as unable to act: unconscious,
// dying.
func (t Table) IsDownIn(c *Character, system string) bool {
	if c.Public != nil {
		return c.Public.Down
	}
	s, ok := t.Rulebooks[system]
	return ok && IsGrave(t.Marks(c, s, system))
}

// DownWord returns a rulebook's word for the state in which a character cannot act, and ""
// if the character can.
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

// NameOnlyView is what a seat knows of a character whom it knows by name only.
type NameOnlyView struct {
	State     string                 // a word for how it is
	Down      bool                   // a rulebook marks it as unable to act
	Plays     []string               // the ids of the rulebooks that it has pages of
	Defence   map[string]engine.Page // the numbers on which rolls against it depend, if those are open
	Modifiers map[string][]engine.Modifier
}

// Visibility is how much of a character a seat sees.
type Visibility uint8

// How much of a character a seat sees.
const (
	Hidden   Visibility = iota // nothing
	NameOnly                   // the name, what it visibly does, and a word for its state
	Open                       // the whole sheet
)

// VisibilityOf returns how much of a character the seat sees.
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

// unknownTo returns the seats of a roll where characters sit whom the table's seat knows
// by name only, and the fields of each that it does know.
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

// VisibleTo returns how much of each character a seat sees, by id. Hidden ones are
// missing.
func VisibleTo(all []*Character, s Seat) map[string]Visibility {
	out := make(map[string]Visibility, len(all))
	for _, c := range all {
		if how := s.VisibilityOf(c); how != Hidden {
			out[c.ID] = how
		}
	}
	return out
}

// OddsOpened sets whether everybody sees the numbers on which rolls against any character
// depend.
type OddsOpened struct {
	All bool `json:"all"`
}

// Kind implements [Fact].
func (OddsOpened) Kind() string { return "odds-shown" }
