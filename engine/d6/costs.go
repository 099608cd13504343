package d6

import (
	"fmt"

	"example.org/fray/engine"
)

// costs shows what Character and Fate Points would buy. Each row begins with what it
// gives, since a narrow pane cuts off its end.
func costs(v engine.View) engine.Costs {
	c := engine.Costs{Title: "Points"}
	spent, has := spentIn(v), purseOf(v.Sheet)
	for _, n := range []int{1, 2, 3, 5} {
		row := engine.CostRow{Label: fmt.Sprintf("+%dD ~%s", n, averageWild(n)), Price: fmt.Sprintf("%d CP", n), Gain: "wild, on average", WhyNot: has.tooDear(v, n)}
		if n == spent {
			row.Present, row.Mark = true, "this roll"
		}
		c.Rows = append(c.Rows, row)
	}
	c.Rows = append(c.Rows, fateRow(v))
	for _, row := range skills.Rows(v.Sheet) {
		if now, why := skillValue(v.Sheet, row); why == "" {
			c.Rows = append(c.Rows, has.pipRow(row.Name(), now, dearness(now, kindOf(v.Sheet, row)), skillRaised.At(row)))
		}
	}
	for _, row := range attributes.Rows(v.Sheet) {
		if now, err := parseCode(attributeCode.At(row)); err == nil {
			c.Rows = append(c.Rows, has.pipRow(row.Name(), now, dearness(now, kind{attribute: true}), attributeRaised.At(row)))
		}
	}
	return c
}

// averageWild gives the average of n Wild Dice: 4.2 each, with those thrown again.
func averageWild(n int) string {
	const tenths = 42
	return (engine.Milli(n*tenths) * 100).String()
}

// spentIn gives the Character Points spent on the roll that is under way or has just ended.
func spentIn(v engine.View) int {
	if v.Roll == nil {
		return 0
	}
	for _, c := range v.Roll.Changes {
		if c.Sheet == engine.Actor && c.Field == characterPoints.ID {
			return c.From.Int() - c.To.Int()
		}
	}
	return 0
}

func (p purse) tooDear(v engine.View, n int) string {
	most := cpCap.Of(v.House)
	switch {
	case n > p.points:
		return p.words
	case most > 0 && n > most:
		return fmt.Sprintf("this table allows %s on one roll", engine.Counted(most, "Character Point"))
	}
	return ""
}

// fateRow shows what a Fate Point would make of the best code on the sheet.
func fateRow(v engine.View) engine.CostRow {
	row := engine.CostRow{Label: "x2 own code", Price: "1 FP", Gain: "own dice and pips doubled"}
	if name, best := bestCode(v.Sheet); name != "" {
		row.Gain = fmt.Sprintf("%s %v → %v", name, best, best.doubled())
	}
	switch {
	case fateLasts.Of(v.House) && fateRound.Of(v.Sheet) == v.Moment+1:
		row.Price, row.Present, row.Mark = "paid", true, "this round"
	case fatePoints.Of(v.Sheet) == 0:
		row.WhyNot = "no Fate Point is left"
	case fateARound.Of(v.House) && fateRound.Of(v.Sheet) == v.Moment+1:
		row.WhyNot = "one is spent in this round already"
		row.Present, row.Mark = true, "this round"
	}
	return row
}

// bestCode gives the highest code on the sheet and its name, "" if there is none.
func bestCode(s engine.Sheet) (name string, best code) {
	for _, row := range attributes.Rows(s) {
		if c, err := parseCode(attributeCode.At(row)); err == nil && c.worth() > best.worth() {
			name, best = row.Name(), c
		}
	}
	for _, row := range skills.Rows(s) {
		if c, why := skillValue(s, row); why == "" && c.worth() > best.worth() {
			name, best = row.Name(), c
		}
	}
	return name, best
}

// purse is the number of Character Points on a sheet, with the words for it.
type purse struct {
	points int
	words  string
}

func purseOf(s engine.Sheet) purse {
	n := characterPoints.Of(s)
	return purse{n, "the sheet has " + engine.Counted(n, "Character Point")}
}

// pipRow shows what one pip more of a trait costs between adventures.
func (p purse) pipRow(name string, now code, price int, raised bool) engine.CostRow {
	row := engine.CostRow{Label: "+1 " + name, Price: fmt.Sprintf("%d CP", price),
		Gain: fmt.Sprintf("a pip: %v → %v, between adventures", now, now.plus(code{pips: 1}))}
	switch {
	case raised:
		row.WhyNot = "raised already since the last adventure"
	case price > p.points:
		row.WhyNot = p.words
	}
	return row
}
