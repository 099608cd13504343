package kit

import (
	"example.org/fray/engine"
)

// Dice draws dice as they fell: [5] [1], [6+2] for one that was thrown again,
// (4) for one that was cancelled, [1!] for one that decided something.
func (r *Row) Dice(t engine.Thrown) *Row {
	if t.Label != "" {
		r.Put(Dim, t.Label).Space(1)
	}
	if t.Dice != "" {
		r.Put(Dim, t.Dice).Space(1)
	}
	open := false
	for i, x := range t.Faces {
		fate := engine.FateStands
		if i < len(t.Fates) {
			fate = t.Fates[i]
		}
		left, right := "[", "]"
		switch {
		case fate == engine.FateCancelled:
			left, right = "(", ")"
		case fate == engine.FateAgain:
			right = "+"
		case fate == engine.FateSpecial:
			right = "!]"
		}
		if open {
			left = ""
		} else if i > 0 {
			r.Space(1)
		}
		ink := Dice
		if fate == engine.FateCancelled {
			ink = Struck
		}
		face := left + itoa(x) + right
		if r.Left() < len(face)+1 && i+1 < len(t.Faces) || r.Left() < len(face) {
			return r.Put(Dim, " "+r.look.More)
		}
		r.Put(ink, face)
		open = fate == engine.FateAgain
	}
	if t.Typed {
		r.Space(1).Put(Dim, typedWord)
	}
	return r
}

// typedWord marks dice that a person typed.
const typedWord = "typed"

// widthOf gives the width of dice if there is room for all.
func widthOf(t engine.Thrown) int {
	n := 0
	if t.Label != "" {
		n += Width(Clean(t.Label)) + 1
	}
	if t.Dice != "" {
		n += len(t.Dice) + 1
	}
	if t.Typed {
		n += 1 + len(typedWord)
	}
	for i, x := range t.Faces {
		n += len(itoa(x)) + 3
		if i < len(t.Fates) && t.Fates[i] == engine.FateSpecial {
			n++
		}
	}
	return n
}

// DiceRows draws throws, as many on a line as fit.
func (k *Look) DiceRows(throws []engine.Thrown, indent, w int) []string {
	var out []string
	r := k.Row(w).Space(indent)
	for _, t := range throws {
		if r.Used() > indent && widthOf(t)+2 > r.Left() {
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

// DiceWidth is how many cells several throws take on one line.
func DiceWidth(throws []engine.Thrown) int {
	n := 0
	for i, t := range throws {
		if i > 0 {
			n += 2
		}
		n += widthOf(t)
	}
	return n
}

// mostBoxes is how many dice of a roll are drawn large.
const mostBoxes = 10

// boxWidths are how many cells a large die may take, the gap behind it included: the widest
// that leaves all dice on one line is taken.
var boxWidths = []int{8, 6, 5}

// fateWords stand in the lower edge of a large die.
var fateWords = map[engine.Fate]string{engine.FateAgain: "again", engine.FateCancelled: "out", engine.FateSpecial: "!"}

// fateSigns stand there where the word has no room.
var fateSigns = map[engine.Fate]string{engine.FateAgain: "+", engine.FateCancelled: "x", engine.FateSpecial: "!"}

// fateInks are the colours of large dice.
var fateInks = map[engine.Fate]Token{engine.FateAgain: Energy, engine.FateCancelled: Faint, engine.FateSpecial: Accent}

// diceLarge draws throws as boxes, as many on a line as fit into w cells. If there are
// several, each has under it what it was for. Dice that nothing has happened to have the
// given colour. The second result is the width of the lines. There are no lines if the dice
// are too many.
func (k *Look) diceLarge(throws []engine.Thrown, w int, stands Token) ([]string, int) {
	all, most := 0, 0
	for _, t := range throws {
		all += len(t.Faces)
		most = max(most, len(t.Faces))
	}
	narrowest := boxWidths[len(boxWidths)-1]
	if all == 0 || all > mostBoxes || most*narrowest > w {
		return nil, 0
	}
	box := narrowest
	for _, n := range boxWidths {
		if bandWidth(throws, n) <= w {
			box = n
			break
		}
	}
	bands, used, wide := [][]engine.Thrown{nil}, 0, 0
	for _, t := range throws {
		n := bandWidth([]engine.Thrown{t}, box)
		if used > 0 && used+n > w {
			bands, used = append(bands, nil), 0
		}
		bands[len(bands)-1] = append(bands[len(bands)-1], t)
		used += n
		wide = max(wide, used)
	}
	wide = min(wide, w)
	var out []string
	for _, b := range bands {
		out = append(out, k.band(b, box, wide, len(throws) > 1, stands)...)
	}
	return out, wide
}

// bandWidth is how many cells throws take beside each other, with dice of so many.
func bandWidth(throws []engine.Thrown, box int) int {
	n := 0
	for _, t := range throws {
		n += max(len(t.Faces)*box, Width(Clean(t.Label))+2)
	}
	return n
}

// band draws throws beside each other.
func (k *Look) band(throws []engine.Thrown, box, w int, named bool, stands Token) []string {
	rows := [4]*Row{k.Row(w), k.Row(w), k.Row(w), k.Row(w)}
	for _, t := range throws {
		at := rows[0].Used()
		for i, x := range t.Faces {
			fate := engine.FateStands
			if i < len(t.Fates) {
				fate = t.Fates[i]
			}
			k.box(rows[:3], box, x, fate, stands)
		}
		rows[3].To(at+1).Put(Dim, t.Label)
		next := max(rows[0].Used(), rows[3].Used()+1)
		for _, r := range rows {
			r.To(next)
		}
	}
	out := []string{rows[0].String(), rows[1].String(), rows[2].String()}
	if named {
		out = append(out, rows[3].String())
	}
	return out
}

// box draws one die, wide cells on three rows: a block in the colour of its fate or, in a
// look without grounds, a box.
func (k *Look) box(rows []*Row, wide, face int, fate engine.Fate, stands Token) {
	inner := wide - 1
	ink := stands
	if fate != engine.FateStands {
		ink = fateInks[fate]
	}
	text, word := itoa(face), fateWords[fate]
	if k.Flat && len(word) > inner-2 || len(word) > inner { // where the colour alone is left, a sign tells it too
		word = fateSigns[fate]
	}
	put := func(r *Row, s string) {
		n := Width(s)
		before := (inner - n) / 2
		r.Times(Filled(ink), " ", before).Put(Filled(ink), s).Times(Filled(ink), " ", inner-n-before).Space(1)
	}
	if !k.Flat {
		put(rows[0], "")
		put(rows[1], text)
		put(rows[2], word)
		return
	}
	b := k.Box
	pad, below := inner-2-len(text), inner-2-len(word)
	rows[0].Sign(ink, b.TopLeft).Times(ink, b.Across, inner-2).Sign(ink, b.TopRight).Space(1)
	rows[1].Sign(ink, b.Down).Space(pad/2).Put(ink, text).Space(pad-pad/2).Sign(ink, b.Down).Space(1)
	rows[2].Sign(ink, b.BottomLeft).Times(ink, b.Across, below/2).Put(ink, word).
		Times(ink, b.Across, below-below/2).Sign(ink, b.BottomRight).Space(1)
}
