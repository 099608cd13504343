package enginetest

import (
	"fmt"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/plays"
)

// toy is a small rulebook that has everything: dice of two kinds of which one is
// thrown again, a decision of each kind, costs, a list, a house rule, something
// that comes later.
type toy struct {
	*engine.System
	strength, tired, difficulty engine.Field[int]
	skill, twist                engine.Field[string]
	careful                     engine.Field[bool]
	skills                      *engine.Group
	level                       engine.Field[int]
}

func newToy() *toy {
	y := &toy{System: &engine.System{ID: "toy", Name: "Toy", Author: "Nobody", Dice: "2d6 over", Help: "Throw two dice.",
		Sheet: &engine.Schema{}, House: &engine.Schema{}, Time: engine.Timekeeping{Round: "round", Unit: "turn", PerRound: 6,
			PayEvery: 6, Payment: "rest"}}}
	body := y.Sheet.Group("Body")
	y.strength = body.Int("strength", "Strength", 0, 20).Default(3)
	y.tired = body.Int("tired", "Tired", 0, 1000)
	body.Text("note", "Note", 80)
	y.skills = y.Sheet.List("skills", "Skills")
	y.skills.Text("name", "Name", 40)
	y.level = y.skills.Int("level", "Level", 0, 10)
	y.twist = y.House.Group("Dice").Choice("twist", "Ones", "plain", "hard")
	y.Pools = []engine.Pool{{ID: "wind", Label: "Wind", Full: y.strength, Losses: []engine.Field[int]{y.tired}}}

	form := &engine.Schema{}
	g := form.Group("Check")
	y.difficulty = g.Int("difficulty", "Difficulty", 2, 30).Default(8)
	y.skill = g.Row("skill", "Skill", y.skills)
	y.careful = g.Bool("careful", "Careful")
	y.Actions = []*engine.Action{
		{ID: "check", Label: "Check", Group: "Tests", Chapter: "1", Help: "Roll over a number.", Purpose: engine.ForOther, Need: engine.MayFace,
			Form: form, Rule: y.check},
		{ID: "rest", Label: "Rest", Group: "Time", Chapter: "2", Help: "Breath comes back.", Purpose: engine.ForHealing, Mode: engine.ByClock,
			Form: &engine.Schema{}, Rule: y.rest},
	}
	for i, name := range []string{"Ash", "Birch", "Cedar"} {
		y.Templates = append(y.Templates, engine.Template{ID: strings.ToLower(name), Name: name, Note: "A tree.", Side: engine.Heroes,
			Page: engine.PageOf("strength", 4+i, "tired", i, "skills/r1/name", "Climb", "skills/r1/level", i)})
	}
	y.Views.Panel = func(v engine.View) []engine.Block {
		return []engine.Block{engine.Heading{Text: "Body"},
			engine.Stat{Label: "Strength", Value: fmt.Sprint(y.strength.Of(v.Sheet)), Field: "strength"}}
	}
	y.Views.Brief = func(v engine.View) []engine.Block {
		return []engine.Block{engine.Meter{ID: "wind", Label: "Wind", Now: y.Pools[0].Now(v.Sheet), Full: y.strength.Of(v.Sheet), Field: "tired"}}
	}
	return y
}

type hand struct {
	sum, ones int
}

func (y *toy) check(r *engine.Roll) engine.Outcome {
	me, form := r.Sheet(engine.Actor), r.Params()
	if y.tired.Of(me) >= 900 {
		r.Refuse("too tired to try")
	}
	target := y.difficulty.Of(form) - engine.Every.Situation.Of(form)
	bonus := 0
	if row, ok := y.skills.Find(me, y.skill.Of(form)); ok {
		bonus = y.level.At(row)
	}
	if y.careful.Of(form) {
		bonus++
	}
	if n := engine.Every.Situation.Of(form); n != 0 {
		r.Note("situation %+d (%s)", n, engine.Every.Why.Of(form))
	}
	r.Aim(target, "%d to reach", target)
	h := engine.ReadHand(r, []engine.Part{
		{Ask: engine.Ask{ID: "dice", Words: "Your dice"}, Dice: engine.D(2, 6)},
		{Ask: engine.Ask{ID: "wild", Words: "The wild one"}, Dice: engine.D(1, 6).Exploding()},
	}, func(h hand, _, v int) hand {
		h.sum += v
		if v == 1 {
			h.ones++
		}
		return h
	})
	total := h.sum + bonus + y.strength.Of(me)
	if y.twist.Of(r.House()) == "hard" {
		total -= h.ones
	}
	engine.Merge(r, total)
	effort := r.Pick(engine.Ask{ID: "effort", Words: "Try harder?"}, engine.Actor,
		engine.Option{ID: "none", Label: "No"}, engine.Option{ID: "push", Label: "Push", Price: "1 wind"})
	if effort == "push" {
		total += r.Sum(engine.Ask{ID: "push", Words: "The push"}, engine.D(1, 6))
		r.Add(me, y.tired, 1)
		r.After(3, "rest", engine.Carry{})
	}
	margin := total - target
	grade := engine.Failure
	if margin >= 0 {
		grade = engine.Success
	}
	kept := r.Share(engine.Ask{ID: "share", Words: "Share it"}, engine.Actor, margin,
		engine.Use{ID: "speed", Label: "Speed", Most: 4, Effect: func(n int) string { return fmt.Sprintf("%d m", n) }},
		engine.Use{ID: "grace", Label: "Grace"})
	r.Note("%d against %d", total, target)
	r.Story("{actor} tries  %d", total)
	return engine.Outcome{Success: margin >= 0, Grade: grade, Total: total, Target: target, Margin: margin,
		Values: []engine.Named{engine.Num("speed", kept["speed"]), engine.Num("pace", engine.Milli(1500))}}
}

func (y *toy) rest(r *engine.Roll) engine.Outcome {
	me := r.Sheet(engine.Actor)
	r.Add(me, y.tired, -min(y.tired.Of(me), 1))
	r.Story("{actor} rests")
	return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true}
}

// recorder keeps what a test would have reported.
type recorder struct {
	lines []string
	want  string // what a test waits for, "" for everything
}

// enough reports whether what is wanted was reported.
func (h *recorder) enough() bool { return h.want != "" && h.has(h.want) }

func (h *recorder) Helper() {}
func (h *recorder) Errorf(format string, args ...any) {
	h.lines = append(h.lines, fmt.Sprintf(format, args...))
}

func (h *recorder) has(words string) bool {
	for _, l := range h.lines {
		if strings.Contains(l, words) {
			return true
		}
	}
	return false
}

// discard ignores what is reported.
type discard struct{}

func (discard) Helper()               {}
func (discard) Errorf(string, ...any) {}

const toyPlay = `# It wins by four.
system toy
rule twist hard
sheet Ash: strength 4, skills/r1/name Climb, skills/r1/level 2
action check skill=climb difficulty=8 strength=5
  dice 2d6 4 1
  odds success 90.91%
  wild d6  2
  effort push
  push 3
  share speed:3
= success total=16 target=8 margin=8 speed=3 pace=1.5 sheet.tired=1
> actor.tired=1
later action=rest after=3

# The clock gives a point back.
action rest
= success sheet.tired=0
sheet Birch: tired 900
against Ash:
action check
refused too tired
sheet Ash:
action check
asks dice
`

func TestPlaysPass(t *testing.T) {
	play, err := plays.Parse("toy.play", strings.Replace(toyPlay, "90.91%", "100%", 1))
	if err != nil {
		t.Fatal(err)
	}
	runPlay(t, nil, newToy().System, play)
}

func TestPlaysFailWithLineWantedAndGot(t *testing.T) {
	for change, want := range map[[2]string]string{
		{"total=16", "total=17"}:                         "toy.play:12: want total=17, got total=16",
		{"= success total", "= failure total"}:           "toy.play:12: want failure, got success",
		{"speed=3 pace", "height=3 pace"}:                "toy.play:12: want height=3, got an outcome of total, target, margin, speed, pace",
		{"pace=1.5", "pace=1.6"}:                         "toy.play:12: want pace=1.6, got pace=1.5",
		{"sheet.tired=1", "sheet.tired=2"}:               "toy.play:12: want actor.tired=2, got actor.tired=1",
		{"> actor.tired=1", "> actor.tried=1"}:           "toy.play:13: want actor.tried=1, got toy has no field tried",
		{"after=3", "after=4"}:                           "toy.play:14: want later action=rest after=4, got later action=rest after=3",
		{"wild d6  2", "wild d8  2"}:                     "toy.play:8: want wild d8 2, got wild is 1d6",
		{"wild d6  2", "wild d6  7"}:                     "toy.play:8: want wild d6 7, got wild: die 1 of 1d6 shows 7",
		{"  wild d6  2\n", ""}:                           "toy.play:8: want effort push, got the question wild 1d6 (The wild one)",
		{"effort push", "effort shove"}:                  `toy.play:9: want effort shove, got effort cannot be "shove"`,
		{"share speed:3", "shares speed:3"}:              "toy.play:11: want shares speed:3, got no such question; asked were dice, wild, effort, push, share",
		{"speed:3\n", "speed:3\n  more 1\n"}:             "toy.play:12: want more 1, got no such question",
		{"refused too tired", "refused too heavy"}:       "toy.play:21: want refused too heavy, got refused too tired to try",
		{"refused too tired", "= success"}:               "toy.play:21: want no refusal, got refused too tired to try",
		{"tired 900", "tired 0"}:                         "toy.play:21: want an end, got the question dice 2d6 (Your dice)",
		{"odds success 100%", "odds success 99%"}:        "toy.play:7: want odds success 99%, got 1.000000000000",
		{"rule twist", "rule twirl"}:                     "toy.play:3: want rule twirl hard, got toy has no house rule of this name",
		{"strength 4", "strength 40"}:                    `toy.play:4: want strength 40, got strength cannot be "40"`,
		{"difficulty=8", "difficulties=8"}:               `toy.play:5: want difficulties=8, got Toy has no field "difficulties"`,
		{"action rest", "action nap"}:                    "toy.play:17: want action nap, got toy has no action of this name",
		{"system toy", "system d6"}:                      "toy.play:1: want a play for toy, got one for d6",
		{"# The clock gives a point back.", "odds x 1%"}: "toy.play:16: want odds x 1%, got 0.000000000000",
	} {
		text := strings.Replace(toyPlay, "90.91%", "100%", 1)
		if !strings.Contains(text, change[0]) {
			t.Fatalf("%q is not in the play", change[0])
		}
		play, err := plays.Parse("toy.play", strings.Replace(text, change[0], change[1], 1))
		if err != nil {
			t.Fatal(err)
		}
		var h recorder
		runPlay(&h, nil, newToy().System, play)
		if !h.has(want) {
			t.Errorf("%q for %q: got %q, want %q", change[1], change[0], h.lines, want)
		}
	}
}
