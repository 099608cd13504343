// Package alley is as small a rulebook as a table can be played with: two dice
// against a number, in a back alley. A test adds it to the list as a sixth one.
package alley

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// System is the rulebook.
var System = &engine.System{
	ID: "alley", Name: "Back Alley", Author: "Nobody", Dice: "2d6 and a stat, against the other's Guard", Help: "Hit people in an alley.",
	Sheet: sheet, House: &engine.Schema{}, Pools: []engine.Pool{grit}, Time: engine.Timekeeping{Round: "round", Unit: "turn"},
	Views: engine.Views{Defence: []string{"guard"}},
	Actions: []*engine.Action{
		{ID: "strike", Label: "Strike", Group: "Fighting", Chapter: "Fighting", Help: "Two dice and Brawn against Guard; the other side loses the difference.",
			Purpose: engine.ForAttack, Need: engine.MayFace, Form: &engine.Schema{}, Rule: strike},
		{ID: "breathe", Label: "Catch breath", Group: "Fighting", Chapter: "Breath", Help: "Gives back a die of Grit.",
			Purpose: engine.ForHealing, Form: &engine.Schema{}, Rule: breathe},
	},
	Templates: []engine.Template{{ID: "thug", Name: "Thug", Note: "Stands in alleys.", Side: engine.Foes, Page: engine.PageOf("brawn", 1, "guard", 7)}},
}

var (
	sheet    = &engine.Schema{}
	body     = sheet.Group("Body")
	brawn    = body.Int("brawn", "Brawn", 0, 9)
	guard    = body.Int("guard", "Guard", 2, 20).Default(8)
	gritFull = body.Int("grit", "Grit", 1, 99).Default(10)
	gritLost = body.Int("grit_lost", "Grit lost", 0, 999)
	grit     = engine.Pool{ID: "grit", Label: "Grit", Full: gritFull, Losses: []engine.Field[int]{gritLost}}
)

func strike(r *engine.Roll) engine.Outcome {
	foe := r.Sheet(engine.Other)
	target := guard.Of(foe)
	r.Aim(target, "%d to reach", target)
	total := r.Sum(engine.Ask{ID: "dice", Words: "Your dice"}, engine.D(2, 6)) + brawn.Of(r.Sheet(engine.Actor))
	total = kit.InSituation(r, total)
	r.Note("two dice and Brawn make %d", total)
	o := engine.Outcome{Grade: engine.Failure, Total: total, Target: target, Margin: total - target}
	if o.Success = total >= target; !o.Success {
		r.Story("{actor} misses%s", r.OpponentNames(" "))
		return o
	}
	o.Grade = engine.Success
	r.Add(foe, gritLost, 1+o.Margin)
	r.Story("{actor} hits%s  %d", r.OpponentNames(" "), 1+o.Margin)
	return o
}

func breathe(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if gritLost.Of(me) == 0 {
		r.Refuse("no Grit is lost")
	}
	n := kit.InSituation(r, r.Sum(engine.Ask{ID: "breath", Words: "Your breath"}, engine.D(1, 6)))
	r.Note("%d comes back", n)
	r.Add(me, gritLost, -max(0, min(n, gritLost.Of(me))))
	r.Story("{actor} catches their breath")
	return engine.Outcome{Success: true, Grade: engine.Success, Total: n, NoTarget: true}
}
