package people

import (
	"slices"
	"time"

	"example.org/fray/model"
)

// Present lists who is connected to a table that is served to others.
type Present interface {
	// Here returns everybody who has a seat, connected seats first.
	Here() []Seated
	// Watch returns a channel that receives whenever somebody connects or disconnects. stop
	// ends the watch and closes the channel.
	Watch() (changed <-chan struct{}, stop func())
	// Admissions returns how people are let in, for the gamemaster; nil for all other seats.
	Admissions() Admissions
}

// Admissions lets the gamemaster admit, invite and remove people.
type Admissions interface {
	Present
	// Waiting returns those who wait to be admitted and have given a name.
	Waiting() []Waiting
	// Silent returns how many wait without having given a name.
	Silent() int
	// Clear disconnects everybody who waits without a name; with named it also disconnects
	// those who gave one.
	Clear(named bool)
	// News returns the newest warning for the gamemaster about connected people, and the
	// number of warnings so far.
	News() (n int, words string)
	// SimilarSeat returns the seat whose name equals name or looks the same, or the zero Seat.
	SimilarSeat(name string) model.Seat
	// Admit admits the waiting person id to seat and gives the seat these characters. A seat
	// with a Name and no ID is created.
	Admit(id string, seat model.Seat, characters []string) error
	// AskName asks the waiting person id for another name.
	AskName(id string) error
	// SendAway disconnects the waiting person id.
	SendAway(id string) error
	// Revoke removes a seat and closes its connections at once.
	Revoke(seat model.Seat) error
	// RevokeKey removes one key or browser of a seat, as Seated.Keys names it, and closes its
	// connections at once. The seat and its other keys stay.
	RevokeKey(seat model.Seat, key string) error
	// Invite creates an invite that admits one person once and expires after lasts.
	Invite(seat model.Seat, characters []string, lasts time.Duration) (Invited, error)
	// SSHCommand returns the command that a player types to connect by SSH, and from where that
	// works. It is empty if the table is not served by SSH.
	SSHCommand() (line, reach string)
	// HostFingerprint returns the fingerprint of the host key, which SSH clients show on the first
	// connection.
	HostFingerprint() string
	// WebAddress returns the address of the table's web pages and from where it can be reached;
	// both are empty if there are no pages.
	WebAddress() (address, reach string)
}

// Door serves a table that is open on this machine to others over the network. It is closed
// until Open is called.
type Door interface {
	// Open starts to serve at address: HOST:PORT for SSH, http://HOST:PORT for browsers.
	// Both can be open together.
	Open(address string) (Admissions, error)
	// Shut stops serving. Everybody who is connected is told why before the connection
	// closes.
	Shut() error
	// Last returns the address that was opened last, or "".
	Last() string
}

// Seated is one seat of a served table.
type Seated struct {
	Seat    model.Seat
	Screens int       // open connections of this seat; 0 means that nobody is there
	Keys    []string  // key fingerprints, shown to the gamemaster only
	Quiet   time.Time // since when none of the connections answers; zero: one does
}

// NoAnswer says since when nobody at the seat answers, or "".
func (s Seated) NoAnswer() string {
	if s.Screens == 0 || s.Quiet.IsZero() {
		return ""
	}
	return "no answer since " + s.Quiet.Local().Format(time.TimeOnly)
}

// NoAnswer says since when nobody at seat s answers, by a list from Present, or "".
func NoAnswer(all []Seated, s model.Seat) string {
	for _, x := range all {
		if x.Seat == s {
			return x.NoAnswer()
		}
	}
	return ""
}

// IsConnected reports whether seat s has an open connection, by a list from Present.
func IsConnected(all []Seated, s model.Seat) bool {
	return slices.ContainsFunc(all, func(x Seated) bool { return x.Seat == s && x.Screens > 0 })
}

// Waiting is a person who waits to be admitted.
type Waiting struct {
	ID      string
	Name    string     // as they typed it
	Key     string     // fingerprint of their public key
	From    string     // network they connect from, such as 192.0.2.0/24
	Similar model.Seat // seat whose name equals or resembles Name; zero if none
}

// Invited is a new invite. Words is a secret and is not stored anywhere.
type Invited struct {
	Words  string
	Line   string   // the SSH command to type; "" if the table is not served by SSH
	Letter string   // the whole message to send to the invited person
	Link   string   // the web address to open instead; "" if the table has no web pages
	Code   [][]bool // Link as a QR code, true for dark modules; nil if there is no Link
}
