package dice

import (
	"fmt"
	"slices"
	"strings"
)

// modifier reads one modifier of the dice. It is false if none follows.
func (p *reader) modifier(h *hand) (bool, error) {
	if ok, err := p.inWords(h); ok || err != nil {
		return ok, err
	}
	from := p.at
	p.skip()
	sign := p.take("!!", "!p", "!o", "!", "kh", "kl", "dh", "dl", "k", "rr", "ro", "r", "min", "mi", "max", "ma", "cs", "cf", "df", "f", "xo", "e", "x", "d")
	if p.at < len(p.text) && p.text[from] == ' ' && sign != "" && isLetter(sign[0]) && (isLetter(p.text[p.at]) || p.text[p.at] == ' ' || sign == "x") {
		sign = "" // a word: 8d6 dragon; or how often: 4d6 x6
	}
	if sign == "" || (sign == "min" || sign == "max") && p.at < len(p.text) && p.text[p.at] == '(' {
		p.at = from
		return false, nil
	}
	switch sign {
	case "kh", "k":
		return true, p.keeping(h, keep{given: true})
	case "kl":
		return true, p.keeping(h, keep{given: true, lowest: true})
	case "dh":
		return true, p.keeping(h, keep{given: true, drops: true})
	case "dl":
		return true, p.keeping(h, keep{given: true, drops: true, lowest: true})
	case "r":
		return true, fmt.Errorf("a bare r means either elsewhere: write rr%s for again and again, ro%s for once", p.figures(), p.figures())
	case "d":
		return true, fmt.Errorf("a d behind dice: write dl1 to drop the lowest, dh1 the highest, + between dice")
	case "min", "mi", "max", "ma":
		return true, p.bound(h, sign)
	}
	return true, p.selecting(h, sign)
}

// figures gives the sign and number that follow.
func (p *reader) figures() string {
	end := p.at
	for end < len(p.text) && (isDigit(p.text[end]) || strings.IndexByte("<>=", p.text[end]) >= 0) {
		end++
	}
	if p.at == end || !isDigit(p.text[end-1]) {
		return p.text[p.at:end] + "1"
	}
	return p.text[p.at:end]
}

// bound reads mi2 and ma5.
func (p *reader) bound(h *hand, word string) error {
	n, ok, err := p.number()
	if err != nil || !ok {
		return orMissing(err, word, word+"2")
	}
	if word == "mi" || word == "min" {
		h.least = max(h.least, min(n, mostFaces))
	} else {
		h.most = min(h.most, n)
	}
	return nil
}

// String writes what is kept or dropped.
func (k keep) String() string {
	switch {
	case k.drops && k.low > 0:
		return fmt.Sprintf("dl%d", k.low)
	case k.drops:
		return fmt.Sprintf("dh%d", k.high)
	case k.lowest:
		return fmt.Sprintf("kl%d", k.n)
	}
	return fmt.Sprintf("kh%d", k.n)
}

func orMissing(err error, word, example string) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("%s needs a number: write %s", word, example)
}

// compared gives the faces from low to high that a sign and a number name.
func compared(sign string, n, low, high int) *faces {
	switch sign {
	case ">=":
		return &faces{n, high}
	case ">":
		return &faces{n + 1, high}
	case "<=":
		return &faces{low, n}
	case "<":
		return &faces{low, n - 1}
	}
	return &faces{n, n}
}

// selecting reads a modifier for some faces: rr1, ro<3, e6, x, !, !!, cs>=7, f1.
func (p *reader) selecting(h *hand, word string) error {
	at := map[string]**faces{"rr": &h.reroll, "ro": &h.rerollOnce, "cs": &h.counts, "cf": &h.fails, "df": &h.fails, "f": &h.fails}[word]
	bare := at == nil // without a number it is the highest face
	if bare {
		at = &h.explode
	}
	if word == "cs" || word == "rr" || word == "ro" {
		p.skip()
	}
	sign := p.take(">=", "<=", ">", "<", "=")
	n, ok, err := p.number()
	switch {
	case err != nil:
		return err
	case !ok && sign == "" && bare && word != "e":
		n = h.high
	case !ok:
		return orMissing(nil, word, word+fmt.Sprint(h.high))
	}
	f := compared(sign, n, h.low, h.high)
	if *at != nil {
		if word == "!" {
			return fmt.Errorf("! is given twice behind %s: write !! for one die that grows", h)
		}
		return fmt.Errorf("%s is given twice behind %s: write one, such as %s%s%d", word, h, h, word, n)
	}
	*at = f
	if bare {
		h.how = map[string]exploding{"!!": grows, "!p": penetrates, "!o": once, "xo": once}[word]
	}
	if word == "!" && sign == "=" {
		p.line.notes = append(p.line.notes, fmt.Sprintf("!=%d: what shows %d is thrown again and added; other than %d is written cs<%d or cs>%d", n, n, n, n, n))
	}
	if word == "x" && ok {
		p.line.notes = append(p.line.notes, fmt.Sprintf("x%d: what shows %d is thrown again and added; several times is written %d#… or with a space before x%d", n, n, n, n))
	}
	return nil
}

// keeping reads how many dice are kept or dropped. Without a number it is one.
func (p *reader) keeping(h *hand, k keep) error {
	n, ok, err := p.number()
	if err != nil {
		return err
	}
	if !ok {
		n = 1
	}
	return h.keeping(k, n)
}

func (h *hand) keeping(k keep, n int) error {
	n = min(n, mostDice)
	switch {
	case k.drops && k.lowest:
		k.low = n
	case k.drops:
		k.high = n
	default:
		k.n = n
	}
	k.lowest = k.lowest && !k.drops
	switch was := h.keep; {
	case !was.given:
		h.keep = k
	case was.drops && k.drops && (was.low == 0) != (k.low == 0):
		h.keep.low, h.keep.high = was.low+k.low, was.high+k.high
	default:
		return fmt.Errorf("dice are kept or dropped once, and not by %s and %s: write one; only dl1dh1 go together", h.keep, k)
	}
	return nil
}

// The words for both ends of dice.
var (
	highWords = []string{"highest", "higher", "high", "best", "top"}
	lowWords  = []string{"lowest", "lower", "low", "worst", "bottom"}
	endWords  = slices.Concat(highWords, lowWords)
)

// inWords reads a modifier that is written in words: drop the lowest, best 3, take higher, hits
// on 5, with advantage. It is false if none follows.
func (p *reader) inWords(h *hand) (bool, error) {
	from := p.at
	switch word := p.word("keep", "take", "drop", "without", "discard"); word {
	case "":
	default:
		drops := word != "keep" && word != "take"
		p.word("the")
		n, numbered := p.some()
		end := p.word(endWords...)
		if end == "" && (!numbered || drops) {
			return true, fmt.Errorf("%s which? Write %s highest 1 or %s lowest 1", word, word, word)
		}
		if !numbered {
			if n, numbered = p.some(); !numbered {
				n = 1
			}
		}
		return true, h.keeping(keep{given: true, drops: drops, lowest: slices.Contains(lowWords, end)}, n)
	}
	if end := p.word(endWords...); end != "" {
		if n, numbered := p.some(); numbered && p.word("of") == "" {
			return true, h.keeping(keep{given: true, lowest: slices.Contains(lowWords, end)}, n)
		}
		p.at = from
		return true, fmt.Errorf("how many are kept? Write %s 1 behind the dice, or keep %s", end, end)
	}
	if k, count, ok := p.advantage(); ok {
		return true, h.thrownMore(k, count)
	}
	if word := p.word("hits on", "hit on", "successes on", "success on", "succeeds on"); word != "" {
		n, ok := p.some()
		if !ok {
			return true, fmt.Errorf("%s needs a number: write %s 5", word, word)
		}
		p.take("+")
		p.word("or more", "or better")
		if h.counts != nil {
			return true, fmt.Errorf("what counts of %s is given twice: write cs>=%d once", h, n)
		}
		h.counts = &faces{n, h.high}
		p.line.notes = append(p.line.notes, fmt.Sprintf("the dice that show %d or more count, as with cs>=%d", n, n))
		return true, nil
	}
	return false, nil
}

// some reads a number behind a space, in digits.
func (p *reader) some() (int, bool) {
	from := p.at
	p.skip()
	n, ok, err := p.number()
	if err != nil || !ok || p.at < len(p.text) && isLetter(p.text[p.at]) {
		p.at = from
		return 0, false
	}
	return n, true
}

// advantage reads that a die is thrown more often, and which throw counts.
func (p *reader) advantage() (k keep, count int, ok bool) {
	from := p.at
	p.word("with", "at", "has")
	word := p.word("disadvantage", "dis", "advantage", "adv", "elven accuracy", "elven")
	if word == "" {
		p.at = from
		return keep{}, 0, false
	}
	count = 2
	if strings.HasPrefix(word, "elven") {
		count = 3
	}
	return keep{given: true, lowest: strings.HasPrefix(word, "dis")}, count, true
}

// thrownMore lets a single die be thrown several times, of which one counts.
func (h *hand) thrownMore(k keep, count int) error {
	if h.count != 1 {
		return fmt.Errorf("advantage is of one die, and not of %d: write d20 advantage", h.count)
	}
	h.count = count
	return h.keeping(k, 1)
}
