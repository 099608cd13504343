package supermen

import (
	"fmt"
	"slices"

	"example.org/fray/engine"
)

// attempt is an Action Roll while it is made.
type attempt struct {
	r      *engine.Roll
	check  check
	me     engine.Sheet
	side   string // "" for the actor, "other." for the other
	target int
	dice   int
	row    int  // the EP row in force
	paid   int  // EP paid
	pt     int  // segments
	keep   int  // Quality saved for the next roll
	free   bool // it costs no EP
}

// aim works the target out and shows it, before the dice.
func (c check) aim(r *engine.Roll, side string) *attempt {
	return engine.Precompute(r, func() attempt {
		a := attempt{r: r, check: c, side: side}
		a.me = r.Sheet(a.seat())
		e := effort{me: a.me, moment: r.Moment()}
		p := c.pools(r, e, side)
		n := p.total()
		if n != 0 {
			r.Note("pool %s", pool(p))
		}
		a.measure(c.target(r, e, side, n))
		if why := engine.Every.Why.Of(r.Params()); why != "" && side == "" && engine.Every.Situation.Of(r.Params()) != 0 {
			r.Note("situation %+d: %s", engine.Every.Situation.Of(r.Params()), why)
		}
		return a
	})
}

// roll makes the roll: target, dice, Extra Effort.
func (c check) roll(r *engine.Roll) *attempt {
	a := c.aim(r, "")
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

// seat is that of the side that rolls.
func (a *attempt) seat() engine.Seat {
	if a.side == "" {
		return engine.Actor
	}
	return engine.Other
}

// measure says what the dice are measured against.
func (a *attempt) measure(target sum) {
	a.target = target.total()
	if a.side == "" {
		a.r.Aim(a.target, "%s", target)
	} else {
		a.r.Note("the other: %s", target)
	}
}

// note writes the dice and the Quality into the working.
func (a *attempt) note() {
	who := ""
	if a.side != "" {
		who = "the other: "
	}
	a.r.Note("%s%d against %d: Quality %d", who, a.dice, a.target, a.q())
}

// q is the Quality, negative when the roll is missed.
func (a *attempt) q() int { return a.target - a.dice }

// missed is by how much the roll is missed, 0 when it is not.
func (a *attempt) missed() int { return max(-a.q(), 0) }

// share divides n Quality among what the action allows. Where the house lets
// Quality be saved, that is one more use. What is left over is lost.
func (a *attempt) share(n int, uses ...engine.Use) engine.Shares {
	suggest(n, uses)
	if savedQuality.Of(a.r.House()) && a.side == "" {
		uses = append(uses, saveUse())
	}
	give := a.r.Share(engine.Ask{ID: a.side + "share", Words: fmt.Sprintf("Share %d Quality", n)}, a.seat(), n, uses...)
	over := n
	for _, u := range uses {
		over -= give[u.ID]
	}
	if over > 0 {
		a.r.Note("%d Quality not used", over)
	}
	a.keep = give["save"]
	return give
}

// suggest offers all to the first use that takes any, unless the action
// suggests something itself.
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

// charge pays the row that is left when points come off the start row.
func (a *attempt) charge(f fee, points int) {
	if a.free {
		return
	}
	a.row = lower(f.start, points)
	a.paid = f.pay(a.r, a.me, a.row)
	a.r.Note("row %s: %s", turns(f.start, a.row), bill(actionPrice, a.row, a.paid))
}

// Saved Quality: 2 points give +1 to the next pool, only for the same action
// started at once, which is while this one runs or as it ends.

// saveUse saves Quality.
func saveUse() engine.Use {
	return engine.Use{ID: "save", Label: "Save for the next", Each: 2, Own: true, Effect: func(n int) string {
		return fmt.Sprintf("next pool +%d", n/2)
	}}
}

// saved is what the pool of an action gets from the roll before.
func saved(r *engine.Roll, me engine.Sheet, action string) int {
	if !savedQuality.Of(r.House()) || savedFor.Of(me) != action || r.Moment() > savedUntil.Of(me) {
		return 0
	}
	return savedPool.Of(me)
}

// save keeps Quality for the next roll; what was saved before is gone.
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

// outcome ends the roll; it succeeds with a Quality of 0 or more.
func (a *attempt) outcome(values ...engine.Named) engine.Outcome {
	return a.ended(a.q() >= 0, values...)
}

// ended is outcome where the action needs more than Quality 0. The values of
// every Action Roll come before those given.
func (a *attempt) ended(good bool, values ...engine.Named) engine.Outcome {
	every := []engine.Named{engine.Num("quality", a.q()), engine.Num("target", a.target),
		engine.Num("ep_row", a.row), engine.Num("ep_cost", a.paid), engine.Num("pt", a.pt)}
	return engine.Outcome{Success: good, Grade: grade(good), Total: a.dice, Target: a.target, Margin: a.q(), Values: slices.Concat(every, values)}
}

// done is the outcome of an action without a roll, which succeeds.
func done(values ...engine.Named) engine.Outcome {
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true, Values: values}
}

func grade(good bool) string {
	if good {
		return engine.Success
	}
	return engine.Failure
}

// amount names a number of thousandths: a whole one where it is whole.
func amount(id string, m engine.Milli) engine.Named {
	if m%1000 == 0 {
		return engine.Num(id, int(m/1000))
	}
	return engine.Num(id, m)
}

// tail puts words behind the sentence of a story, after two spaces; nothing for none.
func tail(words string) string {
	if words == "" {
		return ""
	}
	return "  " + words
}

// count is a number of things, in words.
func count(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
