package supermen

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// term is one number of a sum.
type term struct {
	words string       // "agility", or "Square(%s)" for a number that was looked up
	of    engine.Milli // the number that was looked up
	n     int
}

// plain gives a term that was not looked up.
func plain(words string, n int) term { return term{words: words, n: n} }

// from gives a whole number that is looked up on a column.
func (c column) from(n int) term {
	return term{words: c.name + "(%s)", of: engine.Milli(n) * 1000, n: c.of(n)}
}

// measured gives a decimal number that is looked up on a column.
func (c column) measured(m engine.Milli) term {
	return term{words: c.name + "(%s)", of: m, n: c.look(m)}
}

// sum is a target or a pool, as the terms that it is made of.
type sum []term

func (s sum) total() int {
	n := 0
	for _, t := range s {
		n += t.n
	}
	return n
}

// String gives the sum with its working, as the book writes it: "28 = agility 22 + half
// strength 5 + Square(1.791) 1".
func (s sum) String() string {
	terms := s.terms()
	if terms == "0" {
		return terms
	}
	return strconv.Itoa(s.total()) + " = " + terms
}

// pool is a sum that is written as modifiers, each with its sign.
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
	var b []byte
	for _, t := range s {
		if t.n == 0 {
			continue
		}
		of, n := t.of, t.n
		switch {
		case n < 0:
			b = append(b, " - "...)
			of, n = max(of, -of), -n
		case len(b) > 0:
			b = append(b, " + "...)
		}
		if before, after, looked := strings.Cut(t.words, "%s"); looked {
			b = append(append(append(b, before...), of.String()...), after...)
		} else {
			b = append(b, t.words...)
		}
		if t.words != "" {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	if len(b) == 0 {
		return "0"
	}
	return strings.TrimPrefix(string(b), " ")
}
