package supermen

import (
	"fmt"
	"strconv"

	"example.org/fray/engine"
)

// The EP rows at which the costs of the book start (EP Cost rows).
const (
	oneEP    = 5 // 1 EP each time: the Combat Roll, and a Lift that fails
	handRow  = 7 // 3 EP: all of one's Hand Damage
	usualRow = 9 // 5 EP: everything else
)

// mostRow is beyond every row that misses or shots can add up to.
const mostRow = 99_999

// fee is what a kind of action costs: the row at which it starts, and the
// counter of what it owes. A fee without an action is paid within another's.
type fee struct {
	action string
	start  int
	owed   engine.Field[int]
	back   string // what brings the EP back
}

// What brings lost EP back: rounds of rest, which is the usual, or hours of
// sleep.
const (
	byRound = "round"
	byHour  = "hour"
)

// lostUntil is where EP go that come back so.
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

// from is the fee with another start row.
func (f fee) from(row int) fee {
	f.start = row
	return f
}

// of is the fee for a power: it says what brings its EP back.
func (f fee) of(power engine.Row) fee {
	if power.ID != "" {
		f.back = powerEP.At(power)
	}
	return f
}

// whole is an EP in the unit of the counters: a row 1 cost, 1 EP a day, is 1
// of it each round.
const whole = 7200

// due is what one action, or one round of a cost that runs on, adds to what is
// owed at a row (EP Cost rows). Row 5 is 1 EP and each row above it one EP
// more; row 4 is 1 EP in 5 actions or rounds, row 3 in 50. Rows 2 and 1, an EP
// an hour and a day, only count for what runs on.
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

// flat is the EP that a row costs every time; 0 for those that are counted.
func flat(row int) int { return max(row-oneEP+1, 0) }

// owe adds a due to a counter and gives the whole EP that fall to be paid, and
// what stays owed.
func owe(owed, due int) (ep, rest int) {
	return (owed + due) / whole, (owed + due) % whole
}

// roundPrice says what a row costs a round, for people.
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

// actionPrice says what a row costs an action, for people.
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

// bill says what was paid at a row; costs is roundPrice or actionPrice.
func bill(costs func(int) string, row, paid int) string {
	switch {
	case row >= oneEP || costs(row) == "free":
		return costs(row)
	case paid > 0:
		return costs(row) + ", now"
	}
	return costs(row) + ", not now"
}

// lower is a start row less the points spent on it; rows end at 0.
func lower(start, points int) int { return max(start-points, 0) }

// pay takes the price of a row, once, and gives the EP that were paid.
func (f fee) pay(r *engine.Roll, me engine.Sheet, row int) int {
	paid, rest := owe(f.owed.Of(me), due(row, false))
	if me.There() {
		put(r, me, f.owed, rest)
		add(r, me, lostUntil(f.back), paid)
	}
	if paid > 0 && f.back == byHour {
		r.Note("they come back asleep, by the hour")
	}
	return paid
}

// rowUse lowers the row from start by a point each.
func rowUse(start int) engine.Use {
	return engine.Use{ID: "ep", Label: "EP", Most: start, Own: true, Effect: func(n int) string {
		return fmt.Sprintf("row %s, %s", turns(start, lower(start, n)), actionPrice(lower(start, n)))
	}}
}

// turns says what a number becomes, if it does not stay.
func turns(from, to int) string {
	if from == to {
		return strconv.Itoa(to)
	}
	return strconv.Itoa(from) + " → " + strconv.Itoa(to)
}
