package supermen

import (
	"strconv"

	"example.org/fray/engine"
)

// costs are the EP rows, from the highest in force down to 0.
func costs(v engine.View) engine.Costs {
	row, mark, start := inForce(v)
	out := engine.Costs{Title: "EP cost rows"}
	has := ep.Now(v.Sheet)
	for n := max(usualRow, row); n >= 0; n-- {
		if n < row && n > farRow { // nobody reads what lies between
			n = farRow
		}
		c := engine.CostRow{Label: strconv.Itoa(n), Price: aRound(n)}
		if n < start {
			c.Gain = "Q " + strconv.Itoa(start-n)
		}
		if flat(n) > has {
			c.WhyNot = strconv.Itoa(has) + " EP left"
		}
		if n == row {
			c.Present, c.Mark = true, mark
		}
		out.Rows = append(out.Rows, c)
	}
	return out
}

// farRow is the highest row that is listed without being in force.
const farRow = 60

// startRow is the row at which an action starts; false when it costs no EP.
func startRow(action string) (int, bool) {
	for _, f := range fees {
		if f.action == action {
			return f.start, true
		}
	}
	return 0, false
}

// inForce is the row that holds now and for what: that of the roll under way
// or just made, or else that of movement; -1 when there is none. Rows are
// lowered from start.
func inForce(v engine.View) (row int, mark string, start int) {
	row, start = -1, usualRow
	if onTheMove.Of(v.Sheet) {
		row, mark = moveRow.Of(v.Sheet), "move"
	}
	if v.Roll == nil || v.Action == nil {
		return row, mark, start
	}
	from, pays := startRow(v.Action.ID)
	if !pays {
		return row, mark, start
	}
	if !v.Roll.Done() {
		return from, v.Action.ID, from
	}
	return v.Roll.Outcome.Value("ep_row").Int(), v.Action.ID, from
}
