package simulate

import (
	"context"

	"example.org/fray/model"
)

// Watched plays a fight and tells of each command: the table before it, and its facts.
func (x *Simulation) Watched(n int, sent func(model.Table, model.Command, []model.Fact)) Ended {
	f := x.fight(newDice(x.table, x.plan.Seed, n))
	f.sent = sent
	return f.play()
}

// Counted is how much an exact count did that may take as long as fights of so many commands: how
// many commands it followed of how many, and how many steps of odds it counted of how many.
func (x *Simulation) Counted(played int) (followed, most, steps, mostSteps int, exact bool) {
	c := x.counted(context.Background(), played)
	most = stepsFor(played)
	mostSteps = most * countedForOne
	return most - c.follows, most, mostSteps - c.counts, mostSteps, !c.gaveUp
}

// WhilePlayed does something while fights are played somewhere.
func WhilePlayed(do func()) {
	garbage.more()
	defer garbage.asBefore()
	do()
}
