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
	"example.org/fray/model/decide"
	"example.org/fray/ui/people"
)

// hall is the server as a gamemaster's screen has it.
type hall struct{ *Server }

// present is the server as everybody's screen has it: who is here.
type present struct{ *Server }

var (
	_ people.Hall    = hall{}
	_ people.Present = present{}
)

// Hall is the server for the gamemaster's own screen.
func (s *Server) Hall() people.Hall { return hall{s} }

// hallOf gives what a seat may do with those who are here.
func (s *Server) hallOf(seat model.Seat) people.Present {
	if seat.Role == model.GM {
		return hall{s}
	}
	return present{s}
}

func fingerprintOf(k gossh.PublicKey) string {
	if k == nil {
		return "no key: another screen on this machine"
	}
	return gossh.FingerprintSHA256(k)
}

// Here implements people.Present: everybody with a seat, those who are here
// first.
func (s present) Here() []people.Seated { return s.seated(false) }

// Here implements people.Hall.
func (s hall) Here() []people.Seated { return s.seated(true) }

// Sitting gives the seats at which somebody sits now.
func (s *Server) Sitting() map[model.Seat]bool {
	out := map[model.Seat]bool{}
	for _, p := range s.seated(false) {
		out[p.Seat] = p.Screens > 0
	}
	return out
}

// seated gives each seat once, with its keys where keys may be told: there those
// too that have none yet, for somebody is to sit on them.
func (s *Server) seated(keys bool) []people.Seated {
	var out []people.Seated
	at := func(seat model.Seat) *people.Seated {
		i := slices.IndexFunc(out, func(p people.Seated) bool { return p.Seat == seat })
		if i < 0 {
			out = append(out, people.Seated{Seat: seat})
			i = len(out) - 1
		}
		return &out[i]
	}
	for _, g := range s.cfg.Book.Guests() {
		p := at(g.Seat)
		if keys {
			p.Keys = append(p.Keys, g.Fingerprint())
		}
	}
	if s.cfg.Hosts {
		at(model.Seat{Role: model.GM}).Screens++
	}
	s.mu.Lock()
	for _, x := range s.sessions {
		if x.seat.Role != "" {
			at(x.seat).Screens++
		}
	}
	s.mu.Unlock()
	t := s.cfg.Table.Now()
	if keys {
		for _, seat := range t.Seats() {
			at(seat)
		}
	}
	slices.SortStableFunc(out, func(a, b people.Seated) int {
		return strings.Compare(fmt.Sprint(a.Screens == 0, t.SeatName(a.Seat)), fmt.Sprint(b.Screens == 0, t.SeatName(b.Seat)))
	})
	return out
}

// Waiting implements people.Hall: whoever has said a name.
func (s hall) Waiting() []people.Waiting {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []people.Waiting
	for _, x := range s.sessions {
		if x.seat.Role == "" && x.name != "" {
			out = append(out, people.Waiting{ID: x.id, Name: x.name, Key: fingerprintOf(x.key), Like: s.Like(x.name)})
		}
	}
	return out
}

// Like implements people.Hall.
func (s *Server) Like(name string) model.Seat { return s.cfg.Book.Taken(s.cfg.Table.Now(), name) }

// find gives whoever waits under an id.
func (s *Server) find(id string) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.sessions {
		if x.id == id {
			return x
		}
	}
	return nil
}

var errGone = errors.New("they have left")

// Let implements people.Hall.
func (s hall) Let(id string, seat model.Seat, characters []string) error {
	x := s.find(id)
	if x == nil || x.key == nil {
		return errGone
	}
	return s.admit(x, seat, characters)
}

// seat gives a seat that there is as it is, and makes one for a name that nobody
// here has.
func (s *Server) seat(seat model.Seat) (model.Seat, error) {
	seat.Name = strings.TrimSpace(model.Clean(seat.Name, model.LongestName))
	if seat.Role != model.GM && seat.Key() == "" {
		return seat, errors.New("a seat needs a name")
	}
	t := s.cfg.Table.Now()
	if err := s.cfg.Book.own(t, seat); err != nil || seat.Role == model.GM || slices.Contains(s.cfg.Book.seats(t), seat) {
		return seat, err
	}
	t, err := s.cfg.Table.Do(model.Seat{Role: model.GM}, model.NameSeat{Seat: model.Seat{Role: seat.Role}, Name: seat.Name})
	if err != nil {
		return seat, err
	}
	seat, _ = t.SeatOf(seat.Name)
	return seat, nil
}

// admit writes a session's key into the book, gives the seat its characters,
// and the session the seat.
func (s *Server) admit(x *session, seat model.Seat, characters []string) error {
	seat, err := s.seat(seat)
	if err != nil {
		return err
	}
	gm := model.Seat{Role: model.GM}
	for _, id := range characters {
		c, ok := s.cfg.Table.Now().Character(id)
		if !ok {
			continue
		}
		if _, err := s.cfg.Table.Do(gm, decide.AssignOwner(c, seat.Key())); err != nil {
			return err
		}
	}
	if err := s.cfg.Book.Admit(x.key, seat, s.cfg.Now()); err != nil {
		return err
	}
	s.mu.Lock()
	was := x.seat
	x.seat = seat
	s.mu.Unlock()
	if was.Role == "" {
		x.seated <- seat
	}
	s.watch.Tell()
	return nil
}

// AskName implements people.Hall.
func (s hall) AskName(id string) error {
	x := s.find(id)
	if x == nil {
		return errGone
	}
	s.mu.Lock()
	x.name = ""
	s.mu.Unlock()
	select {
	case x.told <- anotherName:
	default: // they read it already
	}
	s.watch.Tell()
	return nil
}

const anotherName = "The gamemaster asks you for another name: somebody here already has a name like that."

// SendAway implements people.Hall.
func (s hall) SendAway(id string) error {
	x := s.find(id)
	if x == nil {
		return errGone
	}
	x.end("the gamemaster did not let you in")
	return nil
}

// Revoke implements people.Hall: the seat's keys and invites are forgotten, and its
// screens end at once.
func (s hall) Revoke(seat model.Seat) error {
	err := s.cfg.Book.Withdraw(seat)
	for _, g := range s.cfg.Book.Guests() {
		if g.Seat != seat {
			continue
		}
		k, bad := parseKey(g.Key)
		if bad == nil {
			bad = s.cfg.Book.Revoke(k)
		}
		err = errors.Join(err, bad)
	}
	s.mu.Lock()
	if seat.Role == model.GM {
		s.cfg.GM = nil
	}
	all := slices.Clone(s.sessions)
	s.mu.Unlock()
	for _, x := range all {
		if x.sits() == seat && !x.local {
			x.end("the gamemaster has taken your seat away")
		}
	}
	s.watch.Tell()
	return err
}

// Invite implements people.Hall.
func (s hall) Invite(seat model.Seat, characters []string, lasts time.Duration) (string, error) {
	return s.cfg.Book.Invite(s.cfg.Table.Now(), Invite{Seat: seat, Characters: characters, Expires: s.cfg.Now().Add(lasts)})
}

var errTries = errors.New("too many attempts: connect again to try once more")

// redeem lets in whoever has an invite, under a name unless it has one.
func (s *Server) redeem(x *session, words, name string) error {
	if x.tries.Add(1) > mostTries {
		x.end(errTries.Error())
		return errTries
	}
	return s.cfg.Book.Redeem(words, s.cfg.Now(), func(i Invite) error {
		taken := errSince
		if i.Seat.Key() == "" {
			taken, i.Seat.Name = errTaken, cmp.Or(strings.TrimSpace(name), x.ssh.User())
		}
		err := s.admit(x, i.Seat, i.Characters)
		if like := (*Lookalike)(nil); errors.As(err, &like) {
			return taken // by whom is nothing for whoever stands outside
		}
		return err
	})
}

// What is wrong with an invite whose name is somebody's.
var (
	errTaken = errors.New("somebody at the table has a name like that: type another name above, then the invite again. If that is you with another key, leave out the invite and ask the gamemaster")
	errSince = errors.New("somebody at the table now has a name like that: leave out the invite and ask the gamemaster")
)
