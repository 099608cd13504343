package saves_test

import (
	"example.org/fray/engine"
	"example.org/fray/model"
)

// toy is a rulebook as small as these tests allow: dice of two kinds, of
// which one goes on, a decision, a cost, something that comes later.
var (
	sheet    = &engine.Schema{}
	body     = sheet.Group("Body")
	strength = body.Int("strength", "Strength", 0, 20).Default(3)
	tired    = body.Int("tired", "Tired", 0, 1000)
	_        = body.Decimal("mass", "Mass", 0, 500_000)
	_        = body.Text("motto", "Motto", 80)
	skills   = sheet.List("skills", "Skills")
	_        = skills.Text("name", "Name", 40)
	_        = skills.Int("level", "Level", 0, 10)
	house    = &engine.Schema{}
	_        = house.Group("Dice").Choice("ones", "Ones", "plain", "hard")

	toy = &engine.System{
		ID: "toy", Name: "Toy", Author: "Nobody", Dice: "2d6 and one that goes on",
		Sheet: sheet, House: house,
		Pools: []engine.Pool{{ID: "wind", Label: "Wind", Full: strength, Losses: []engine.Field[int]{tired}}},
		Time:  engine.Timekeeping{Round: "round", Unit: "turn", PerRound: 6, PayEvery: 6, Payment: "rest"},
		Actions: []*engine.Action{
			{ID: "check", Label: "Check", Group: "Tests", Form: &engine.Schema{}, Need: engine.MayFace, Mode: engine.Passive, Rule: check},
			{ID: "rest", Label: "Rest", Group: "Time", Form: &engine.Schema{}, Mode: engine.ByClock, Rule: rest},
		},
		Templates: []engine.Template{
			{ID: "ash", Name: "Ash", Page: engine.PageOf("strength", 4, "mass", engine.Milli(81_500), "skills/r1/name", "Climb", "skills/r1/level", 3)},
			{ID: "birch", Name: "Birch", Page: engine.PageOf("strength", 5, "motto", "Bend.")},
		},
		Views: engine.Views{Panel: func(v engine.View) []engine.Block {
			return []engine.Block{engine.Heading{Text: "Body"}, engine.Stat{Label: "Strength", Value: "4"}}
		}},
	}
	rules = model.Rulebooks{"toy": toy}
)

func init() {
	toy.Views.Panel = func(v engine.View) []engine.Block {
		return []engine.Block{engine.Heading{Text: "Body"}, engine.Stat{Label: "Strength", Value: "4"}}
	}
}

func check(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if tired.Of(me) > 990 {
		r.Refuse("too tired to try")
	}
	total := strength.Of(me) + r.Sum(engine.Ask{ID: "dice", Words: "Your dice"}, engine.D(2, 6))
	total += r.Sum(engine.Ask{ID: "wild", Words: "The wild one"}, engine.D(1, 6).Exploding())
	total += r.Sum(engine.Ask{ID: "ten", Words: "A ten"}, engine.Dice{Count: 1, High: 9})
	if r.Pick(engine.Ask{ID: "push", Words: "Push?"}, engine.Actor, engine.Option{ID: "no", Label: "No"}, engine.Option{ID: "yes", Label: "Yes"}) == "yes" {
		total += r.Sum(engine.Ask{ID: "more", Words: "More"}, engine.D(1, 8))
		r.Add(me, tired, 1)
		r.After(4, "rest", engine.Carry{})
	}
	r.Note("%d in all", total)
	return engine.Outcome{Success: total > 14, Grade: engine.Success, Total: total, Target: 14, Margin: total - 14,
		Values: []engine.Named{engine.Num("pace", engine.Milli(1500))}}
}

func rest(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	r.Add(me, tired, -min(tired.Of(me), 1))
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}
