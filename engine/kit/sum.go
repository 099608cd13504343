package kit

import (
	"fmt"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// Term is one number of a sum.
type Term struct {
	Words string       // "agility", or "Square(%s)" for a number that was looked up; "" for the number alone
	Of    engine.Milli // the number that was looked up
	N     int
	Cut   int // more than N, if so much was given and N is the most that counts; else 0
}

// Plain gives a term that was not looked up.
func Plain(words string, n int) Term { return Term{Words: words, N: n} }

// words are those of the term, with what was looked up.
func (t Term) words(of engine.Milli) string {
	if before, after, looked := strings.Cut(t.Words, "%s"); looked {
		return before + of.String() + after
	}
	return t.Words
}

// Sum is a target, a total or a pool, as the terms that it is made of.
type Sum []Term

// Total adds up.
func (s Sum) Total() int {
	n := 0
	for _, t := range s {
		n += t.N
	}
	return n
}

// String gives the sum with its working: "28 = agility 22 + half strength 5 + Square(1.791) 1". A
// sum of one number without words has none.
func (s Sum) String() string {
	terms, total := s.Terms(), strconv.Itoa(s.Total())
	if terms == total {
		return total
	}
	return total + " = " + terms
}

// Signed writes the terms as modifiers, each with its sign: "size -2, sight +3".
func (s Sum) Signed() string {
	var said []string
	for _, t := range s {
		if t.N != 0 {
			said = append(said, fmt.Sprintf("%s %+d", t.words(t.Of), t.N))
		}
	}
	return strings.Join(said, ", ")
}

// Terms writes the terms without those that are 0: "agility 22 + half strength 5".
func (s Sum) Terms() string {
	var b []byte
	for _, t := range s {
		if t.N == 0 {
			continue
		}
		of, n := t.Of, t.N
		switch {
		case n < 0:
			b = append(b, " - "...)
			of, n = max(of, -of), -n
		case len(b) > 0:
			b = append(b, " + "...)
		}
		if t.Words != "" {
			b = append(append(b, t.words(of)...), ' ')
		}
		b = strconv.AppendInt(b, int64(n), 10)
		if t.Cut != 0 {
			b = fmt.Appendf(b, " (of %+d)", t.Cut)
		}
	}
	if len(b) == 0 {
		return "0"
	}
	return strings.TrimPrefix(string(b), " ")
}

// Held gives a field as terms: each effect in force on it by its name, and besides them the rest.
func Held(s engine.Sheet, f engine.Field[int]) Sum { return HeldAt(s, f.ID, f.Of(s)) }

// HeldAt is [Held] for the field or the column at a path, which holds n.
func HeldAt(s engine.Sheet, path string, n int) Sum {
	held := InForce(s, path)
	if n -= held.Total(); n != 0 {
		held = append(held, Plain("besides", n))
	}
	return held
}

// InForce gives each effect in force on the field or the column at a path, by its name.
func InForce(s engine.Sheet, path string) Sum {
	var held Sum
	for _, m := range s.InForce(path) {
		held = append(held, Plain(m.Why, m.N))
	}
	return held
}

// Situation gives the situation modifier among the parameters of a roll, with the reason for it.
func Situation(params engine.Sheet) Term {
	t := Plain("situation", engine.Every.Situation.Of(params))
	if why := engine.Every.Why.Of(params); why != "" {
		t.Words += " (" + why + ")"
	}
	return t
}

// InSituation adds the situation of the roll to a number, with a line of working.
func InSituation(r *engine.Roll, n int) int {
	if t := Situation(r.Params()); t.N != 0 {
		n += t.N
		r.Note("%s: %d", Sum{t}.Signed(), n)
	}
	return n
}
