package d6

import "example.org/fray/engine"

// The form of a related skill.
var (
	relatedForm       = &engine.Schema{}
	relatedWhat       = relatedForm.Group("Related skill")
	relatedDifficulty = relatedWhat.Text("difficulty", "Difficulty", 20).Said("A number, or a level such as moderate.")
	relatedTo         = relatedWhat.Text("for", "Helps the skill", 60).Said("Empty: the next check, whatever it is.")
	relatedSide       = side{seat: engine.Actor, secondary: true}.full(relatedWhat)
)

// related rolls a secondary skill; its modifier waits on the sheet for the one
// attempt that follows.
func related(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	awake(r, me)
	t := relatedSide.trait(r, me, "")
	base, said := difficultyIn(r, relatedDifficulty)
	if !said {
		r.Refuse("a related skill needs a difficulty")
	}
	p := relatedSide.pool(r, me, t, deed)
	rushed := relatedSide.rushed(r.Params())
	target := base + t.raise + rushed
	aim(r, target, base, t.raise, rushed)
	got := p.roll(r)
	o := measured(r, got, target)
	n := modifier(o.Margin)
	to := relatedTo.Of(r.Params())
	keepRelated(r, me, n, to)
	o.Values = append(o.Values, engine.Num("modifier", n))
	r.Note("%d against %d: %+d for %s", o.Total, o.Target, n, orNext(to))
	return o
}

func orNext(skill string) string {
	if skill == "" {
		return "the next check"
	}
	return skill
}

// modifier is half the distance from the difficulty, rounded up, at least 1:
// for the one who reached it, against the one who did not.
func modifier(points int) int {
	if points < 0 {
		return -max((-points+1)/2, 1)
	}
	return max((points+1)/2, 1)
}

// keepRelated adds the modifier to one that waits for the same skill.
func keepRelated(r *engine.Roll, me engine.Sheet, n int, to string) {
	if relatedFor.Of(me) == to {
		n = max(min(n+relatedReady.Of(me), 99), -99)
	}
	engine.Put(r, me, relatedReady, n)
	engine.Put(r, me, relatedFor, to)
}
