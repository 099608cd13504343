package serve

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"example.org/fray/model"
)

// Quota limits what people do from elsewhere. A number of 0 or less means no limit.
type Quota struct {
	Minute, Hour int // acts of a seat other than the gamemaster's in a minute and in an hour
	Table        int // acts of all seats of a table together in a minute
	Events       int // events of a table
	Tables       int // tables of one gamemaster of a host
}

// UsualQuota is the default. It is more than anybody needs for playing.
var UsualQuota = Quota{Minute: 60, Hour: 1000, Table: 600, Events: 500_000, Tables: 50}

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
	table  bool // it counts the acts of all seats
}

// whose says whose acts are limited.
func (c counter) whose() string {
	if c.table {
		return "all together"
	}
	return "each player"
}

// have is the beginning of what is told about whoever reaches a limit, behind their name.
func (c counter) have() string {
	if c.table {
		return "and all others have done"
	}
	return "has done"
}

// left returns how many acts are left, and the time until all are available again.
func (c counter) left(now time.Time) (int, time.Duration) {
	if since := now.Sub(c.began); since < 0 || since >= c.length {
		*c.count = count{began: now}
	}
	return c.most - c.acts, c.length - now.Sub(c.began)
}

// counters returns the counters for an act of a seat that have a limit. The lock must be held.
func (s *Table) counters(seat model.Seat) []counter {
	of := func(seat model.Seat) *used {
		u := s.used[seat]
		if u == nil {
			u = &used{}
			s.used[seat] = u
		}
		return u
	}
	u, q := of(seat), s.cfg.Quota
	all := []counter{{&of(model.Seat{}).minute, q.Table, time.Minute, "a minute", true}}
	if seat.Role != model.GM {
		all = append(all, counter{&u.minute, q.Minute, time.Minute, "a minute", false}, counter{&u.hour, q.Hour, time.Hour, "an hour", false})
	}
	return slices.DeleteFunc(all, func(c counter) bool { return c.most <= 0 })
}

// Excess is the error for an act beyond a quota.
type Excess struct {
	Most  int
	Per   string
	Whose string
	Again time.Duration
}

// Error says when the next act can be done.
func (e *Excess) Error() string {
	return fmt.Sprintf("not done: this table takes %d acts %s from %s; you can act again in %s", e.Most, e.Per, e.Whose, inWords(e.Again))
}

// checkQuota returns an *Excess for a seat that has used up its quota. It tells the gamemaster
// once in each period.
func (s *Table) checkQuota(seat model.Seat) error {
	if most := s.cfg.Quota.Events; most > 0 && s.cfg.Table.Now().WholeSeq() >= uint64(most) {
		return &tooLong{most}
	}
	s.mu.Lock()
	var over error
	told := ""
	for _, c := range s.counters(seat) {
		if n, again := c.left(s.cfg.Now()); n <= 0 && over == nil {
			over = &Excess{c.most, c.per, c.whose(), again}
			if !c.told {
				c.told, told = true, fmt.Sprintf("%s %d acts in %s: more are refused for %s", c.have(), c.most, c.per, inWords(again))
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
func (s *Table) countAct(seat model.Seat) {
	s.mu.Lock()
	host, own := "", ""
	for _, c := range s.counters(seat) {
		n, again := c.left(s.cfg.Now())
		c.acts++
		if n--; n == max(1, c.most/5) && c.acts < c.most {
			host = fmt.Sprintf("%s %d of the %d acts that %s may do in %s", c.have(), c.acts, c.most, strings.TrimSuffix(c.whose(), " player"), c.per)
			left := fmt.Sprintf("you have %d left", n)
			if c.table {
				left = fmt.Sprintf("%d are left", n)
			}
			own = fmt.Sprintf("slow down: this table takes %d acts %s from %s, and %s for %s", c.most, c.per, c.whose(), left, inWords(again))
		}
	}
	if most := uint64(max(s.cfg.Quota.Events, 0)); most > 0 && !s.longTold {
		if events := s.cfg.Table.Now().WholeSeq(); events >= most-most/5 {
			s.longTold = true
			own = fmt.Sprintf("this table has %d of the %d events that it may have here: plan to go on at a new one", events, most)
			host = "has acted, and " + own
		}
	}
	var screens []*Guest
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

// tooLong is the error for an act at a table that has as many events as it may have.
type tooLong struct{ most int }

// Error says what to do.
func (e *tooLong) Error() string {
	return fmt.Sprintf("not done: this table has all %d events that it may have here. It can be exported, and played on elsewhere or at a new table", e.most)
}

// tellHost tells the gamemaster's screens and the host what a seat does.
func (s *Table) tellHost(seat model.Seat, does string) {
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
