package engine_test

import (
	"fmt"

	"example.org/fray/engine"
)

// The sheet of a small rulebook, and the form of its one action.
var (
	sheet = &engine.Schema{}
	body  = sheet.Group("Body")
	legs  = body.Int("legs", "Legs", 0, 20)
	spent = body.Int("spent", "Breath spent", 0, 99)

	form  = &engine.Schema{}
	width = form.Group("Leap").Int("width", "Width", 2, 30).Unit("feet").Default(10)
)

// leap reads like its page: throw two dice, of a double one only counts, and
// add the Legs; breath may be spent for one more die. Each two points beyond
// the width are a foot further or a foot higher.
func leap(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	if spent.Of(me) >= 5 {
		r.Refuse("out of breath")
	}
	wide := width.Of(r.Params()) - engine.Every.Situation.Of(r.Params())
	r.Aim(wide, "%d feet to clear", wide)

	dice := r.Throw(engine.Ask{ID: "dice", Words: "Throw to leap"}, engine.D(2, 6))
	total := legs.Of(me) + dice.Sum()
	if dice[0] == dice[1] {
		total = legs.Of(me) + dice[0]
		r.Note("a double: only one %d counts", dice[0])
	}

	breath := r.Pick(engine.Ask{ID: "breath", Words: "Spend breath?"}, engine.Actor,
		engine.Option{ID: "keep", Label: "Keep it"},
		engine.Option{ID: "spend", Label: "One more die", Price: "1 breath"})
	if breath == "spend" {
		r.Add(me, spent, 1)
		total += r.Sum(engine.Ask{ID: "more", Words: "For breath"}, engine.D(1, 6))
	}

	out := engine.Outcome{Grade: engine.Failure, Total: total, Target: wide, Margin: total - wide}
	if out.Success = total >= wide; out.Success {
		out.Grade = engine.Success
	}
	give := r.Share(engine.Ask{ID: "share", Words: "Share the margin"}, engine.Actor, out.Margin,
		engine.Use{ID: "further", Label: "Further", Each: 2},
		engine.Use{ID: "higher", Label: "Higher", Each: 2, Most: 6})
	out.Values = []engine.Named{engine.Num("further", give["further"]/2), engine.Num("higher", give["higher"]/2)}
	return out
}

var leaps = &engine.System{
	ID: "leaps", Name: "Leaps", Sheet: sheet, House: &engine.Schema{},
	Actions: []*engine.Action{{ID: "leap", Label: "Leap", Form: form, Rule: leap}},
}

// A rule is run, answered where it asks, and its odds are counted, before the
// dice and at the decision.
func Example() {
	in := engine.Inputs{System: leaps, Action: leaps.Actions[0],
		Sheets: map[engine.Seat]engine.Page{engine.Actor: engine.PageOf("legs", 4)},
		Params: engine.PageOf("width", 12)}

	before, _ := engine.Odds(in, nil, nil)
	fmt.Printf("before the dice: %.3f\n", before.Success)

	var tape []engine.Answer
	for _, typed := range []string{"2,4", "spend", "6", "further:4"} {
		step, err := engine.Run(in, tape)
		if err != nil {
			fmt.Println(err)
			return
		}
		a, err := step.Open.Parse(typed)
		if err != nil {
			fmt.Println(err)
			return
		}
		if step.Open.Wants == engine.Picking {
			now, _ := engine.Odds(in, append(tape, a), nil)
			fmt.Printf("%s %s: %.3f\n", step.Open.Words, typed, now.Success)
		}
		tape = append(tape, a)
	}

	step, _ := engine.Run(in, tape)
	fmt.Println(step.Notes)
	fmt.Println(step.Outcome.Words())
	for _, v := range step.Outcome.Values {
		fmt.Println(v.Words())
	}
	for _, c := range step.Changes {
		fmt.Println(c.Field, c.From, "to", c.To)
	}

	in.Sheets[engine.Actor] = engine.PageOf("legs", 4, "spent", 5)
	fmt.Println(in.WhyNot())

	// Output:
	// before the dice: 0.333
	// Spend breath? spend: 0.833
	// [12 feet to clear]
	// success: 16 against 12, by 4
	// further 2
	// higher 0
	// spent 0 to 1
	// out of breath
}
