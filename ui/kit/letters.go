package kit

import (
	"strings"

	"example.org/fray/engine"
)

// letters are capitals three rows high, of blocks.
var letters = map[rune][3]string{
	'A': {"▄▀▄", "█▀█", "█ █"}, 'B': {"█▀▄", "█▀▄", "█▄▀"}, 'C': {"▄▀▀", "█  ", "▀▄▄"}, 'D': {"█▀▄", "█ █", "█▄▀"},
	'E': {"█▀▀", "█▀▀", "█▄▄"}, 'F': {"█▀▀", "█▀▀", "█  "}, 'G': {"█▀▀", "█ █", "█▄█"}, 'H': {"█ █", "███", "█ █"},
	'I': {"▀█▀", " █ ", "▄█▄"}, 'J': {"  █", "  █", "▀▄▀"}, 'K': {"█ █", "██ ", "█ █"}, 'L': {"█  ", "█  ", "█▄▄"},
	'M': {"█▄ ▄█", "█ ▀ █", "█   █"}, 'N': {"█▄ █", "█ ▀█", "█  █"}, 'O': {"█▀█", "█ █", "█▄█"}, 'P': {"█▀█", "█▀▀", "█  "},
	'Q': {"█▀█", "█ █", "▀▀█"}, 'R': {"█▀█", "█▀▄", "█ █"}, 'S': {"█▀▀", "▀▀█", "▄▄█"}, 'T': {"▀█▀", " █ ", " █ "},
	'U': {"█ █", "█ █", "█▄█"}, 'V': {"█ █", "█ █", "▀▄▀"}, 'W': {"█   █", "█ ▄ █", "█▀ ▀█"}, 'X': {"█ █", " █ ", "█ █"},
	'Y': {"█ █", "▀█▀", " █ "}, 'Z': {"▀▀█", "▄▀ ", "█▄▄"},
}

// Big is a word three rows high, and its width; false if the look has no blocks or a letter
// of the word isn't drawn in blocks.
func (k *Look) Big(word string) (rows [3]string, w int, ok bool) {
	if k.Glyphs == ASCII || word == "" {
		return rows, 0, false
	}
	for i, c := range strings.ToUpper(word) {
		l, known := letters[c]
		if !known {
			return rows, 0, false
		}
		for n := range rows {
			if i > 0 {
				rows[n] += " "
			}
			rows[n] += l[n]
		}
	}
	return rows, Width(rows[0]), true
}

// Verdict is the result of dice: a word for success or failure, and further lines.
type Verdict struct {
	Word  string
	Ink   Token
	Notes []Tag
}

// Verdict draws the result of dice in w cells, on the ground of success or of failure: the
// dice large, the word three rows high, and the lines beside it. It is nil if there is no
// room for that.
func (k *Look) Verdict(v Verdict, throws []engine.Thrown, w int) []string {
	on, stands := k, Title
	switch v.Ink {
	case Good:
		on, stands = k.On(OnHit), Good
	case Bad:
		on, stands = k.On(OnMiss), Dim
	}
	notes := 0
	for _, n := range v.Notes {
		notes = max(notes, Width(Clean(n.Text)))
	}
	big, wide, _ := on.Big(v.Word)
	const gap = 3
	room := w - 2*gap - wide - notes
	if wide > 0 {
		room -= gap
	}
	if notes > 0 {
		room -= gap
	}
	dice, used := on.diceLarge(throws, room, stands)
	switch {
	case dice == nil && len(throws) > 0 || room < 0:
		return nil
	case dice == nil:
		used = 0
	}
	high := max(3, len(dice), len(v.Notes))
	out := make([]string, 0, high+2)
	out = append(out, on.Blank(w))
	for i := range high {
		r := on.Row(w).Space(gap)
		if i < len(dice) {
			r.Drawn(dice[i], used)
		}
		if used > 0 {
			r.To(2*gap + used - 1)
		}
		if at := r.Used(); wide > 0 {
			if i < 3 {
				r.Put(v.Ink, big[i])
			}
			r.To(at + wide + gap)
		}
		if i < len(v.Notes) {
			r.Put(v.Notes[i].Ink, v.Notes[i].Text)
		}
		out = append(out, r.String())
	}
	return append(out, on.Blank(w))
}
