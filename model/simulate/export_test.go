package simulate

import "example.org/fray/model"

// Watched plays a fight and tells of each command: the table before it, and its facts.
func (x *Simulation) Watched(n int, sent func(model.Table, model.Command, []model.Fact)) Ended {
	f := x.fight(newDice(x.table, x.plan.Seed, n))
	f.sent = sent
	return f.play()
}

// StepsFor is how many commands an exact count may follow after fights that took so many.
var StepsFor = stepsFor
