package dice

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// fallen is the dice that have fallen, for the working.
type fallen struct {
	dice []die
	sums []summed // of dice that are only added up
}

// summed is the sum of the dice of a step.
type summed struct{ step, sum int }

// die is one die that has fallen.
type die struct {
	step int
	ask  string
	face int
	fate fate
}

func (f *fallen) add(l *line, s state, p engine.Part, face int) {
	f.dice = append(f.dice, die{s.at, p.Ask.ID, face, l.steps[s.at].hand.fate(s, face)})
}

// mostNamed is how many dice of a hand the working lists one by one.
const mostNamed = 30

// note notes which dice were thrown again or dropped, the total of the rest, and how the total of
// the line is made of that.
func (f *fallen) note(r *engine.Roll, l *line) {
	came := make([]int, len(l.steps)) // what the dice of a step come to
	for _, x := range f.sums {
		came[x.step] = x.sum
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
			continue // while odds are counted
		}
		came[at] = x.hand.note(r, settled)
	}
	if len(f.dice)+len(f.sums) > 0 { // not in odds
		l.noteTotal(r, came)
	}
}

// amount is a number of the working as it is written. How strongly it binds decides
// whether brackets stand around it.
type amount struct {
	text  string
	value int
	binds int
}

// How strongly an amount binds.
const (
	asSum = iota
	asProduct
	alone
)

// noteTotal writes how the total is made of what the dice come to and of the numbers of
// the line: 10 + 2 = 12.
func (l *line) noteTotal(r *engine.Roll, came []int) {
	var stack []amount
	numbers := 0
	for at, x := range l.steps {
		n := len(stack)
		switch {
		case x.does == '0':
			numbers++
			stack = append(stack, amount{strconv.Itoa(x.n), x.n, alone})
		case x.does == 'd':
			numbers++
			stack = append(stack, amount{strconv.Itoa(came[at]), came[at], alone})
		case x.tens: // the two dice of a d66 are one number
			numbers -= 2
			value := joined(x.does, stack[n-2].value, stack[n-1].value)
			r.Note("d66: %d and %d, read as tens and ones: %d", stack[n-2].value/10, stack[n-1].value, value)
			stack = append(stack[:n-2], amount{strconv.Itoa(value), value, alone})
		default:
			stack = append(stack[:n-2], stack[n-2].joined(x.does, stack[n-1]))
		}
	}
	if total := stack[0]; numbers > 1 && total.text != strconv.Itoa(total.value) {
		r.Note("%s = %d", total.text, total.value)
	}
}

// joined is what two amounts come to.
func (a amount) joined(does byte, b amount) amount {
	binds, least := asSum, asSum
	switch does {
	case '*':
		binds, least = asProduct, alone
	case '-':
		least = asProduct
	}
	out := amount{value: joined(does, a.value, b.value), binds: binds}
	if a.binds < binds {
		a.text = "(" + a.text + ")"
	}
	if b.binds < least || b.value < 0 && b.binds == alone {
		b.text = "(" + b.text + ")"
	}
	out.text = a.text + " " + string(does) + " " + b.text
	if does == '-' && a.text == "0" { // a sign
		out.text = "-" + b.text
	}
	return out
}

// note writes what the dice of a hand come to, and gives it.
func (h *hand) note(r *engine.Roll, settled []die) int {
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
	if !h.tens { // noteTotal tells them together
		r.Note("%s%s: %s", h, words, end)
	}
	return total
}

// dropped reports for each die whether it is dropped.
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

// String gives the dice as people write them: 4d6.
func (h *hand) String() string {
	return fmt.Sprint(engine.Dice{Count: h.count, Low: h.low, High: h.high})
}
