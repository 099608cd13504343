package serve

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"example.org/fray/model"
)

// alike are letters of other scripts that look like Latin ones.
var alike = strings.NewReplacer(
	"а", "a", "в", "b", "с", "c", "е", "e", "ё", "e", "һ", "h", "і", "i", "ї", "i", "ј", "j", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p",
	"ѕ", "s", "т", "t", "у", "y", "х", "x", "ԁ", "d", "ԛ", "q", "ԝ", "w",
	"α", "a", "β", "b", "ε", "e", "η", "n", "ι", "i", "κ", "k", "μ", "m", "ν", "v", "ο", "o", "ρ", "p", "τ", "t", "υ", "u", "χ", "x",
	"ı", "i", "ł", "l", "ø", "o", "0", "o", "1", "l", "|", "l", "i", "l",
)

// skeleton is what is left of a name once what people overlook is taken off:
// two names with one skeleton look like one person's.
func skeleton(name string) string {
	s := norm.NFKD.String(strings.ToLower(name))
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || r == '|' {
			return r
		}
		return -1
	}, s)
	return alike.Replace(s)
}

// Taken gives the name at the table that is name or looks like it: "" when none
// does.
func (b *Book) Taken(t model.Table, name string) string {
	mine := skeleton(name)
	for _, g := range b.Guests() {
		if g.Seat.Name != "" && skeleton(g.Seat.Name) == mine {
			return g.Seat.Name
		}
	}
	for _, c := range t.Characters() {
		if c.Owner != "" && skeleton(c.Owner) == mine {
			return c.Owner
		}
	}
	return ""
}

// Lookalike is the error of a name that looks like another's and isn't that.
type Lookalike struct{ Name, Like string }

// Error says whose name it looks like, and what would do.
func (e *Lookalike) Error() string {
	return fmt.Sprintf("%q looks like %q, who has a seat: take that name if it is the same person, or another", e.Name, e.Like)
}

// own checks the name that a seat is to have, which may be none yet. The errors
// are *Lookalike, and of a name that no player can have or that looks like one.
func (b *Book) own(t model.Table, seat model.Seat) error {
	for _, name := range []string{seat.Name, skeleton(seat.Name)} {
		if err := (model.Seat{Role: seat.Role, Name: name}).Check(); err != nil {
			return err
		}
	}
	if like := b.Taken(t, seat.Name); seat.Name != "" && like != "" && like != seat.Name {
		return &Lookalike{seat.Name, like}
	}
	return nil
}
