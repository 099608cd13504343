package dice

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// fallen are dice as they fell, for the working.
type fallen struct {
	dice []die
	sums []summed // of dice that are only added up
}

// summed is what the dice of a step come to.
type summed struct{ step, sum int }

// die is one of them.
type die struct {
	step int
	ask  string
	face int
	fate fate
}

func (f *fallen) add(l *line, s state, p engine.Part, face int) {
	f.dice = append(f.dice, die{s.at, p.Ask.ID, face, l.steps[s.at].hand.fate(s, face)})
}

// mostNamed is how many dice of a hand are named one by one.
const mostNamed = 30

// note writes into the working what was thrown again, what was dropped, and what the rest
// comes to.
func (f *fallen) note(r *engine.Roll, l *line) {
	for _, x := range f.sums {
		r.Note("%s: %d", l.steps[x.step].hand, x.sum)
	}
	for at, x := range l.steps {
		if x.does != 'd' || x.hand.count == 0 {
			continue
		}
		var settled []die
		for _, d := range f.dice {
			switch {
			case d.step != at:
			case d.fate == rerolled || d.fate == rerolledOnce:
				r.Cancelled(d.ask, d.face)
			default:
				settled = append(settled, d)
			}
		}
		if settled == nil {
			continue // in odds
		}
		x.hand.note(r, settled)
	}
}

func (h *hand) note(r *engine.Roll, settled []die) {
	dropped := h.dropped(settled)
	total := 0
	var kept, gone []string
	for i, d := range settled {
		if dropped[i] {
			r.Cancelled(d.ask, d.face)
			gone = append(gone, strconv.Itoa(d.face))
			continue
		}
		total += h.worth(h.as(d.face))
		kept = append(kept, strconv.Itoa(h.as(d.face)))
	}
	words := ""
	if len(settled) <= mostNamed {
		words = ": " + cmp.Or(strings.Join(kept, ", "), "none")
		if gone != nil {
			words += "; dropped " + strings.Join(gone, ", ")
		}
	}
	end := strconv.Itoa(total)
	if h.counts != nil {
		end += " that count"
	}
	r.Note("%s%s: %s", h, words, end)
}

// dropped reports for each die that stays on the table whether it is dropped.
func (h *hand) dropped(settled []die) []bool {
	n := len(settled)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(h.as(settled[a].face), h.as(settled[b].face)) })
	from, to := 0, n
	switch k := h.keeps; h.keep {
	case keepHigh:
		from = n - k
	case keepLow:
		to = k
	case dropLow:
		from = k
	case dropHigh:
		to = n - k
	case dropBoth:
		from, to = k, n-h.keptToo
	}
	out := make([]bool, n)
	for place, i := range order {
		out[i] = place < from || place >= to
	}
	return out
}

// String writes the dice: 4d6.
func (h *hand) String() string {
	return fmt.Sprint(engine.Dice{Count: h.count, Low: h.low, High: h.high})
}
