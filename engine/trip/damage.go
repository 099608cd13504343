package trip

import "example.org/fray/engine"

var damageForm, fallsForm = &engine.Schema{}, &engine.Schema{}

var (
	damageGroup  = damageForm.Group("Damage")
	damagePoints = damageGroup.Int("points", "Points", 1, mostDifficulty).BeyondSheet().Default(1).Help("The result of the damage roll, minus what armor and resistance absorb.")
	damageWaits  = damageGroup.Bool("wait", "Waits for Nish 0")
	fallsPoints  = fallsForm.Group("Damage").Int("points", "Points", 1, mostDifficulty).Default(1)
)

// damage takes hits off the opponent or, without one, off the actor: at once, or on Nish 0 of
// this round, when no Focus of the attack is running any more. Chapter "One Use?".
func damage(r *engine.Roll) engine.Outcome {
	points := damagePoints.Of(r.Params())
	if !damageWaits.Of(r.Params()) {
		return takeHits(r, points)
	}
	against := engine.Seat("")
	if r.Sheet(engine.Other).There() {
		against = engine.Other
	}
	r.After(nishAt(r.Moment()), "damage-falls", engine.Carry{Against: against, Params: engine.PageOf(fallsPoints.ID, points)})
	r.Note("%d damage waits for Nish 0; a Focus does not last until then", points)
	r.Story("Damage waits for %s  %d on Nish 0", whomName(r), points)
	return engine.Outcome{Success: true, Grade: engine.Success, Total: points, NoTarget: true}
}

// damageFalls is damage that has waited for Nish 0.
func damageFalls(r *engine.Roll) engine.Outcome { return takeHits(r, fallsPoints.Of(r.Params())) }

func takeHits(r *engine.Roll, points int) engine.Outcome {
	on := whom(r)
	points = min(points, hitsLost.Most-hitsLost.Of(on))
	was := hits.Of(on) - hitsLost.Of(on)
	r.Add(on, hitsLost, points)
	left := hits.Of(on) - hitsLost.Of(on)
	words := "hits"
	if left == 1 {
		words = "hit"
	}
	r.Note("%d damage: %d %s left", points, left, words)
	falls := ""
	if left <= 0 && was > 0 {
		falls = ". " + whomName(r) + " falls"
	}
	r.Story("%s takes damage  %d, %d %s left%s", whomName(r), points, max(left, 0), words, falls)
	return engine.Outcome{Success: true, Grade: engine.Success, Total: points, NoTarget: true,
		Values: []engine.Named{engine.Num("hits", left)}}
}

// whom gives the sheet of the opponent or, without one, of the actor.
func whom(r *engine.Roll) engine.Sheet {
	if other := r.Sheet(engine.Other); other.There() {
		return other
	}
	return r.Sheet(engine.Actor)
}
