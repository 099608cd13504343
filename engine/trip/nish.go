package trip

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// nishAt gives the Nish of a moment. Each round counts down from the highest to 0.
func nishAt(moment int) int { return highestNish - moment%(highestNish+1) }

var nishForm = &engine.Schema{}

var (
	nishRoll  = nishForm.Group("Nish")
	nishTyped = nishRoll.Int("typed", "Typed", 0, highestNish).BeyondSheet().Help("A Nish that has already been rolled.").WhenEmpty("rolled")
	nishDie   = nishRoll.Text("die", "Die", 6).BeyondSheet().Default("d20")
	nishBonus = nishRoll.Modifier("bonus", "Bonus")
)

// rollNish finds the Nish on which a character acts in this round, and puts the turn on the
// timeline. If that Nish is past already, the turn comes at once.
func rollNish(r *engine.Roll) engine.Outcome {
	form, me := r.Params(), r.Sheet(engine.Actor)
	n, does := nishTyped.Of(form), "takes"
	if !form.Written(nishTyped.ID) {
		n, does = thrownNish(r), "rolls"
	}
	now := nishAt(r.Moment())
	if n > now {
		r.Note("Nish %d has passed: it is Nish %d", n, now)
	}
	engine.Put(r, me, nish, n)
	r.After(max(0, now-n), "turn", engine.Carry{})
	r.Note("acts on Nish %d", n)
	r.Story("{actor} %s Nish  %d", does, n)
	return engine.Outcome{Success: true, Grade: engine.Success, Total: n, NoTarget: true,
		Values: []engine.Named{engine.Num("nish", n)}}
}

// thrownNish rolls d20 and a bonus die, without flags and without a Heroic roll. The ability
// called Nish counts, if the sheet has one, and every bonus that applies to it.
func thrownNish(r *engine.Roll) int {
	form, me := r.Params(), r.Sheet(engine.Actor)
	faces, ok := readFaces(nishDie.Of(form))
	if !ok {
		r.Refuse("%q is not a die: write its faces, such as d20", nishDie.Of(form))
	}
	nish := ability{name: "Nish"}
	if row, known := abilities.Find(me, nish.name); known {
		nish = abilityIn(row)
	}
	var bonuses sum
	bonuses.addAbility(nish, me)
	bonuses.addRows(nish, me, r.Moment())
	bonuses.add("bonus", nishBonus.Of(form))
	bonuses.addTerm(kit.Situation(form))
	bonuses = settle(bonuses, artifactStack.Of(r.House()))
	bonuses.note(r)
	die := bonuses.die(r.House())
	n := r.Sum(engine.Ask{ID: "nish", Words: "Nish die"}, engine.D(1, faces)) + die.flat
	if die.faces > 0 {
		n += r.Sum(engine.Ask{ID: "bonus", Words: "Bonus die"}, engine.D(1, die.faces))
	}
	r.Note("d%d with %s: %d", faces, die, n)
	return min(highestNish, max(0, n))
}

// turn is run by the clock when a character's Nish has come.
func turn(r *engine.Roll) engine.Outcome {
	r.Note("Nish %d: it is the character's turn", nishAt(r.Moment()))
	r.Story("It is the turn of {actor}")
	return engine.Done()
}

// nishOver is run by the clock when the turn of a character is over. It says how much
// Channeled Meta is left. Chapter "Game Tip".
func nishOver(r *engine.Roll) engine.Outcome {
	left := unspentBy(r.Sheet(engine.Actor), "Nish")
	left.note(r)
	r.Story("The Nish of {actor} is over%s", left.tail())
	return toldUnspent(left)
}
