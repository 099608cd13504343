package contest

import (
	"fmt"
	"slices"
	"strconv"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

func panel(v engine.View) []engine.Block {
	return v.Parts(person, meters, totalStats, description, abilityStats, aspectGrid)
}

func person(v engine.View) []engine.Block {
	return kit.Words(v.Sheet, concept)
}

func totalStats(v engine.View) []engine.Block {
	var out []engine.Block
	for _, t := range usualTotals(v.Sheet) {
		out = append(out, t.stat())
	}
	return out
}

func abilityStats(v engine.View) []engine.Block {
	return kit.Numbers(v.Sheet, abilities, abilityLevel, "Abilities", "Simple rolls")
}

// brief is the line of the roster: the contests that are running or, if none is, how the last
// one ended; before any, what a contest is begun and held off with.
func brief(v engine.View) []engine.Block {
	shown := tracks(v, func(row engine.Row) bool { return trackOver.At(row) == running })
	if len(shown) == 0 {
		shown = meters(v)
		shown = shown[max(len(shown)-1, 0):]
	}
	for i, b := range shown {
		switch b := b.(type) {
		case engine.Meter:
			shown[i] = b.As(engine.ShortName(b.Label))
		case engine.Stat:
			b.Label = engine.ShortName(b.Label)
			shown[i] = b
		}
	}
	if len(shown) > 0 {
		return shown[max(len(shown)-3, 0):]
	}
	totals := usualTotals(v.Sheet)
	if len(totals) == 0 {
		return []engine.Block{engine.Stat{Label: "Act", Value: "none", Working: []string{"the sheet has no ability"}, Chapter: "Simple rolls"}}
	}
	act, resist := totals[0].stat(), totals[2].stat()
	act.Label, resist.Label = "Act", "Res"
	return []engine.Block{act, resist}
}

// meters shows all contests on the sheet.
func meters(v engine.View) []engine.Block {
	return tracks(v, func(engine.Row) bool { return true })
}

// tracks shows those contests on the sheet for which some is true. One that is won is not shown
// as a meter, since nothing more can be lost in it.
func tracks(v engine.View, some func(engine.Row) bool) []engine.Block {
	var out []engine.Block
	for _, row := range contests.Rows(v.Sheet) {
		if !some(row) {
			continue
		}
		if trackOver.At(row) == won {
			out = append(out, engine.Stat{Label: row.Name(), Value: won, Working: []string{"it is over"}, Chapter: "Contests", Field: row.Path(trackOver.Spec)})
			continue
		}
		full, gone := trackFull.At(row), trackLost.At(row)
		m := engine.Meter{ID: row.ID, Label: row.Name(), Now: full - gone, Full: full, Kind: "life", Field: row.Path(trackLost.Spec)}
		if gone > 0 {
			m.Losses = []engine.Loss{{Label: "off the resistance", N: gone}}
		}
		out = append(out, m)
	}
	return out
}

// labelled is a total with its label.
type labelled struct {
	label string
	kit.Sum
}

func (t labelled) stat() engine.Stat {
	return engine.Stat{Label: t.label, Value: strconv.Itoa(t.Total()), Working: []string{t.String()}, Chapter: "Contests"}
}

// usualTotals gives acting, effect and resistance total as the sheet alone makes them; none
// without abilities.
func usualTotals(s engine.Sheet) []labelled {
	ability, ok := abilityBehind(s, "")
	shield, shielded := resistanceBehind(s, "")
	if !ok || !shielded {
		return nil
	}
	return []labelled{
		{"Acting total", total(s, ability, 1, "", toActing, "")},
		{"Effect total", total(s, ability, 1, "", toEffect, "")},
		{"Resistance total", total(s, shield, usualFactor, "", toResistance, "")},
	}
}

func description(v engine.View) []engine.Block {
	n := dull.Of(v.Sheet)
	next := dullAfter(n)
	return []engine.Block{engine.Stat{
		Label: "A dull description", Value: strconv.Itoa(next), Chapter: "Role-playing", Field: dull.ID, Changed: n > 0,
		Working: []string{fmt.Sprintf("%d = -3, and 1 worse for each of %d before it; -6 at worst", next, n)},
	}}
}

func aspectGrid(v engine.View) []engine.Block {
	return []engine.Block{kit.Grid(v.Sheet, aspects, "Aspects and tools", []string{"Name", "Kind", "Modifier", "Adds to", "When", "Now"}, func(row engine.Row) []string {
		now := ""
		if aspectOn.At(row) {
			now = "counts"
		}
		return []string{aspectKind.At(row), fmt.Sprintf("%+d", aspectNumber.At(row)), aspectAdds.At(row), aspectWhen.At(row), now}
	})}
}

// costs shows the totals with their working, and the state of each contest.
func costs(v engine.View) engine.Costs {
	c := engine.Costs{Title: "Totals"}
	for _, t := range usualTotals(v.Sheet) {
		c.Rows = append(c.Rows, engine.CostRow{Label: t.label, Price: strconv.Itoa(t.Total()), Gain: t.String()})
	}
	latest := -1
	for _, row := range contests.Rows(v.Sheet) {
		full, left := trackFull.At(row), trackFull.At(row)-trackLost.At(row)
		r := engine.CostRow{
			Label: row.Name(), Price: fmt.Sprintf("%d of %d left", left, full),
			Gain: fmt.Sprintf("acting %d, effect %d", trackActing.At(row), trackEffect.At(row)),
		}
		if over := trackOver.At(row); over != running {
			r.WhyNot = "it is over: " + over
		} else {
			latest = len(c.Rows)
		}
		c.Rows = append(c.Rows, r)
	}
	if latest >= 0 {
		c.Rows[latest].Present, c.Rows[latest].Mark = true, "running"
	}
	return c
}

func marks(v engine.View) []engine.Mark {
	var out []engine.Mark
	if n := dull.Of(v.Sheet); n > 0 {
		out = append(out, engine.Mark{ID: "dull", Word: fmt.Sprintf("dull x%d", n)})
	}
	rows := contests.Rows(v.Sheet)
	contends := slices.ContainsFunc(rows, func(row engine.Row) bool { return trackOver.At(row) == running })
	for _, row := range rows { // these come first, since the rest is left out if there is no room
		if trackOver.At(row) == running {
			out = append(out, engine.Mark{ID: "contest/" + row.ID, Word: "in " + row.Name()})
		}
	}
	for _, row := range rows {
		if trackOver.At(row) == lost { // losing is grave unless it was a persuasion, or another contest is running
			out = append(out, engine.Mark{ID: "lost/" + row.ID, Word: "lost " + row.Name(), Grave: !contends && trackKind.At(row) != persuasion})
		}
	}
	return out
}
