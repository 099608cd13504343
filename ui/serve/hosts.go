package serve

import (
	"context"
	"crypto/rand"
	"maps"
	"slices"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
)

// presence is an occupied seat, with the number of its screens.
type presence struct {
	Seat    model.Seat `json:"seat"`
	Screens int        `json:"screens"`
}

// presence is who is here at this host, in the order in which they came. The lock is
// held.
func (s *Server) presence() []presence {
	var out []presence
	add := func(seat model.Seat) {
		i := slices.IndexFunc(out, func(p presence) bool { return p.Seat == seat })
		if i < 0 {
			out = append(out, presence{Seat: seat})
			i = len(out) - 1
		}
		out[i].Screens++
	}
	if s.cfg.Hosts {
		add(model.Seat{Role: model.GM})
	}
	for _, c := range s.clients {
		if c.seat.Role != "" {
			add(c.seat)
		}
	}
	return out
}

const (
	presentFor   = 45 * time.Second // how long a host is believed that says nothing more
	presentEvery = presentFor / 3   // how often it says who is here
	revokedFor   = time.Hour        // how long a host may be late to hear of a seat that was taken back
)

// follow tells other hosts of this table who is here, and does what they have told,
// until the server is shut down. A table that nobody has come to and that is not served
// over the network has no others.
func (s *Server) follow() {
	ctx, leave := context.WithCancel(context.Background())
	defer leave()
	came, stop := s.watch.Add()
	defer stop()
	desk := s.cfg.Guests.desk
	var changed <-chan struct{}
	var told []presence
	var again <-chan time.Time
	revoked, _ := s.cfg.Guests.revoked() // what was told before is over
	for {
		s.mu.Lock()
		here, shared := s.presence(), s.address != "" || s.pages != nil || len(s.clients) > 0
		s.mu.Unlock()
		if changed == nil && shared {
			changed, _ = desk.Watch(ctx) // where that fails, whoever comes next has it tried again
			revoked = s.catchUp(revoked)
		}
		if shared && (again == nil || !slices.Equal(here, told)) {
			_ = keepRecord(desk, saves.PresenceRecords, s.host, here, presentFor) // it is told again
			told, again = here, time.After(presentEvery)
		}
		select {
		case <-s.quit:
			_ = removeRecord(desk, saves.PresenceRecords, s.host) // else it goes by itself
			return
		case <-came:
		case <-again:
			again = nil
			revoked = s.catchUp(revoked) // of hosts that have gone nothing is told
		case _, on := <-changed:
			if !on {
				changed = nil
			}
			revoked = s.catchUp(revoked)
		}
	}
}

// catchUp reads what other hosts have written: who may come, who is here, and which seats
// were taken back besides those in revoked.
func (s *Server) catchUp(revoked map[string]revocation) map[string]revocation {
	changed, _ := s.cfg.Guests.refresh() // what cannot be read now is read later
	if now, err := s.cfg.Guests.revoked(); err == nil {
		for id, r := range now {
			if revoked[id] != r && r.Host != s.host {
				s.revoked(r.Seat)
			}
		}
		revoked = now
	}
	if away, err := s.cfg.Guests.elsewhere(s.host); err == nil {
		s.mu.Lock()
		changed = changed || !slices.Equal(away, s.away)
		s.away = away
		s.mu.Unlock()
	}
	if changed {
		s.watch.Tell()
	}
	return revoked
}

// revoked ends the screens of a seat that was taken back.
func (s *Server) revoked(seat model.Seat) {
	s.mu.Lock()
	if seat.Role == model.GM {
		s.cfg.GM = nil
	}
	all := slices.Clone(s.clients)
	s.mu.Unlock()
	for _, c := range all {
		if c.sits() == seat && !c.local {
			c.end("the gamemaster has taken your seat away")
		}
	}
	s.watch.Tell()
}

// revocation tells all hosts that a seat was taken back at one of them. Each has an id,
// so that a seat that somebody has again can be taken back again.
type revocation struct {
	Seat model.Seat `json:"seat"`
	Host string     `json:"host"`
	ID   string     `json:"id"`
}

func (l *GuestList) tellRevoked(seat model.Seat, host string) error {
	return keepRecord(l.desk, saves.RevokedRecords, seatID(seat), revocation{seat, host, rand.Text()}, revokedFor)
}

// revoked are the seats that were taken back a while ago.
func (l *GuestList) revoked() (map[string]revocation, error) {
	return records[revocation](l.desk, saves.RevokedRecords)
}

// elsewhere is who is at all hosts but one, as they wrote last.
func (l *GuestList) elsewhere(host string) (out []presence, err error) {
	all, err := records[[]presence](l.desk, saves.PresenceRecords)
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if id != host {
			out = append(out, all[id]...)
		}
	}
	return out, err
}
