package trip

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// costs are the colours of Meta with what a Focus of each would make of the
// bonus, for the roll whose form is open or else for any roll. The die stands
// first, since a narrow pane cuts the end of a row.
func costs(v engine.View) engine.Costs {
	form := tripForm.Read(engine.Page{})
	if v.Action != nil && v.Action.ID == "trip" {
		form = tripForm.Read(v.Params)
	}
	base := formSum(v, form)
	out := engine.Costs{Title: "Meta"}
	present := presentFocus(v, form)
	high := highLevelDice.Of(v.House)
	out.Rows = append(out.Rows, engine.CostRow{Label: "none: " + dieOf(base.total(), high).short(), Price: "free",
		Gain: fmt.Sprintf("%+d without Focus", base.total()), Present: present < 0})
	for i, c := range colours {
		focus := focusBonus(v.House, i)
		n := settle(append(base[:len(base):len(base)], focus), artifactStack.Of(v.House)).total()
		row := engine.CostRow{Label: c.label + ": " + dieOf(n, high).short(), Price: pursesWith(v.Sheet, i),
			Gain: fmt.Sprintf("%+d makes %+d", focus.value, n), Present: present == i}
		if row.Price == "" {
			row.Price, row.WhyNot = "1 "+c.label, "no "+c.label+" Meta is left in any purse"
		}
		switch {
		case !row.Present:
		case runningFocus(v.Sheet, v.Moment) == i:
			row.Mark, row.WhyNot = useOr(focusUse.Of(v.Sheet)), "" // it is paid already
		default:
			row.Mark = "chosen"
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// formSum is the sum of bonuses before any Focus.
func formSum(v engine.View, form engine.Sheet) sum {
	var all sum
	if row, ok := abilities.Find(v.Sheet, formAbility.Of(form)); ok {
		all = abilitySum(v, row)
	} else {
		all = served{}.ofSheet(v.Sheet, v.Moment)
	}
	a := attempt{bonuses: all}
	a.add("bonus", formBonus.Of(form))
	a.add("situation", engine.Every.Situation.Of(form))
	if formUnskilled.Of(form) && unskilledBy.Of(v.House) == "slide" {
		a.add("unskilled", -unskilledPenalty.Of(v.House))
	}
	return settle(a.bonuses, artifactStack.Of(v.House))
}

// presentFocus is the colour chosen in the form, or else the one that runs on
// at this moment; -1 for none.
func presentFocus(v engine.View, form engine.Sheet) int {
	if c := colourAt(formFocus.Of(form)); c >= 0 {
		return c
	}
	return runningFocus(v.Sheet, v.Moment)
}

// pursesWith names the purses that hold a colour, with how many.
func pursesWith(s engine.Sheet, c int) string {
	var parts []string
	for _, p := range purses {
		if n := p.left(s, c); n > 0 {
			parts = append(parts, fmt.Sprintf("1 of %d %s", n, p.label))
		}
	}
	return strings.Join(parts, ", ")
}
