package easiness

import (
	"fmt"
	"slices"
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

func panel(v engine.View) []engine.Block { return v.Parts(person, attributeStats, powerGrids) }

func person(v engine.View) []engine.Block {
	return append(kit.Words(v.Sheet, concept), health.Meter(v.Sheet), fullHealth(v.Sheet))
}

func attributeStats(v engine.View) []engine.Block {
	return kit.Numbers(v.Sheet, attributes, attributeLevel, "Attributes", "Dice Rolls")
}

// brief is the line of the roster.
func brief(v engine.View) []engine.Block {
	out := []engine.Block{health.Meter(v.Sheet).As("Hlth")}
	if n := riskTaken.Of(v.Sheet); n > 0 {
		out = append(out, kit.Stat("Risk", n, riskTaken.ID, "Taking Risks"))
	}
	return out
}

func fullHealth(s engine.Sheet) engine.Stat {
	st := engine.Stat{Label: "Full health", Value: strconv.Itoa(healthFull.Of(s)), Chapter: engine.OurRuling, Field: healthFull.ID}
	switch vigor, ok := attributes.Find(s, "vigor"); {
	case s.Written(healthFull.ID):
		st.Working = []string{"written on the sheet"}
	case ok:
		st.Working = []string{fmt.Sprintf("%d = 5 + %s %d", sturdy(s), vigor.Name(), attributeLevel.At(vigor))}
	default:
		st.Working = []string{"5, without Vigor"}
	}
	return st
}

// powerGrids show what gives an Easiness, with the chance of a single die. Each kind has a
// table of its own, since a column for the kind would leave the others no room.
func powerGrids(v engine.View) []engine.Block {
	facilitators, specials := powerGrid(v.Sheet, "Facilitators", facilitator), powerGrid(v.Sheet, "Special Powers", specialPower)
	if len(specials.Rows) == 0 {
		return []engine.Block{facilitators}
	}
	return []engine.Block{facilitators, specials}
}

func powerGrid(s engine.Sheet, title, kind string) engine.Grid {
	rows := slices.DeleteFunc(powers.Rows(s), func(row engine.Row) bool { return powerKind.At(row) != kind })
	return kit.GridOf(rows, powers, title, []string{"Name", "Easiness", "a die", "Pool"}, func(row engine.Row) []string {
		n := powerLevel.At(row)
		return []string{strconv.Itoa(n), fmt.Sprintf("%d %%", 10*(n+1)), usualPool(s, row)}
	})
}

// usualPool says with how many dice and which attributes a power is rolled. It is "" if the
// roll must name them.
func usualPool(s engine.Sheet, power engine.Row) string {
	first, ok := attributes.Find(s, powerFirst.At(power))
	second, both := attributes.Find(s, powerOther.At(power))
	switch {
	case ok && both:
		return fmt.Sprintf("%d = %s + %s", attributeLevel.At(first)+attributeLevel.At(second), first.Name(), second.Name())
	case ok:
		return fmt.Sprintf("%d = %s", attributeLevel.At(first), first.Name())
	}
	return ""
}

// costs shows the levels of risk: what each may add or take away, and how likely that is.
func costs(v engine.View) engine.Costs {
	c := engine.Costs{Title: "Risk"}
	most, taken, any := riskMost.Of(v.House), riskTaken.Of(v.Sheet), v.Sheet.Written(riskTaken.ID)
	chance := goodChance(riskDice.Of(v.House), riskEase.Of(v.House))
	for n := range mostRisk + 1 {
		row := engine.CostRow{Label: fmt.Sprintf("risk %d", n), Price: "free", Gain: "no risk die", Present: any && n == taken}
		if n > 0 {
			row.Price = fmt.Sprintf("+%d or -%d", n, n)
			row.Gain = fmt.Sprintf("%s %% good", chance)
		}
		if row.Present {
			row.Mark = "last roll"
		}
		if n > most {
			row.WhyNot = fmt.Sprintf("this table allows risk %d at most", most)
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}

// goodChance gives the chance that a risk succeeds, in per cent.
func goodChance(dice, ease int) string {
	all, miss := engine.Milli(1), engine.Milli(1)
	for range dice {
		all, miss = all*10, miss*engine.Milli(9-ease)
	}
	return ((all - miss) * 100000 / all).String()
}

func marks(v engine.View) []engine.Mark {
	switch now := health.Now(v.Sheet); {
	case now <= 0:
		return []engine.Mark{{ID: "down", Word: "no health", Grave: true, Seen: true}}
	case now < healthFull.Of(v.Sheet):
		return []engine.Mark{{ID: "hurt", Word: "hurt"}}
	}
	return nil
}
