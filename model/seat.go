package model

import "slices"

// Seat is who sits in front of a screen. The zero Seat is nobody: it sees
// nothing and does nothing, and so does a seat of a role that this version does
// not know, and a player without a name.
type Seat struct {
	Role Role   `json:"role,omitempty"`
	Name string `json:"name,omitempty"` // of a player
}

// Role is what a seat may do.
type Role string

// The roles. Program is what the program does by itself - it makes the table,
// begins and ends evenings, imports - and is nobody's seat.
const (
	GM      Role = "gm"
	Player  Role = "player"
	Watcher Role = "watcher"
	Program Role = "program"
)

// gm reports whether the seat sees and does everything.
func (s Seat) gm() bool { return s.Role == GM || s.Role == Program }

// known reports whether the seat is anybody's: all others see nothing.
func (s Seat) known() bool {
	return s.gm() || s.Role == Watcher || s.Role == Player && s.Name != ""
}

// Owns reports whether the seat may act for c.
func (s Seat) Owns(c *Character) bool {
	return s.gm() || s.Role == Player && s.Name != "" && c.Owner == s.Name
}

func (s Seat) sees(c *Character) bool { return s.gm() || s.known() && (!c.Hidden || s.Owns(c)) }

func (s Seat) seesRoll(t Table, who string, hidden bool) bool {
	if s.gm() {
		return true
	}
	if hidden || !s.known() {
		return false
	}
	for _, c := range t.characters {
		if c.ID == who {
			return s.sees(c)
		}
	}
	return true
}

// SeenBy gives the table as a seat may see it: without hidden characters,
// hidden rolls and private notes of others. Nobody sees an empty table.
func (t Table) SeenBy(s Seat) Table {
	if !s.known() {
		t = New(t.rules)
	}
	t.eyes = s
	return t
}

// Eyes gives the seat whose view t is.
func (t Table) Eyes() Seat { return t.eyes }

// mayKnow reports whether the seat may see a fact of an event by somebody.
func (t Table) mayKnow(f Fact, by Seat) bool {
	who, hidden := concerns(f)
	if n, ok := f.(Noted); ok && n.Private {
		return by == t.eyes && by.Role == Player
	}
	if who == "" {
		return true
	}
	return t.eyes.seesRoll(t, who, hidden)
}

// concerns says whom a fact is about, and whether it was hidden.
func concerns(f Fact) (who string, hidden bool) {
	switch f := f.(type) {
	case Joined:
		return f.Character.ID, f.Character.Hidden
	case Left:
		return f.Who, false
	case Edited:
		return f.Who, f.Character.Hidden
	case Reordered:
		return f.Who, false
	case Written:
		return f.Who, false
	case Paged:
		return f.Who, false
	case Opened:
		return f.Roll.Who, f.Roll.Hidden
	case Answered:
		return f.Who, f.Hidden
	case Finished:
		return f.Roll.Who, f.Roll.Hidden
	case Dropped:
		return f.Who, f.Hidden
	case Parked:
		return f.Who, f.Hidden
	case Done:
		return f.Pending.Who, f.Pending.Hidden
	case Cancelled:
		return f.Pending.Who, f.Pending.Hidden
	case Delayed:
		return f.Pending.Who, f.Pending.Hidden
	case Paid:
		return f.Who, false
	case Ran:
		return f.Who, f.Hidden
	case EffectBegan:
		return f.Effect.Who, false
	case EffectEnded:
		return f.Effect.Who, false
	}
	return "", false
}

// seenEffects gives the table's own effects on those who may be seen.
func (t Table) seenEffects() []Effect {
	return slices.DeleteFunc(slices.Clone(t.effects), func(e Effect) bool { return !t.eyes.seesRoll(t, e.Who, false) })
}

// seenClock cuts out of a clock whoever may not be seen.
func (t Table) seenClock(c Clock) Clock {
	hidden := func(id string) bool { return !t.eyes.seesRoll(t, id, false) }
	c.Order = slices.DeleteFunc(slices.Clone(c.Order), hidden)
	c.Scores = slices.DeleteFunc(slices.Clone(c.Scores), func(s Score) bool { return hidden(s.Who) })
	c.Declared = slices.DeleteFunc(slices.Clone(c.Declared), func(x Declaration) bool { return hidden(x.Who) })
	c.Waiting = slices.DeleteFunc(slices.Clone(c.Waiting), func(x Waiting) bool { return hidden(x.Who) })
	if c.Turn != "" && hidden(c.Turn) {
		c.Turn = ""
	}
	return c
}
