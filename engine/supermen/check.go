package supermen

import (
	"fmt"

	"example.org/fray/engine"
)

// check describes an Action Roll (Making Rolls): target = base + Sphere(pool)
// + situation. Base and pool are worked out with the Extra Effort made.
type check struct {
	id    string            // its action
	own   func(effort) sum  // the base that is the character's
	paper engine.Field[int] // that base as a player's paper prints it, for those that are printed
	more  func(effort) sum  // what this one use adds to the base, nil for nothing
	pool  func(effort) sum
	uses  []engine.Field[int] // the abilities in it, which Extra Effort may raise
}

// base is what the target is before the pool.
func (c check) base(e effort) sum {
	s := asPrinted(c.own, c.paper, e)
	if c.more != nil {
		s = append(s, c.more(e)...)
	}
	return s
}

// Parameters that the actions of this rulebook take; each declares those that
// it knows.
var (
	asked     = form()
	askedPool = asksPool(asked)
	assume    = asksAssume(asked)
)

// mostPool is beyond all that a sheet can put into a pool.
const mostPool = 9999

// form starts the form of an Action Roll.
func form() *engine.Schema { return &engine.Schema{} }

func asksPool(f *engine.Schema) engine.Field[int] {
	return f.Group("Roll").Int("pool", "Pool", -mostPool, mostPool).Said("Added to the pool before it is looked up.")
}

func asksAssume(f *engine.Schema) engine.Field[bool] {
	return f.Group("Roll").Bool("assume", "Assume 7").Said("Out of stress no dice are thrown, and 7 counts.")
}

// rolled adds what every Action Roll asks to a form.
func rolled(f *engine.Schema) *engine.Schema {
	asksPool(f)
	return f
}

// stressed adds what every Ability Roll asks to a form.
func stressed(f *engine.Schema) *engine.Schema {
	asksAssume(rolled(f))
	return f
}

// attempt is an Action Roll as far as it has come.
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

func (a *attempt) seat() engine.Seat {
	if a.side == "" {
		return engine.Actor
	}
	return engine.Other
}

// pools is the one pool of the roll: what the rule puts in, what the form
// asks for and what was saved.
func (c check) pools(r *engine.Roll, e effort, side string) sum {
	var s sum
	if c.pool != nil {
		s = append(s, c.pool(e)...)
	}
	if side != "" {
		return append(s, plain("asked for", poolOther.Of(r.Params())))
	}
	return append(s, plain("asked for", askedPool.Of(r.Params())), plain("saved", saved(r, e.me, c.id)))
}

// target is what the dice must not exceed, with a pool worked out before.
func (c check) target(r *engine.Roll, e effort, side string, pool int) sum {
	s := append(c.base(e), sphere.from(pool))
	if side == "" {
		s = append(s, plain("situation", engine.Every.Situation.Of(r.Params())))
	}
	s = append(s, besides(e.me, everyRoll)...)
	return append(s, plain("surprise", -surpriseNow(r, e.me)))
}

// bare is the target without a roll: base and the sheet's own pool.
func (c check) bare(e effort) sum {
	s := c.base(e)
	if c.pool != nil {
		s = append(s, sphere.from(c.pool(e).total()))
	}
	return s
}

// aim works the target out and shows it, before the dice.
func (c check) aim(r *engine.Roll, side string) *attempt {
	return engine.Precompute(r, func() attempt { return c.aimed(r, side) })
}

func (c check) aimed(r *engine.Roll, side string) attempt {
	seat := engine.Actor
	if side != "" {
		seat = engine.Other
	}
	a := attempt{r: r, check: c, me: r.Sheet(seat), side: side}
	e := effort{me: a.me, moment: r.Moment()}
	p := c.pools(r, e, side)
	n := p.total()
	if n != 0 {
		r.Note("pool %s", pool(p))
	}
	a.aims(c.target(r, e, side, n))
	if why := engine.Every.Why.Of(r.Params()); why != "" && side == "" && engine.Every.Situation.Of(r.Params()) != 0 {
		r.Note("situation %+d: %s", engine.Every.Situation.Of(r.Params()), why)
	}
	return a
}

// pushed is the target with an Extra Effort of n points of ability f.
func (a *attempt) pushed(f engine.Field[int], n int) sum {
	e := effort{me: a.me, moment: a.r.Moment(), on: f.ID, n: n}
	return a.check.target(a.r, e, a.side, a.check.pools(a.r, e, a.side).total())
}

// aims says what the dice are measured against.
func (a *attempt) aims(target sum) {
	a.target = target.total()
	if a.side == "" {
		a.r.Aim(a.target, "%s", target)
	} else {
		a.r.Note("the other: %s", target)
	}
}

// roll makes the roll: target, dice, Extra Effort.
func (c check) roll(r *engine.Roll) *attempt {
	a := c.aim(r, "")
	if assume.Of(r.Params()) {
		a.dice = 7
		a.said()
		return a
	}
	a.dice = throw(r, "", nil)
	a.exert()
	a.said()
	return a
}

func (a *attempt) said() {
	who := ""
	if a.side != "" {
		who = "the other: "
	}
	a.r.Note("%s%d against %d: Quality %d", who, a.dice, a.target, a.q())
}

// q is the Quality, negative when the roll is missed.
func (a *attempt) q() int { return a.target - a.dice }

// missed is by how much, 0 when it is not.
func (a *attempt) missed() int { return max(-a.q(), 0) }

// share divides n Quality among what the action allows. Where the house lets
// Quality be saved, that is one more use. What is left over is lost.
func (a *attempt) share(n int, sinks ...engine.Use) engine.Shares {
	suggest(n, sinks)
	if savedQuality.Of(a.r.House()) && a.side == "" {
		sinks = append(sinks, saveSink())
	}
	ask := engine.Ask{ID: a.side + "share", Words: fmt.Sprintf("Share %d Quality", n)}
	give := a.r.Share(ask, a.seat(), n, sinks...)
	over := n
	for _, s := range sinks {
		over -= give[s.ID]
	}
	if over > 0 {
		a.r.Note("%d Quality not used", over)
	}
	a.keep = give["save"]
	return give
}

// suggest offers all to the first use that takes any, unless the action
// suggests something itself.
func suggest(n int, sinks []engine.Use) {
	first := -1
	for i, s := range sinks {
		if s.Preset > 0 {
			return
		}
		if first < 0 && s.WhyNot == "" {
			first = i
		}
	}
	if first >= 0 {
		sinks[first].Preset = n
	}
}

// charge pays the row that is left when points come off the start row.
func (a *attempt) charge(f fee, points int) {
	if a.free {
		return
	}
	a.row = lower(f.start, points)
	a.paid = f.pay(a.r, a.me, a.row)
	a.r.Note("row %s: %s", turns(f.start, a.row), bill(use, a.row, a.paid))
}

// outcome ends the roll; it succeeds with a Quality of 0 or more.
func (a *attempt) outcome(values ...engine.Named) engine.Outcome {
	return a.ended(a.q() >= 0, values...)
}

// ended is outcome where the action needs more than Quality 0.
func (a *attempt) ended(good bool, values ...engine.Named) engine.Outcome {
	return engine.Outcome{Success: good, Grade: grade(good), Total: a.dice, Target: a.target, Margin: a.q(), Values: values}
}

// values are those of every Action Roll, and more.
func (a *attempt) values(more ...engine.Named) []engine.Named {
	return append([]engine.Named{engine.Num("quality", a.q()), engine.Num("target", a.target),
		engine.Num("ep_row", a.row), engine.Num("ep_cost", a.paid), engine.Num("pt", a.pt)}, more...)
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
