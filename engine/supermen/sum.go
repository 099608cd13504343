package supermen

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// term is one number of a sum: an ability, or something looked up.
type term struct {
	words string // "agility", or "Square(%s)" with what was looked up
	of    engine.Milli
	n     int
}

// plain is a number as it stands.
func plain(words string, n int) term { return term{words: words, n: n} }

// from is a whole number looked up on a column.
func (c column) from(n int) term {
	return term{words: c.name + "(%s)", of: engine.Milli(n) * 1000, n: c.of(n)}
}

// measured is a decimal number looked up on a column.
func (c column) measured(m engine.Milli) term {
	return term{words: c.name + "(%s)", of: m, n: c.look(m)}
}

// sum is a target or a pool with how it came about.
type sum []term

func (s sum) total() int {
	n := 0
	for _, t := range s {
		n += t.n
	}
	return n
}

// String writes the sum as the page does: "28 = agility 22 + half strength 5
// + Square(1.791) 1".
func (s sum) String() string {
	terms := s.terms()
	if terms == "0" {
		return terms
	}
	return fmt.Sprintf("%d = %s", s.total(), terms)
}

// pool writes a pool with its modifiers, each with its sign.
type pool sum

func (p pool) String() string {
	var said []string
	for _, t := range p {
		if t.n != 0 {
			said = append(said, fmt.Sprintf("%s %+d", t.words, t.n))
		}
	}
	return fmt.Sprintf("%d: %s", sum(p).total(), strings.Join(said, ", "))
}

func (s sum) terms() string {
	var b strings.Builder
	for _, t := range s {
		if t.n == 0 {
			continue
		}
		of, n := t.of, t.n
		switch {
		case n < 0:
			b.WriteString(" - ")
			of, n = max(of, -of), -n
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		words := t.words
		if strings.Contains(words, "%s") {
			words = fmt.Sprintf(words, of)
		}
		if words != "" {
			words += " "
		}
		fmt.Fprintf(&b, "%s%d", words, n)
	}
	if b.Len() == 0 {
		return "0"
	}
	return strings.TrimPrefix(b.String(), " ")
}
