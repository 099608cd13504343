package trip

import (
	"fmt"

	"example.org/fray/engine"
)

// focusing is the one Focus of a roll: one that runs on and serves it for
// nothing, or one that is paid with it. Each is a colour, -1 for none.
type focusing struct {
	running, paid int
	ended         bool // the running one belongs to a use that is over
}

// focus finds the one Focus that serves the roll. While one runs, a second Meta
// counts only in a higher colour. Chapter "Focusing".
func (a *attempt) focus(r *engine.Roll) {
	form, house := r.Params(), r.House()
	f := &a.focusing
	f.running, f.ended = a.runsOn(form, r.Sheet(engine.Actor), r.Moment())
	f.paid = colourAt(formFocus.Of(form))
	switch {
	case f.paid >= 0:
		a.higher(r, f.paid)
		a.bonuses = append(a.bonuses, focusBonus(house, f.paid))
	case f.running >= 0:
		r.Note("the %s Focus of %s still runs: it serves for nothing", colours[f.running].label, a.use)
		a.bonuses = append(a.bonuses, focusBonus(house, f.running))
	}
}

// higher refuses a Meta that a running Focus makes worthless.
func (a *attempt) higher(r *engine.Roll, c int) {
	if running := a.focusing.running; c <= running {
		r.Refuse("the %s Focus of %s still runs and serves this roll for nothing: a second Meta counts only in a higher colour", colours[running].label, a.use)
	}
}

// runsOn gives the colour of the running Focus where this roll belongs to its
// use on this Nish, -1 otherwise. Over is true where the roll begins that use
// anew, so that the Focus ends. Chapter "One Use?".
func (a *attempt) runsOn(form, me engine.Sheet, moment int) (colour int, over bool) {
	c, essential := runningFocus(me, moment), formRunning.Of(form)
	switch {
	case c < 0 || a.use == "" || !same(a.use, focusUse.Of(me)):
		return -1, false
	case !formContinues.Of(form) && a.anew(me):
		return -1, true
	case !essential:
		return -1, false
	}
	return c, false
}

// anew reports whether the roll begins a use again that a Focus runs for: by an
// attack, by what opened it, or by anything but damage after the damage.
func (a *attempt) anew(me engine.Sheet) bool {
	opened := focusOpened.Of(me)
	if opened == "" || a.ability == "" {
		return false
	}
	if a.kind == "attack" || same(a.ability, opened) {
		return true
	}
	row, known := abilities.Find(me, opened)
	return known && abilityKind.At(row) == "damage" && a.kind != "damage"
}

// payFocus pays for the Focus that is chosen, whatever the roll will come to.
func (a *attempt) payFocus(r *engine.Roll) {
	f := a.focusing
	if f.ended {
		engine.Put(r, r.Sheet(engine.Actor), focusColour, "none")
		r.Note("%s again is another use: the running Focus is over", a.ability)
	}
	if f.paid >= 0 {
		a.open(r, paying(r, f.paid), f.paid)
	}
}

// open pays for a Focus, which runs on for what else belongs to the use on this
// Nish.
func (a *attempt) open(r *engine.Roll, from purse, c int) {
	me := r.Sheet(engine.Actor)
	pay(r, from, c, "Focus")
	engine.Put(r, me, focusColour, colours[c].id)
	engine.Put(r, me, focusUse, a.use)
	engine.Put(r, me, focusOpened, a.ability)
	engine.Put(r, me, focusMoment, r.Moment())
}

// focusBonus is what a colour of Meta gives, from whichever purse it comes.
// Chapter "Meta".
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

// luckFocusNamed checks a Focus that shall come with Luck, which is the only
// way to add one to a roll that has fallen. Chapters "No 2nd Chance" and "Game
// Tip".
func (a *attempt) luckFocusNamed(r *engine.Roll) {
	form := r.Params()
	c := colourAt(formLuckFocus.Of(form))
	if c < 0 {
		return
	}
	from := paying(r, c)
	switch {
	case a.fortune != forLuck:
		r.Refuse("a Focus comes after a roll only with Luck: choose luck too, or Focus before the roll")
	case a.focusing.paid >= 0:
		r.Refuse("one Focus serves a roll, and it has one")
	case from.left(r.Sheet(engine.Actor), c) == 0:
		r.Refuse("no %s %s is left for Focus", colours[c].label, from.label)
	}
	a.higher(r, c)
	a.luckFocus = c
}

// focusOptions are the Focuses that could be added as part of lucking.
func (a *attempt) focusOptions(r *engine.Roll) []engine.Option {
	if a.focusing.paid >= 0 {
		return nil
	}
	var out []engine.Option
	me, house := r.Sheet(engine.Actor), r.House()
	for _, p := range purses {
		for i, c := range colours {
			if i <= a.focusing.running || p.left(me, i) == 0 {
				continue
			}
			die := dieOf(a.sumWith(house, focusBonus(house, i)).total(), highLevelDice.Of(house))
			out = append(out, engine.Option{ID: luckWith(p.id, c.id),
				Label: fmt.Sprintf("Luck it, with %s Focus: %s", c.label, die),
				Price: fmt.Sprintf("1 Luck box, 1 %s %s", c.label, p.label)})
		}
	}
	return out
}

// luckWith is the option that lucks a roll with a Focus.
func luckWith(purse, colour string) string { return "luck-" + purse + "-" + colour }
