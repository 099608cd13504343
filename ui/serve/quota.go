package serve

import (
	"fmt"
	"time"

	"example.org/fray/model"
)

// Quota is how many acts a seat other than the gamemaster's may do in a minute and in an
// hour. A number of 0 or less means no limit.
type Quota struct{ Minute, Hour int }

// UsualQuota is the default. It is more than anybody needs for playing.
var UsualQuota = Quota{Minute: 60, Hour: 1000}

// refusalDelay is how long the refusal of an act beyond the quota is delayed.
const refusalDelay = time.Second

// used counts the acts of a seat in the present minute and hour.
type used struct{ minute, hour count }

// count is the number of acts in a period, which begins with the first of them.
type count struct {
	began time.Time
	acts  int
	told  bool // the gamemaster was told about the excess
}

// counter is a count with its limit.
type counter struct {
	*count
	most   int
	length time.Duration
	per    string
}

// left returns how many acts are left, and the time until all are available again.
func (c counter) left(now time.Time) (int, time.Duration) {
	if since := now.Sub(c.began); since < 0 || since >= c.length {
		*c.count = count{began: now}
	}
	return c.most - c.acts, c.length - now.Sub(c.began)
}

// counters returns the counters of a seat that have a limit. The lock must be held.
func (s *Server) counters(seat model.Seat) []counter {
	u := s.used[seat]
	if u == nil {
		u = &used{}
		s.used[seat] = u
	}
	all := [2]counter{{&u.minute, s.cfg.Quota.Minute, time.Minute, "a minute"}, {&u.hour, s.cfg.Quota.Hour, time.Hour, "an hour"}}
	var out []counter
	for _, c := range all {
		if c.most > 0 && seat.Role != model.GM {
			out = append(out, c)
		}
	}
	return out
}

// Excess is the error for an act beyond a quota.
type Excess struct {
	Most  int
	Per   string
	Again time.Duration
}

// Error says when the next act can be done.
func (e *Excess) Error() string {
	return fmt.Sprintf("not done: this table takes %d acts %s from each player; you can act again in %s", e.Most, e.Per, inWords(e.Again))
}

// checkQuota returns an *Excess for a seat that has used up its quota. It tells the gamemaster
// once in each period.
func (s *Server) checkQuota(seat model.Seat) error {
	s.mu.Lock()
	var over error
	told := ""
	for _, c := range s.counters(seat) {
		if n, again := c.left(s.cfg.Now()); n <= 0 && over == nil {
			over = &Excess{c.most, c.per, again}
			if !c.told {
				c.told, told = true, fmt.Sprintf("has done %d acts in %s: more are refused for %s", c.most, c.per, inWords(again))
			}
		}
	}
	s.mu.Unlock()
	if told != "" {
		s.tellHost(seat, told)
	}
	return over
}

// countAct counts an act of a seat. It tells the seat and the gamemaster when four fifths of a
// quota are used.
func (s *Server) countAct(seat model.Seat) {
	s.mu.Lock()
	host, own := "", ""
	for _, c := range s.counters(seat) {
		n, again := c.left(s.cfg.Now())
		c.acts++
		if n--; n == max(1, c.most/5) && c.acts < c.most {
			host = fmt.Sprintf("has done %d of the %d acts that each may do in %s", c.acts, c.most, c.per)
			own = fmt.Sprintf("slow down: this table takes %d acts %s from each player, and you have %d left for %s", c.most, c.per, n, inWords(again))
		}
	}
	var screens []*client
	for _, c := range s.clients {
		if own != "" && c.seat == seat {
			screens = append(screens, c)
		}
	}
	s.mu.Unlock()
	for _, c := range screens {
		select {
		case c.told <- own:
		default: // there is another unread message
		}
	}
	if host != "" {
		s.tellHost(seat, host)
	}
}

// tellHost tells the gamemaster's screens and the host what a seat does.
func (s *Server) tellHost(seat model.Seat, does string) {
	name := model.Clean(s.cfg.Table.Now().SeatName(seat), model.LongestName)
	s.mu.Lock()
	s.news.n++
	s.news.words = name + " " + does
	s.mu.Unlock()
	s.cfg.Tell(name + " " + does)
	s.watch.Tell()
}

// inWords returns a waiting time in words.
func inWords(d time.Duration) string {
	if d > 2*time.Minute {
		return fmt.Sprintf("%d minutes", int((d+time.Minute-1)/time.Minute))
	}
	return fmt.Sprintf("%d s", int((d+time.Second-1)/time.Second))
}
