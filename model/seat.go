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
// begins and ends evenings, imports - and is nobody's seat.
const (
	GM      Role = "gm"
	Player  Role = "player"
	Watcher Role = "watcher"
	Program Role = "program"
)

// gm reports whether the seat sees and does everything.
func (s Seat) gm() bool { return s.Role == GM || s.Role == Program }

// Key is what a character's owner is: the seat's id, or the name that stands for
// it.
func (s Seat) Key() string { return cmp.Or(s.ID, s.Name) }

// known reports whether the seat is anybody's: all others see nothing.
func (s Seat) known() bool {
	return s.gm() || s.Role == Watcher || s.Role == Player && s.Key() != ""
}

// Check says what is wrong with the name of a seat: a player's, or a watcher's,
// may not be a word that stands for somebody else wherever one is named.
func (s Seat) Check() error {
	if s.gm() {
		return nil
	}
	_, err := cleanOwner(s.Name)
	return err
}

// Owns reports whether the seat may act for c.
func (s Seat) Owns(c *Character) bool {
	return s.gm() || s.Role == Player && s.Key() != "" && c.Owner == s.Key()
}

func (s Seat) sees(c *Character) bool { return s.gm() || s.known() && (!c.Hidden || s.Owns(c)) }

// sitter is a seat with the name that it has now.
type sitter struct {
	Seat Seat   `json:"seat"`
	Name string `json:"name"`
}

// seating is who sits at a table, and what is theirs.
type seating struct {
	seats  []sitter
	handed bool // players keep the numbers of their own sheets
	guards bool // what rolls against anybody go by is open to them
}

// seatNamed says what somebody is called: the first time it makes the seat.
type seatNamed struct {
	sitter
	Was string `json:"was,omitempty"`
}

// Kind implements [Fact].
func (seatNamed) Kind() string { return "seat-named" }

var seatRow = entry(of[seatNamed]{
	fold:  func(s state, f seatNamed) state { s.seat(f.sitter); return s },
	knows: everybody[seatNamed],
	words: func(_ telling, f seatNamed) []Said {
		switch {
		case f.Was != "":
			return line(f.Was + " is called " + f.Name + " from now on")
		case f.Seat.Role == Watcher:
			return line(f.Name + " has a seat, to watch")
		}
		return line(f.Name + " has a seat at the table")
	},
})

func (s *seating) seat(who sitter) {
	s.seats = slices.Clone(s.seats)
	i := slices.IndexFunc(s.seats, func(o sitter) bool { return o.Seat.Key() == who.Seat.Key() })
	if i < 0 {
		s.seats = append(s.seats, who)
		return
	}
	s.seats[i].Name = who.Name
}

// called gives the name of the seat that an id is of: the id itself in logs that
// are older than ids.
func (s *seating) called(key string) string {
	for _, o := range s.seats {
		if o.Seat.Key() == key {
			return o.Name
		}
	}
	return key
}

// SeatName gives the name of whoever sits on a seat: "" where none is known.
func (t Table) SeatName(s Seat) string { return t.called(s.Key()) }

// PlayerOf gives the name of the player who acts for c: "" for one of the
// gamemaster's.
func (t Table) PlayerOf(c *Character) string { return t.called(c.Owner) }

// Named is a seat for people to read: with its name, and no seat to compare any
// more.
func (t Table) Named(s Seat) Seat {
	s.Name = t.SeatName(s)
	return s
}

// Seats gives the seats of players and watchers, in the order in which they came
// to the table.
func (t Table) Seats() []Seat {
	var out []Seat
	for _, o := range t.seats {
		out = append(out, o.Seat)
	}
	for _, c := range t.characters {
		if c.Owner != "" && !slices.ContainsFunc(out, func(s Seat) bool { return s.Key() == c.Owner }) {
			out = append(out, Seat{Role: Player, Name: c.Owner})
		}
	}
	return out
}

// SeatOf gives the seat of somebody by name, in any case of letters.
func (t Table) SeatOf(name string) (Seat, bool) {
	for _, s := range t.Seats() {
		if strings.EqualFold(t.SeatName(s), name) {
			return s, true
		}
	}
	return Seat{}, false
}

// nameSeat makes a seat, or says what somebody is called who has one.
func (d *decision) nameSeat(c NameSeat) error {
	name, err := cleanName(c.Name)
	if err == nil {
		name, err = cleanOwner(name)
	}
	if err != nil {
		return err
	}
	if c.Seat.Role != Player && c.Seat.Role != Watcher {
		return refuse("only players and watchers have seats of their own")
	}
	was := ""
	if c.Seat.Key() != "" {
		was = d.t.SeatName(c.Seat)
	}
	switch {
	case was == name:
		return refuse("%s is called so already", name)
	case c.Seat.ID != "" && !slices.Contains(d.t.Seats(), c.Seat):
		return refuse("nobody sits there")
	}
	if o, taken := d.t.SeatOf(name); taken && o.Key() != c.Seat.Key() {
		return refuse("somebody at the table is called %s already", d.t.SeatName(o))
	}
	if c.Seat.Key() == "" {
		c.Seat.ID = d.id("s")
	}
	d.say(seatNamed{sitter{c.Seat, name}, was})
	return nil
}
