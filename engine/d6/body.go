package d6

import "example.org/fray/engine"

var (
	bodyForm = newForm()
	bodySide = acting.called(bodyForm.Group("Body Points"))
)

// leastBody is what a Strength roll is added to.
const leastBody = 20

// rollBody finds the Body Points of a character: an amount, so that a Wild 1 is
// just a 1. Chapter "Damage".
func rollBody(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if !useBody.Of(r.House()) {
		r.Refuse("this table counts wounds: the house rule %q is off", useBody.Label)
	}
	p := bodySide.pool(r, me, bodySide.served(r, me, "strength"), bare)
	p.one.way = justOne
	got := p.roll(r)
	n := min(leastBody+max(got.total, 0), 999)
	engine.Put(r, me, bodyPoints, n)
	engine.Put(r, me, bodyLost, 0)
	r.Note("%d + %d = %d Body Points", leastBody, got.total, n)
	r.Story("{actor} has %d Body Points", n)
	return engine.Outcome{Success: true, Grade: engine.Success, Flags: got.flags(), Total: got.total, NoTarget: true,
		Values: []engine.Named{engine.Num("total", got.total), engine.Num("wild", got.wild), engine.Num("body_points", n)}}
}
