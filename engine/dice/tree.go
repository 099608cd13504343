package dice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// node is a part of an expression: a number, dice, or what is made of other parts.
type node struct {
	does  byte // '0' a number, 'd' dice, '+', '-', '*', '/', '^' the greatest, '_' the least, '{' a group, 'p' a pool of single dice, '~' d66
	n     int  // of a number
	hand  *hand
	at    int // which hand it is
	parts []*node
	up    rounding // of '/'
	keep  keep     // of '{' and 'p'
	count *faces   // of '{' and 'p': how many of them are such
}

// rounding is how a division is rounded.
type rounding byte

const (
	down rounding = iota
	up
	nearest // halves up
)

func number(n int) *node { return &node{does: '0', n: n} }

// came is what a hand has come to: in all, and each of its dice.
type came struct {
	total  int
	values []int
}

// eval gives the value of a node, with what each hand has come to.
func (x *node) eval(hands []came) int {
	switch x.does {
	case '0':
		return x.n
	case 'd':
		return hands[x.at].total
	case 'p':
		var all []int
		for _, p := range x.parts {
			all = append(all, hands[p.at].values...)
		}
		return x.keep.of(len(all)).Sum(all, x.worth)
	}
	values := make([]int, len(x.parts))
	for i, p := range x.parts {
		values[i] = p.eval(hands)
	}
	return x.join(values)
}

// join makes the value of a node of those of its parts.
func (x *node) join(v []int) int {
	switch x.does {
	case '+':
		return v[0] + v[1]
	case '-':
		return v[0] - v[1]
	case '*':
		return v[0] * v[1]
	case '~':
		return 10*v[0] + v[1]
	case '/':
		return x.up.divided(v[0], v[1])
	case '^':
		return slices.Max(v)
	case '_':
		return slices.Min(v)
	}
	return x.keep.of(len(v)).Sum(v, x.worth)
}

// worth is what one part of a group adds.
func (x *node) worth(value int) int {
	switch {
	case x.count == nil:
		return value
	case x.count.has(value):
		return 1
	}
	return 0
}

func (r rounding) divided(a, b int) int {
	if b < 0 {
		a, b = -a, -b
	}
	switch r {
	case up:
		a += b - 1
	case nearest:
		a, b = 2*a+b, 2*b
	}
	n := a / b
	if a%b < 0 {
		n--
	}
	return n
}

// hands gives the dice of a node, in the order in which they fall.
func (x *node) hands() []*hand {
	var out []*hand
	x.each(func(p *node) {
		if p.does == 'd' {
			p.at = len(out)
			out = append(out, p.hand)
		}
	})
	return out
}

func (x *node) each(do func(*node)) {
	do(x)
	for _, p := range x.parts {
		p.each(do)
	}
}

// bounds gives the least and the most that a node can come to, as far as that is followed.
func (x *node) bounds() (least, most int) {
	switch x.does {
	case '0':
		return x.n, x.n
	case 'd':
		return x.hand.bounds()
	}
	type pair struct{ least, most int }
	all := make([]pair, len(x.parts))
	for i, p := range x.parts {
		all[i].least, all[i].most = p.bounds()
	}
	switch x.does {
	case '{', 'p':
		for _, p := range all {
			least, most = least+min(p.least, 0), most+max(p.most, 0)
		}
		if x.count != nil {
			least, most = 0, max(len(all), mostDice)
		}
		return within(least), within(most)
	case '^', '_':
		least, most = all[0].least, all[0].most
		for _, p := range all {
			least, most = min(least, p.least), max(most, p.most)
		}
		return least, most
	}
	a, b := all[0], all[1]
	ends := []int{}
	for _, u := range []int{a.least, a.most} {
		for _, v := range []int{b.least, b.most} {
			if n := int64(u) * int64(v); x.does == '*' {
				ends = append(ends, int(min(max(n, -mostValue-1), mostValue+1)))
			} else {
				ends = append(ends, within(x.join([]int{u, v})))
			}
		}
	}
	return slices.Min(ends), slices.Max(ends)
}

// within limits a bound so that it fits an int on every machine, but is still too large if it
// was.
func within(n int) int { return min(max(n, -mostValue-1), mostValue+1) }

// deepThrows is how many throws of a die its bounds take in.
const deepThrows = 60

func (h *hand) bounds() (least, most int) {
	n, low, high := h.count, h.as(h.low), h.as(h.high)
	if h.counts != nil {
		low, high = 0, 1
		if h.fails != nil {
			low = -1
		}
	}
	if h.explode != nil {
		n *= deepThrows
	}
	if h.explode != nil || h.keep.given || h.counts != nil {
		low, high = min(low, 0), max(high, 0)
	}
	return n * low, n * high
}

// counting is a hand whose odds are counted.
type counting struct {
	*hand
	kinds []engine.DiceOfKind // its dice, as far as they have fallen
}

// ends gives what a hand may come to.
func (c counting) ends(spend func(int)) *engine.Ends[int] {
	if c.apart() { // what a die is worth is counted already
		return engine.Kept(c.kinds, engine.Keep{To: c.dice()}, func(v int) int { return v }, spend)
	}
	return engine.Kept(c.kinds, c.keep.of(c.dice()), c.worth, spend)
}

func (c counting) dice() int {
	n := 0
	for _, k := range c.kinds {
		n += k.Count
	}
	return n
}

// ends gives what a node may come to. Each hand stands once in an expression, so that its parts
// know nothing of each other.
func (x *node) ends(hands []counting, spend func(int)) *engine.Ends[int] {
	switch x.does {
	case '0':
		return engine.FixedEnds(x.n)
	case 'd':
		return hands[x.at].ends(spend)
	case '{', 'p':
		return x.group(hands, spend)
	}
	out := x.parts[0].ends(hands, spend)
	for _, p := range x.parts[1:] {
		out = engine.JoinEnds(out, p.ends(hands, spend), func(a, b int) int { return x.join([]int{a, b}) }, spend)
	}
	return out
}

// group gives what the parts of a group, or the dice of a pool, come to, of which some are kept
// or counted.
func (x *node) group(hands []counting, spend func(int)) *engine.Ends[int] {
	var kinds []engine.DiceOfKind
	n := 0
	for _, p := range x.parts {
		if x.does == 'p' {
			kinds, n = append(kinds, hands[p.at].kinds...), n+hands[p.at].dice()
		} else {
			kinds, n = append(kinds, engine.OneDie(p.ends(hands, spend))), n+1
		}
	}
	return engine.Kept(kinds, x.keep.of(n), x.worth, spend)
}

// words writes a node with the values of its dice: 10 + 2. How strongly it binds decides where
// brackets stand.
func (x *node) words(hands []came) (text string, binds int) {
	const (
		asSum = iota
		asProduct
		alone
	)
	inner := func(p *node, least int) string {
		text, binds := p.words(hands)
		if binds < least || binds == alone && strings.HasPrefix(text, "-") {
			return "(" + text + ")"
		}
		return text
	}
	switch x.does {
	case '0':
		return strconv.Itoa(x.n), alone
	case 'd':
		return strconv.Itoa(hands[x.at].total), alone
	case '~':
		return strconv.Itoa(x.eval(hands)), alone
	case '+', '-':
		if x.does == '-' && x.parts[0].does == '0' && x.parts[0].n == 0 { // a sign
			return "-" + inner(x.parts[1], asProduct), asSum
		}
		first, _ := x.parts[0].words(hands)
		least := asSum
		if x.does == '-' {
			least = asProduct
		}
		return first + " " + string(x.does) + " " + inner(x.parts[1], least), asSum
	case '*', '/':
		sign := string(x.does)
		text := inner(x.parts[0], asProduct) + " " + sign + " " + inner(x.parts[1], alone)
		if x.does == '/' {
			text += [...]string{" (down)", " (up)", " (to the nearest)"}[x.up]
		}
		return text, asProduct
	}
	var all []string
	for _, p := range x.parts {
		text, _ := p.words(hands)
		all = append(all, text)
	}
	list := strings.Join(all, ", ")
	switch {
	case x.does == 'p':
		return strconv.Itoa(x.eval(hands)), alone
	case x.does == '^':
		return "the greatest of " + list, alone
	case x.does == '_':
		return "the least of " + list, alone
	case x.count != nil:
		return fmt.Sprintf("how many of %s are %s", list, x.count), alone
	}
	return strconv.Itoa(x.eval(hands)) + " of " + list, alone
}
