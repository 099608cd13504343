package supermen

import (
	"fmt"
	"strconv"

	"example.org/fray/engine"
)

// The rows at which costs start.
const (
	oneEP    = 5 // 1 EP: a Combat Roll, or a Lift that fails
	handRow  = 7 // 3 EP: all of the Hand Damage
	usualRow = 9 // 5 EP: everything else
)

const mostRow = 99_999

// fee is what a kind of action costs.
type fee struct {
	action string // "" if it is paid as part of another action
	start  int    // the row at which it starts
	owed   engine.Field[int]
	back   string // what brings the EP back
}

// What brings lost EP back: rounds of rest or hours of sleep.
const (
	byRound = "round"
	byHour  = "hour"
)

// lostUntil gives the field for lost EP that come back so.
func lostUntil(back string) engine.Field[int] {
	if back == byHour {
		return epLostHour
	}
	return epLostRound
}

var (
	forCombat = fee{"combat", oneEP, owedCombat, byRound}
	forHand   = fee{"", handRow, owedHand, byRound}
	forMove   = fee{"move", usualRow, owedMove, byRound}
	forJump   = fee{"jump", usualRow, owedJump, byRound}
	forLift   = fee{"lift", usualRow, owedLift, byRound}
	forThrow  = fee{"throw", usualRow, owedThrow, byRound}
	forBreath = fee{"breath", usualRow, owedBreath, byRound}
	forPower  = fee{"power", usualRow, owedPower, byRound}
	forShot   = fee{"maintain", usualRow, owedPower, byRound}
	forOppose = fee{"oppose", usualRow, owedOppose, byRound}

	fees = []fee{forCombat, forHand, forMove, forJump, forLift, forThrow, forBreath, forPower, forShot, forOppose}
)

// from gives the fee with another start row.
func (f fee) from(row int) fee {
	f.start = row
	return f
}

// of gives the fee with what brings the EP of a power back.
func (f fee) of(power engine.Row) fee {
	if power.ID != "" {
		f.back = powerEP.At(power)
	}
	return f
}

// whole is an EP in the unit of the counters. In that unit row 1, which is 1 EP a day, costs 1
// a round.
const whole = 7200

// due gives the cost of a row in 7200ths of an EP, for one action or, if runsOn, for one round.
// Row 5 is 1 EP, and each row above it 1 EP more. Row 4 is 1 EP in 5 actions or rounds, row 3
// in 50. Rows 2 and 1 are 1 EP an hour and a day, and cost an action nothing.
func due(row int, runsOn bool) int {
	switch {
	case row >= oneEP:
		return flat(row) * whole
	case row == 4:
		return whole / 5
	case row == 3:
		return whole / 50
	case row == 2 && runsOn:
		return whole / 300
	case row == 1 && runsOn:
		return 1
	}
	return 0
}

// flat gives the EP that a row costs each time; 0 for rows that cost less than 1 EP.
func flat(row int) int { return max(row-oneEP+1, 0) }

// owe adds a due to a counter, and gives the whole EP to be paid now and what stays owed.
func owe(owed, due int) (ep, rest int) {
	return (owed + due) / whole, (owed + due) % whole
}

// roundPrice says what a row costs for each round.
func roundPrice(row int) string {
	switch {
	case row >= oneEP:
		return strconv.Itoa(flat(row)) + " EP"
	case row == 4:
		return "1 EP a minute"
	case row == 3:
		return "1 EP in 10 minutes"
	case row == 2:
		return "1 EP an hour"
	case row == 1:
		return "1 EP a day"
	}
	return "free"
}

// actionPrice says what a row costs for each action.
func actionPrice(row int) string {
	switch {
	case row >= oneEP:
		return strconv.Itoa(flat(row)) + " EP"
	case row == 4:
		return "1 EP every 5th time"
	case row == 3:
		return "1 EP every 50th time"
	}
	return "free"
}

// bill says what a row costs, and whether an EP was due now. costs is roundPrice or actionPrice.
func bill(costs func(int) string, row, paid int) string {
	switch {
	case row >= oneEP || costs(row) == "free":
		return costs(row)
	case paid > 0:
		return costs(row) + ", now"
	}
	return costs(row) + ", not now"
}

// bill says what a row costs for one action that has been paid for and, of a row that costs less
// than 1 EP, the how manyth of those that are paid for together this was.
func (f fee) bill(me engine.Sheet, row, paid int) string {
	each := due(row, false)
	if each == 0 || each >= whole || !me.There() {
		return bill(actionPrice, row, paid)
	}
	all := whole / each
	n := f.owed.Of(me) / each // what was owed before is paid now, or counts
	if paid > 0 {
		n = all
	}
	return fmt.Sprintf("%s: the %s of %d", actionPrice(row), ordinal(n), all)
}

// ordinal writes 1st, 2nd, 3rd, 4th.
func ordinal(n int) string {
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		end = map[int]string{1: "st", 2: "nd", 3: "rd"}[n%10]
		if end == "" {
			end = "th"
		}
	}
	return strconv.Itoa(n) + end
}

// lower gives the row after points were spent on it, 0 at least.
func lower(start, points int) int { return max(start-points, 0) }

// pay takes the price of a row for one action off the sheet, and gives the EP paid.
func (f fee) pay(r *engine.Roll, me engine.Sheet, row int) int {
	paid, rest := owe(f.owed.Of(me), due(row, false))
	if me.There() {
		put(r, me, f.owed, rest)
		add(r, me, lostUntil(f.back), paid)
	}
	if paid > 0 && f.back == byHour {
		r.Note("they come back by the hour of sleep")
	}
	return paid
}

// rowUse is the use of Quality for a lower row, one for each point.
func rowUse(start int) engine.Use {
	return engine.Use{ID: "ep", Label: "EP", Most: start, Own: true, Effect: func(n int) string {
		return fmt.Sprintf("row %s, %s", turns(start, lower(start, n)), actionPrice(lower(start, n)))
	}}
}

// turns gives "from → to", or the number alone if it stays the same.
func turns(from, to int) string {
	if from == to {
		return strconv.Itoa(to)
	}
	return strconv.Itoa(from) + " → " + strconv.Itoa(to)
}
