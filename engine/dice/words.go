package dice

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// This file reads what stands around dice: the signs of other programs, how often they are
// rolled, what they are compared with, and what they are for.

// plain replaces typographic signs by those of a keyboard.
var plain = strings.NewReplacer("≥", ">=", "≤", "<=", "×", "*", "÷", "/", "−", "-", "–", "-", "\t", " ", "“", "\"", "”", "\"", "„", "\"", "’", "'", "‘", "'", "\u3000", " ", "\u00a0", " ")

// bare is a line in small letters and plain signs, without what other programs have people type
// around dice.
func bare(text string) (string, error) {
	text = strings.Map(func(r rune) rune {
		if r >= '！' && r <= '～' { // full width
			return r - '！' + '!'
		}
		return r
	}, plain.Replace(text))
	text = strings.TrimSpace(strings.ToLower(text))
	for _, prefix := range []string{"/r ", "/roll ", "!roll ", "!r ", "/gmroll ", "/gmr ", "roll "} {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			text = strings.TrimSpace(rest)
			break
		}
	}
	if rest, ok := strings.CutPrefix(text, "[["); ok {
		inner, behind, closed := strings.Cut(rest, "]]")
		if !closed {
			return "", fmt.Errorf("[[ is open: write ]] behind %q", text)
		}
		text = strings.TrimSpace(inner + " " + behind)
	}
	if strings.HasPrefix(text, "output ") {
		return "", fmt.Errorf("output belongs to another program: write the dice alone, such as best 3 of 4d6")
	}
	for _, sign := range []string{"[[", "@{", "?{"} {
		if at := strings.Index(text, sign); at >= 0 {
			return "", fmt.Errorf("%q: a roll within another, or of a value elsewhere, cannot be read: write the dice and numbers themselves", text[at:])
		}
	}
	return text, nil
}

// timesBefore reads how often the roll is made, where that stands first: 6#4d6kh3, 6 times 4d6.
func (p *reader) timesBefore() error {
	from := p.at
	n, ok, err := p.number()
	if err != nil {
		return err
	}
	if ok {
		if p.take("#") != "" || p.word("times", "rolls of") != "" {
			return p.repeat(n, from)
		}
		if strings.HasPrefix(p.text[p.at:], "x") && p.at+1 < len(p.text) && (isDigit(p.text[p.at+1]) || p.text[p.at+1] == ' ' || p.text[p.at+1] == 'd') {
			return fmt.Errorf("%dx could be either: write %d#… to roll several times, %d*… to multiply", n, n, n)
		}
	}
	p.at = from
	return nil
}

// repeat takes in how often the line is rolled, which stands from here on.
func (p *reader) repeat(n, from int) error {
	switch {
	case n < 1 || n > mostTimes:
		return fmt.Errorf("%d times: 1 to %d are possible", n, mostTimes)
	case p.line.times > 1:
		return fmt.Errorf("how often is given twice in %q: write one, such as 6#4d6", p.text)
	}
	p.line.times = n
	p.line.single = strings.TrimSpace(p.text[:from] + " " + p.text[p.at:])
	return nil
}

// someOf reads "best 3 of 4d6", "lowest of 2d20", "middle 3 of 5d6".
func (p *reader) someOf() (*node, bool, error) {
	from := p.at
	p.word("the")
	end := p.word(append([]string{"middle"}, endWords...)...)
	if end == "" {
		p.at = from
		return nil, false, nil
	}
	n, ok := p.some()
	if !ok {
		n = 1
	}
	if p.word("of") == "" {
		p.at = from
		return nil, false, nil
	}
	p.skip()
	x, err := p.factor()
	if err != nil {
		return nil, true, err
	}
	if x.does != 'd' {
		return nil, true, fmt.Errorf("%s %d of what? Write dice, as in %s %d of 4d6, or {d20, 10}kh1", end, n, end, n)
	}
	h := x.hand
	if end == "middle" {
		if h.keep.given {
			return nil, true, fmt.Errorf("%s are kept or dropped already: write middle 3 of 5d6", h)
		}
		low := max(h.count-n, 0) / 2
		h.keep = keep{given: true, drops: true, low: low, high: max(h.count-n, 0) - low}
		return x, true, nil
	}
	return x, true, h.keeping(keep{given: true, lowest: slices.Contains(lowWords, end)}, n)
}

// comparing are the words for what a total is measured against. Longer ones go first.
var comparing = []struct{ words, sign string }{
	{"at least", ">="}, {"to beat", ">="}, {"beats", ">="}, {"beat", ">="}, {"at most", "<="}, {"versus", ">="}, {"against", ">="}, {"vs.", ">="}, {"vs", ">="},
	{"dc", ">="}, {"ac", ">="}, {"tn", ">="}, {"target number", ">="}, {"target", ">="}, {"difficulty", ">="}, {"under", "<"}, {"below", "<"}, {"over", ">"}, {"above", ">"},
}

// behind reads one thing that may stand behind the sum. It is false if none follows.
func (p *reader) behind() (bool, error) {
	if k, count, ok := p.advantage(); ok {
		return true, p.advantageOfAll(k, count)
	}
	from := p.at
	switch word := p.word("half", "halved", "twice", "thrice"); word {
	case "half", "halved":
		if p.line.sign != "" || p.word("on", "if", "when") != "" {
			return true, fmt.Errorf("%q: write half of the total as half behind the dice, or half( ) around them; what the roll is for stands behind #", word)
		}
		p.line.body = &node{does: '/', parts: []*node{p.line.body, number(2)}}
		return true, nil
	case "twice":
		return true, p.repeat(2, from)
	case "thrice":
		return true, p.repeat(3, from)
	}
	if p.skip(); p.text[p.at-1] == ' ' && p.take("x") != "" { // behind a space
		if n, ok := p.some(); ok {
			p.line.notes = append(p.line.notes, fmt.Sprintf("x%d behind a space: %d times, each by itself; without the space what shows %d is thrown again", n, n, n))
			return true, p.repeat(n, from)
		}
	}
	p.at = from
	if n, ok := p.some(); ok && p.word("times") != "" {
		return true, p.repeat(n, from)
	}
	p.at = from
	return p.against()
}

// advantageOfAll is an advantage behind the whole sum: d20+5 advantage.
func (p *reader) advantageOfAll(k keep, count int) error {
	for _, x := range p.line.body.hands() {
		if x.count == 1 {
			return x.thrownMore(k, count)
		}
	}
	return fmt.Errorf("advantage is of one die, and %q has none: write d20 advantage", strings.TrimSpace(p.text[:p.at]))
}

// against reads what the total is compared with. It is false if that does not follow.
func (p *reader) against() (bool, error) {
	from := p.at
	p.skip()
	begins := p.at
	sign := p.take(">=", "<=", "=>", "=<", ">", "<", "==", "=")
	byWord := false
	switch sign {
	case "":
		for _, x := range comparing {
			if p.word(x.words) != "" || strings.HasPrefix(p.text[p.at:], x.words) && p.at+len(x.words) < len(p.text) && isDigit(p.text[p.at+len(x.words)]) {
				if !strings.HasSuffix(p.text[:p.at], x.words) {
					p.at += len(x.words)
				}
				sign, byWord = x.sign, true
				break
			}
		}
		if !byWord {
			p.at = from
			return false, nil
		}
		for p.word("a", "dc", "ac", "tn", "target", "difficulty", "of") != "" {
		}
		p.take("dc", "ac", "tn")
	case "=>":
		sign = ">="
	case "=<":
		sign = "<="
	case "==":
		sign = "="
	}
	if p.line.sign != "" {
		return true, fmt.Errorf("%q: the total is compared once; write %s", strings.TrimSpace(p.text[begins:]), strings.TrimSpace(p.text[:begins]))
	}
	p.skip()
	if p.at == len(p.text) || !p.begins() {
		return true, fmt.Errorf("what is it measured against? A number or dice are missing behind %q: write d20 vs 12", strings.TrimSpace(p.text[:p.at]))
	}
	target, err := p.sum()
	if err != nil {
		return true, err
	}
	p.line.sign, p.line.target = sign, target
	p.word("or more", "or higher", "or better")
	if !byWord {
		p.explainCompared(sign)
	}
	return true, nil
}

// begins reports whether a number, dice, a bracket or a function stand here.
func (p *reader) begins() bool {
	rest := p.text[p.at:]
	return strings.IndexByte("0123456789-+({", rest[0]) >= 0 || diceIn(rest) == 0 || slices.ContainsFunc(functions, func(f string) bool { return strings.HasPrefix(rest, f+"(") })
}

// explainCompared says that a sum is compared, where elsewhere dice would be counted.
func (p *reader) explainCompared(sign string) {
	if b, n := p.line.body, p.line.target; b.does == 'd' && n.does == '0' {
		if h := b.hand; h.count > 1 && h.counts == nil && n.n >= h.low && n.n <= h.high {
			p.line.notes = append(p.line.notes, fmt.Sprintf("the sum is compared; %scs%s%d counts the dice that show that", h, sign, n.n))
		}
	}
}

// explain says how what is read otherwise elsewhere was read.
func (p *reader) explain() {
	note := func(format string, args ...any) { p.line.notes = append(p.line.notes, fmt.Sprintf(format, args...)) }
	p.line.body.each(func(x *node) {
		switch {
		case x.does == 'd' && x.hand.explode != nil && x.hand.keep.given && x.hand.how == ownDie:
			note("what is thrown again belongs to its die, before any are kept")
		case x.does == '{' && x.keep.given && len(x.parts) > 1:
			note("of the rolls in { } the totals are compared; {3d8+1d6}kh1 keeps single dice")
		}
		if (x.does == '+' || x.does == '-') && x.parts[0].does == 'd' && x.parts[0].hand.counts != nil && x.parts[1].does == '0' {
			note("the dice are counted first, and %s %d is done to the count", string(x.does), x.parts[1].n)
		}
	})
}

// meaningful are the words that mean something in dice, so that they are not what a roll is
// for. For some there is the way to write it.
var meaningful = map[string]string{
	"best": "best 3 of 4d6, or kh3 right behind the dice", "highest": "kh1 right behind the dice", "lowest": "kl1 right behind the dice", "worst": "kl1 right behind the dice",
	"higher": "take higher right behind the dice", "lower": "take lower right behind the dice", "middle": "middle 3 of 5d6",
	"keep": "keep highest 3 right behind the dice", "drop": "drop lowest right behind the dice", "take": "take higher right behind the dice", "without": "without lowest right behind the dice",
	"half": "half right behind the dice, or half( ) around them", "double": "2*", "doubled": "2*", "twice": "twice at the end", "thrice": "thrice at the end", "times": "6#…, or 6 times …",
	"each": "6#… for several rolls", "hits": "hits on 5, or cs>=5, right behind the dice", "hit": "hits on 5, or cs>=5, right behind the dice", "count": "cs>=5 right behind the dice", "counts": "cs>=5 right behind the dice",
	"success": "cs>=5 right behind the dice", "successes": "cs>=5 right behind the dice", "fail": "cs>=5f1 right behind the dice", "failures": "cs>=5f1 right behind the dice",
	"dc": "dc 15 at the end", "ac": "ac 15 at the end", "target": "target 15 at the end", "under": "under 45 at the end", "over": "over 12 at the end", "above": "over 12 at the end", "below": "under 45 at the end", "beat": "to beat 15 at the end",
	"than": "> 12 or < 12 at the end", "more": ">= 12 at the end", "less": "<= 12 at the end", "least": "at least 12 at the end", "most": "at most 12 at the end", "exactly": "= 12 at the end", "equals": "= 12 at the end",
	"vs": "vs 12 at the end", "versus": "vs 12 at the end", "against": "vs 12 at the end", "plus": "+", "minus": "-", "divided": "/", "multiplied": "*",
	"at": "at disadvantage, or at least 12", "with": "with advantage", "of": "best 3 of 4d6", "advantage": "advantage behind a single die", "disadvantage": "disadvantage behind a single die", "adv": "adv behind a single die", "dis": "dis behind a single die",
	"reroll": "rr1 (again and again) or ro1 (once) right behind the dice", "rerolling": "rr1 (again and again) or ro1 (once) right behind the dice", "explode": "! right behind the dice", "exploding": "! right behind the dice", "explodes": "! right behind the dice",
	"min": "min2 right behind the dice, or min( , )", "max": "max5 right behind the dice, or max( , )", "minimum": "min2 right behind the dice", "maximum": "max5 right behind the dice",
	"round": "round( ) around it", "rounded": "round( ) around it", "up": "ceil( ) around it", "down": "it is rounded down by itself", "or": "12 or more behind vs, or each of two rolls by itself", "if": "the dice without it", "elven": "elven behind a single die",
	"roll": "what is rolled, such as 4d6+2", "kh": "kh3 right behind the dice", "kl": "kl1 right behind the dice", "dh": "dh1 right behind the dice", "dl": "dl1 right behind the dice",
}

var notation = []string{"keep", "drop", "highest", "lowest", "reroll", "explode", "versus", "against", "advantage", "disadvantage", "without", "times", "twice", "best", "target"}

// label passes over what the roll is for: behind #, in quotes or brackets, or words none of which
// means anything in dice.
func (p *reader) label() error {
	p.skip()
	if p.at == len(p.text) {
		return nil
	}
	rest := p.text[p.at:]
	if rest[0] == '#' {
		p.at = len(p.text)
		return nil
	}
	if i := strings.IndexByte(`"'(`, rest[0]); i >= 0 {
		end := strings.LastIndexByte(rest, `"')`[i])
		if end > 0 && strings.TrimSpace(rest[end+1:]) == "" {
			p.at = len(p.text)
			return nil
		}
		return p.wrong()
	}
	if !isLetter(rest[0]) && !isDigit(rest[0]) || p.text[p.at-1] != ' ' && p.text[p.at-1] != ']' {
		return p.wrong()
	}
	if err := p.misplaced(); err != nil {
		return err
	}
	for i, word := range strings.Fields(rest) {
		word = strings.Trim(word, ",.;:!?'\"")
		way, means := meaningful[word]
		if means || strings.ContainsAny(word, "0123456789<>=+*/{}#") {
			return p.unread(word, way)
		}
		if near := slices.IndexFunc(notation, func(w string) bool { return nearly(word, w) }); i == 0 && near >= 0 {
			return p.unread(word, notation[near]+", if that is meant")
		}
	}
	p.at = len(p.text)
	return nil
}

// firstWord is the first word of a line, without digits behind it.
func firstWord(line string) string {
	return strings.TrimRight(strings.Fields(line + " .")[0], "0123456789")
}

// unread refuses a word that could mean something, with the way to write it.
func (p *reader) unread(word, way string) error {
	rest, read := strings.TrimSpace(p.text[p.at:]), strings.TrimSpace(p.text[:p.at])
	label := fmt.Sprintf("if it is what the roll is for, write %s # %s", read, rest)
	if way != "" {
		label = "write " + way + "; " + label
	}
	return fmt.Errorf("%q could mean something and cannot be read here: %s", word, label)
}

// nearly reports whether a word is another with one letter wrong, missing or too many.
func nearly(word, other string) bool {
	if word == other || len(word) < 3 || word[0] != other[0] {
		return word == other
	}
	i := 0
	for i < len(word) && i < len(other) && word[i] == other[i] {
		i++
	}
	a, b := word[i:], other[i:]
	switch {
	case len(a) == len(b):
		return a[1:] == b[1:]
	case len(a) == len(b)+1:
		return a[1:] == b
	case len(b) == len(a)+1:
		return a == b[1:]
	}
	return false
}

var aDie = regexp.MustCompile(`(^|[^a-z0-9])(\d*[dw][\d%]|\d+df|df($|[^a-z]))`)

// diceIn gives where the first dice stand in a line, -1 for nowhere.
func diceIn(text string) int {
	at := aDie.FindStringIndex(text)
	switch {
	case at == nil:
		return -1
	case at[0] == 0 && (isDigit(text[0]) || text[0] == 'd' || text[0] == 'w'):
		return 0
	}
	return at[0] + 1
}
