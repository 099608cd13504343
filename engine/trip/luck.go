package trip

import (
	"slices"

	"example.org/fray/engine"
)

// fortune says how often a roll is thrown and what is kept.
type fortune uint8

const (
	once     fortune = iota
	forLuck          // twice, the better kept, for a Luck box
	antiLuck         // twice, the worse kept
)

// fortuneOf reads the parameter, with what an unskilled roll brings along.
func fortuneOf(r *engine.Roll, luck string, unskilled bool) fortune {
	switch {
	case luck == "luck" && unskilled:
		r.Refuse("an unskilled roll thrown twice for the worse cannot be lucked")
	case luck == "luck" && luckLeft(r.Sheet(engine.Actor)) == 0:
		r.Refuse("no Luck box is left")
	case luck == "luck":
		return forLuck
	case luck == "anti" || unskilled:
		return antiLuck
	}
	return once
}

// prefix sets the questions of the second throw apart.
func (f fortune) prefix() string {
	if f == antiLuck {
		return "anti."
	}
	return "luck."
}

// words say behind a result that it was thrown twice.
func (f fortune) words() string {
	switch f {
	case forLuck:
		return ", lucked"
	case antiLuck:
		return ", the worse of two"
	}
	return ""
}

// sign is 1 where the better of two throws is kept, -1 where the worse is.
func (f fortune) sign() int {
	if f == antiLuck {
		return -1
	}
	return 1
}

// stands reports whether a first throw is kept without a second. Chapter "Can't
// Luck a Critical".
func (f fortune) stands(first omen) bool { return f == forLuck && first == critical }

// rank orders throws: the higher is kept; of equals, the first. An ability
// failure is below all, then they go by result, then a Tremendous is above a
// plain one above a Critical.
func (f fortune) rank(failed bool, result int, flag omen) int {
	omens := [...]int{plain: 1, critical: 0, tremendous: 2}[flag]
	if failed {
		return f.sign() * (omens - 1<<30)
	}
	return f.sign() * (4*result + omens)
}

// kept is the throw of two that counts.
type kept struct {
	throws
	other  throws
	second bool // it is the second
	stood  bool // there was no second
}

// roll throws the dice of the attempt and gives the throw that counts.
func (a *attempt) roll(r *engine.Roll) throws {
	die := a.hands.die
	if a.fortune == once {
		offers := a.offers(r)
		s := a.hands.thrown(r)
		a.note(r, s, die)
		return a.luckAfter(r, s, offers)
	}
	again := die
	if a.luckFocus >= 0 {
		again = a.die(r.House(), a.sumWith(r.House(), focusBonus(r.House(), a.luckFocus)))
	}
	k := a.twice(r, a.fortune, die, again)
	if k.stood {
		a.note(r, k.throws, die)
		r.Note("a Critical cannot be lucked: the roll stands, the Luck box is kept")
		a.fortune = once
		return k.throws
	}
	if a.fortune == forLuck {
		a.payLuck(r, paying(r, max(a.luckFocus, 0)), a.luckFocus)
	}
	if k.second {
		a.note(r, k.other, die)
	} else {
		a.note(r, k.throws, die)
	}
	a.noteSecond(r, k, again)
	return k.throws
}

// luckAfter offers Luck for a roll that has fallen and is no Critical. Nothing
// else can be added to it then. Chapters "Can't Luck a Critical" and "No 2nd
// Chance".
func (a *attempt) luckAfter(r *engine.Roll, s throws, offers []engine.Option) throws {
	me := r.Sheet(engine.Actor)
	if s.omen == critical && hasLuckBoxes(me) {
		r.Note("a Critical cannot be lucked")
	}
	if s.omen == critical || !hasLuckBoxes(me) {
		return s
	}
	if offers == nil {
		offers = a.luckOptions(r)
	}
	taken := r.Pick(engine.Ask{ID: "luck", Words: "Luck the roll?"}, engine.Actor, offers...)
	if taken == "keep" {
		return s
	}
	from, colour := a.focusTaken(taken)
	a.fortune = forLuck
	a.payLuck(r, from, colour)
	die := a.die(r.House(), a.bonuses)
	k := a.again(r, forLuck, s, die)
	a.noteSecond(r, k, die)
	return k.throws
}

// keeping is to leave a roll as it has fallen.
var keeping = []engine.Option{{ID: "keep", Label: "Keep the roll"}}

// luckOptions are what can be done with a roll that has fallen.
func (a *attempt) luckOptions(r *engine.Roll) []engine.Option {
	out := append(slices.Clip(keeping), engine.Option{
		ID: "luck", Label: "Luck it: throw all again, keep the better", Price: "1 Luck box"})
	focuses := a.focusOptions(r)
	if len(focuses) > 0 {
		focuses = append(focuses, engine.Option{ID: "focus", Label: "Add a Focus to this throw",
			WhyNot: "a Focus is chosen before the roll; one that was forgotten comes only with Luck"})
	}
	return append(out, focuses...)
}

// focusTaken reads which Focus an option adds; -1 for none.
func (a *attempt) focusTaken(option string) (from purse, colour int) {
	for _, p := range purses {
		for i, c := range colours {
			if option == luckWith(p.id, c.id) {
				return p, i
			}
		}
	}
	return purses[0], -1
}

// payLuck crosses off a Luck box and pays for a Focus that comes with it.
func (a *attempt) payLuck(r *engine.Roll, from purse, colour int) {
	r.Add(r.Sheet(engine.Actor), luckSpent, 1)
	r.Note("one Luck box is crossed off")
	if colour >= 0 {
		a.open(r, from, colour)
		a.bonuses = a.sumWith(r.House(), focusBonus(r.House(), colour))
	}
}

// noteSecond writes the second throw and which of the two is kept.
func (a *attempt) noteSecond(r *engine.Roll, k kept, die bonusDie) {
	second, ordinal, word := k.other, "first", "better"
	if k.second {
		second, ordinal = k.throws, "second"
	}
	if a.fortune == antiLuck {
		word = "worse"
	}
	r.Note("thrown again:")
	a.note(r, second, die)
	r.Note("the %s throw is the %s and is kept", ordinal, word)
}
