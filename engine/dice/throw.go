package dice

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// game is a line while its dice fall: those of one hand after the other, in each first one throw
// of every die, then those that are thrown again, in the same order; where a die is thrown again
// once, die by die.
type game struct {
	*line
	id    string
	hands []*hand
	dice  [][]*die // of each hand
	at    int      // the hand that falls now
	queue []*die   // of that hand, those that are still to be thrown
}

func (l *line) game(id string) *game {
	g := &game{line: l, id: id, hands: l.hands, dice: make([][]*die, len(l.hands)), at: -1}
	g.turn()
	return g
}

// turn goes on to the next hand that has dice.
func (g *game) turn() {
	for len(g.queue) == 0 && g.at < len(g.hands) {
		if g.at++; g.at == len(g.hands) {
			return
		}
		for range g.hands[g.at].count {
			d := &die{}
			g.dice[g.at], g.queue = append(g.dice[g.at], d), append(g.queue, d)
		}
	}
}

// next is what is thrown next.
func (g *game) next() (engine.Part, bool) {
	if g.at == len(g.hands) {
		return engine.Part{}, false
	}
	h, n := g.hands[g.at], len(g.queue)
	if h.rerollOnce != nil {
		n = 1 // each die has a question of its own, since its second throw counts whatever it shows
	}
	return engine.Part{Ask: engine.Ask{ID: g.ask(), Words: g.line.ask.Words}, Dice: engine.Dice{Count: n, Low: h.low, High: h.high}}, true
}

// ask is the id of the question: that of each hand after the first has a number.
func (g *game) ask() string {
	if g.at > 0 {
		return g.id + "-" + strconv.Itoa(g.at+1)
	}
	return g.id
}

// fell takes in a die.
func (g *game) fell(_ engine.Part, n int) {
	d := g.queue[0]
	g.queue = g.queue[1:]
	h := g.hands[g.at]
	switch h.fell(d, g.ask(), n); {
	case d.finished:
	case h.rerollOnce != nil:
		g.queue = append([]*die{d}, g.queue...)
	default:
		g.queue = append(g.queue, d)
	}
	g.turn()
}

// came gives what the hands have come to.
func (g *game) came() []came {
	out := make([]came, len(g.hands))
	for i, h := range g.hands {
		out[i].total = h.total(g.dice[i])
		for _, d := range g.dice[i] {
			out[i].values = append(out[i].values, d.value)
		}
	}
	return out
}

// counting gives the hands for their odds: what has fallen, and what may still come.
func (g *game) counting() []counting {
	out := make([]counting, len(g.hands))
	for i, h := range g.hands {
		out[i].hand = h
		fresh := h.count - len(g.dice[i])
		for _, d := range g.dice[i] {
			if d.throws == 0 && !d.second {
				fresh++
				continue
			}
			out[i].kinds = append(out[i].kinds, h.kind(1, *d))
		}
		if fresh > 0 {
			out[i].kinds = append(out[i].kinds, h.kind(fresh, die{}))
		}
	}
	return out
}

// end is what a line comes to: its total, and what that is measured against.
type end struct{ total, target int }

// throw throws the dice of a line, which are noted unless odds are counted. id is that of their
// questions.
func (l *line) throw(r *engine.Roll, id string) end {
	g := l.game(id)
	c := engine.CountedDice[end]{
		Key:  id + " " + l.text,
		Next: g.next,
		Fell: g.fell,
		End: func() end {
			came := g.came()
			g.note(r, came)
			e := end{total: l.body.eval(came)}
			if l.target != nil {
				e.target = l.target.eval(came)
			}
			return e
		},
		Rest: func(spend func(int)) *engine.Ends[end] {
			hands, target := g.counting(), number(0)
			if l.target != nil {
				target = l.target
			}
			return engine.JoinEnds(l.body.ends(hands, spend), target.ends(hands, spend), func(n, against int) end { return end{n, against} }, spend)
		},
	}
	return c.Read(r)
}

// mostNamed is how many dice of a hand the working lists one by one.
const mostNamed = 30

// note notes which dice were thrown again or dropped, the total of the rest, and how the total of
// the line is made of that.
func (g *game) note(r *engine.Roll, hands []came) {
	pooled := map[int]bool{} // dice of which a pool keeps some
	g.body.each(func(x *node) {
		if x.does != 'p' {
			return
		}
		var all []*die
		for _, p := range x.parts {
			pooled[p.at] = true
			all = append(all, g.dice[p.at]...)
		}
		g.noteHand(r, x.names(), all, x.keep.of(len(all)), strconv.Itoa(x.eval(hands)), x.count != nil)
	})
	only := len(g.hands) == 1 && g.hands[0].summed()
	for i, h := range g.hands {
		switch {
		case pooled[i] || h.count == 0:
		case only && !h.tens:
			r.Note("%s: %d", h, hands[i].total)
		case !h.tens: // noted together
			g.noteHand(r, h.String(), g.dice[i], h.keep.of(h.count), strconv.Itoa(hands[i].total), h.counts != nil)
		}
	}
	for _, x := range []*node{g.body, g.target} {
		if x != nil {
			g.noteTotal(r, x, hands)
		}
	}
}

// names are the dice of a pool: 3d8 and 1d6.
func (x *node) names() string {
	var all []string
	for _, p := range x.parts {
		all = append(all, p.hand.String())
	}
	return strings.Join(all, " and ")
}

// noteHand notes what dice came to.
func (g *game) noteHand(r *engine.Roll, name string, dice []*die, keep engine.Keep, total string, counts bool) {
	values := make([]int, len(dice))
	for i, d := range dice {
		values[i] = d.value
	}
	places := keep.Places(values)
	var kept, gone []string
	for i, d := range dice {
		out := places[i] < keep.From || places[i] >= keep.To
		var shown []string
		for _, f := range d.faces {
			if f.voided || out {
				r.Cancelled(f.ask, f.n)
			}
			if !f.voided {
				shown = append(shown, strconv.Itoa(f.n))
			}
		}
		words := strings.Join(shown, "+")
		if own := g.own(d, shown); own != "" {
			words = own
		}
		if out {
			gone = append(gone, words)
		} else {
			kept = append(kept, words)
		}
	}
	words := ""
	if len(dice) <= mostNamed {
		words = ": " + cmp.Or(strings.Join(kept, ", "), "none")
		if gone != nil {
			words += "; dropped " + strings.Join(gone, ", ")
		}
	}
	if counts {
		total += " that count"
	}
	r.Note("%s%s: %s", name, words, total)
}

// own writes what a single throw counts as, where that is not what it shows.
func (g *game) own(d *die, shown []string) string {
	if len(shown) == 1 && strconv.Itoa(d.value) != shown[0] {
		return strconv.Itoa(d.value)
	}
	return ""
}

// noteTotal writes how a total is made of what the dice come to and of numbers: 10 + 2 = 12.
func (g *game) noteTotal(r *engine.Roll, x *node, hands []came) {
	x.each(func(p *node) {
		if p.does == '~' {
			r.Note("d66: %d and %d, read as tens and ones: %d", hands[p.parts[0].at].total, hands[p.parts[1].at].total, p.eval(hands))
		}
	})
	if slices.Contains([]byte("0dp~"), x.does) {
		return
	}
	text, _ := x.words(hands)
	if total := strconv.Itoa(x.eval(hands)); text != total {
		r.Note("%s = %s", text, total)
	}
}
