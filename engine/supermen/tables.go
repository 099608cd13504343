package supermen

import (
	"fmt"
	"strconv"

	"example.org/fray/engine"
)

// tables are the lists of the sheet, as far as there is anything in them.
func tables(v engine.View) []engine.Block {
	s := v.Sheet
	var out []engine.Block
	show := func(g engine.Grid) {
		if len(g.Rows) > 0 {
			out = append(out, g)
		}
	}
	show(powerGrid(s))
	show(runningGrid(s))
	show(grid(s, skills, "Skills", []string{"Skill", "Level", "Action Roll", "PT"}, func(r engine.Row) []string {
		return []string{number(skillLvl.At(r)), number(skillRoll.At(r)), number(skillPT.At(r)) + " " + skillUnit.At(r)}
	}))
	show(grid(s, works, "Work", []string{"Work", "Left", "By segment", ""}, func(r engine.Row) []string {
		state := "under way"
		if workAside.At(r) {
			state = "set aside"
		}
		return []string{number(workLeft.At(r)) + " segments", number(workBy.At(r)), state}
	}))
	show(grid(s, knowledges, "Knowledges", []string{"Knowledge", "Score"}, func(r engine.Row) []string {
		return []string{number(knowScore.At(r))}
	}))
	hand := handDamage(effortOf(v)).total()
	show(grid(s, weapons, "Weapons", []string{"Weapon", "Damage", "PT"}, func(r engine.Row) []string {
		damage := number(weaponDamage.At(r))
		if weaponHand.At(r) {
			damage = fmt.Sprintf("%d + hand %d", weaponDamage.At(r), hand)
		}
		return []string{damage, number(weaponPT.At(r))}
	}))
	return out
}

var number = strconv.Itoa

// grid shows a list with the path of each row, its name first.
func grid(s engine.Sheet, of *engine.Group, title string, head []string, cells func(engine.Row) []string) engine.Grid {
	g := engine.Grid{Title: title, Head: head}
	for _, r := range of.Rows(s) {
		g.Rows = append(g.Rows, append([]string{r.Name()}, cells(r)...))
		g.Paths = append(g.Paths, of.List().ID+"/"+r.ID)
	}
	return g
}

func powerGrid(s engine.Sheet) engine.Grid {
	return grid(s, powers, "Powers", []string{"Power", "PR", "Row", "PT", "Effects"}, func(r engine.Row) []string {
		pr := number(powerPR.At(r) - powerLost.At(r))
		if powerLost.At(r) != 0 {
			pr += " of " + number(powerPR.At(r))
		}
		what := ""
		for i, e := range effectsOf(s, r) {
			if i > 0 {
				what += ", "
			}
			what += e.Name() + " (" + number(effectStep.At(e)) + " PR a step)"
		}
		return []string{pr, number(powerRow.At(r)), number(powerPT.At(r)), what}
	})
}

func runningGrid(s engine.Sheet) engine.Grid {
	return grid(s, running, "Kept up", []string{"Power", "Effect", "Costs a round"}, func(r engine.Row) []string {
		return []string{runningWhat.At(r), price(runningRow.At(r))}
	})
}
