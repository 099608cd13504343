package people

import (
	"time"

	"example.org/fray/model"
)

// Present tells who is here, where the table is served to others.
type Present interface {
	// Here is everybody with a seat, those who are here first.
	Here() []Seated
	// Watch gives a channel that is ready whenever somebody came or went, and is
	// closed by stop.
	Watch() (changed <-chan struct{}, stop func())
}

// Admissions is who comes and goes, for the gamemaster.
type Admissions interface {
	Present
	// Waiting is whoever waits to be let in and has said a name.
	Waiting() []Waiting
	// Silent is how many wait and have said no name.
	Silent() int
	// Clear ends the waiting of all who have said no name, or of all with named.
	Clear(named bool)
	// News is the newest that the gamemaster should know of those who are here, and
	// how many there have been.
	News() (n int, words string)
	// Like gives the seat of somebody whose name is, or looks like, a name; the
	// zero Seat when nobody has one.
	Like(name string) model.Seat
	// Let lets somebody in who waits, to a seat that there is or, for a name, to
	// a new one, and gives them characters.
	Let(id string, seat model.Seat, characters []string) error
	// AskName has somebody give another name who waits.
	AskName(id string) error
	// SendAway ends the waiting of somebody.
	SendAway(id string) error
	// Revoke takes a seat back, at once.
	Revoke(seat model.Seat) error
	// Invite makes an invite, which lets somebody in once.
	Invite(seat model.Seat, characters []string, lasts time.Duration) (Invited, error)
	// Line is what a player types to get here, and how far away they can be.
	Line() (line, reach string)
	// Print is the fingerprint that players see the first time.
	Print() string
	// Web is where the table's pages are, and from where they can be opened; empty where
	// it has none.
	Web() (address, reach string)
}

// Door lets others come to a table over the network while it is played on this machine.
// It is shut until somebody opens it.
type Door interface {
	// Open lets others come, at an address of this machine: by SSH to HOST:PORT, and in
	// browsers to http://HOST:PORT. Both can be open.
	Open(address string) (Admissions, error)
	// Shut ends that. Whoever came over the network is told, and their screens close.
	Shut() error
	// Last is the address at which it was open last; empty where it never was.
	Last() string
}

// Seated is a seat at a table that is served.
type Seated struct {
	Seat    model.Seat
	Screens int      // where they sit now; 0: they are not here
	Keys    []string // fingerprints, for the gamemaster
}

// Waiting is somebody who waits to be let in.
type Waiting struct {
	ID   string
	Name string     // that they gave
	Key  string     // the fingerprint of their key
	From string     // the network that they come from
	Like model.Seat // of somebody whose name is or looks the same
}

// Invited is an invite that was made, whose words are kept nowhere.
type Invited struct {
	Words  string
	Line   string   // what whoever has it types; empty where the table isn't served
	Letter string   // all that they have to know
	Link   string   // what they open in a browser instead; empty where the table has no pages
	Code   [][]bool // the link as a QR code, its dark modules; nil where there is none
}
