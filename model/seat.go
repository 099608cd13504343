package model

import (
	"cmp"
	"slices"
	"strings"
)

// Seat is a place at the table from which somebody watches or acts. The zero Seat is
// nobody: it sees nothing and can do nothing. The same holds for a seat whose role this
// version does not know and for a player without an id.
type Seat struct {
	Role Role   `json:"role,omitempty"`
	ID   string `json:"id,omitempty"`   // of a player or watcher; the table makes it once and never reuses it
	Name string `json:"name,omitempty"` // takes the place of the id where a seat has none
}

// Role says what a seat may do.
type Role string

// The roles. Program is the sender of what the program does by itself: it makes the table,
// begins and ends sessions, and imports. Nobody has such a seat.
const (
	GM      Role = "gm"
	Player  Role = "player"
	Watcher Role = "watcher"
	Program Role = "program"
)

// IsGamemaster reports whether the seat may see and do everything.
func (s Seat) IsGamemaster() bool { return s.Role == GM || s.Role == Program }

// Key returns what the owner of a character is compared with: the seat's id or, if it has
// none, its name.
func (s Seat) Key() string { return cmp.Or(s.ID, s.Name) }

// IsKnown reports whether the seat may see anything at all.
func (s Seat) IsKnown() bool {
	return s.IsGamemaster() || s.Role == Watcher || s.Role == Player && s.Key() != ""
}

// Check returns a refusal if the name of a player's or watcher's seat is a word that means
// somebody else.
func (s Seat) Check() error {
	if s.IsGamemaster() {
		return nil
	}
	_, err := CleanPlayerName(s.Name)
	return err
}

// Owns reports whether the seat may act for a character.
func (s Seat) Owns(c *Character) bool {
	return s.IsGamemaster() || s.Role == Player && s.Key() != "" && c.Owner == s.Key()
}

// Sees reports whether the seat may know that a character exists.
func (s Seat) Sees(c *Character) bool {
	return s.IsGamemaster() || s.IsKnown() && (!c.Hidden || s.Owns(c))
}

// SeatName is a seat with the name that it has at present.
type SeatName struct {
	Seat Seat   `json:"seat"`
	Name string `json:"name"`
}

// SeatNamed is the fact that a seat was given a name. The first one for a seat creates it.
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
	s.SeatNames = slices.Clone(s.SeatNames)
	i := slices.IndexFunc(s.SeatNames, func(o SeatName) bool { return o.Seat.Key() == who.Seat.Key() })
	if i < 0 {
		s.SeatNames = append(s.SeatNames, who)
		return
	}
	s.SeatNames[i].Name = who.Name
}

// NameOfKey returns the name of the seat with a key. The key of a seat without an id is
// its name.
func (s *State) NameOfKey(key string) string {
	for _, o := range s.SeatNames {
		if o.Seat.Key() == key {
			return o.Name
		}
	}
	return key
}

// SeatName returns the name of a seat, or "" if it has none.
func (s State) SeatName(of Seat) string { return s.NameOfKey(of.Key()) }

// PlayerOf returns the name of the player who owns a character, or "" if it is the
// gamemaster's.
func (s State) PlayerOf(c *Character) string { return s.NameOfKey(c.Owner) }

// Named returns a seat with its present name, to be shown to people. It must not be
// compared with other seats.
func (s State) Named(seat Seat) Seat {
	seat.Name = s.SeatName(seat)
	return seat
}

// Seats returns the seats of players and watchers, in the order in which they were
// created.
func (s State) Seats() []Seat {
	var out []Seat
	for _, o := range s.SeatNames {
		out = append(out, o.Seat)
	}
	for _, c := range s.Characters {
		if c.Owner != "" && !slices.ContainsFunc(out, func(o Seat) bool { return o.Key() == c.Owner }) {
			out = append(out, Seat{Role: Player, Name: c.Owner})
		}
	}
	return out
}

// SeatOf returns the seat with a name, ignoring case.
func (s State) SeatOf(name string) (Seat, bool) {
	for _, seat := range s.Seats() {
		if strings.EqualFold(s.SeatName(seat), name) {
			return seat, true
		}
	}
	return Seat{}, false
}
