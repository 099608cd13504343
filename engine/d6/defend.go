package d6

import "example.org/fray/engine"

// The kinds of defence.
const (
	passive = "passive"
	active  = "active"
	fullOn  = "full"
)

// fullDefence is added to the roll of a defence that takes the whole round.
const fullDefence = 10

// The form of a defence.
var (
	defendForm = newForm()
	defendWhat = defendForm.Group("Defence")
	defendFull = defendWhat.Bool("full", "Full defence").Help("It takes the whole round: +10.")
	defendSide = side{Party: engine.PartyOf(engine.Actor), reacts: true}.forFight(defendWhat)
)

// defend rolls a defence that counts until the defender's next turn.
func defend(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	awake(r, me)
	t := defendSide.trait(r, me, "dodge")
	if defendFull.Of(r.Params()) && defendSide.actions.Of(r.Params()) > 1 {
		r.Refuse("a full defence takes the whole round: set the actions of this round to 1")
	}
	p := defendSide.pool(r, me, t, skilled, defending(t, defendFull.Of(r.Params()))...)
	got := p.roll(r)
	n := stand(r, me, got.total)
	how := ""
	if defendFull.Of(r.Params()) {
		how = " and does nothing else"
	}
	r.Story("{actor} defends%s  %d to hit%s", how, n, got.mishap())
	return amount(got, engine.Num("defence", n))
}

// defending gives what counts in the roll of a defence alone.
func defending(t trait, full bool) reasons {
	out := reasons{{-t.raise, "untrained"}}
	if full {
		out = append(out, reason{fullDefence, "full defence"})
	}
	return out
}

// stand writes a defence on the sheet, where it holds until the next turn, and gives its
// difficulty.
func stand(r *engine.Roll, s engine.Sheet, total int) int {
	n := max(total, 0)
	if bestDefence.Of(r.House()) {
		n = max(n, passiveDefence.Of(r.House()))
	}
	n = defence.Within(n)
	engine.Put(r, s, defence, n)
	engine.Put(r, s, defenceRound, r.Moment()+1)
	return n
}

// defenceNumber gives the difficulty to hit a character before anything is added, with the
// word for it: a defence that was rolled and still holds, or else the passive one.
func defenceNumber(r *engine.Roll, s engine.Sheet) (n int, how string) {
	if defenceHolds(defenceRound.Of(s), r.Moment()) && !helpless(s, r.House()) {
		return defence.Of(s), "rolled"
	}
	return passiveDefence.Of(r.House()), passive
}

// defenceHolds reports whether a defence still counts. It was rolled in round, counted
// from 1, or not at all if round is 0. The turn that ends it comes in the next round at
// the latest.
func defenceHolds(round, moment int) bool { return round > 0 && moment+1 <= round+1 }

var turnForm = &engine.Schema{}

// turnBegins ends the defence of a character whose turn begins.
func turnBegins(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	r.Story("The turn of {actor} begins")
	if defenceRound.Of(me) != 0 {
		engine.Put(r, me, defence, 0)
		engine.Put(r, me, defenceRound, 0)
		r.Story("{actor} no longer defends")
	}
	return engine.Done()
}
