package d6

import "example.org/fray/engine"

// The ways to meet an attack.
const (
	passive = "passive"
	active  = "active"
	fullOn  = "full"
)

// fullDefence is what one who does nothing else adds to the defence roll.
const fullDefence = 10

// The form of a defence.
var (
	defendForm = &engine.Schema{}
	defendWhat = defendForm.Group("Defence")
	defendFull = defendWhat.Bool("full", "Full defence").Said("Nothing else is done this round: +10.")
	defendSide = acting.what(defendWhat).untaught(defendWhat).more(defendWhat).buying(defendWhat).among(defendWhat)
)

// defend rolls a defence that stands until the round is over.
func defend(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	awake(r, me)
	t := defendSide.trait(r, me, "dodge")
	if defendFull.Of(r.Params()) && defendSide.actions.Of(r.Params()) > 1 {
		r.Refuse("a full defence is all that is done in a round: actions must be 1")
	}
	p := defendSide.pool(r, me, t, deed)
	p.plus -= t.raise
	if defendFull.Of(r.Params()) {
		p.plus += fullDefence
	}
	got := p.roll(r)
	n := stand(r, me, got.total)
	return engine.Outcome{Success: true, Grade: engine.Success, Flags: got.flags(), Total: got.total, NoTarget: true,
		Values: []engine.Named{engine.Num("total", got.total), engine.Num("wild", got.wild), engine.Num("defence", n)}}
}

// stand writes a defence down for the rest of the round.
func stand(r *engine.Roll, s engine.Sheet, total int) int {
	n := max(total, 0)
	if bestDefence.Of(r.House()) {
		n = max(n, passiveDefence.Of(r.House()))
	}
	engine.Put(r, s, defence, n)
	engine.Put(r, s, defenceRound, r.Moment()+1)
	return n
}

// standing is the difficulty to hit somebody before anything else is added:
// the defence rolled this round, or the number for those who do not defend.
func standing(r *engine.Roll, s engine.Sheet) (n int, how string) {
	if defenceRound.Of(s) == r.Moment()+1 {
		return defence.Of(s), "rolled"
	}
	return passiveDefence.Of(r.House()), passive
}
