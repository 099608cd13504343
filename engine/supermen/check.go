package supermen

import "example.org/fray/engine"

// check describes an Action Roll (Making Rolls): target = base + Sphere(pool)
// + situation. Base and pool are worked out with the Extra Effort made.
type check struct {
	id     string              // its action
	own    func(effort) sum    // the base that is the character's
	paper  engine.Field[int]   // that base as a player's paper prints it, for those that are printed
	more   func(effort) sum    // what this one use adds to the base, nil for nothing
	pool   func(effort) sum    // nil for none
	raises []engine.Field[int] // the abilities in it, which Extra Effort may raise
}

// base is what the target is before the pool.
func (c check) base(e effort) sum {
	s := asPrinted(c.own, c.paper, e)
	if c.more != nil {
		s = append(s, c.more(e)...)
	}
	return s
}

// bare is the target without a roll: base and the sheet's own pool.
func (c check) bare(e effort) sum {
	s := c.base(e)
	if c.pool != nil {
		s = append(s, sphere.from(c.pool(e).total()))
	}
	return s
}

// pools is the one pool of the roll: what the rule puts in, what the form
// asks for and what was saved. side is that of the attempt.
func (c check) pools(r *engine.Roll, e effort, side string) sum {
	var s sum
	if c.pool != nil {
		s = c.pool(e)
	}
	if side != "" {
		return append(s, plain("asked for", poolOther.Of(r.Params())))
	}
	return append(s, plain("asked for", askedPool.Of(r.Params())), plain("saved", saved(r, e.me, c.id)))
}

// target is what the dice must not exceed, with the total of a pool.
func (c check) target(r *engine.Roll, e effort, side string, pool int) sum {
	s := append(c.base(e), sphere.from(pool))
	if side == "" {
		s = append(s, plain("situation", engine.Every.Situation.Of(r.Params())))
	}
	s = append(s, modifiersOn(e.me, everyRoll)...)
	return append(s, plain("surprise", -surpriseNow(r, e.me)))
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
	return f.Group("Roll").Int("pool", "Pool", -mostPool, mostPool).Help("Added to the pool before it is looked up.")
}

func asksAssume(f *engine.Schema) engine.Field[bool] {
	return f.Group("Roll").Bool("assume", "Assume 7").Help("Without stress no dice are thrown, and the roll counts as 7.")
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
