package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// narration is what people read of a roll. It stays empty while odds are counted.
type narration struct {
	notes  []string
	story  string
	taken  Page // see Field.Else
	beside []Named
	fates  []DieFate
}

// Silent reports whether nobody reads the narration, since odds are counted. No rule may
// depend on it; it is there for a language in which rules are written, which can then skip
// the words.
func (r *Roll) Silent() bool { return r.count != nil }

// Note adds one line of working.
func (r *Roll) Note(format string, args ...any) {
	if !r.Silent() && !r.in.withoutNotes {
		r.narration.notes = append(r.narration.notes, fmt.Sprintf(format, args...))
	}
}

// Aim gives the number that the dice will be compared with, and its working, before they are
// thrown. The last call counts.
func (r *Roll) Aim(n int, format string, args ...any) {
	r.target = target{n, true}
	r.Note(format, args...)
}

// Story gives the sentence for the log, in the words of the game: who did what to whom and,
// after two spaces, how well or with what effect. {actor}, {other} and {other.2} stand for
// the names of those at these seats. The last call counts.
func (r *Roll) Story(format string, args ...any) {
	if !r.Silent() {
		r.narration.story = fmt.Sprintf(format, args...)
	}
}

// Beside gives words that a form shows beside the parameter with that id, or beside the
// character at the seat with that name: what a weapon does, an opponent's present Defense.
// The id "total" names what the chart of the odds shows.
func (r *Roll) Beside(id, format string, args ...any) {
	if !r.Silent() {
		r.narration.beside = append(r.narration.beside, Word(id, fmt.Sprintf(format, args...)))
	}
}

// Else gives the parameter f of the roll if it is written, and else v, which comes from a
// weapon, a skill or the sheet. Forms show v as the value that counts.
func (f Field[T]) Else(r *Roll, v T) T {
	if params := r.Params(); params.Written(f.ID) {
		return f.Of(params)
	}
	if !r.Silent() {
		r.narration.taken = r.narration.taken.With(f.ID, ValueOf(v))
	}
	return v
}

// Cancelled says that the first die of a question that shows a face does not count.
func (r *Roll) Cancelled(ask string, face int) { r.fate(ask, face, cancelled) }

// Decisive says that the first die of a question that shows a face decided
// something by itself.
func (r *Roll) Decisive(ask string, face int) { r.fate(ask, face, decisive) }

func (r *Roll) fate(ask string, face int, fate string) {
	if !r.Silent() {
		r.narration.fates = append(r.narration.fates, DieFate{ask, face, fate})
	}
}

// NameOf gives the name of the character at a seat or, without one, otherwise. It is for
// labels and notes: no rule may depend on it.
func (r *Roll) NameOf(seat Seat, otherwise string) string {
	if name := r.in.Names[seat]; name != "" {
		return name
	}
	return otherwise
}

// IDOf gives the id of the character at a seat, which is the same in every roll of a
// table; "" outside a table.
func (r *Roll) IDOf(seat Seat) string { return r.in.IDs[seat] }

// OpponentNames gives the names of all opponents for [Roll.Story], behind a word:
// " at {other} and {other.2}". It is "" where there are none.
func (r *Roll) OpponentNames(word string) string {
	if r.Silent() {
		return ""
	}
	var names []string
	for n := 1; n <= MostOpponents; n++ {
		seat := Opponent(n)
		if _, there := r.in.Sheets[seat]; !there {
			break
		}
		names = append(names, "{"+string(seat)+"}")
	}
	if len(names) == 0 {
		return ""
	}
	return word + AndList(names...)
}

// AndList lists words in a sentence: "a", "a and b", "a, b and c".
func AndList(words ...string) string {
	if last := len(words) - 1; last > 0 {
		return strings.Join(words[:last], ", ") + " and " + words[last]
	}
	return strings.Join(words, "")
}

// Counted gives a number of things in words: "1 segment", "3 segments". many is the plural,
// if it is not the singular with an s.
func Counted(n int, one string, many ...string) string {
	switch {
	case n == 1:
		return "1 " + one
	case many == nil:
		return strconv.Itoa(n) + " " + one + "s"
	}
	return strconv.Itoa(n) + " " + many[0]
}
