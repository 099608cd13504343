package trip

import "example.org/fray/engine"

// fortune says how often a roll is thrown, and which throw is kept.
type fortune int

const (
	once     fortune = iota
	forLuck          // twice, the better kept, for a Luck box
	antiLuck         // twice, the worse kept
)

// fortuneOf gives how often a roll is thrown: by the parameter luck, and twice for the worse
// if it is unskilled. It refuses Luck for such a roll, and without a Luck box.
func fortuneOf(r *engine.Roll, luck string, unskilled bool) fortune {
	switch {
	case luck == "luck" && unskilled:
		r.Refuse("an unskilled roll that is thrown twice for the worse cannot be lucked")
	case luck == "luck" && luckLeft(r.Sheet(engine.Actor)) == 0:
		r.Refuse("no Luck box is left")
	case luck == "luck":
		return forLuck
	case luck == "anti" || unskilled:
		return antiLuck
	}
	return once
}

// prefix is the start of the ids of the second throw's questions.
func (f fortune) prefix() string {
	if f == antiLuck {
		return "anti."
	}
	return "luck."
}

// words say in a story, behind the result, that the roll was thrown twice.
func (f fortune) words() string {
	switch f {
	case forLuck:
		return ", lucked"
	case antiLuck:
		return ", the worse of two"
	}
	return ""
}

// roll throws the dice, twice if luck or anti-luck was chosen, and gives the throw that
// counts. A first throw that is Critical cannot be lucked. Chapter "Can't Luck a Critical".
func (a *attempt) roll(r *engine.Roll, luckFocus int) (throw, fortune) {
	first := a.dice.throw(r)
	switch {
	case a.fortune == once:
		a.dice.note(r, first)
		return a.luckAfter(r, first)
	case a.fortune == forLuck && first.omen == critical:
		a.dice.note(r, first)
		r.Note("a Critical cannot be lucked: the roll counts, and the Luck box is kept")
		return first, once
	case a.fortune == forLuck && luckFocus >= 0:
		a.payLuck(r, paying(r, luckFocus), luckFocus)
	case a.fortune == forLuck:
		a.payLuck(r, purse{}, -1)
	}
	a.dice.note(r, first)
	return a.throwAgain(r, first, a.fortune, luckFocus), a.fortune
}

// throwAgain throws all dice a second time, with a Focus of that colour, -1 for none. It
// gives the throw that is kept: with Luck the better, with anti-luck the worse, and of equal
// ones the first.
func (a *attempt) throwAgain(r *engine.Roll, first throw, f fortune, colour int) throw {
	dice := a.again[len(colours)]
	if colour >= 0 {
		dice = a.again[colour]
	}
	second, ordinal, word := throw{}, "first", "better"
	kept := engine.ReadAs(r, &dice.sequence, func(t throw) (throw, throw) {
		second = t
		if f == forLuck && t.better(first) || f == antiLuck && first.better(t) {
			return t, t
		}
		return first, first
	})
	if kept != first {
		ordinal = "second"
	}
	if f == antiLuck {
		word = "worse"
	}
	r.Note("thrown again:")
	dice.note(r, second)
	r.Note("the %s throw is the %s and is kept", ordinal, word)
	return kept
}

// luckAfter offers to luck a throw that has been made, unless it is Critical. Nothing else
// can be added to it. Chapters "Can't Luck a Critical" and "No 2nd Chance".
func (a *attempt) luckAfter(r *engine.Roll, t throw) (throw, fortune) {
	if !hasLuckBoxes(r.Sheet(engine.Actor)) {
		return t, once
	}
	if t.omen == critical {
		r.Note("a Critical cannot be lucked")
		return t, once
	}
	taken := r.Pick(engine.Ask{ID: "luck", Words: "Luck the roll?"}, engine.Actor, a.offers...)
	if taken == "keep" {
		return t, once
	}
	from, colour := focusTaken(taken)
	a.payLuck(r, from, colour)
	return a.throwAgain(r, t, forLuck, colour), forLuck
}

// luckOptions lists what can be done with a throw that has been made.
func (a *attempt) luckOptions(me engine.Sheet) []engine.Option {
	out := []engine.Option{
		{ID: "keep", Label: "Keep the roll"},
		{ID: "luck", Label: "Luck it: throw all again, keep the better", Price: "1 Luck box"},
	}
	focuses := a.focusOptions(me)
	if len(focuses) > 0 {
		focuses = append(focuses, engine.Option{ID: "focus", Label: "Add a Focus to this throw",
			WhyNot: "a Focus is chosen before the roll; afterwards it can be added only with Luck"})
	}
	return append(out, focuses...)
}

// focusTaken gives the colour of the Focus that an option adds, -1 for none, and the purse it
// comes from.
func focusTaken(option string) (from purse, colour int) {
	for _, p := range purses {
		for i, c := range colours {
			if option == luckWith(p.id, c.id) {
				return p, i
			}
		}
	}
	return purses[0], -1
}

// payLuck crosses off a Luck box, and pays for the Focus of the second throw if there is one.
func (a *attempt) payLuck(r *engine.Roll, from purse, colour int) {
	r.Add(r.Sheet(engine.Actor), luckSpent, 1)
	r.Note("one Luck box is crossed off")
	if colour >= 0 {
		a.openFocus(r, from, colour)
	}
}
