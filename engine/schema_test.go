package engine_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
)

// yard is a small rulebook's sheet, with a field of each kind.
type yard struct {
	*engine.System
	strong, lost, lostHour engine.Field[int]
	tall                   engine.Field[engine.Milli]
	awake                  engine.Field[bool]
	word                   engine.Field[string]
	side                   engine.Field[string]
	skills                 *engine.Group
	level                  engine.Field[int]
	skill, twist           engine.Field[string]
	quick                  engine.Field[bool]
	factor                 engine.Field[int]
}

func newYard() *yard {
	y := &yard{System: &engine.System{ID: "yard", Name: "The Yard", Sheet: &engine.Schema{}, House: &engine.Schema{}}}
	body := y.Sheet.Group("Body")
	y.strong = body.Int("strength", "Strength", 0, 20).Unit("kg").Default(3).Help("How much.")
	y.tall = body.Decimal("height", "Height", 500, 3000).Unit("m")
	y.awake = body.Bool("awake", "Awake").Default(true)
	y.word = body.Text("note", "Note", 5)
	y.side = body.Choice("side", "Side", "Left", "Right")
	full := body.Int("wind", "Wind", 0, 99).Derived(func(s engine.Sheet) int { return 2 * y.strong.Of(s) })
	y.lost = body.Int("wind_lost", "Wind lost", 0, 999)
	y.lostHour = body.Int("wind_lost_hour", "Wind lost, back by the hour", 0, 999)
	body.Int("since", "Since", 0, 999).Bookkeeping()
	y.skills = y.Sheet.List("skills", "Skills")
	y.skills.Text("name", "Name", 40)
	y.level = y.skills.Int("level", "Level", 0, 10).Default(1)
	y.Pools = []engine.Pool{{ID: "wind", Label: "Wind", Full: full, Losses: []engine.Field[int]{y.lost, y.lostHour}}}
	y.twist = y.House.Group("House").Choice("twist", "Twist", "plain", "hard")
	form := &engine.Schema{}
	g := form.Group("Try")
	y.quick = g.Bool("quick", "Quick")
	y.skill = g.Row("skill", "Skill", y.skills)
	y.factor = g.Int("other.factor", "Factor", 0, 9)
	g.Extra("dice", "Dice more")
	y.Actions = []*engine.Action{
		{ID: "try", Label: "Try", Need: engine.MayFaceMany, Form: form, Rule: func(r *engine.Roll) engine.Outcome {
			return engine.Outcome{Grade: engine.Success, Success: true, Total: y.strong.Of(r.Sheet(engine.Actor)), NoTarget: true}
		}},
		{ID: "fall", Label: "Fall", Mode: engine.ByClock, Over: engine.Ending{AtSceneEnd: true}, Form: &engine.Schema{}},
	}
	return y
}

// What people type is read, and what isn't allowed is refused with what is.
func TestTypedFields(t *testing.T) {
	y := newYard()
	for _, c := range []struct{ path, text, want string }{
		{"strength", "17", "17"}, {"strength", " 17 ", "17"}, {"strength", "21", "!strength cannot be \"21\": it is a whole number from 0 to 20 kg"},
		{"strength", "x", "!a whole number from 0 to 20 kg"}, {"strength", "1.5", "!a whole number"}, {"strength", "-1", "!from 0 to 20"},
		{"height", "1.79", "1.79"}, {"height", "2", "2"}, {"height", "0.4", "!height cannot be \"0.4\": it is a number from 0.5 to 3 m with at most three decimals"},
		{"height", "tall", "!a number from 0.5 to 3 m"},
		{"awake", "Yes", "yes"}, {"awake", "0", "no"}, {"awake", "", "no"}, {"awake", "off", "no"}, {"awake", "on", "yes"}, {"awake", "maybe", `!awake cannot be "maybe": it is yes or no`},
		{"note", "five!", "five!"}, {"note", "sixsix", "!text of at most 5 characters"}, {"note", "ünïcö", "ünïcö"},
		{"side", "right", "Right"}, {"side", "up", "!one of Left, Right"},
		{"skills/r1/level", "10", "10"}, {"skills/r1/level", "11", "!level cannot be"},
	} {
		sp, ok := y.Sheet.Field(c.path)
		if !ok {
			t.Fatalf("no field %s", c.path)
		}
		v, err := sp.Parse(c.text)
		complaint, wrong := strings.CutPrefix(c.want, "!")
		switch {
		case wrong && (err == nil || !strings.Contains(err.Error(), complaint)):
			t.Errorf("%s=%q: %s, %v; want %q", c.path, c.text, v, err, complaint)
		case !wrong && (err != nil || v.String() != c.want):
			t.Errorf("%s=%q: %s, %v; want %s", c.path, c.text, v, err, c.want)
		}
	}
	sp, _ := y.Actions[0].Param("skill")
	if sp.Range() != "the name of a row of skills" {
		t.Errorf("a skill is %s", sp.Range())
	}
}

// A page is checked as a whole; what the schema doesn't know is left alone.
func TestPagesAreChecked(t *testing.T) {
	y := newYard()
	for _, c := range []struct {
		page engine.Page
		want string
	}{
		{engine.PageOf("strength", 20, "height", 2, "awake", 1, "side", "Left", "future", "?", "skills/r1/level", 3, "skills/r1/colour", "red"), ""},
		{engine.PageOf("strength", "many"), `strength cannot be "many"`}, {engine.PageOf("height", true), "height cannot be"},
		{engine.PageOf("awake", 2), "awake cannot be"}, {engine.PageOf("note", 3), "note cannot be"}, {engine.PageOf("side", "left"), "side cannot be"},
		{engine.PageOf("skills/r1/level", 11), "skills/r1/level: level cannot be"},
	} {
		err := y.Sheet.Check(c.page)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: %v, want %q", c.page.Paths(), err, c.want)
		}
	}
}

func TestASheetHasWhatIsWrittenOrElseTheDefault(t *testing.T) {
	y := newYard()
	empty := y.Sheet.Read(engine.Page{})
	if y.strong.Of(empty) != 3 || y.tall.Of(empty) != 0 || !y.awake.Of(empty) || y.word.Of(empty) != "" || y.side.Of(empty) != "Left" || y.Pools[0].Now(empty) != 6 {
		t.Error("the defaults are others")
	}
	s := y.Sheet.Read(engine.PageOf("strength", 5, "height", engine.Milli(1800), "awake", false, "side", "Right", "wind_lost", 3, "wind_lost_hour", 9,
		"skills/a/name", "Climb", "skills/b/name", "Swim", "skills/b/level", 4))
	if y.strong.Of(s) != 5 || y.tall.Of(s) != 1800 || y.awake.Of(s) || y.side.Of(s) != "Right" || y.Pools[0].Lost(s) != 12 || y.Pools[0].Now(s) != -2 {
		t.Error("what is written doesn't count")
	}
	if !s.There() || (engine.Sheet{}).There() || s.Schema() != y.Sheet || !s.Written("strength") || s.Written("wind") || s.Written("note") {
		t.Error("who is there, and what is written")
	}
	for name, want := range map[string]int{"a": 1, "climb": 1, "SWIM": 4, "b": 4} {
		if row, ok := y.skills.Find(s, name); !ok || y.level.At(row) != want {
			t.Errorf("%s: %t", name, ok)
		}
	}
	for _, name := range []string{"", "fly", "c"} {
		if row, ok := y.skills.Find(s, name); ok {
			t.Errorf("%q is found: %s", name, row.Name())
		}
	}
	if v := s.Value("skills/b/level"); v != engine.ValueOf(4) || s.Value("skills/a/level") != engine.ValueOf(1) || !s.Value("nothing").IsNone() || !s.Value("skills/a/nothing").IsNone() {
		t.Errorf("by path: %s", v)
	}
	var read []string
	w := s.Watched(func(path string) { read = append(read, path) })
	row, _ := y.skills.Find(w, "b")
	_, _, _ = y.strong.Of(w), y.level.At(row), w.Written("note")
	if got := strings.Join(read, " "); !strings.Contains(got, "strength") || !strings.Contains(got, "skills/b/level") || !strings.Contains(got, "note") {
		t.Errorf("the watch is told %q", got)
	}
}

func TestNumbersAreKeptWithinTheirField(t *testing.T) {
	y := newYard()
	if y.strong.Within(99) != 20 || y.strong.Within(-9) != 0 || y.strong.Within(7) != 7 || y.tall.Within(9000) != 3000 || y.tall.Within(1) != 500 || y.word.Within("any") != "any" {
		t.Error("a number lies beyond its field, or one within is moved")
	}
}

func TestAMissingSchemaHasNothing(t *testing.T) {
	var none *engine.Schema
	if none.Fields() != nil || none.Lists() != nil {
		t.Error("it has something")
	}
	for _, path := range []string{"a", "a/b/c"} {
		if _, ok := none.Field(path); ok {
			t.Errorf("it has %s", path)
		}
	}
	y := newYard()
	if l, ok := y.Sheet.FindList("skills"); !ok || l.Label != "Skills" || y.skills.List() != l {
		t.Errorf("the list is %+v, %t", l, ok)
	}
	if _, ok := y.Sheet.FindList("arms"); ok || y.Sheet.Group("Body").List() != nil {
		t.Error("there are arms, or a heading is a list")
	}
	if _, ok := y.Sheet.Field("skills/r1/nothing"); ok {
		t.Error("there is a column called nothing")
	}
}
