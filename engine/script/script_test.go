package script_test

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/enginetest"
	"example.org/fray/engine/script"
)

// book loads a rulebook of testdata.
func book(t testing.TB, name string) *engine.System {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	sys, err := script.Load(name, string(text))
	if err != nil {
		t.Fatal(err)
	}
	return sys
}

func inputs(t testing.TB, sys *engine.System, action string, set ...string) engine.Inputs {
	t.Helper()
	a, ok := sys.Action(action)
	if !ok {
		t.Fatalf("no action %s", action)
	}
	in := engine.Inputs{System: sys, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: {}}}
	for i := 0; i+1 < len(set); i += 2 {
		var err error
		if in, err = in.Set(set[i], set[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return in
}

func TestTheExampleOfTheContract(t *testing.T) {
	in := inputs(t, book(t, "duel.star"), "strike", "strength", "16", "other.armour", "13",
		"weapons/r1/name", "Sword", "weapons/r1/die", "8", "weapons/r1/bonus", "3", "weapon", "Sword")
	c, err := engine.Odds(in, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(c.Success-0.70) > 1e-12 {
		t.Errorf("success %v, not 0.70", c.Success)
	}
	step, err := engine.Run(in, []engine.Answer{{ID: "hit", Faces: engine.Faces{14}}, {ID: "damage", Faces: engine.Faces{5}}})
	if err != nil || !step.Done() {
		t.Fatalf("%+v, %v", step, err)
	}
	if o := step.Outcome; !o.Success || o.Total != 20 || o.Target != 13 || o.Margin != 7 || o.Value("damage").Int() != 8 || step.Story != "{actor} hits {other} for 8" {
		t.Errorf("%+v, %q, %v", o, step.Story, step.Changes)
	}
}

func TestExam(t *testing.T) { enginetest.TestSystem(t, book(t, "duel.star")) }

// A condition with down = True puts whoever it holds for out of action, whether a rule
// wrote it on the sheet or an effect of the table brings it; others do not.
func TestConditionPutsOutOfAction(t *testing.T) {
	sys, err := script.Load("x.star", `rulebook(id = "x", name = "X", author = "A", licence = "CC0-1.0", dice = "d6", help = "H.")
strength = group("Stats").int("strength", "Strength", 1, 9, start = 3)
asleep = condition("asleep", "Asleep", down = True)
prone = condition("prone", "Prone")
def nap(r):
    asleep.put(r.me)
    prone.put(r.me)
    return r.done()
action("nap", "Nap", nap)
template("one", "One", strength = 4)
`)
	if err != nil {
		t.Fatal(err)
	}
	marks := func(p engine.Page, force ...engine.Modifier) string {
		v := engine.View{Sheet: sys.Sheet.Read(p).WithModifiers(force), House: sys.House.Read(engine.Page{})}
		var out []string
		for _, m := range sys.Marked(v) {
			out = append(out, fmt.Sprint(m.Word, " ", m.Grave))
		}
		return strings.Join(out, ", ")
	}
	if got := marks(engine.PageOf("is_asleep", 1, "is_prone", 1)); got != "asleep true, prone false" {
		t.Errorf("on the sheet: %q", got)
	}
	if got := marks(engine.Page{}, engine.Modifier{Field: "is_asleep", N: 1}, engine.Modifier{Field: "is_prone", N: 1}); got != "asleep true" {
		t.Errorf("as effects: %q", got)
	}
	if got := marks(engine.Page{}); got != "" {
		t.Errorf("without any: %q", got)
	}
}

// What a condition adds counts while it holds, however it came: a rule has put it on, it was
// written by hand, or an effect brings it. It counts once, and never gets into the sheet.
func TestConditionAddsHoweverItCame(t *testing.T) {
	sys, err := script.Load("x.star", `rulebook(id = "x", name = "X", author = "A", licence = "CC0-1.0", dice = "d6", help = "H.")
armour = group("Stats").int("armour", "Armour", 0, 30, start = 12)
cracked = condition("cracked", "Cracked", adds = {armour: -2})
def crack(r):
    cracked.put(r.me)
    r.add(r.me, armour, 1)
    r.story("armour %d" % armour.of(r.me))
    return r.done()
action("crack", "Crack", crack)
def mend(r):
    cracked.end(r.me)
    r.add(r.me, armour, 1)
    r.story("armour %d" % armour.of(r.me))
    return r.done()
action("mend", "Mend", mend)
template("one", "One", armour = 12)
`)
	if err != nil {
		t.Fatal(err)
	}
	armour := func(p engine.Page, force ...engine.Modifier) int {
		return sys.Sheet.Read(p).WithModifiers(force).Value("armour").Int()
	}
	effect := []engine.Modifier{{Field: "is_cracked", N: 1}, {Field: "armour", N: -2}}
	for what, got := range map[string]int{
		"by hand":                armour(engine.PageOf("is_cracked", 1)),
		"by an effect":           armour(engine.Page{}, effect...),
		"by both":                armour(engine.PageOf("is_cracked", 1), effect...),
		"and what else there is": 2 + armour(engine.PageOf("is_cracked", 1), engine.Modifier{Field: "armour", N: -2}),
	} {
		if got != 10 {
			t.Errorf("%s it is %d", what, got)
		}
	}
	if all := sys.Sheet.Read(engine.PageOf("is_cracked", 1)).InForce("armour"); len(all) != 1 || all[0].N != -2 || all[0].Why != "Cracked" {
		t.Errorf("in force are %v", all)
	}
	run := func(id string, p engine.Page, force ...engine.Modifier) (page engine.Page, story string) {
		a, _ := sys.Action(id)
		step, err := engine.Run(engine.Inputs{System: sys, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: p}, InForce: map[engine.Seat][]engine.Modifier{engine.Actor: force}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range step.Changes {
			p = p.With(c.Field, c.To)
		}
		return p, step.Story
	}
	page, story := run("crack", engine.Page{})
	if v, _ := page.Get("armour"); v.Int() != 13 || armour(page) != 11 || story != "armour 11" {
		t.Errorf("a rule that puts it on and adds 1 leaves %v, which counts as %d, and says %q", v, armour(page), story)
	}
	page, story = run("mend", page)
	if v, _ := page.Get("armour"); v.Int() != 14 || armour(page) != 14 || story != "armour 14" {
		t.Errorf("a rule that ends it and adds 1 leaves %v, which counts as %d, and says %q", v, armour(page), story)
	}
}

// A fold that reads something around itself is another one where that has another value,
// although it stands in the same place of the text.
func TestFoldsAreKeptByWhatTheyRead(t *testing.T) {
	sys, err := script.Load("folds.star", `rulebook(id = "folds", name = "Folds", author = "Nobody")
stats = group("Stats")
need = stats.int("need", "Need", 1, 6, start = 3)
def count(r):
    least = need.of(r.me)
    n = r.read("dice", "2d6", 0, lambda so_far, face: so_far + (1 if face >= least else 0))
    return r.success(total = n + r.situation)
action("count", "Count", count)
`)
	if err != nil {
		t.Fatal(err)
	}
	a, _ := sys.Action("count")
	for _, need := range []int{3, 5, 3, 6, 5} {
		c, err := engine.Odds(engine.Inputs{System: sys, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: engine.PageOf("need", need)}}, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := 2 * float64(7-need) / 6; math.Abs(c.Mean()-want) > 1e-12 {
			t.Errorf("with %d it is %g on average, and not %g", need, c.Mean(), want)
		}
	}
}
