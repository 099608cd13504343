package supermen

import (
	"strconv"

	"example.org/fray/engine"
)

// costs shows the EP rows, from the one in force or the usual one down to 0.
func costs(v engine.View) engine.Costs {
	row, mark, start := inForce(v)
	out := engine.Costs{Title: "EP cost rows", Rule: "1 Quality = 1 row less"}
	has := ep.Now(v.Sheet)
	for n := max(usualRow, row); n >= 0; n-- {
		if n < row && n > farRow { // hundreds of rows would follow: go on at farRow
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

// startRow gives the row at which an action starts. It is false if the action costs no EP.
func startRow(action string) (int, bool) {
	for _, f := range fees {
		if f.action == action {
			return f.start, true
		}
	}
	return 0, false
}

// inForce gives the row that is paid now, what it is paid for and the row at which that
// starts. It is the row of the roll that is under way or has just ended, or else that of
// movement. Without either, row is -1.
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
