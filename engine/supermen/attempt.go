package supermen

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// attempt is an Action Roll while it is made. Without dice, as when a blast is maintained, it
// carries what starts and ends the action.
type attempt struct {
	engine.Party
	r      *engine.Roll
	check  check
	me     engine.Sheet
	target int
	dice   int
	row    int  // the EP row that was paid
	paid   int  // in EP
	pt     int  // in segments
	keep   int  // Quality saved for the next roll
	free   bool // it costs no EP
}

// aim works out the target of one side's roll and notes it, before the dice.
func (c check) aim(r *engine.Roll, party engine.Party) *attempt {
	return engine.Precompute(r, func() attempt {
		a := attempt{Party: party, r: r, check: c, me: r.Sheet(party.Seat)}
		e := effort{me: a.me, moment: r.Moment()}
		p := c.pools(r, e, party)
		n := p.Total()
		if n != 0 {
			r.Note("pool %d: %s", n, p.Signed())
		}
		a.measure(c.target(r, e, party, n))
		return a
	})
}

// roll makes the actor's roll: target, dice and Extra Effort.
func (c check) roll(r *engine.Roll) *attempt {
	a := c.aim(r, actor)
	if assume.Of(r.Params()) {
		a.dice = 7
		a.note()
		return a
	}
	a.dice = throw(r)
	a.exert()
	a.note()
	return a
}

// measure sets the target and notes it.
func (a *attempt) measure(target kit.Sum) {
	a.target = target.Total()
	if a.Seat == engine.Actor {
		a.r.Aim(a.target, "%s", target)
	} else {
		a.says("%s", target)
	}
}

// note notes the dice and the Quality.
func (a *attempt) note() { a.says("%d against %d: Quality %d", a.dice, a.target, a.q()) }

// says adds a line of working, which says if it is about the other side.
func (a *attempt) says(format string, args ...any) {
	if a.Seat != engine.Actor {
		format = "the other: " + format
	}
	a.r.Note(format, args...)
}

// q gives the Quality. It is negative if the roll is missed.
func (a *attempt) q() int { return a.target - a.dice }

// missed gives by how much the roll is missed, 0 if it succeeds.
func (a *attempt) missed() int { return max(-a.q(), 0) }

// share asks how n Quality is shared among uses. By a house rule, saving it is one more use.
// Quality that is left over is lost.
func (a *attempt) share(n int, uses ...engine.Use) engine.Shares {
	suggest(n, uses)
	if savedQuality.Of(a.r.House()) && a.Seat == engine.Actor {
		uses = append(uses, saveUse())
	}
	give := a.r.Share(engine.Ask{ID: a.ID("share"), Words: fmt.Sprintf("Share %d Quality", n)}, a.Seat, n, uses...)
	over := n
	for _, u := range uses {
		over -= give[u.ID]
	}
	if over > 0 {
		a.says("%d Quality not used", over)
	}
	a.keep = give["save"]
	return give
}

// suggest presets all n points on the first use that can take any, unless a use has a preset.
func suggest(n int, uses []engine.Use) {
	first := -1
	for i, u := range uses {
		if u.Preset > 0 {
			return
		}
		if first < 0 && u.WhyNot == "" {
			first = i
		}
	}
	if first >= 0 {
		uses[first].Preset = n
	}
}

// charge pays for the roll: the start row of f, less points.
func (a *attempt) charge(f fee, points int) {
	if a.free {
		return
	}
	a.row = lower(f.start, points)
	a.paid = f.pay(a.r, a.me, a.row)
	a.says("row %s: %s", turns(f.start, a.row), f.bill(a.me, a.row, a.paid))
}

// saveUse is the use of Quality that saves it: 2 points give +1 to the next pool of the same
// action, if it starts while this one runs or as it ends.
func saveUse() engine.Use {
	return engine.Use{ID: "save", Label: "Save for the next", Each: 2, Own: true, Effect: func(n int) string {
		return fmt.Sprintf("next pool +%d", n/2)
	}}
}

// saved gives what an earlier roll has saved for the pool of an action.
func saved(r *engine.Roll, me engine.Sheet, action string) int {
	if !savedQuality.Of(r.House()) || savedFor.Of(me) != action || r.Moment() > savedUntil.Of(me) {
		return 0
	}
	return savedPool.Of(me)
}

// save writes on the sheet the Quality saved for the next roll, in place of what was saved
// before.
func (a *attempt) save() {
	if !savedQuality.Of(a.r.House()) {
		return
	}
	id := ""
	if a.keep/2 > 0 {
		id = a.check.id
	}
	put(a.r, a.me, savedFor, id)
	put(a.r, a.me, savedPool, a.keep/2)
	put(a.r, a.me, savedUntil, a.r.Moment()+a.pt)
}

// outcome is the outcome of a roll that succeeds with a Quality of 0 or more.
func (a *attempt) outcome(values ...engine.Named) engine.Outcome {
	return a.ended(a.q() >= 0, values...)
}

// ended is the outcome of an action whose success is good. The values of every Action Roll come
// before the given ones.
func (a *attempt) ended(good bool, values ...engine.Named) engine.Outcome {
	every := []engine.Named{engine.Num("quality", a.q()), engine.Num("target", a.target),
		engine.Num("ep_row", a.row), engine.Num("ep_cost", a.paid), engine.Num("pt", a.pt)}
	return engine.Outcome{Success: good, Grade: grade(good), Total: a.dice, Target: a.target, Margin: a.q(), Values: slices.Concat(every, values)}
}

func grade(good bool) string {
	if good {
		return engine.Success
	}
	return engine.Failure
}

// amount gives a value of an outcome in thousandths, or as a whole number if it is one.
func amount(id string, m engine.Milli) engine.Named {
	if m%1000 == 0 {
		return engine.Num(id, int(m/1000))
	}
	return engine.Num(id, m)
}

// tail gives words to end a story with, after two spaces. It is "" for no words.
func tail(words string) string {
	if words == "" {
		return ""
	}
	return "  " + words
}
