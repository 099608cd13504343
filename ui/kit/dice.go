package kit

import (
	"slices"
	"strconv"
	"strings"

	"example.org/fray/engine"
)

// Fate is what became of a die after it fell.
type Fate uint8

// What can become of a die. Each has a sign or a word of its own.
const (
	Stands Fate = iota
	Again       // thrown again and added
	Cancelled
	Special // it decided something: a one, a Critical
)

// Thrown is one answer of dice as people see it.
type Thrown struct {
	Label string // what they were for
	Dice  string // 2d10
	Faces engine.Faces
	Fates []Fate // by face; nil: none but what the faces tell
}

// diceWords makes people's words of the id of a throw: other.regular.
func diceWords(id string) string {
	if own, ok := strings.CutPrefix(id, "other."); ok && !strings.Contains(own, ".") {
		id = "their " + own
	}
	return strings.NewReplacer("-", " ", "_", " ").Replace(id)
}

// ThrownOf gives the dice of a tape in order, with what became of them. Dice
// that were thrown again are told by there being more faces than dice.
func ThrownOf(tape []engine.Answer, fates []engine.DieFate) []Thrown {
	var out []Thrown
	for _, a := range tape {
		if a.Faces == nil {
			continue
		}
		t := Thrown{Label: diceWords(a.ID), Dice: a.Dice, Faces: a.Faces}
		count, sides, _ := strings.Cut(a.Dice, "d")
		n, _ := strconv.Atoi(count)
		if again, err := strconv.Atoi(sides); err == nil && len(a.Faces) > n {
			t.Fates = make([]Fate, len(a.Faces))
			for i, x := range a.Faces {
				if x == again {
					t.Fates[i] = Again
				}
			}
		}
		for _, f := range fates {
			t.mark(f)
		}
		out = append(out, t)
	}
	return out
}

// mark gives the first die of f's question that shows its face its fate.
func (t *Thrown) mark(f engine.DieFate) {
	i := slices.Index(t.Faces, f.Face)
	if diceWords(f.Ask) != t.Label || i < 0 {
		return
	}
	if t.Fates == nil {
		t.Fates = make([]Fate, len(t.Faces))
	}
	switch {
	case f.Cancelled():
		t.Fates[i] = Cancelled
	case f.Decisive():
		t.Fates[i] = Special
	}
}

// Dice draws dice as they fell: [5] [1], [6+2] for one that was thrown again,
// (4) for one that was cancelled, [1!] for one that decided something.
func (r *Row) Dice(t Thrown) *Row {
	if t.Label != "" {
		r.Put(Dim, t.Label).Space(1)
	}
	if t.Dice != "" {
		r.Put(Dim, t.Dice).Space(1)
	}
	open := false
	for i, x := range t.Faces {
		fate := Stands
		if i < len(t.Fates) {
			fate = t.Fates[i]
		}
		left, right := "[", "]"
		switch {
		case fate == Cancelled:
			left, right = "(", ")"
		case fate == Again:
			right = "+"
		case fate == Special:
			right = "!]"
		}
		if open {
			left = ""
		} else if i > 0 {
			r.Space(1)
		}
		ink := Dice
		if fate == Cancelled {
			ink = Struck
		}
		face := left + itoa(x) + right
		if r.Left() < len(face)+1 && i+1 < len(t.Faces) || r.Left() < len(face) {
			return r.Put(Dim, " "+r.look.More)
		}
		r.Put(ink, face)
		open = fate == Again
	}
	return r
}

// Width of the dice when there is room for all.
func (t Thrown) width() int {
	n := 0
	if t.Label != "" {
		n += Width(Clean(t.Label)) + 1
	}
	if t.Dice != "" {
		n += len(t.Dice) + 1
	}
	for i, x := range t.Faces {
		n += len(itoa(x)) + 3
		if i < len(t.Fates) && t.Fates[i] == Special {
			n++
		}
	}
	return n
}

// DiceRows draws several throws, as many on a line as fit.
func (k *Look) DiceRows(throws []Thrown, indent, w int) []string {
	var out []string
	r := k.Row(w).Space(indent)
	for _, t := range throws {
		if r.Used() > indent && t.width()+2 > r.Left() {
			out = append(out, r.String())
			r = k.Row(w).Space(indent)
		}
		if r.Used() > indent {
			r.Space(2)
		}
		r.Dice(t)
	}
	if len(throws) == 0 {
		return nil
	}
	return append(out, r.String())
}

// mostBoxes is how many dice are drawn as boxes.
const mostBoxes = 8

// DiceBoxes draws dice as boxes on three lines, at most w cells wide; nil where
// there are too many for that. One that was thrown again has a + behind its
// face, one that was cancelled brackets, one that decided something a !.
func (k *Look) DiceBoxes(t Thrown, w int) []string {
	const wide = 7
	if n := len(t.Faces); n == 0 || n > mostBoxes || n*(wide+1) > w {
		return nil
	}
	lines := [3]*Row{}
	for i := range lines {
		lines[i] = k.Row(len(t.Faces) * (wide + 1))
	}
	for i, x := range t.Faces {
		face := itoa(x)
		if i < len(t.Fates) {
			switch t.Fates[i] {
			case Again:
				face += "+"
			case Cancelled:
				face = "(" + face + ")"
			case Special:
				face += "!"
			}
		}
		pad := wide - 2 - len(face)
		lines[0].Sign(Border, k.Box.TopLeft).Times(Border, k.Box.Across, wide-2).Sign(Border, k.Box.TopRight).Space(1)
		lines[1].Sign(Border, k.Box.Down).Space(pad/2).Put(Dice, face).Space(pad-pad/2).Sign(Border, k.Box.Down).Space(1)
		lines[2].Sign(Border, k.Box.BottomLeft).Times(Border, k.Box.Across, wide-2).Sign(Border, k.Box.BottomRight).Space(1)
	}
	return []string{lines[0].String(), lines[1].String(), lines[2].String()}
}
