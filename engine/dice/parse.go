package dice

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"example.org/fray/engine"
)

// What a line may hold at most.
const (
	mostDice  = 1000
	mostFaces = 10_000
	mostValue = 1_000_000_000
	longest   = 200
	mostTimes = 100
)

// line is a roll that was read.
type line struct {
	text   string // as it was read
	ask    engine.Ask
	body   *node
	target *node  // what the total is compared with; nil for nothing
	sign   string // ">=", ">", "<=", "<", "=" or ""
	times  int    // how often it is rolled, each time by itself
	single string // the line of one of them
	hands  []*hand
	dice   int      // all of them
	notes  []string // how what could be read in two ways was read
}

// aim says what the total is compared with. Dice are compared with what they come to.
func (l *line) aim(n int) string {
	text := strconv.Itoa(n)
	switch l.sign {
	case ">=":
		return text + " or more"
	case ">":
		return "more than " + text
	case "<=":
		return text + " or less"
	case "<":
		return "less than " + text
	}
	return text + " exactly"
}

// reader reads a line from left to right.
type reader struct {
	text string // small letters, signs of a keyboard
	at   int
	dice int // behind the dice that were read last, with their modifiers
	line line
}

// parse reads a line. The error says what is wrong, and what would be right.
func parse(text string) (*line, error) {
	if len(text) > longest {
		return nil, fmt.Errorf("that is too long: %d letters are the most", longest)
	}
	plain, err := bare(text)
	if err != nil {
		return nil, err
	}
	p := &reader{text: plain, line: line{text: plain, times: 1, ask: engine.Ask{ID: "dice", Words: "the dice"}}}
	if p.skip(); p.at == len(p.text) {
		return nil, fmt.Errorf("no dice: write them, such as 4d6+2")
	}
	if err := p.whole(); err != nil {
		return nil, err
	}
	l := &p.line
	l.hands = l.body.hands()
	if own := len(l.hands); l.target != nil {
		l.hands = append(l.hands, l.target.hands()...)
		l.target.each(func(x *node) {
			if x.does == 'd' {
				x.at += own
			}
		})
	}
	for _, h := range l.hands {
		if err := h.validate(); err != nil {
			return nil, err
		}
		l.dice += h.count
	}
	switch {
	case len(l.hands) == 0:
		return nil, fmt.Errorf("there are no dice in %q: write them, such as 4d6+2", squeezed(plain))
	case l.dice*l.times > mostDice:
		return nil, fmt.Errorf("%d dice: %d are the most", l.dice*l.times, mostDice)
	}
	for _, x := range []*node{l.body, l.target} {
		if err := x.bounded(); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// bounded refuses an expression in which a number can grow beyond mostValue.
func (x *node) bounded() error {
	if x == nil {
		return nil
	}
	var err error
	x.each(func(p *node) {
		if least, most := p.bounds(); max(most, -least) > mostValue {
			err = fmt.Errorf("the numbers grow too large: %d is the most", mostValue)
		}
	})
	return err
}

// whole reads a line from its beginning to its end.
func (p *reader) whole() error {
	if err := p.timesBefore(); err != nil {
		return err
	}
	body, err := p.sum()
	if err != nil {
		return err
	}
	p.line.body = body
	for {
		more, err := p.behind()
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	if err := p.label(); err != nil {
		return err
	}
	p.explain()
	return nil
}

// wrong refuses what stands here.
func (p *reader) wrong() error {
	rest := strings.TrimSpace(p.text[p.at:])
	if strings.HasPrefix(rest, ")") || strings.HasPrefix(rest, "}") || strings.HasPrefix(rest, "]") {
		return fmt.Errorf("a bracket is closed that was not opened: %q; write (2d6+1)*2", rest)
	}
	if err := p.misplaced(); err != nil {
		return err
	}
	if read := strings.TrimSpace(p.text[:p.at]); read != "" {
		return fmt.Errorf("%q cannot be read behind %q: dice are written as 4d6+2, 4d6kh3 or d20 vs 12; what a roll is for stands behind #", rest, read)
	}
	if at := diceIn(rest); at > 0 && strings.ContainsFunc(rest[:at], unicode.IsLetter) {
		return fmt.Errorf("%q stands before the dice: write %s # %s", strings.TrimSpace(rest[:at]), rest[at:], strings.TrimSpace(rest[:at]))
	}
	if way := meaningful[firstWord(rest)]; way != "" {
		return fmt.Errorf("there are no dice in %q: write %s", rest, way)
	}
	return fmt.Errorf("%q cannot be read: dice are written as 4d6+2, 4d6kh3 or d20 vs 12", rest)
}

// misplaced refuses what is done to dice but does not stand right behind them, with the line in which
// it does: 1d20+5kh1 is 1d20kh1+5. It gives nil for anything else.
func (p *reader) misplaced() error {
	if p.dice == 0 || p.dice == p.at {
		return nil
	}
	q := &reader{text: p.text, at: p.at}
	h := &hand{low: 1, high: mostFaces}
	if ok, err := q.modifier(h); !ok || err != nil {
		return nil //nolint:nilerr // what cannot be done to dice either is refused by the caller
	}
	between, own := p.text[p.dice:p.at], strings.TrimSpace(p.text[p.at:q.at])
	ways := []string{p.text[:p.dice] + own + between + p.text[q.at:]}
	if p.line.sign != "" { // elsewhere it counts the dice that are compared
		ways = append(ways, p.text[:p.dice]+"cs"+strings.ReplaceAll(between, " ", "")+own+p.text[q.at:])
	}
	for _, way := range ways {
		if _, err := parse(way); err == nil {
			return fmt.Errorf("%q stands behind %q, and not right behind its dice: write %s", own, strings.TrimSpace(p.text[:p.at]), strings.TrimSpace(way))
		}
	}
	return nil
}

// skip passes over spaces, and over what dice are for, in [ ].
func (p *reader) skip() {
	for p.at < len(p.text) {
		switch {
		case p.text[p.at] == ' ':
			p.at++
			continue
		case p.text[p.at] == '[' && p.at > 0:
			if end := strings.IndexByte(p.text[p.at:], ']'); end > 0 {
				p.at += end + 1
				continue
			}
		}
		return
	}
}

// take reads the first of several signs that fits, and gives it, "" for none.
func (p *reader) take(signs ...string) string {
	for _, w := range signs {
		if strings.HasPrefix(p.text[p.at:], w) {
			p.at += len(w)
			return w
		}
	}
	return ""
}

// word reads the first of several words that fits and ends there, behind spaces; several words
// may be one. It gives "" for none, and then nothing was read.
func (p *reader) word(words ...string) string {
	from := p.at
	p.skip()
	for _, w := range words {
		if rest, ok := strings.CutPrefix(p.text[p.at:], w); ok && (rest == "" || !isLetter(rest[0])) {
			p.at += len(w)
			return w
		}
	}
	p.at = from
	return ""
}

func isDigit(b byte) bool  { return b >= '0' && b <= '9' }
func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 0x80 }

// number reads digits. It is false if there are none.
func (p *reader) number() (int, bool, error) {
	from := p.at
	for p.at < len(p.text) && isDigit(p.text[p.at]) {
		p.at++
	}
	if from == p.at {
		return 0, false, nil
	}
	n, err := strconv.Atoi(p.text[from:p.at])
	if err != nil || n > mostValue {
		return 0, false, fmt.Errorf("%s is too large a number", p.text[from:p.at])
	}
	return n, true, nil
}

// sum reads products with + and - between them.
func (p *reader) sum() (*node, error) {
	out, err := p.product()
	for err == nil {
		p.skip()
		sign := p.take("+", "-")
		if sign == "" {
			return out, nil
		}
		var next *node
		if next, err = p.product(); err == nil {
			out = &node{does: sign[0], parts: []*node{out, next}}
		}
	}
	return nil, err
}

// product reads factors with * and / between them.
func (p *reader) product() (*node, error) {
	out, err := p.factor()
	for err == nil {
		p.skip()
		sign := p.take("*", "/")
		if sign == "" {
			return out, nil
		}
		var next *node
		if next, err = p.factor(); err != nil {
			break
		}
		if sign == "/" {
			if next.does != '0' || next.n == 0 {
				return nil, fmt.Errorf("what stands behind / in %q is a number, and not 0: write /2", strings.TrimSpace(p.text[:p.at]))
			}
		}
		out = &node{does: sign[0], parts: []*node{out, next}}
	}
	return nil, err
}

// functions are what may stand before a bracket.
var functions = []string{"floor", "ceil", "round", "half", "max", "min"}

// factor reads a number, dice, a bracket, a group or a function, with a sign before it.
func (p *reader) factor() (*node, error) {
	p.skip()
	switch p.take("-", "+", "(", "{") {
	case "-":
		x, err := p.factor()
		return &node{does: '-', parts: []*node{number(0), x}}, err
	case "+":
		return p.factor()
	case "(":
		x, err := p.sum()
		if err != nil {
			return nil, err
		}
		p.skip()
		if p.take(",") != "" {
			return nil, fmt.Errorf("several rolls of which some are kept stand in braces, and not in ( ), as behind %q: {1d4+1, 3}kh1", p.text[:p.at])
		}
		return x, p.closed(")")
	case "{":
		return p.group()
	}
	for _, f := range functions {
		if strings.HasPrefix(p.text[p.at:], f+"(") {
			p.at += len(f) + 1
			return p.function(f)
		}
	}
	if x, ok, err := p.someOf(); ok || err != nil {
		return x, err
	}
	count, counted, err := p.number()
	if err != nil {
		return nil, err
	}
	if rest := p.text[p.at:]; (counted || diceIn(rest) == 0) && p.take("d", "w") != "" {
		if !counted {
			count = 1
		}
		return p.hand(count)
	}
	if !counted {
		if p.at == len(p.text) {
			return nil, fmt.Errorf("a number or dice are missing behind %q: write them, such as 4d6+2", strings.TrimSpace(p.text))
		}
		return nil, p.wrong()
	}
	return number(count), nil
}

func (p *reader) closed(by string) error {
	if p.skip(); p.take(by) == "" {
		if p.at < len(p.text) {
			return p.wrong()
		}
		return fmt.Errorf("a bracket is open: write %s behind %q", by, strings.TrimSpace(p.text))
	}
	return nil
}

// list reads parts with commas between them, up to a closing bracket.
func (p *reader) list(by string) ([]*node, error) {
	var out []*node
	for {
		x, err := p.sum()
		if err != nil {
			return nil, err
		}
		out = append(out, x)
		p.skip()
		if p.take(",", ";") == "" {
			return out, p.closed(by)
		}
	}
}

// function reads what stands in the bracket of a function.
func (p *reader) function(name string) (*node, error) {
	parts, err := p.list(")")
	if err != nil {
		return nil, err
	}
	if name == "max" || name == "min" {
		return &node{does: map[string]byte{"max": '^', "min": '_'}[name], parts: parts}, nil
	}
	if len(parts) != 1 {
		return nil, fmt.Errorf("%s( ) takes one expression: %s(8d6/2)", name, name)
	}
	x := parts[0]
	if name == "half" {
		return &node{does: '/', parts: []*node{x, number(2)}}, nil
	}
	divisions := 0
	x.each(func(q *node) {
		if q.does == '/' {
			divisions++
			q.up = map[string]rounding{"floor": down, "ceil": up, "round": nearest}[name]
		}
	})
	if divisions > 1 {
		return nil, fmt.Errorf("%s( ) rounds one division: write one for each", name)
	}
	return x, nil
}

// group reads { } and what is kept or counted of its parts.
func (p *reader) group() (*node, error) {
	parts, err := p.list("}")
	if err != nil {
		return nil, err
	}
	x := &node{does: '{', parts: parts}
	if len(parts) == 1 {
		if hands, ok := parts[0].pool(); ok {
			x = &node{does: 'p', parts: hands}
		}
	}
	h := &hand{low: 1, high: mostValue}
	for more := true; more; {
		if more, err = p.modifier(h); err != nil {
			return nil, err
		}
		if h.reroll != nil || h.rerollOnce != nil || h.explode != nil || h.fails != nil {
			return nil, fmt.Errorf("%q: behind { } some are kept or counted, as in {1d20, 10}kh1; what is thrown again stands behind its own dice", p.text[:p.at])
		}
	}
	x.keep, x.count = h.keep, h.counts
	if sign := p.take(">=", "<=", ">", "<", "="); sign != "" {
		n, ok, err := p.number()
		if err != nil || !ok {
			return nil, orMissing(err, sign, "{d20, d20+5}>=12")
		}
		x.count = compared(sign, n, -mostValue, mostValue)
	}
	if x.does == '{' && len(parts) == 1 && (x.keep.given || x.count != nil) {
		return nil, fmt.Errorf("of a single roll in { } nothing can be kept or counted: dice alone, as in {3d8+1d6}kh1, or several rolls, as in {1d20, 10}kh1")
	}
	if !x.keep.given && x.count == nil && len(parts) > 1 {
		return nil, fmt.Errorf("what of the rolls in { }? Write kh1 behind it to keep the highest, >=12 to count")
	}
	return x, nil
}

// pool gives the dice of a sum of nothing but dice of which nothing is kept by itself.
func (x *node) pool() ([]*node, bool) {
	switch {
	case x.does == 'd' && !x.hand.keep.given && x.hand.counts == nil:
		return []*node{x}, true
	case x.does == '+':
		a, ok := x.parts[0].pool()
		b, too := x.parts[1].pool()
		return append(a, b...), ok && too
	}
	return nil, false
}

// hand reads dice from behind their d on, with their modifiers.
func (p *reader) hand(count int) (*node, error) {
	h := &hand{count: count, low: 1}
	switch p.take("%", "f") {
	case "%":
		h.high = 100
	case "f":
		h.low, h.high = -1, 1
	default:
		from := p.at
		minus := p.take("-") != ""
		n, ok, err := p.number()
		switch {
		case err != nil:
			return nil, err
		case !ok && p.at == from:
			return nil, fmt.Errorf("how many faces has %q? Write d6, d20 or d%%", strings.TrimSpace(p.text[:p.at]))
		case minus || n < 1 || n > mostFaces:
			return nil, fmt.Errorf("%s: a die has 1 to %d faces", p.text[from-1:p.at], mostFaces)
		}
		h.high = n
	}
	if count > mostDice {
		return nil, fmt.Errorf("%d dice: %d are the most", count, mostDice)
	}
	if h.high == 66 {
		return p.tensAndOnes(count)
	}
	h.least, h.most = h.low, h.high
	for more := true; more; {
		var err error
		if more, err = p.modifier(h); err != nil {
			return nil, err
		}
	}
	p.dice = p.at
	return &node{does: 'd', hand: h}, nil
}

// tensAndOnes reads two d6 for each d66.
func (p *reader) tensAndOnes(count int) (*node, error) {
	var out *node
	for range count {
		die := func() *node {
			return &node{does: 'd', hand: &hand{count: 1, low: 1, high: 6, least: 1, most: 6, tens: true}}
		}
		one := &node{does: '~', parts: []*node{die(), die()}}
		if out != nil {
			one = &node{does: '+', parts: []*node{out, one}}
		}
		out = one
	}
	if out == nil {
		return number(0), nil
	}
	return out, nil
}
