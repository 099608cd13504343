package trip

import (
	"fmt"

	"example.org/fray/engine"
)

// focusOn pays for a Focus and gives its bonus; it runs on for what else
// belongs to the use on this Nish.
func (a *attempt) focusOn(r *engine.Roll, from purse, c int) bonus {
	me := r.Sheet(engine.Actor)
	pay(r, from, c, "Focus")
	engine.Put(r, me, focusColour, colours[c].id)
	engine.Put(r, me, focusUse, a.use)
	engine.Put(r, me, focusOpened, a.ability)
	engine.Put(r, me, focusMoment, r.Moment())
	return focusBonus(r.House(), c)
}

func focusBonus(house engine.Sheet, c int) bonus {
	return bonus{name: colours[c].label + " Focus", kind: "focus", from: "other", value: focusValues[c].Of(house)}
}

// runningFocus gives the colour of the Focus that a sheet's last roll left
// running at a moment, -1 for none.
func runningFocus(s engine.Sheet, moment int) int {
	if focusMoment.Of(s) != moment {
		return -1
	}
	return colourAt(focusColour.Of(s))
}

// runsOn takes up the running Focus where this roll belongs to its use.
func (a *attempt) runsOn(r *engine.Roll) (bonus, bool) {
	me, essential := r.Sheet(engine.Actor), formRunning.Of(r.Params())
	c := runningFocus(me, r.Moment())
	if c < 0 || a.use == "" || !same(a.use, focusUse.Of(me)) {
		return bonus{}, false
	}
	if a.ability != "" && same(a.ability, focusOpened.Of(me)) {
		engine.Put(r, me, focusColour, "none")
		r.Note("%s again is another use: the running %s Focus is over", a.ability, colours[c].label)
		return bonus{}, false
	}
	if !essential {
		return bonus{}, false
	}
	r.Note("the %s Focus of this use still runs: it serves for nothing", colours[c].label)
	return focusBonus(r.House(), c), true
}

// payFeat pays the Meta of a feat before its roll, and keeps in mind where it
// would come back, if the feat says so.
func (a *attempt) payFeat(r *engine.Roll) {
	form := r.Params()
	cost := formCost.Of(form)
	if !form.Written(formCost.ID) && a.known {
		cost = abilityCost.At(a.row)
	}
	c := colourAt(cost)
	if c < 0 {
		return
	}
	from := formCostPurse.Of(form)
	if from == "same" {
		from = formPurse.Of(form)
	}
	pay(r, purseOf(from), c, "the feat")
	if a.known && abilityBack.At(a.row) {
		a.refund = &purseOf(from).spent[c]
	}
}

// focus settles the one Focus of the roll: a new one or a running one.
func (a *attempt) focus(r *engine.Roll) {
	form := r.Params()
	if running, ok := a.runsOn(r); ok {
		a.bonuses = append(a.bonuses, running)
		a.focused = true
	}
	if c := colourAt(formFocus.Of(form)); c >= 0 {
		a.bonuses = append(a.bonuses, a.focusOn(r, purseOf(formPurse.Of(form)), c))
		a.focused = true
	}
}

// focusOptions are the Focuses that could be added as part of lucking.
func (a *attempt) focusOptions(r *engine.Roll) []engine.Option {
	if a.focused {
		return nil
	}
	var out []engine.Option
	me, house := r.Sheet(engine.Actor), r.House()
	for _, p := range purses {
		for i, c := range colours {
			if p.left(me, i) == 0 {
				continue
			}
			die := dieOf(a.sumWith(house, focusBonus(house, i)).total(), highLevelDice.Of(house))
			out = append(out, engine.Option{ID: luckWith(p.id, c.id),
				Label: fmt.Sprintf("Luck it with a %s Focus: %s", c.label, die),
				Price: fmt.Sprintf("1 Luck box, 1 %s %s", c.label, p.label)})
		}
	}
	return out
}

// luckWith is the option that lucks a roll with a Focus.
func luckWith(purse, colour string) string { return "luck-" + purse + "-" + colour }
