package serve

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"example.org/fray/model"
)

// alike replaces letters of other scripts by the Latin letters that they look like.
var alike = strings.NewReplacer(
	"а", "a", "в", "b", "с", "c", "е", "e", "ё", "e", "һ", "h", "і", "i", "ї", "i", "ј", "j", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p",
	"ѕ", "s", "т", "t", "у", "y", "х", "x", "ԁ", "d", "ԛ", "q", "ԝ", "w",
	"α", "a", "β", "b", "ε", "e", "η", "n", "ι", "i", "κ", "k", "μ", "m", "ν", "v", "ο", "o", "ρ", "p", "τ", "t", "υ", "u", "χ", "x",
	"ı", "i", "ł", "l", "ø", "o", "0", "o", "1", "l", "|", "l", "i", "l",
)

// skeleton returns a name without the differences that people overlook. Two names with the
// same skeleton look alike.
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

// Taken returns the seat whose name equals name or looks like it, or the zero Seat.
func (l *GuestList) Taken(t model.Table, name string) model.Seat {
	mine := skeleton(name)
	for _, s := range l.seats(t) {
		if n := t.SeatName(s); n != "" && skeleton(n) == mine {
			return s
		}
	}
	return model.Seat{}
}

// seats returns the seats of the table, and those that only the guest list has, since the
// table may have been restored from an older file.
func (l *GuestList) seats(t model.Table) []model.Seat {
	all := t.Seats()
	for _, g := range l.Guests() {
		if !slices.Contains(all, g.Seat) {
			all = append(all, g.Seat)
		}
	}
	return all
}

// Lookalike is the error for a name that looks like another one but is not the same.
type Lookalike struct{ Name, Like string }

// Error says whose name it looks like, and what to do.
func (e *Lookalike) Error() string {
	if e.Name == e.Like {
		return fmt.Sprintf("somebody called %q already has a seat. If this is somebody else, choose another name", e.Name)
	}
	return fmt.Sprintf("%q looks like %q, who already has a seat. If it is the same person, use that name; otherwise choose another", e.Name, e.Like)
}

// checkSeat checks a seat before somebody gets it: an existing one, or a new one whose name, if
// it has one, nobody else has. The errors are *Lookalike, and one for a name that no player
// can have.
func (l *GuestList) checkSeat(t model.Table, seat model.Seat) error {
	if slices.Contains(l.seats(t), seat) {
		return nil
	}
	for _, name := range []string{seat.Name, skeleton(seat.Name)} {
		if err := (model.Seat{Role: seat.Role, Name: name}).Check(); err != nil {
			return err
		}
	}
	if seat.ID != "" {
		return errNoSeat
	}
	if like := l.Taken(t, seat.Name); seat.Name != "" && like != (model.Seat{}) {
		return &Lookalike{seat.Name, t.SeatName(like)}
	}
	return nil
}

var errNoSeat = errors.New("this table does not have that seat")
