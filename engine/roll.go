package engine

import (
	"fmt"
	"slices"
)

// Rule is one procedure of a rulebook: a pure function, in the order of the book.
type Rule func(r *Roll) Outcome

// Roll is a rule's view of the table while it runs.
//
// The methods that rules call are in files by subject: dice in read.go, decisions in
// decisions.go, changes of sheets in changes.go, notes and stories in narration.go, and
// everything else that a roll causes in outputs.go.
type Roll struct {
	in        *Inputs
	count     *count // nil in play
	again     *count // whose present way is followed again in play; nil otherwise
	cursor    cursor
	sheets    []*snapshot // those that were read
	changes   []Change    // of sheets, in order
	target    target
	outputs   outputs
	narration narration
}

// target is what the dice are compared with.
type target struct {
	n     int
	known bool
}

// Sheet gives the sheet at a seat. If the seat is empty, so is the sheet, and [Sheet.There]
// is false.
func (r *Roll) Sheet(seat Seat) Sheet { return r.sheet(seat) }

// Minion reports whether any loss of life puts the character at a seat out of action.
func (r *Roll) Minion(seat Seat) bool { return slices.Contains(r.in.Minions, seat) }

// House gives the table's house rules.
func (r *Roll) House() Sheet { return r.sheet(houseSeat) }

// Params gives the parameters of the action.
func (r *Roll) Params() Sheet { return r.sheet(ParamsSeat) }

// sheet gives a sheet of the inputs, the same one for the whole roll and, while
// odds are counted, for all runs.
func (r *Roll) sheet(whose Seat) Sheet {
	for _, s := range r.sheets {
		if s.whose == whose {
			return Sheet{s}
		}
	}
	s := &snapshot{whose: whose, there: true}
	switch whose {
	case ParamsSeat:
		s.page, s.schema = r.in.Params, r.in.Action.Form
	case houseSeat:
		s.page, s.schema = r.in.House, r.in.System.House
	default:
		s.page, s.there = r.in.Sheets[whose]
		s.schema, s.roll, s.force = r.in.System.Sheet, r, r.in.InForce[whose]
	}
	if watch := r.in.Watch; watch != nil {
		s.watch = func(path string) { watch(whose, path) }
	}
	if r.count != nil {
		s.values, s.read = map[*Spec]Value{}, map[string]bool{}
	}
	r.sheets = append(r.sheets, s)
	return Sheet{s}
}

// Company gives the sheets of the others at the table. The rulebook has to declare
// [System.Company].
func (r *Roll) Company() []Sheet {
	if !r.in.System.Company {
		panic("a rule reads the sheets of others, and its rulebook does not say so: see System.Company")
	}
	if r.count != nil {
		r.count.readings.company = true
	}
	out := make([]Sheet, 0, len(r.in.Company))
	for _, p := range r.in.Company {
		out = append(out, r.in.System.Sheet.Read(p))
	}
	return out
}

// Gamemaster reports whether the gamemaster begins the roll, and not a player.
func (r *Roll) Gamemaster() bool { return !r.in.Player }

// Moment is the present unit of time, counted since the table began.
func (r *Roll) Moment() int {
	r.readTime()
	return r.in.Moment
}

// SceneMoment is the number under which the table shows a moment: it counts from the
// start of the scene.
func (r *Roll) SceneMoment(moment int) int {
	r.readTime()
	return moment - r.in.Began
}

// Timed reports whether somebody runs the clock: somebody has the turn, or time has passed since
// the scene began. Where nobody does, a round is what the rulebook takes for one.
func (r *Roll) Timed() bool {
	r.readTime()
	return r.in.Turns || r.in.Moment > r.in.Began
}

func (r *Roll) readTime() {
	if r.count != nil {
		r.count.readings.time = true
	}
}

// Answered is how many dice and decisions the roll has asked for so far.
func (r *Roll) Answered() int { return r.cursor.next + r.cursor.offered }

// Spend takes in what a rule that is interpreted has done, in steps of some 100 ns. While odds
// are counted it is false where they would take too long, and ends those that nobody waits for.
func (r *Roll) Spend(steps int) bool {
	if r.count == nil {
		r.in.budget.spend(steps)
		return true
	}
	if stop := r.in.cancelled; stop != nil && stop() {
		panic(ErrStopped)
	}
	r.count.steps += steps
	return r.count.left() >= 0
}

// Spent is how many steps the odds have taken so far.
func (r *Roll) Spent() int {
	if r.count == nil {
		return 0
	}
	return r.count.steps
}

// Refuse stops the rule with the reason, in the words of the game.
func (r *Roll) Refuse(format string, args ...any) {
	panic(&Refusal{Words: fmt.Sprintf(format, args...)})
}

// mostDice is the largest pool that can be thrown.
const mostDice = 200

// MayThrow refuses a pool of more than mostDice dice.
func (r *Roll) MayThrow(count int) {
	if count > mostDice {
		r.Refuse("a pool of %d dice: %d are the most that are thrown", count, mostDice)
	}
}
