package trip

import (
	"fmt"
	"strings"

	"example.org/fray/engine"
)

// costs shows for each colour of Meta what a Focus would make of the bonus: of the roll
// whose form is open, or else of a roll without an ability. The die stands first, since a
// narrow pane cuts off the end of a row.
func costs(v engine.View) engine.Costs {
	form := tripForm.Read(engine.Page{})
	if v.Action != nil && v.Action.ID == "trip" {
		form = tripForm.Read(v.Params)
	}
	ability := abilityOf(form, v.Sheet)
	base := formSum(ability, form, v)
	out := engine.Costs{Title: "Meta"}
	running := runningFocus(v.Sheet, v.Moment)
	if ability.use != "" { // the form is for a roll that belongs to a use
		running, _ = ability.runsOn(form, v.Sheet, v.Moment)
	}
	present := running
	if c := colourAt(formFocus.Of(form)); c >= 0 {
		present = c
	}
	high := highLevelDice.Of(v.House)
	out.Rows = append(out.Rows, engine.CostRow{Label: "none: " + dieOf(base.total(), high).short(), Price: "free",
		Gain: fmt.Sprintf("%+d without Focus", base.total()), Present: present < 0})
	for i, c := range colours {
		focus := focusBonus(v.House, i)
		n := base.with(focus, v.House).total()
		row := engine.CostRow{Label: c.label + ": " + dieOf(n, high).short(), Price: pursesWith(v.Sheet, i),
			Gain: fmt.Sprintf("%+d makes %+d", focus.value, n), Present: present == i}
		switch {
		case row.Price == "":
			row.Price, row.WhyNot = "1 "+c.label, "no "+c.label+" Meta is left in any purse"
		case i < running:
			row.WhyNot = "the running " + colours[running].label + " Focus costs nothing"
		}
		switch {
		case !row.Present:
		case running == i:
			row.Mark, row.WhyNot = useOr(focusUse.Of(v.Sheet)), "" // it has been paid for
		default:
			row.Mark = "chosen"
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// formSum gives the sum of bonuses of a form, without a Focus.
func formSum(a ability, form engine.Sheet, v engine.View) sum {
	s := gathered(a, form, v.Sheet, v.Moment)
	if formUnskilled.Of(form) && unskilledBy.Of(v.House) == "slide" {
		s.add("unskilled", -unskilledPenalty.Of(v.House))
	}
	return settle(s, artifactStack.Of(v.House))
}

// pursesWith says which purses hold Meta of a colour, and how many; "" if none does.
func pursesWith(s engine.Sheet, c int) string {
	var parts []string
	for _, p := range purses {
		if n := p.left(s, c); n > 0 {
			parts = append(parts, fmt.Sprintf("1 of %d %s", n, p.label))
		}
	}
	return strings.Join(parts, ", ")
}
