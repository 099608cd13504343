package serve

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/ui/people"
)

// admissions is the table's people.Admissions, for a gamemaster's screen.
type admissions struct{ *Table }

// present is the table's people.Present, for all other screens.
type present struct{ *Table }

var (
	_ people.Admissions = admissions{}
	_ people.Present    = present{}
)

// Admissions returns the admissions for the gamemaster's own screen.
func (s *Table) Admissions() people.Admissions { return admissions{s} }

// admissionsOf returns the admissions for the gamemaster, and only the list of people for
// other seats.
func (s *Table) admissionsOf(seat model.Seat) people.Present {
	if seat.Role == model.GM {
		return admissions{s}
	}
	return present{s}
}

func fingerprintOf(k gossh.PublicKey) string {
	if k == nil {
		return "no key"
	}
	return gossh.FingerprintSHA256(k)
}

// Admissions implements people.Present.
func (present) Admissions() people.Admissions { return nil }

// Here implements people.Present, without keys.
func (s present) Here() []people.Seated { return s.seated(false) }

// Here implements people.Admissions.
func (s admissions) Here() []people.Seated { return s.seated(true) }

// seated lists each seat once, connected seats first. With keys it includes the
// fingerprints of each seat's keys, and the seats that have no key yet.
func (s *Table) seated(keys bool) []people.Seated {
	var out []people.Seated
	quiet := map[model.Seat]*presence{}
	at := func(seat model.Seat) *people.Seated {
		i := slices.IndexFunc(out, func(p people.Seated) bool { return p.Seat == seat })
		if i < 0 {
			out = append(out, people.Seated{Seat: seat})
			i = len(out) - 1
		}
		return &out[i]
	}
	for _, g := range s.cfg.Guests.Guests() {
		p := at(g.Seat)
		if keys {
			p.Keys = append(p.Keys, g.Fingerprint())
		}
	}
	s.mu.Lock()
	for _, p := range append(s.presence(), s.away...) {
		if was := quiet[p.Seat]; was != nil {
			was.and(p.Quiet, p.Screens)
		} else {
			quiet[p.Seat] = &p
		}
	}
	s.mu.Unlock()
	for seat, p := range quiet {
		to := at(seat)
		to.Screens, to.Quiet = p.Screens, p.Quiet
	}
	t := s.cfg.Table.Now()
	if keys {
		for _, seat := range t.Seats() {
			at(seat)
		}
	}
	names := map[model.Seat]string{} // each is looked up once
	for _, p := range out {
		names[p.Seat] = t.SeatName(p.Seat)
	}
	slices.SortStableFunc(out, func(a, b people.Seated) int {
		return cmp.Or(cmp.Compare(min(b.Screens, 1), min(a.Screens, 1)), strings.Compare(names[a.Seat], names[b.Seat]))
	})
	return out
}

// Waiting implements people.Admissions.
func (s admissions) Waiting() []people.Waiting {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []people.Waiting
	for _, c := range s.clients {
		if c.waiting() && c.name != "" {
			out = append(out, people.Waiting{ID: c.id, Name: c.name, Key: c.Fingerprint(), From: c.from.network, Similar: s.SimilarSeat(c.name)})
		}
	}
	return out
}

// Silent implements people.Admissions.
func (s admissions) Silent() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.clients {
		if c.waiting() && c.name == "" {
			n++
		}
	}
	return n
}

// Clear implements people.Admissions.
func (s admissions) Clear(named bool) {
	s.mu.Lock()
	var out []*Guest
	for _, c := range s.clients {
		if c.waiting() && (named || c.name == "") {
			out = append(out, c)
		}
	}
	s.mu.Unlock()
	for _, c := range out {
		c.end("the gamemaster did not let you in")
	}
}

// News implements people.Admissions.
func (s admissions) News() (n int, words string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.news.n, s.news.words
}

// SimilarSeat implements people.Admissions.
func (s *Table) SimilarSeat(name string) model.Seat {
	return s.cfg.Guests.Taken(s.cfg.Table.Now(), name)
}

// find returns the client with this id, or nil if it has gone.
func (s *Table) find(id string) *Guest {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.clients {
		if c.id == id {
			return c
		}
	}
	return nil
}

var errGone = errors.New("they have left")

// Admit implements people.Admissions.
func (s admissions) Admit(id string, seat model.Seat, characters []string) error {
	c := s.find(id)
	if c == nil || c.credential() == "" {
		return errGone
	}
	return s.admit(c, seat, characters)
}

// AskName implements people.Admissions.
func (s admissions) AskName(id string) error {
	c := s.find(id)
	if c == nil {
		return errGone
	}
	s.mu.Lock()
	c.name = ""
	s.mu.Unlock()
	c.tells(anotherName)
	s.watch.Tell()
	return nil
}

const anotherName = "The gamemaster asks you for another name: somebody here already has a name like that."

// SendAway implements people.Admissions.
func (s admissions) SendAway(id string) error {
	c := s.find(id)
	if c == nil {
		return errGone
	}
	c.end("the gamemaster did not let you in")
	return nil
}

// Revoke implements people.Admissions. It deletes the seat's keys and invites and closes
// its connections; those at other hosts close a moment later.
func (s admissions) Revoke(seat model.Seat) error {
	// Other hosts are told first, so that they can say why a key is gone.
	err := errors.Join(s.cfg.Guests.Withdraw(seat), s.cfg.Guests.tellRevoked(seat, s.id))
	for _, g := range s.cfg.Guests.Guests() {
		if g.Seat != seat {
			continue
		}
		err = errors.Join(err, s.cfg.Guests.revoke(g.Key))
	}
	s.revoked(seat)
	return err
}

// RevokeKey implements people.Admissions. Connections at other hosts close a moment later.
func (s admissions) RevokeKey(seat model.Seat, key string) error {
	for _, g := range s.cfg.Guests.Guests() {
		if g.Seat != seat || g.Fingerprint() != key {
			continue
		}
		err := s.cfg.Guests.revoke(g.Key)
		s.endUnknown()
		return err
	}
	return errors.New("that key has no seat any more")
}

// Invite implements people.Admissions.
func (s admissions) Invite(seat model.Seat, characters []string, lasts time.Duration) (people.Invited, error) {
	expires := s.cfg.Now().Add(lasts)
	words, err := s.cfg.Guests.Invite(s.cfg.Table.Now(), Invite{Seat: seat, Characters: characters, Expires: expires})
	if err != nil {
		return people.Invited{}, err
	}
	w := s.way()
	web, _ := s.WebAddress()
	out := people.Invited{Words: words, Line: w.Line(words), Letter: w.Letter(words, "until "+expires.Local().Format("2006-01-02 15:04")), Link: InviteLink(web, words)}
	if out.Link != "" {
		out.Letter, out.Code = "Open this in a browser: "+out.Link+" . "+out.Letter, Code(out.Link)
		if w.Port == "" {
			out.Letter = "Open this in a browser: " + out.Link + " . It works once, until " + expires.Local().Format("2006-01-02 15:04") + "."
		}
	}
	return out, nil
}

// tableDoor is how the gamemaster closes a table to all others, and opens it to them again, from
// a screen or page that came to it through its host.
type tableDoor struct{ *Table }

// Open implements people.Door.
func (d tableDoor) Open(address string) (people.Admissions, error) {
	if at := d.Last(); address != at {
		return nil, fmt.Errorf("this table is one of a host, and others can come to it at %s only", at)
	}
	return admissions(d), d.openToOthers()
}

// Shut implements people.Door.
func (d tableDoor) Shut() error { return d.closeToOthers() }

// Last implements people.Door.
func (d tableDoor) Last() string {
	address, _ := d.cfg.host.WebAddress()
	return cmp.Or(d.cfg.host.Address(), address)
}

var _ people.Door = tableDoor{}
