package dice

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"example.org/fray/engine"
)

// What a line may hold at most.
const (
	mostDice  = 1000
	mostFaces = 10_000
	mostValue = 1_000_000_000
	longest   = 200
	deepest   = 6 // numbers that wait at once: brackets within brackets
)

// line is a roll that was read: a program for a stack of numbers, and what the last number is
// compared with.
type line struct {
	ask      engine.Ask // the question for the dice; further ones have a number behind the id
	steps    []step
	sign     string // ">=", ">", "<=", "<", "=" or ""
	target   int
	compared bool // by a sign, not by vs
	dice     int  // all of them
	work     int  // about how many steps its odds take
}

// step pushes a number or the total of dice, or joins the two numbers on top.
type step struct {
	does byte // '0' a number, 'd' dice, '+', '-', '*'
	n    int
	hand *hand
	tens bool // it joins the two dice of a d66
}

// aim says what the total is compared with.
func (l *line) aim() string {
	n := strconv.Itoa(l.target)
	switch l.sign {
	case ">=":
		return n + " or more"
	case ">":
		return "more than " + n
	case "<=":
		return n + " or less"
	case "<":
		return "less than " + n
	}
	return n + " exactly"
}

// reader reads a line from left to right.
type reader struct {
	text string // small letters
	at   int
	line line
	deep int // numbers that wait
}

// parse reads a line. The error says what is wrong, and what would be right.
func parse(text string) (*line, error) {
	if len(text) > longest {
		return nil, fmt.Errorf("that is too long: %d letters are the most", longest)
	}
	p := &reader{text: strings.ToLower(plain.Replace(text)), line: line{ask: engine.Ask{ID: "dice", Words: "the dice"}}}
	if p.skip(); p.at == len(p.text) {
		return nil, fmt.Errorf("no dice: write them, such as 4d6+2")
	}
	if err := p.sum(); err != nil {
		return nil, err
	}
	if err := p.behind(); err != nil {
		return nil, err
	}
	if err := p.against(); err != nil {
		return nil, err
	}
	if err := p.label(); err != nil {
		return nil, err
	}
	if p.line.dice > mostDice {
		return nil, fmt.Errorf("%d dice: %d are the most", p.line.dice, mostDice)
	}
	if p.line.dice == 0 {
		return nil, fmt.Errorf("there are no dice in %q: write them, such as 4d6+2", squeezed(text))
	}
	if err := p.line.bounded(); err != nil {
		return nil, err
	}
	p.line.work = p.line.ways()
	return &p.line, nil
}

// plain replaces typographic signs by those of a keyboard.
var plain = strings.NewReplacer("≥", ">=", "≤", "<=", "×", "*", "−", "-", "–", "-", "\t", " ")

func (p *reader) wrong() error {
	rest := p.text[p.at:]
	if strings.HasPrefix(rest, ")") {
		return fmt.Errorf("a bracket is closed that was not opened")
	}
	return fmt.Errorf("%q cannot be read here: dice are written as 4d6+2, 4d6kh3 or d20 vs 12", strings.TrimSpace(rest))
}

func (p *reader) skip() {
	for p.at < len(p.text) && p.text[p.at] == ' ' {
		p.at++
	}
}

// take reads the first of several words that fits, and gives it, "" for none.
func (p *reader) take(words ...string) string {
	for _, w := range words {
		if strings.HasPrefix(p.text[p.at:], w) {
			p.at += len(w)
			return w
		}
	}
	return ""
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

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

func (p *reader) push(s step) error {
	if p.deep++; p.deep > deepest {
		return fmt.Errorf("too many brackets within brackets")
	}
	p.line.steps = append(p.line.steps, s)
	return nil
}

func (p *reader) join(does byte) {
	p.deep--
	p.line.steps = append(p.line.steps, step{does: does})
}

// sum reads products with + and - between them.
func (p *reader) sum() error {
	if err := p.product(); err != nil {
		return err
	}
	for {
		p.skip()
		sign := p.take("+", "-")
		if sign == "" {
			return nil
		}
		if err := p.product(); err != nil {
			return err
		}
		p.join(sign[0])
	}
}

func (p *reader) product() error {
	if err := p.factor(); err != nil {
		return err
	}
	for {
		p.skip()
		if p.take("*") == "" {
			return nil
		}
		if err := p.factor(); err != nil {
			return err
		}
		p.join('*')
	}
}

// factor reads a number, dice or a bracket, with a sign before it.
func (p *reader) factor() error {
	p.skip()
	switch p.take("-", "+", "(") {
	case "-":
		if err := p.push(step{does: '0'}); err != nil {
			return err
		}
		if err := p.factor(); err != nil {
			return err
		}
		p.join('-')
		return nil
	case "+":
		return p.factor()
	case "(":
		if err := p.sum(); err != nil {
			return err
		}
		if p.skip(); p.take(")") == "" {
			return fmt.Errorf("a bracket is open")
		}
		return nil
	}
	count, counted, err := p.number()
	if err != nil {
		return err
	}
	if p.take("d") != "" {
		if !counted {
			count = 1
		}
		return p.hand(count)
	}
	if !counted {
		if p.at == len(p.text) {
			return fmt.Errorf("something is missing at the end")
		}
		return p.wrong()
	}
	return p.push(step{does: '0', n: count})
}

// hand reads dice from their d on, with their modifiers.
func (p *reader) hand(count int) error {
	h := &hand{count: count, low: 1}
	switch p.take("%", "f") {
	case "%":
		h.high = 100
	case "f":
		h.low, h.high = -1, 1
	default:
		n, ok, err := p.number()
		switch {
		case err != nil:
			return err
		case !ok:
			return fmt.Errorf("how many faces? Write d6, d20 or d%%")
		case n < 1 || n > mostFaces:
			return fmt.Errorf("d%d: a die has 1 to %d faces", n, mostFaces)
		}
		h.high = n
	}
	if count > mostDice {
		return fmt.Errorf("%d dice: %d are the most", count, mostDice)
	}
	if h.high == 66 {
		return p.tensAndOnes(count)
	}
	h.least, h.most = h.low, h.high
	p.line.dice += count
	for more := true; more; {
		var err error
		if more, err = p.modifier(h); err != nil {
			return err
		}
	}
	if err := h.validate(); err != nil {
		return err
	}
	return p.push(step{does: 'd', hand: h})
}

// tensAndOnes puts two d6 in the place of each d66.
func (p *reader) tensAndOnes(count int) error {
	p.line.dice += 2 * count
	if count == 0 {
		return p.push(step{does: '0'})
	}
	for n := range count {
		tens := &hand{count: 1, low: 1, high: 6, least: 1, most: 6, tens: true}
		ones := *tens
		if err := errors.Join(tens.validate(), ones.validate(), p.push(step{does: 'd', hand: tens}), p.push(step{does: '0', n: 10})); err != nil {
			return err
		}
		p.join('*')
		if err := p.push(step{does: 'd', hand: &ones}); err != nil {
			return err
		}
		p.join('+')
		p.line.steps[len(p.line.steps)-1].tens = true
		if n > 0 {
			p.join('+')
		}
	}
	return nil
}

// label passes over the words behind the dice, which say what the roll is for. Words that look
// like a modifier are no label, since they are more likely a mistake.
func (p *reader) label() error {
	if p.at == len(p.text) {
		return nil
	}
	if rest := p.text[p.at:]; p.text[p.at-1] != ' ' || rest[0] < utf8.RuneSelf && (rest[0] < 'a' || rest[0] > 'z') || strings.ContainsAny(rest, "=<>") {
		return p.wrong()
	}
	for i, word := range strings.Fields(p.text[p.at:]) {
		if i == 0 && (engine.Nearest(word, doing) != "" || strings.ContainsAny(word, "0123456789")) || meant(word) {
			return p.wrong()
		}
	}
	p.at = len(p.text)
	return nil
}

// doing are the words of the notation.
var doing = []string{"keep", "drop", "highest", "lowest", "reroll", "explode", "versus", "against", "plus", "minus", "times"}

// against reads what the total is compared with.
func (p *reader) against() error {
	p.skip()
	switch sign := p.take("versus", "against", "vs.", "vs", ">=", "<=", "=>", "=<", ">", "<", "==", "="); sign {
	case "":
		return nil
	case "=>":
		p.line.sign, p.line.compared = ">=", true
	case "=<":
		p.line.sign, p.line.compared = "<=", true
	case ">=", "<=", ">", "<":
		p.line.sign, p.line.compared = sign, true
	case "=", "==":
		p.line.sign, p.line.compared = "=", true
	default:
		p.line.sign = ">="
		p.skip()
		p.take("dc", "tn", "difficulty")
	}
	p.skip()
	minus := p.take("-") != ""
	n, ok, err := p.number()
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("what is it measured against? A number is missing behind %q", strings.TrimSpace(p.text[:p.at]))
	}
	if minus {
		n = -n
	}
	p.line.target = n
	p.skip()
	return nil
}
