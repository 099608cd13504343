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

// presence is a connected seat, with the number of its screens.
type presence struct {
	Seat    model.Seat `json:"seat"`
	Screens int        `json:"screens"`
	Quiet   time.Time  `json:"quiet,omitzero"` // since when none of them answers
}

// presence returns the seats connected to this host, in the order of their arrival. The
// lock must be held.
func (s *Table) presence() []presence {
	var out []presence
	now := s.cfg.Now()
	add := func(seat model.Seat, quiet time.Time) {
		i := slices.IndexFunc(out, func(p presence) bool { return p.Seat == seat })
		if i < 0 {
			out = append(out, presence{Seat: seat, Quiet: quiet})
			i = len(out) - 1
		}
		out[i].and(quiet, 1)
	}
	if s.cfg.Played {
		add(model.Seat{Role: model.GM}, time.Time{})
	}
	for _, c := range s.clients {
		if c.seat.Role != "" && !c.hasEnded() {
			add(c.seat, c.quietSince(now))
		}
	}
	return out
}

// and adds screens of the same seat, which is quiet only if all of them are.
func (p *presence) and(quiet time.Time, screens int) {
	if p.Screens += screens; quiet.IsZero() || p.Quiet.IsZero() {
		p.Quiet = time.Time{}
	} else if quiet.After(p.Quiet) {
		p.Quiet = quiet
	}
}

const (
	presentFor   = 45 * time.Second // how long another host's list counts without being renewed
	presentEvery = presentFor / 3   // how often this host renews its list
	revokedFor   = time.Hour        // how long other hosts have to notice a revoked seat
)

// syncHosts exchanges with the other hosts of this table who is connected and which seats were
// revoked, until the server is shut down. It does nothing before the table is served over
// the network or somebody connects.
func (s *Table) syncHosts() {
	ctx, leave := context.WithCancel(context.Background())
	defer leave()
	came, stop := s.watch.Add()
	defer stop()
	kept := s.cfg.Guests.kept
	var changed <-chan struct{}
	var told []presence
	var again <-chan time.Time
	revoked, _ := s.cfg.Guests.revoked() // those were handled before
	for {
		shared := s.cfg.host.isOpen()
		s.mu.Lock()
		here := s.presence()
		shared = shared || len(s.clients) > 0
		s.mu.Unlock()
		if changed == nil && shared {
			changed, _ = kept.Watch(ctx) // on an error the next arrival tries again
			revoked = s.catchUp(revoked)
		}
		if shared && (again == nil || !slices.Equal(here, told)) {
			_ = keepRecord(kept, saves.PresenceRecords, s.id, here, presentFor) // it is renewed anyway
			told, again = here, time.After(presentEvery)
		}
		select {
		case <-s.quit:
			_ = removeRecord(kept, saves.PresenceRecords, s.id) // on an error it expires
			return
		case <-came:
		case <-again:
			again = nil
			revoked = s.catchUp(revoked) // the records do not report hosts that have gone
		case _, on := <-changed:
			if !on {
				changed = nil
			}
			revoked = s.catchUp(revoked)
		}
	}
}

// catchUp reads what other hosts have stored: guests, connected seats, and revoked seats
// other than those in revoked.
func (s *Table) catchUp(revoked map[string]revocation) map[string]revocation {
	changed, err := s.cfg.Guests.refresh() // on an error it is read the next time
	if now, bad := s.cfg.Guests.revoked(); bad == nil {
		for id, r := range now {
			if revoked[id] != r && r.Host != s.id {
				s.revoked(r.Seat)
			}
		}
		revoked = now
	}
	if changed && err == nil {
		s.endUnknown()
	}
	if away, err := s.cfg.Guests.atOtherHosts(s.id); err == nil {
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

// revocation tells all hosts that a seat was revoked at one of them. Each has an id of its
// own, so that a seat can be given again and revoked again.
type revocation struct {
	Seat model.Seat `json:"seat"`
	Host string     `json:"host"`
	ID   string     `json:"id"`
}

func (l *GuestList) tellRevoked(seat model.Seat, host string) error {
	return keepRecord(l.kept, saves.RevokedRecords, seatID(seat), revocation{seat, host, rand.Text()}, revokedFor)
}

// revoked returns the seats that were revoked recently.
func (l *GuestList) revoked() (map[string]revocation, error) {
	return records[revocation](l.kept, saves.RevokedRecords)
}

// atOtherHosts returns the seats connected to all other hosts, as those stored them last.
func (l *GuestList) atOtherHosts(host string) (out []presence, err error) {
	all, err := records[[]presence](l.kept, saves.PresenceRecords)
	for _, id := range slices.Sorted(maps.Keys(all)) {
		if id != host {
			out = append(out, all[id]...)
		}
	}
	return out, err
}
