package trip

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

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
	whom := kit.Concerned(r)
	r.After(nishAt(r.Moment()), "damage-falls", engine.Carry{Against: whom.Against(), Params: engine.PageOf(fallsPoints.ID, points)})
	r.Note("%d damage waits for Nish 0; a Focus does not last until then", points)
	r.Story("Damage waits for %s  %d on Nish 0", whom.Name(), points)
	return engine.Outcome{Success: true, Grade: engine.Success, Total: points, NoTarget: true}
}

// damageFalls is damage that has waited for Nish 0.
func damageFalls(r *engine.Roll) engine.Outcome { return takeHits(r, fallsPoints.Of(r.Params())) }

func takeHits(r *engine.Roll, points int) engine.Outcome {
	on := kit.Concerned(r)
	points = min(points, hitsLost.Most-hitsLost.Of(on.Sheet))
	was := hits.Of(on.Sheet) - hitsLost.Of(on.Sheet)
	r.Add(on.Sheet, hitsLost, points)
	left := hits.Of(on.Sheet) - hitsLost.Of(on.Sheet)
	words := "hits"
	if left == 1 {
		words = "hit"
	}
	r.Note("%d damage: %d %s left", points, left, words)
	falls := ""
	if left <= 0 && was > 0 {
		falls = ". " + on.Name() + " falls"
	}
	r.Story("%s takes damage  %d, %d %s left%s", on.Name(), points, max(left, 0), words, falls)
	return engine.Outcome{Success: true, Grade: engine.Success, Total: points, NoTarget: true,
		Values: []engine.Named{engine.Num("hits", left)}}
}
