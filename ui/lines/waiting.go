package lines

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/model"
	"example.org/fray/ui/people"
)

// waiting is who waits to be let in, for the gamemaster of a table that is served.
type waiting struct {
	people.Admissions                  // nil for everybody else
	told              []people.Waiting // the numbers that were told of them
	news              int              // how many things were told of those who are here
}

// words say who waits, and how they are let in; nothing where nobody does.
func (w *waiting) words(t model.Table) string {
	if w.Admissions == nil {
		return ""
	}
	var out []string
	w.told = w.Waiting()
	for i, x := range w.told {
		like := ""
		if name := t.SeatName(x.Like); x.Like != (model.Seat{}) {
			like = fmt.Sprintf(", who may be %s or somebody else", cmp.Or(name, "the gamemaster"))
		}
		out = append(out, fmt.Sprintf("%d. %s waits%s: %s, from %s.", i+1, x.Name, like, x.Key, cmp.Or(x.From, "this machine")))
	}
	if n := w.Silent(); n > 0 {
		out = append(out, fmt.Sprintf("%d who have said no name wait.", n))
	}
	if out != nil {
		out = append(out, "Type let NUMBER in, send NUMBER away, or clear waiting.")
	}
	return strings.Join(out, "\n")
}

// newest is what became known of those who are here since it was last told; "" where
// nothing did.
func (w *waiting) newest() string {
	if w.Admissions == nil {
		return ""
	}
	n, words := w.News()
	if n == w.news {
		return ""
	}
	w.news = n
	return words
}

// door does what a line says to those who wait; false where it says nothing to them.
func (p *plain) door(text string) bool {
	words := strings.Fields(text)
	if p.waiting.Admissions == nil || len(words) < 2 {
		return false
	}
	last := strings.ToLower(words[0] + " " + words[len(words)-1])
	switch {
	case len(words) == 2 && last == "clear waiting":
		p.waiting.Clear(true)
		p.line("Nobody waits any more.")
		return true
	case strings.EqualFold(words[0], "let") && len(words) >= 3 && strings.EqualFold(words[2], "in"):
	case len(words) == 3 && last == "send away":
	default:
		return false
	}
	n, err := strconv.Atoi(words[1])
	if err != nil || n < 1 || n > len(p.waiting.told) {
		p.line("Say who by the number: who lists those who wait.")
		return true
	}
	who := p.waiting.told[n-1]
	if strings.EqualFold(words[0], "send") {
		err = p.waiting.SendAway(who.ID)
	} else {
		err = p.waiting.Let(who.ID, p.seatFor(who, words[3:]), nil)
	}
	if err != nil {
		p.line("%s", sentence(err))
	} else {
		p.line("Done.")
	}
	return true
}

// seatFor is the seat that somebody is let in to: their own name's, a watcher's with as
// watcher, or that of another name behind as.
func (p *plain) seatFor(who people.Waiting, as []string) model.Seat {
	seat := model.Seat{Role: model.Player, Name: who.Name}
	if len(as) < 2 || !strings.EqualFold(as[0], "as") {
		return seat
	}
	switch name := strings.Join(as[1:], " "); {
	case strings.EqualFold(name, "watcher"):
		seat.Role = model.Watcher
	default:
		seat.Name = name
		if there, ok := p.table.SeatOf(name); ok {
			seat = there
		}
	}
	return seat
}
