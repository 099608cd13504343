package trip

import (
	"fmt"

	"example.org/fray/engine"
)

// focus is the Focus of a roll: one that is running and costs nothing, or one that is paid
// for with the roll. Each is the number of a colour, -1 for none.
type focus struct {
	running, paid int
	ended         bool // the one that was running belongs to a use that is over
}

// findFocus finds the Focus of the roll and adds its bonus. While one is running, a second
// Meta counts only if its colour is higher. Chapter "Focusing".
func (a *attempt) findFocus(r *engine.Roll) {
	form, house := r.Params(), r.House()
	f := &a.focus
	f.running, f.ended = a.ability.runsOn(form, r.Sheet(engine.Actor), r.Moment())
	f.paid = colourAt(formFocus.Of(form))
	switch {
	case f.paid >= 0:
		a.mustBeHigher(r, f.paid)
		a.bonuses = append(a.bonuses, focusBonus(house, f.paid))
	case f.running >= 0:
		r.Note("the %s Focus of %s is still running: it costs nothing", colours[f.running].label, a.ability.use)
		a.bonuses = append(a.bonuses, focusBonus(house, f.running))
	}
}

// mustBeHigher refuses a Meta whose colour is not above that of the running Focus.
func (a *attempt) mustBeHigher(r *engine.Roll, c int) {
	if running := a.focus.running; c <= running {
		r.Refuse("the %s Focus of %s is still running and serves this roll at no cost: a second Meta counts only in a higher colour", colours[running].label, a.ability.use)
	}
}

// runsOn gives the colour of the running Focus if this roll belongs to its use on this Nish,
// and else -1. over is true if the roll begins that use anew, so that the Focus ends. Chapter
// "One Use?".
func (a ability) runsOn(form, me engine.Sheet, moment int) (colour int, over bool) {
	c, essential := runningFocus(me, moment), formRunning.Of(form)
	switch {
	case c < 0 || a.use == "" || !same(a.use, focusUse.Of(me)):
		return -1, false
	case !formContinues.Of(form) && a.opens(me):
		return -1, true
	case !essential:
		return -1, false
	}
	return c, false
}

// payFocus ends a Focus whose use is over, and pays for the one that was chosen.
func (a *attempt) payFocus(r *engine.Roll) {
	if a.focus.ended {
		engine.Put(r, r.Sheet(engine.Actor), focusColour, "none")
		r.Note("%s again is another use: the running Focus is over", a.ability.name)
	}
	if c := a.focus.paid; c >= 0 {
		a.openFocus(r, paying(r, c), c)
	}
}

// openFocus pays for a Focus, and notes on the sheet that it is running: it serves all other
// rolls of the same use on this Nish.
func (a *attempt) openFocus(r *engine.Roll, from purse, c int) {
	me := r.Sheet(engine.Actor)
	pay(r, from, c, "Focus")
	engine.Put(r, me, focusColour, colours[c].id)
	engine.Put(r, me, focusUse, a.ability.use)
	engine.Put(r, me, focusOpened, a.ability.name)
	engine.Put(r, me, focusMoment, r.Moment())
}

// focusBonus gives the bonus of a Focus of a colour. Chapter "Meta".
func focusBonus(house engine.Sheet, c int) bonus {
	return bonus{name: colours[c].label + " Focus", kind: "focus", from: "other", value: focusValues[c].Of(house)}
}

// runningFocus gives the colour of the Focus that is running at a moment, -1 for none.
func runningFocus(s engine.Sheet, moment int) int {
	if focusMoment.Of(s) != moment {
		return -1
	}
	return colourAt(focusColour.Of(s))
}

// luckFocus gives the colour of the Focus that was chosen for the second throw of a lucked
// roll, -1 for none. A Focus cannot be added to a throw that has been made. Chapters "No 2nd
// Chance" and "Game Tip".
func (a *attempt) luckFocus(r *engine.Roll) int {
	form := r.Params()
	c := colourAt(formLuckFocus.Of(form))
	if c < 0 {
		return c
	}
	from := paying(r, c)
	switch {
	case a.fortune != forLuck:
		r.Refuse("a Focus can be added after a roll only with Luck: choose Luck too, or Focus before the roll")
	case a.focus.paid >= 0:
		r.Refuse("a roll can have only one Focus, and this one has it already")
	case from.left(r.Sheet(engine.Actor), c) == 0:
		r.Refuse("no %s %s is left for Focus", colours[c].label, from.label)
	}
	a.mustBeHigher(r, c)
	return c
}

// focusOptions lists the Focuses that could be added when the roll is lucked, which happens
// after the feat was paid for.
func (a *attempt) focusOptions(me engine.Sheet) []engine.Option {
	if a.focus.paid >= 0 {
		return nil
	}
	var out []engine.Option
	for _, p := range purses {
		for i, c := range colours {
			left := p.left(me, i)
			if a.feat.costs && a.feat.from.id == p.id && a.feat.colour == i {
				left--
			}
			if i > a.focus.running && left > 0 {
				out = append(out, engine.Option{ID: luckWith(p.id, c.id),
					Label: fmt.Sprintf("Luck it, with %s Focus: %s", c.label, a.again[i].bonus),
					Price: fmt.Sprintf("1 Luck box, 1 %s %s", c.label, p.label)})
			}
		}
	}
	return out
}

// luckWith gives the id of the option that lucks a roll with a Focus.
func luckWith(purse, colour string) string { return "luck-" + purse + "-" + colour }
