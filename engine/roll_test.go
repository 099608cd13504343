package engine_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"example.org/fray/engine"
)

// trying gives inputs whose rule is of the test's own.
func trying(rule engine.Rule) (*yard, engine.Inputs) {
	y := newYard()
	y.Actions[0].Rule = rule
	return y, engine.Inputs{System: y.System, Action: y.Actions[0], Moment: 40, Began: 30,
		Sheets: map[engine.Seat]engine.Page{engine.Actor: engine.PageOf("strength", 5, "skills/r1/name", "Climb", "skills/r1/level", 2)}}
}

// playedOut runs a rule that asks nothing.
func playedOut(t *testing.T, rule engine.Rule) engine.Step {
	t.Helper()
	_, in := trying(rule)
	step, err := engine.Run(in, nil)
	if err != nil || !step.Done() {
		t.Fatalf("%v, %+v", err, step.Open)
	}
	return step
}

// What a rule reads is what the table handed in, and nothing else.
func TestARuleSeesItsInputs(t *testing.T) {
	var read []string
	y, in := trying(nil)
	in.Company, y.Company = []engine.Page{engine.PageOf("strength", 11), {}}, true
	in.House = engine.PageOf("twist", "hard")
	in.Params = engine.PageOf("quick", true, "skill", "climb")
	in.Watch = func(whose engine.Seat, path string) { read = append(read, string(whose)+"."+path) }
	y.Actions[0].Rule = func(r *engine.Roll) engine.Outcome {
		me, foe := r.Sheet(engine.Actor), r.Sheet(engine.Other)
		if !me.There() || foe.There() || y.strong.Of(me) != 5 || y.strong.Of(foe) != 3 {
			t.Error("the sheets are others")
		}
		if y.twist.Of(r.House()) != "hard" || !y.quick.Of(r.Params()) || y.skill.Of(r.Params()) != "climb" {
			t.Error("house rules or parameters are others")
		}
		if c := r.Company(); len(c) != 2 || y.strong.Of(c[0]) != 11 || y.strong.Of(c[1]) != 3 {
			t.Error("the company is another")
		}
		if r.Moment() != 40 || r.SceneMoment(42) != 12 || !r.Gamemaster() {
			t.Errorf("it is %d, 42 is shown as %d", r.Moment(), r.SceneMoment(42))
		}
		return engine.Outcome{Grade: engine.Failure}
	}
	if _, err := engine.Run(in, nil); err != nil {
		t.Fatal(err)
	}
	want := []string{"actor.strength", "other.strength", "house.twist", "params.quick", "params.skill"}
	if !reflect.DeepEqual(read, want) {
		t.Errorf("the watch is told %v, want %v", read, want)
	}
	in.Player, in.Watch = true, nil
	y.Actions[0].Rule = func(r *engine.Roll) engine.Outcome {
		if r.Gamemaster() {
			t.Error("a player counts as the gamemaster")
		}
		return engine.Outcome{Grade: engine.Failure}
	}
	if _, err := engine.Run(in, nil); err != nil {
		t.Fatal(err)
	}
}

// What a rule writes it reads at once; it is told from what stood there when it
// began, and what ends as it began is no change.
func TestARuleSeesWhatItWrites(t *testing.T) {
	y, in := trying(nil)
	y.Actions[0].Rule = func(r *engine.Roll) engine.Outcome {
		me := r.Sheet(engine.Actor)
		r.Add(me, y.strong, 2)
		r.Add(me, y.strong, 0)
		r.Add(me, y.strong, 1)
		r.Add(me, y.lost, 1)
		r.Add(me, y.lost, -1)
		r.Add(r.Sheet(engine.Other), y.lost, 5) // nobody sits there
		row, _ := y.skills.Find(me, "Climb")
		engine.Put(r, row, y.level, 7)
		r.NewRow(me, y.skills, "Swim")
		if y.strong.Of(me) != 8 || y.level.At(row) != 7 || len(y.skills.Rows(me)) != 2 || y.skills.Rows(me)[1].Name() != "Swim" {
			t.Error("the rule doesn't see what it wrote")
		}
		return engine.Outcome{Grade: engine.Failure}
	}
	step, err := engine.Run(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range step.Changes {
		got = append(got, fmt.Sprintf("%s.%s %s>%s", c.Sheet, c.Field, c.From, c.To))
	}
	if want := "actor.strength 5>8, actor.skills/r1/level 2>7, actor.skills/r2/name >Swim"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}

// What the table has to do after a roll is told in play, and costs nothing
// while odds are counted.
func TestWhatComesOfARollBesides(t *testing.T) {
	var counted engine.Step
	_, in := trying(func(r *engine.Roll) engine.Outcome {
		n := r.Sum(engine.Ask{ID: "dice", Words: "Throw"}, engine.D(1, 2))
		r.After(6, "fall", engine.Carry{Against: engine.Other, Params: engine.PageOf("x", 1)})
		r.AfterFor(engine.Other, 7, "fall", engine.Carry{})
		r.Follow(engine.Other, "try", engine.Carry{Against: engine.Actor})
		r.Unfollow(engine.Actor, "fall", engine.Other)
		r.RunForOthers("fall", engine.PageOf("y", 2))
		r.TakesPart(engine.Other)
		r.Note("%d of %d", n, 2)
		return engine.Outcome{Grade: engine.Failure, Total: n}
	})
	step, err := engine.Run(in, nil)
	if err != nil || step.Done() {
		t.Fatal(err)
	}
	if counted, err = engine.Run(in, []engine.Answer{step.Open.Thrown(engine.Faces{2})}); err != nil {
		t.Fatal(err)
	}
	want := engine.Step{Outcome: engine.Outcome{Grade: engine.Failure, Total: 2}, Notes: []string{"2 of 2"}, Acts: []engine.Seat{engine.Other},
		Next: []engine.Next{
			{After: 6, Act: engine.Act{Who: engine.Actor, Action: "fall"}, Carry: engine.Carry{Against: engine.Other, Params: engine.PageOf("x", 1)}},
			{After: 7, Act: engine.Act{Who: engine.Other, Action: "fall"}},
			{When: engine.CalledFor, Act: engine.Act{Who: engine.Other, Action: "try"}, Carry: engine.Carry{Against: engine.Actor}},
			{When: engine.NotCalledFor, Act: engine.Act{Who: engine.Actor, Action: "fall"}, Carry: engine.Carry{Against: engine.Other}},
			{When: engine.ForOthers, Act: engine.Act{Action: "fall"}, Carry: engine.Carry{Params: engine.PageOf("y", 2)}}}}
	if !reflect.DeepEqual(counted, want) {
		t.Errorf("got  %+v\nwant %+v", counted, want)
	}
	if c, err := engine.Odds(in, nil, nil); err != nil || len(c.Totals) != 2 {
		t.Errorf("%+v, %v", c, err)
	}
}

// A rule says no in its own words, before dice and in play alike.
func TestRefusals(t *testing.T) {
	_, in := trying(func(r *engine.Roll) engine.Outcome {
		r.Note("looked at it")
		r.Refuse("a load of %d is too heavy", 900)
		return engine.Outcome{}
	})
	step, err := engine.Run(in, nil)
	var no *engine.Refusal
	if !errors.As(err, &no) || err.Error() != "a load of 900 is too heavy" || in.WhyNot() != no.Words || len(step.Notes) != 1 {
		t.Errorf("%v, %q, %v", err, in.WhyNot(), step.Notes)
	}
	if _, err = engine.Odds(in, nil, nil); !errors.As(err, &no) {
		t.Errorf("its odds: %v", err)
	}
	_, in = trying(func(r *engine.Roll) engine.Outcome {
		r.MayThrow(200)
		r.MayThrow(201)
		return engine.Outcome{}
	})
	if why := in.WhyNot(); why != "a pool of 201 dice: 200 are the most that are thrown" {
		t.Errorf("got %q", why)
	}
	_, in = trying(func(r *engine.Roll) engine.Outcome {
		if r.Sum(engine.Ask{ID: "dice"}, engine.D(1, 4)) == 4 {
			r.Refuse("too late for that")
		}
		return engine.Outcome{Success: true, Grade: engine.Success}
	})
	c, err := engine.Odds(in, nil, nil)
	if err != nil || c.Success != 0.75 || len(c.Grades) != 2 || c.Grades[1].Grade != "refused" || c.Grades[1].P != 0.25 {
		t.Errorf("refused after dice: %+v, %v", c, err)
	}
}

// A tape that doesn't fit is not believed, in play or for odds.
func TestTapesThatDiverge(t *testing.T) {
	_, in := trying(func(r *engine.Roll) engine.Outcome {
		n := r.Sum(engine.Ask{ID: "dice"}, engine.D(1, 6))
		if r.Pick(engine.Ask{ID: "pick"}, engine.Actor, engine.Option{ID: "no"}, engine.Option{ID: "yes"}) == "yes" {
			n++
		}
		return engine.Outcome{Grade: engine.Failure, Total: n}
	})
	good := []engine.Answer{{ID: "dice", Faces: engine.Faces{3}}, {ID: "pick", Pick: "yes"}}
	if step, err := engine.Run(in, good); err != nil || step.Outcome.Total != 4 {
		t.Fatalf("%+v, %v", step, err)
	}
	for _, c := range []struct {
		name string
		tape []engine.Answer
		at   int
		want string
	}{
		{"another face", []engine.Answer{{ID: "dice", Faces: engine.Faces{7}}}, 0, "answer 1 does not fit the rule: dice: die 1 of 1d6 shows 7"},
		{"another question", []engine.Answer{good[1], good[0]}, 0, `"pick" is answered, but "dice" is asked`},
		{"another option", []engine.Answer{good[0], {ID: "pick", Pick: "maybe"}}, 1, "answer 2 does not fit"},
		{"too many", append(good[:2:2], good[0]), 2, "nothing more is asked"},
	} {
		_, err := engine.Run(in, c.tape)
		var div *engine.Diverged
		if !errors.As(err, &div) || div.At != c.at || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		if _, err := engine.Odds(in, c.tape, nil); c.at < 2 && !errors.As(err, &div) {
			t.Errorf("%s: its odds: %v", c.name, err)
		}
	}
}

// Decisions that nobody takes are answered with nothing, as far as no dice are
// needed.
func TestFinishing(t *testing.T) {
	_, in := trying(func(r *engine.Roll) engine.Outcome {
		n := r.Amount(engine.Ask{ID: "n"}, engine.Actor, 0, 3)
		give := r.Share(engine.Ask{ID: "share"}, engine.Actor, 4, engine.Use{ID: "a"})
		one := r.ShareOne(engine.Ask{ID: "one"}, engine.Actor, 4, engine.Use{ID: "a"}, engine.Use{ID: "b"})
		if r.Throw(engine.Ask{ID: "dice"}, engine.D(2, 6))[0] > 3 {
			n += r.Amount(engine.Ask{ID: "more"}, engine.Actor, 0, 2)
		}
		return engine.Outcome{Grade: engine.Failure, Total: n*100 + give["a"]*10 + one["b"]}
	})
	step, tape, err := in.Finish(nil)
	if err != nil || step.Done() || step.Open.ID != "dice" || len(tape) != 3 {
		t.Fatalf("%+v, %d answers, %v", step.Open, len(tape), err)
	}
	step, tape, err = in.Finish(append(tape, step.Open.Thrown(engine.Faces{5, 1})))
	if err != nil || !step.Done() || len(tape) != 5 || step.Outcome.Total != 0 {
		t.Errorf("%+v, %d answers, %v", step, len(tape), err)
	}
	two := 2
	told := []engine.Answer{{ID: "n", Amount: &two}, {ID: "share", Give: engine.Shares{"a": 3}}, {ID: "one", Give: engine.Shares{"b": 1}}, {ID: "dice", Faces: engine.Faces{1, 1}}}
	if step, err = engine.Run(in, told); err != nil || step.Outcome.Total != 231 {
		t.Errorf("%+v, %v", step.Outcome, err)
	}
	if _, _, err = in.Finish([]engine.Answer{{ID: "x"}}); err == nil {
		t.Error("a tape that doesn't fit is finished")
	}
}

// Odds with a plan are those of the plan's answers; a plan that answers what
// can't be is a fault, and so is a rule that asks without end.
func TestPlans(t *testing.T) {
	_, in := trying(func(r *engine.Roll) engine.Outcome {
		n := r.Amount(engine.Ask{ID: "n"}, engine.Actor, 0, 3)
		n += r.Share(engine.Ask{ID: "share"}, engine.Actor, 2, engine.Use{ID: "a", Preset: 1}, engine.Use{ID: "b"})["a"] * 10
		if r.Pick(engine.Ask{ID: "pick"}, engine.Actor, engine.Option{ID: "no"}, engine.Option{ID: "yes"}) == "yes" {
			n += 100
		}
		return engine.Outcome{Success: n > 0, Grade: engine.Success, Total: n + r.Throw(engine.Ask{ID: "dice"}, engine.D(1, 2)).Sum()}
	})
	for _, c := range []struct {
		name string
		plan engine.Plan
		want string
	}{
		{"none", nil, "[11 12]"},
		{"the usual", engine.Question.Offered, "[11 12]"},
		{"nothing", func(q engine.Question) engine.Answer { a, _ := q.Nothing(); return a }, "[1 2]"},
		{"all", func(q engine.Question) engine.Answer {
			switch q.Wants {
			case engine.Numbering:
				return q.Numbered(q.Most)
			case engine.Picking:
				return q.Picked(q.Options[1].ID)
			}
			return q.Given(engine.Shares{"a": q.Total})
		}, "[124 125]"},
	} {
		odds, err := engine.Odds(in, nil, c.plan)
		var totals []int
		for _, x := range odds.Totals {
			totals = append(totals, x.Total)
		}
		if err != nil || fmt.Sprint(totals) != c.want {
			t.Errorf("%s: %v, %v; want %s", c.name, totals, err, c.want)
		}
	}
	var fault *engine.Fault
	_, err := engine.Odds(in, nil, func(q engine.Question) engine.Answer { return q.Numbered(99) })
	if !errors.As(err, &fault) || !strings.Contains(err.Error(), "the rule yard try broke: the plan's answer: n asks for a whole number from 0 to 3") {
		t.Errorf("got %v", err)
	}
	_, in = trying(func(r *engine.Roll) engine.Outcome {
		for r.Pick(engine.Ask{ID: "more"}, engine.Actor, engine.Option{ID: "yes"}, engine.Option{ID: "no"}) != "stop" {
		}
		return engine.Outcome{}
	})
	if _, err := engine.Odds(in, nil, nil); !errors.As(err, &fault) || !strings.Contains(err.Error(), "asks without end") {
		t.Errorf("got %v", err)
	}
}
