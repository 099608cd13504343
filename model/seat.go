package model

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
	return s.gm() || s.Role == Player && s.Name != "" && c.Owner == s.Name
}

func (s Seat) sees(c *Character) bool { return s.gm() || s.known() && (!c.Hidden || s.Owns(c)) }
