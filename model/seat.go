package model

import (
	"cmp"
	"slices"
	"strings"
)

// Seat is who sits in front of a screen. The zero Seat is nobody: it sees
// nothing and does nothing, and so does a seat of a role that this version does
// not know, and a player without an id.
type Seat struct {
	Role Role   `json:"role,omitempty"`
	ID   string `json:"id,omitempty"`   // of a player or watcher: made by the table once, and never another's
	Name string `json:"name,omitempty"` // stands for the id where logs and books are older than ids
}

// Role is what a seat may do.
type Role string

// The roles. Program is what the program does by itself - it makes the table,
// begins and ends sessions, imports - and is nobody's seat.
const (
	GM      Role = "gm"
	Player  Role = "player"
	Watcher Role = "watcher"
	Program Role = "program"
)

// IsGamemaster reports whether the seat sees and does everything.
func (s Seat) IsGamemaster() bool { return s.Role == GM || s.Role == Program }

// Key is what a character's owner is: the seat's id, or the name that stands for
// it.
func (s Seat) Key() string { return cmp.Or(s.ID, s.Name) }

// IsKnown reports whether the seat is anybody's: all others see nothing.
func (s Seat) IsKnown() bool {
	return s.IsGamemaster() || s.Role == Watcher || s.Role == Player && s.Key() != ""
}

// Check says what is wrong with the name of a seat: a player's, or a watcher's,
// may not be a word that stands for somebody else wherever one is named.
func (s Seat) Check() error {
	if s.IsGamemaster() {
		return nil
	}
	_, err := CleanPlayerName(s.Name)
	return err
}

// Owns reports whether the seat may act for c.
func (s Seat) Owns(c *Character) bool {
	return s.IsGamemaster() || s.Role == Player && s.Key() != "" && c.Owner == s.Key()
}

// Sees reports whether the seat may know that a character is there.
func (s Seat) Sees(c *Character) bool {
	return s.IsGamemaster() || s.IsKnown() && (!c.Hidden || s.Owns(c))
}

// SeatName is a seat with the name that it has now.
type SeatName struct {
	Seat Seat   `json:"seat"`
	Name string `json:"name"`
}

// SeatNamed says what somebody is called: the first time it makes the seat.
type SeatNamed struct {
	SeatName
	Was string `json:"was,omitempty"`
}

// Kind implements [Fact].
func (SeatNamed) Kind() string { return "seat-named" }

var seatNamedEntry = entry(factOf[SeatNamed]{
	fold:  func(s State, f SeatNamed) State { s.seat(f.SeatName); return s },
	knows: everybody[SeatNamed],
})

func (s *State) seat(who SeatName) {
	s.seats = slices.Clone(s.seats)
	i := slices.IndexFunc(s.seats, func(o SeatName) bool { return o.Seat.Key() == who.Seat.Key() })
	if i < 0 {
		s.seats = append(s.seats, who)
		return
	}
	s.seats[i].Name = who.Name
}

// NameOfKey gives the name of the seat that an id is of: the id itself in logs that
// are older than ids.
func (s *State) NameOfKey(key string) string {
	for _, o := range s.seats {
		if o.Seat.Key() == key {
			return o.Name
		}
	}
	return key
}

// SeatName gives the name of whoever sits on a seat: "" where none is known.
func (s State) SeatName(of Seat) string { return s.NameOfKey(of.Key()) }

// PlayerOf gives the name of the player who acts for c: "" for one of the
// gamemaster's.
func (s State) PlayerOf(c *Character) string { return s.NameOfKey(c.Owner) }

// Named is a seat for people to read: with its name, and no seat to compare any
// more.
func (s State) Named(seat Seat) Seat {
	seat.Name = s.SeatName(seat)
	return seat
}

// Seats gives the seats of players and watchers, in the order in which they came
// to the table.
func (s State) Seats() []Seat {
	var out []Seat
	for _, o := range s.seats {
		out = append(out, o.Seat)
	}
	for _, c := range s.Characters {
		if c.Owner != "" && !slices.ContainsFunc(out, func(o Seat) bool { return o.Key() == c.Owner }) {
			out = append(out, Seat{Role: Player, Name: c.Owner})
		}
	}
	return out
}

// SeatOf gives the seat of somebody by name, in any case of letters.
func (s State) SeatOf(name string) (Seat, bool) {
	for _, seat := range s.Seats() {
		if strings.EqualFold(s.SeatName(seat), name) {
			return seat, true
		}
	}
	return Seat{}, false
}
