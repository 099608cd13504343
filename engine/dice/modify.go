package dice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// hand is dice of one kind, with what is done with them.
type hand struct {
	count, low, high int
	tens             bool // one of the two dice of a d66

	reroll, rerollOnce, explode, counts *faces // nil: no faces
	least, most                         int    // a die counts as no less and no more
	keep                                keep
	keeps                               int // how many are kept or dropped
	keptToo                             int // how many are dropped at the other end, for dropBoth

	holds holds
}

// keep says which dice count.
type keep byte

const (
	keepAll keep = iota
	keepHigh
	keepLow
	dropHigh
	dropLow
	dropBoth // the lowest keeps dice and the highest keptToo dice are dropped
)

// faces are the faces that something happens to.
type faces struct{ from, to int }

func (f *faces) has(n int) bool { return f != nil && n >= f.from && n <= f.to }

// modifier reads one modifier of the dice. It is false if none follows.
func (p *reader) modifier(h *hand) (bool, error) {
	from := p.at
	p.skip()
	if word := p.take("keep", "drop"); word != "" {
		return true, p.inWords(h, word)
	}
	if keep, ok := p.advantage(); ok {
		return true, p.twice(h, keep)
	}
	word := p.take("kh", "kl", "dh", "dl", "k", "rr", "ro", "r", "mi", "ma", "cs", "e", "x", "!", "d")
	if p.at < len(p.text) && p.text[from] == ' ' && word != "!" && p.text[p.at] >= 'a' && p.text[p.at] <= 'z' {
		word = "" // a label: 8d6 dragon
	}
	switch word {
	case "":
		p.at = from
		return false, nil
	case "kh", "k":
		return true, p.keeping(h, keepHigh)
	case "kl":
		return true, p.keeping(h, keepLow)
	case "dh":
		return true, p.keeping(h, dropHigh)
	case "dl":
		return true, p.keeping(h, dropLow)
	case "r":
		return true, fmt.Errorf("a bare r means either elsewhere: write rr for again and again, ro for once")
	case "d":
		return true, fmt.Errorf("a d behind dice: write dl1 to drop the lowest, dh1 the highest, + between dice")
	case "mi", "ma":
		return true, p.bound(h, word)
	default:
		return true, p.selecting(h, word)
	}
}

// advantage reads that a die is thrown twice, and which of the two counts.
func (p *reader) advantage() (keep, bool) {
	text := strings.TrimPrefix(p.text[p.at:], "with ")
	for _, x := range []struct {
		word string
		keep keep
	}{{"disadvantage", keepLow}, {"dis", keepLow}, {"advantage", keepHigh}, {"adv", keepHigh}} {
		rest, ok := strings.CutPrefix(text, x.word)
		if ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z') {
			p.at = len(p.text) - len(rest)
			return x.keep, true
		}
	}
	return keepAll, false
}

// twice lets a single die be thrown twice, of which one counts.
func (p *reader) twice(h *hand, k keep) error {
	if h.count != 1 {
		return fmt.Errorf("advantage is of one die: write d20 advantage")
	}
	h.count = 2
	p.line.dice++
	return h.keeping(k, 1)
}

// behind reads an advantage behind the whole sum: d20+5 advantage.
func (p *reader) behind() error {
	p.skip()
	k, ok := p.advantage()
	if !ok {
		return nil
	}
	h := &hand{}
	for _, x := range p.line.steps {
		if x.does == 'd' && x.hand.count == 1 {
			h = x.hand
		}
	}
	return cmp.Or(p.twice(h, k), h.validate())
}

// bound reads mi2 and ma5.
func (p *reader) bound(h *hand, word string) error {
	n, ok, err := p.number()
	if err != nil || !ok {
		return orMissing(err, word, word+"2")
	}
	if word == "mi" {
		h.least = max(h.least, min(n, mostFaces))
	} else {
		h.most = min(h.most, n)
	}
	return nil
}

func orMissing(err error, word, example string) error {
	if err != nil {
		return err
	}
	return fmt.Errorf("%s needs a number: write %s", word, example)
}

// selecting reads a modifier for some faces: rr1, ro<3, e6, x, !, cs>=7.
func (p *reader) selecting(h *hand, word string) error {
	at := map[string]**faces{"rr": &h.reroll, "ro": &h.rerollOnce, "e": &h.explode, "x": &h.explode, "!": &h.explode, "cs": &h.counts}[word]
	if word == "cs" || word == "rr" || word == "ro" {
		p.skip()
	}
	sign := p.take(">=", "<=", ">", "<", "=")
	n, ok, err := p.number()
	switch {
	case err != nil:
		return err
	case !ok && sign == "" && (word == "x" || word == "!"):
		n = h.high
	case !ok:
		return orMissing(nil, word, word+fmt.Sprint(h.high))
	}
	f := faces{n, n}
	switch sign {
	case ">=":
		f.to = h.high
	case ">":
		f = faces{n + 1, h.high}
	case "<=":
		f.from = h.low
	case "<":
		f = faces{h.low, n - 1}
	}
	if *at != nil {
		return fmt.Errorf("%s is given twice", word)
	}
	*at = &f
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

// inWords reads what follows the word keep or drop: highest 3, the lowest, 3 highest.
func (p *reader) inWords(h *hand, word string) error {
	p.skip()
	if p.take("the ") != "" {
		p.skip()
	}
	n, numbered, err := p.number()
	if err != nil {
		return err
	}
	p.skip()
	end := p.take("highest", "high", "best", "lowest", "low", "worst")
	if end == "" && (!numbered || word == "drop") {
		return fmt.Errorf("%s which? Write %s highest 1 or %s lowest 1", word, word, word)
	}
	if !numbered {
		p.skip()
		if n, numbered, err = p.number(); err != nil {
			return err
		}
		if !numbered {
			n = 1
		}
	}
	high := end == "" || slices.Contains([]string{"highest", "high", "best"}, end)
	switch {
	case word == "keep" && high:
		return h.keeping(keepHigh, n)
	case word == "keep":
		return h.keeping(keepLow, n)
	case high:
		return h.keeping(dropHigh, n)
	}
	return h.keeping(dropLow, n)
}

func (h *hand) keeping(k keep, n int) error {
	n = min(n, mostDice)
	switch {
	case h.keep == keepAll:
		h.keep, h.keeps = k, n
	case h.keep == dropLow && k == dropHigh:
		h.keep, h.keptToo = dropBoth, n
	case h.keep == dropHigh && k == dropLow:
		h.keep, h.keeps, h.keptToo = dropBoth, n, h.keeps
	default:
		return fmt.Errorf("dice are kept or dropped once: only dl and dh go together")
	}
	return nil
}

// longestStreak is how many throws a die may take on average.
const longestStreak = 50

// validate refuses dice that would be thrown again without end, and sets holds.
func (h *hand) validate() error {
	faces, rest := h.high-h.low+1, 0
	for n := h.low; n <= h.high; n++ {
		if !h.reroll.has(n) && !h.explode.has(n) {
			rest++
		}
	}
	switch {
	case rest == 0:
		return fmt.Errorf("these dice would be thrown again without end")
	case faces > rest*longestStreak || h.count*faces > 5*mostDice*rest:
		return fmt.Errorf("too many of these dice would be thrown again")
	case h.least > h.most:
		return fmt.Errorf("no less than %d and no more than %d: nothing is both", h.least, h.most)
	}
	h.holds = h.holding()
	return nil
}
