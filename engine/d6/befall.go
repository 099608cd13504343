package d6

import "example.org/fray/engine"

var (
	befallForm  = &engine.Schema{}
	befallWhat  = befallForm.Group("What befalls")
	befallWound = befallWhat.Choice("wound", "Wound level", levelNames[:dead]...).Said("One above the present level.")
	befallProne = befallWhat.Bool("prone", "Prone")
	befallOut   = befallWhat.Int("out", "Knocked out for", 0, 99_999).Measured("minutes")
)

// befall lets something that damage brings befall a character without a roll,
// with all that follows from it. Chapter "Damage".
func befall(r *engine.Roll) engine.Outcome {
	f, me := r.Params(), patient{r.Sheet(engine.Actor), true}
	x := injury{before: levelOf(me.Sheet, r.House()), hit: levelNamed(befallWound.Of(f)), out: befallOut.Of(f) * minute}
	x.now = x.hit
	switch {
	case x.hit == unhurt && x.out == 0 && !befallProne.Of(f):
		r.Refuse("say what befalls: a wound level, being prone or being knocked out")
	case x.hit == unhurt:
		x.now = x.before
	case bodied(r, me.Sheet):
		r.Refuse("this table counts Body Points: the damage makes the level")
	case x.hit <= x.before:
		r.Refuse("already %s", x.before)
	default:
		engine.Put(r, me.Sheet, wound, x.now.String())
	}
	if befallProne.Of(f) {
		engine.Put(r, me.Sheet, prone, true)
		r.Story("{actor} goes down  prone")
	}
	fallen(r, me, x)
	if x.out > 0 || x.now > x.before {
		x.tell(r, me)
	}
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}
