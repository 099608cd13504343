package trip

import "example.org/fray/engine"

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

// rank orders throws: an ability failure below all, then by result, then a
// Tremendous above a plain one above a Critical.
func (s throws) rank() int {
	fall := [...]int{plain: 1, critical: 0, tremendous: 2}[s.omen]
	if s.failed {
		return fall - 1<<30
	}
	return 4*s.result + fall
}

// twice throws a whole Trip roll twice. The first may have fallen already.
func (l lines) twice(r *engine.Roll, f fortune, first engine.Chain[throws], second bonusDie) (kept, other throws) {
	sign := 1
	if f == antiLuck {
		sign = -1
	}
	return engine.ReadTwice(r, thrownKey{l, second}, engine.Twice[throws]{
		First: first, Second: l.thrown(second, f.prefix()),
		Stands: func(s throws) bool { return f == forLuck && s.omen == critical },
		Rank:   func(s throws) int { return sign * s.rank() },
		Same:   l.settled,
	})
}

// fallen is a throw that nothing is added to.
func fallen(s throws) engine.Chain[throws] {
	return engine.Chain[throws]{From: s, Next: func(throws) (engine.Part, bool) { return engine.Part{}, false }}
}

// roll throws the dice of the attempt and gives the throw that counts.
func (a *attempt) roll(r *engine.Roll) throws {
	die := a.die(r.House(), a.bonuses)
	first := a.thrown(die, "")
	if a.fortune == once {
		first.Alike = a.settled
		offers := engine.Once(r, func() []engine.Option { return a.focusOptions(r) })
		s := engine.ReadChain(r, first)
		a.note(r, s, die)
		return a.luckAfter(r, s, offers)
	}
	again := die
	if a.luckFocus >= 0 {
		again = a.die(r.House(), a.sumWith(r.House(), focusBonus(r.House(), a.luckFocus)))
	}
	kept, other := a.twice(r, a.fortune, first, again)
	if a.fortune == forLuck && !kept.tookLuck() {
		a.note(r, kept, die)
		r.Note("a Critical cannot be lucked: the roll stands, the Luck box is kept")
		return kept
	}
	if a.fortune == forLuck {
		a.payLuck(r, purseOf(formPurse.Of(r.Params())), a.luckFocus)
	}
	if kept.second {
		a.note(r, other, die)
	} else {
		a.note(r, kept, die)
	}
	a.noteSecond(r, kept, other, again)
	return kept
}

// luckAfter offers Luck for a roll that has fallen and is no Critical.
func (a *attempt) luckAfter(r *engine.Roll, s throws, focuses []engine.Option) throws {
	me := r.Sheet(engine.Actor)
	if s.omen == critical && hasLuckBoxes(me) {
		r.Note("a Critical cannot be lucked")
	}
	if s.omen == critical || !hasLuckBoxes(me) {
		return s
	}
	options := append([]engine.Option{
		{ID: "keep", Label: "Keep the roll"},
		{ID: "luck", Label: "Luck it: throw all again, keep the better", Price: "1 Luck box"},
	}, focuses...)
	if len(focuses) > 0 {
		options = append(options, engine.Option{ID: "focus", Label: "Add a Focus to this throw",
			WhyNot: "a Focus is chosen before the roll; one that was forgotten comes only with Luck"})
	}
	taken := r.Pick(engine.Ask{ID: "luck", Words: "Luck the roll?"}, engine.Actor, options...)
	if taken == "keep" {
		return s
	}
	from, colour := a.focusTaken(taken)
	a.payLuck(r, from, colour)
	again := a.die(r.House(), a.bonuses)
	kept, other := a.twice(r, forLuck, fallen(s), again)
	a.noteSecond(r, kept, other, again)
	return kept
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
		a.bonuses = a.sumWith(r.House(), a.focusOn(r, from, colour))
	}
}

// noteSecond writes the second throw and which of the two is kept.
func (a *attempt) noteSecond(r *engine.Roll, kept, other throws, die bonusDie) {
	second, ordinal, word := other, "first", "better"
	if kept.second {
		second, ordinal = kept, "second"
	}
	if a.fortune == antiLuck {
		word = "worse"
	}
	r.Note("thrown again:")
	a.note(r, second, die)
	r.Note("the %s throw is the %s and is kept", ordinal, word)
}
