package cli

import (
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// typedDice holds the faces given with --dice, and how many of them a roll has used.
type typedDice struct {
	faces engine.Faces
	used  int
	last  string // the question that used the newest face
}

// parseDice parses faces such as 5,1,4.
func parseDice(text string) (*typedDice, error) {
	h := &typedDice{}
	for i, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, misusef("--dice: %q, number %d, is not the face of a die: write the faces as 5,1,4", clean(part), i+1)
		}
		h.faces = append(h.faces, n)
	}
	return h, nil
}

// empty reports whether every face has been used.
func (h *typedDice) empty() bool { return h.used == len(h.faces) }

// take returns the faces for a throw.
func (h *typedDice) take(q engine.Question) (engine.Faces, error) {
	var f engine.Faces
	for q.Dice.Missing(f) > 0 {
		if h.empty() {
			n := q.Dice.Missing(f)
			return nil, misusef("--dice is %d short: %s (%s) still needs %d %s after %s",
				n, q.ID, q.Dice, n, plural(n, "face", "faces"), h.faces)
		}
		x := h.faces[h.used]
		h.used++
		if x < q.Dice.Low || x > q.Dice.High {
			return nil, misusef("--dice: %d, face %d, is impossible: die %d of %s (%s) has faces %d to %d",
				x, h.used, len(f)+1, q.ID, q.Dice, q.Dice.Low, q.Dice.High)
		}
		f = append(f, x)
	}
	h.last = q.ID + " (" + q.Dice.String() + ")"
	return f, nil
}

// checkUsed returns an error if faces are left when the roll has ended.
func (h *typedDice) checkUsed() error {
	rest := h.faces[h.used:]
	switch {
	case len(rest) == 0:
		return nil
	case h.last == "":
		return misusef("--dice has %d %s too many (%s): this roll throws no dice", len(rest), plural(len(rest), "face", "faces"), rest)
	}
	return misusef("--dice has %d %s too many (%s): the last die thrown is that of %s", len(rest), plural(len(rest), "face", "faces"), rest, h.last)
}

// typedAnswers holds the values given with --answer by the id of their question, in order.
type typedAnswers struct {
	text  map[string][]string
	order []string // ids in the order they were given, each once
	taken map[string]int
}

func parseAnswers(list []string) (*typedAnswers, error) {
	r := &typedAnswers{text: map[string][]string{}, taken: map[string]int{}}
	for _, text := range list {
		id, value, err := splitPair(text, "ID=VALUE, such as share=speed:17,ep:9")
		if err != nil {
			return nil, misusef("--answer %v", err)
		}
		if r.text[id] == nil {
			r.order = append(r.order, id)
		}
		r.text[id] = append(r.text[id], value)
	}
	return r, nil
}

// next returns the next value that was given for q, and whether there is one.
func (r *typedAnswers) next(q engine.Question) (a engine.Answer, ok bool, err error) {
	n := r.taken[q.ID]
	if n >= len(r.text[q.ID]) {
		return a, false, nil
	}
	a, err = q.Parse(r.text[q.ID][n])
	if err != nil {
		return a, false, misusef("--answer %v", err)
	}
	r.taken[q.ID]++
	return a, true, nil
}

// checkUsed returns an error if a value was never used.
func (r *typedAnswers) checkUsed(asked []engine.Question) error {
	for _, id := range r.order {
		if r.taken[id] < len(r.text[id]) {
			return unasked(id, r.text[id][r.taken[id]], r.taken[id], asked)
		}
	}
	return nil
}

func unasked(id, value string, taken int, asked []engine.Question) error {
	var ids []string
	for _, q := range asked {
		if q.Wants == engine.Throwing && q.ID == id {
			return misusef("--answer %s=%s: %s is thrown, not decided; give its faces with --dice", id, value, id)
		}
		if q.Wants != engine.Throwing && (len(ids) == 0 || ids[len(ids)-1] != q.ID) {
			ids = append(ids, q.ID)
		}
	}
	switch {
	case taken > 0:
		return misusef("--answer %s=%s is one too many: %s is asked %d %s", id, value, id, taken, plural(taken, "time", "times"))
	case len(ids) == 0:
		return misusef("--answer %s=%s: %q is never asked: this roll has no decisions", id, value, id)
	}
	return misusef("--answer %s=%s: %q is never asked%s The decisions of this roll are %s", id, value, id, suggestion(id, ids), strings.Join(ids, ", "))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
