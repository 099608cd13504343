package supermen

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// check describes an Action Roll: the target is base + Sphere(pool) + situation. Base and pool
// are functions of the Extra Effort. Chapter "Making Rolls".
type check struct {
	id     string               // of its action
	own    func(effort) kit.Sum // the base by the sheet alone
	paper  engine.Field[int]    // the field for that base as a player's paper prints it; no Spec for none
	more   func(effort) kit.Sum // what this use adds to the base; nil for nothing
	pool   func(effort) kit.Sum // nil for none
	raises []engine.Field[int]  // the abilities that Extra Effort may raise
}

// base gives the target without the pool.
func (c check) base(e effort) kit.Sum {
	s := asPrinted(c.own, c.paper, e)
	if c.more != nil {
		s = append(s, c.more(e)...)
	}
	return s
}

// bare gives the target by the sheet alone: the base and its own pool.
func (c check) bare(e effort) kit.Sum {
	s := c.base(e)
	if c.pool != nil {
		s = append(s, sphere.from(c.pool(e).Total()))
	}
	return s
}

// pools gives the pool of the roll: that of the rule, the parameter of the form and, for the
// actor, what was saved.
func (c check) pools(r *engine.Roll, e effort, party engine.Party) kit.Sum {
	var s kit.Sum
	if c.pool != nil {
		s = c.pool(e)
	}
	if party.Seat != engine.Actor {
		return append(s, kit.Plain("asked for", poolOther.Of(r.Params())))
	}
	return append(s, kit.Plain("asked for", askedPool.Of(r.Params())), kit.Plain("saved", saved(r, e.me, c.id)))
}

// target gives the number that the dice must not exceed. pool is the total of the pool.
func (c check) target(r *engine.Roll, e effort, party engine.Party, pool int) kit.Sum {
	s := append(c.base(e), sphere.from(pool))
	if party.Seat == engine.Actor {
		s = append(s, kit.Situation(r.Params()))
	}
	s = append(s, kit.Held(e.me, everyRoll)...)
	return append(s, kit.Plain("surprise", -surpriseNow(r, e.me)))
}

// Parameters that most actions take. They are declared in each form anew, so these fields read
// them from any form.
var (
	asked     = form()
	askedPool = asksPool(asked)
	assume    = asksAssume(asked)
)

const mostPool = 9999

// form begins the form of an action.
func form() *engine.Schema { return &engine.Schema{} }

func asksPool(f *engine.Schema) engine.Field[int] {
	return f.Group("Roll").Int("pool", "Pool", -mostPool, mostPool).BeyondSheet().Help("Added to the pool before it is looked up.")
}

func asksAssume(f *engine.Schema) engine.Field[bool] {
	return f.Group("Roll").Bool("assume", "Assume 7").Help("Without stress no dice are thrown, and the roll counts as 7.")
}

// rolled declares the parameters of every Action Roll in a form.
func rolled(f *engine.Schema) *engine.Schema {
	asksPool(f)
	return f
}

// stressed declares the parameters of every Ability Roll in a form.
func stressed(f *engine.Schema) *engine.Schema {
	asksAssume(rolled(f))
	return f
}
