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
		return "no key: a second screen on this machine"
	}
	return gossh.FingerprintSHA256(k)
}

// Here implements people.Present: everybody with a seat, those who are here
// first.
func (s present) Here() []people.Seated { return s.seated(false) }

// Here implements people.Hall.
func (s hall) Here() []people.Seated { return s.seated(true) }

// seated gives each seat once, with its keys where keys may be told.
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
	s.mu.Lock()
	for _, x := range s.sessions {
		if x.seat.Role != "" {
			at(x.seat).Screens++
		}
	}
	s.mu.Unlock()
	slices.SortStableFunc(out, func(a, b people.Seated) int {
		return strings.Compare(fmt.Sprint(a.Screens == 0, a.Seat.Name), fmt.Sprint(b.Screens == 0, b.Seat.Name))
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
func (s *Server) Like(name string) string { return s.cfg.Book.Taken(s.cfg.Table.Now(), name) }

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

var errGone = errors.New("they have gone meanwhile")

// Let implements people.Hall.
func (s hall) Let(id string, seat model.Seat, characters []string) error {
	x := s.find(id)
	if x == nil || x.key == nil {
		return errGone
	}
	return s.admit(x, seat, characters)
}

// admit writes a session's key into the book, gives the seat its characters,
// and the session the seat.
func (s *Server) admit(x *session, seat model.Seat, characters []string) error {
	seat.Name = strings.TrimSpace(model.Clean(seat.Name, model.LongestName))
	if seat.Role != model.GM && seat.Name == "" {
		return errors.New("a seat needs a name")
	}
	if err := s.cfg.Book.own(s.cfg.Table.Now(), seat); err != nil {
		return err
	}
	gm := model.Seat{Role: model.GM}
	for _, id := range characters {
		c, ok := s.cfg.Table.Now().Character(id)
		if !ok {
			continue
		}
		if _, err := s.cfg.Table.Do(gm, c.PlayedBy(seat.Name)); err != nil {
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

// SendAway implements people.Hall.
func (s hall) SendAway(id string) error {
	x := s.find(id)
	if x == nil {
		return errGone
	}
	x.end("the gamemaster has not let you in")
	return nil
}

// Revoke implements people.Hall: the seat's keys are forgotten and its screens
// end at once.
func (s hall) Revoke(seat model.Seat) error {
	var err error
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
	all := slices.Clone(s.sessions)
	s.mu.Unlock()
	for _, x := range all {
		if x.sits() == seat && !x.local {
			x.end("the gamemaster has taken your seat back")
		}
	}
	s.watch.Tell()
	return err
}

// Invite implements people.Hall.
func (s hall) Invite(seat model.Seat, characters []string, lasts time.Duration) (string, error) {
	return s.cfg.Book.Invite(s.cfg.Table.Now(), Invite{Seat: seat, Characters: characters, Expires: s.cfg.Now().Add(lasts)})
}

var errTries = errors.New("too many tries: come in again to try once more")

// redeem lets in whoever has an invite.
func (s *Server) redeem(x *session, words string) error {
	if x.tries.Add(1) > mostTries {
		x.end(errTries.Error())
		return errTries
	}
	return s.cfg.Book.Redeem(words, s.cfg.Now(), func(i Invite) error {
		if i.Seat.Name == "" {
			i.Seat.Name = s.freeName(cmp.Or(x.gave(), x.ssh.User()))
		}
		return s.admit(x, i.Seat, i.Characters)
	})
}

// freeName gives a name that looks like nobody's: who comes by an invite without
// a name may not be the one who has it.
func (s *Server) freeName(name string) string {
	free := name
	for n := 2; s.Like(free) != ""; n++ {
		free = fmt.Sprintf("%s %d", name, n)
	}
	return free
}
