package engine

import (
	"cmp"
	"strconv"
	"strings"
)

// Party is one half of an opposed roll. Its parameters and questions have ids of their
// own, so that nobody has to sit at its seat: what the sheet would give can be typed.
type Party struct {
	Seat   Seat
	Prefix string // of its ids: "" for the actor, "other." or "other.2." for opponents
}

// PartyOf gives the party at a seat.
func PartyOf(seat Seat) Party {
	if seat == Actor {
		return Party{Seat: seat}
	}
	return Party{Seat: seat, Prefix: string(seat) + "."}
}

// Seat gives the seat whose dice, points or choice an answer is. The id of a question to an
// opponent begins with the opponent's seat.
func (a Answer) Seat() Seat {
	seat, rest, found := strings.Cut(a.ID, ".")
	if !found || seat != string(Other) {
		return Actor
	}
	if n, _, more := strings.Cut(rest, "."); more {
		if _, err := strconv.Atoi(n); err == nil {
			return Seat(seat + "." + n)
		}
	}
	return Other
}

// ID gives the id of a parameter or a question of the party.
func (p Party) ID(id string) string { return p.Prefix + id }

// Row declares a parameter in g that names a row of the party's sheet. A form offers the
// rows of the actor; the name of another's row is typed, with at most most characters.
func (p Party) Row(g *Group, id, label string, of *Group, most int) Field[string] {
	if p.Seat == Actor {
		return g.Row(p.ID(id), label, of)
	}
	return g.Text(p.ID(id), label, most)
}

// Winner says which party has won an opposed roll.
type Winner int8

// The parties that can win.
const (
	OtherWins Winner = iota - 1
	NobodyWins
	ActorWins
)

// Higher lets the higher number win; nobody wins a tie.
func Higher(actor, other int) Winner { return Winner(cmp.Compare(actor, other)) }

// Grade is the grade of the actor's roll: Success, Failure or Undecided.
func (w Winner) Grade() string { return [...]string{Failure, Undecided, Success}[w+1] }

// Value is the value "winner" of an outcome: actor, other or none.
func (w Winner) Value() Named { return Word("winner", [...]string{"other", "none", "actor"}[w+1]) }

// Sentence says for [Roll.Story] who beats whom.
func (w Winner) Sentence(other Seat) string {
	switch actor, other := "{"+string(Actor)+"}", "{"+string(other)+"}"; w {
	case ActorWins:
		return actor + " beats " + other
	case OtherWins:
		return other + " beats " + actor
	default:
		return actor + " and " + other + " are even"
	}
}
