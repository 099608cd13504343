package scene

import (
	"strconv"
	"unicode"
	"unicode/utf8"

	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// ShortMoment writes a moment as short as possible: 87, or R2 17 if units are counted anew in
// each round.
func ShortMoment(t model.Table, m int) string {
	tk, m := t.Time(), t.InScene(m)
	round, unit := tk.RoundOf(m)
	if tk.PerRound > 0 && !tk.Down {
		return strconv.Itoa(unit)
	}
	b := strconv.AppendInt(utf8.AppendRune(make([]byte, 0, 24), initial(tk.Round)), int64(round), 10)
	if tk.PerRound > 0 {
		b = strconv.AppendInt(append(b, ' '), int64(unit), 10)
	}
	return string(b)
}

// initial is what a round is called, in one letter.
func initial(round string) rune {
	for _, r := range round {
		return unicode.ToUpper(r)
	}
	return 'R'
}

// PendingWords is a pending action in few words: "moves until 56".
func PendingWords(t model.Table, p model.Pending) string {
	words := t.ActionName(p.System, p.Of) + " until"
	if a, ok := t.ActionOf(p.System, p.Of); ok && a.Doing != "" {
		words = a.Doing
	}
	return words + " " + ShortMoment(t, decide.DueTime(t, p))
}
