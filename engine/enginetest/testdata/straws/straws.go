// Package straws is a rulebook for trying out what a sixth one needs: whoever
// draws the longest straw.
package straws

import (
	_ "embed"

	"example.org/fray/engine"
)

//go:embed chapters.tsv
var chapters string

// System is the rulebook.
var System = &engine.System{
	ID:     "straws",
	Name:   "Drawing Straws",
	Author: "Whoever holds them",
	Dice:   "a d6 for each straw, and the longest counts",
	Help:   "Draw as many straws as you have Luck. The longest, with a trick if you know one, has to reach the length that is called.\n\nWhoever has the Nerve may draw once more.",
	Sheet:  sheet,
	House:  house,
	Pools:  []engine.Pool{nerve},
	Actions: []*engine.Action{
		{ID: "draw", Label: "Draw", Offers: []string{"trick"}, Group: "Straws", Chapter: "Drawing", Need: engine.MayFace,
			Help: "Draw straws, and the longest counts.", Form: drawForm, Rule: draw},
		{ID: "breathe", Label: "Breathe", Group: "Straws", Chapter: "Nerve", Mode: engine.Instant,
			Help: "Get a point of Nerve back.", Form: &engine.Schema{}, Rule: breathe},
	},
	Templates: []engine.Template{
		{ID: "wick", Name: "Wick", Note: "Holds the straws, mostly.",
			Page: engine.PageOf("luck", 2, "tricks/r1/name", "Sleeve", "tricks/r1/level", 2)},
		{ID: "tally", Name: "Tally", Note: "Counts what the others draw.", Page: engine.PageOf("luck", 3)},
		{ID: "hob", Name: "Hob", Note: "Never drew a short one yet.",
			Page: engine.PageOf("luck", 5, "nerve_lost", 1, "tricks/r1/name", "Charm", "tricks/r1/level", 1)},
	},
	Chapters: chapters,
	Time:     engine.Timekeeping{Round: "round", Unit: "draw"},
	Views: engine.Views{Panel: panel, Brief: brief, Conditions: []engine.Condition{
		{ID: "shaken", Label: "Shaken", Chapter: "Nerve", Help: "A straw fewer is drawn.", Adds: []engine.Modifier{{Field: luck.ID, N: -1}}},
		{ID: "breathless", Label: "Breathless", Chapter: "Nerve", Help: "Takes a breath.", Action: "breathe"},
	}},
}

// draw is one hand of straws. Chapter "Drawing".
func draw(r *engine.Roll) engine.Outcome {
	me, asked := r.Sheet(engine.Actor), r.Params()
	target := length.Of(asked) - engine.Every.Situation.Of(asked)
	known := 0
	if row, ok := tricks.Find(me, trick.Of(asked)); ok {
		known = trickLevel.At(row)
	}
	r.Aim(target, "a straw of %d has to be drawn, and a trick adds %d", target, known)
	longest := engine.Read(r, engine.Ask{ID: "straws", Words: "Your straws"}, engine.D(luck.Of(me), 6),
		func(long, straw int) int { return max(long, straw) })
	if !reaches(r, longest+known, target) && nerve.Now(me) > 0 {
		longest = max(longest, again(r, me))
	}
	o := engine.Outcome{Grade: engine.Failure, Total: longest + known, Target: target, Margin: longest + known - target,
		Values: []engine.Named{engine.Num("longest", longest)}}
	if reaches(r, o.Total, target) {
		o.Success, o.Grade = true, engine.Success
	}
	r.Note("the longest is %d, which makes %d", longest, o.Total)
	r.Story("{actor} draws  %d", o.Total)
	return o
}

// again is one straw more, for a point of Nerve. Chapter "Nerve".
func again(r *engine.Roll, me engine.Sheet) int {
	if r.Pick(engine.Ask{ID: "again", Words: "Draw once more?"}, engine.Actor,
		engine.Option{ID: "no", Label: "Leave it"}, engine.Option{ID: "yes", Label: "Draw", Price: "1 Nerve"}) == "no" {
		return 0
	}
	r.Add(me, nerveLost, 1)
	return r.Sum(engine.Ask{ID: "last", Words: "The last straw"}, engine.D(1, 6))
}

func reaches(r *engine.Roll, total, target int) bool {
	return total > target || total == target && equal.Of(r.House()) == "reach"
}

// breathe gives Nerve back. Chapter "Nerve".
func breathe(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if nerveLost.Of(me) == 0 {
		r.Refuse("no Nerve is lost")
	}
	r.Add(me, nerveLost, -1)
	r.Story("{actor} breathes")
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}
