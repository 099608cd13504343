package supermen

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
)

// Parameters by name with what holds where they are left out, and the ids of
// an outcome's values in their order: programs rely on them.
func TestNamesAreKept(t *testing.T) {
	for _, c := range []struct{ action, form, values string }{
		{"combat", "opponents=1 pt=15 damage=0 hand_damage=max", "attack defense damage hand_ep"},
		{"discern", "", ""},
		{"heal", "kind=body every=hour", "healed"},
		{"breath", "rounds=0 cut_short=0", ""},
		{"jump", "speed=0 density=1 air=0.001", "height_cm air_time distance"},
		{"lift", "load=0 how=ground friction=none distance=0", ""},
		{"throw", "load=0", "distance speed air_time"},
		{"throwback", "damage=0 hit=vp surprised=no penetrating=no small=no", "distance speed"},
		{"skill", "roll=0 level=0 pt=15 longer=0 hurry=0 knowledge=0", ""},
		{"power", "pr=0 row=9 passive=no pt=20", ""},
		{"save", "ability=strength", ""},
		{"knowledge", "score=0 multiplier=1 skill=0", "margin"},
		{"oppose", "base=0 other.base=0", "winner"},
	} {
		a, ok := System.Action(c.action)
		if !ok {
			t.Errorf("no action %s", c.action)
			continue
		}
		empty := a.Form.Read(engine.Page{})
		for _, param := range append(strings.Fields(c.form), "pool=0") {
			name, want, _ := strings.Cut(param, "=")
			sp, ok := a.Param(name)
			if !ok {
				t.Errorf("%s has no parameter %s", c.action, name)
			} else if got := empty.Value(sp.ID).String(); got != want {
				t.Errorf("%s: %s is %s, want %s", c.action, name, got, want)
			}
		}
		for _, name := range []string{"situation", "why", "hidden"} {
			if _, ok := a.Param(name); !ok {
				t.Errorf("%s has no parameter %s", c.action, name)
			}
		}
		in := inputs(t, c.action, "seraph")
		in.Params = dared[c.action]
		var got []string
		for _, v := range played(t, in).Outcome.Values {
			got = append(got, v.ID)
		}
		if want := append(strings.Fields("quality target ep_row ep_cost pt"), strings.Fields(c.values)...); !slices.Equal(got, want) {
			t.Errorf("%s has the values %v, want %v", c.action, got, want)
		}
	}
}

// dared are forms with which an action does something.
var dared = map[string]engine.Page{
	"power":     engine.PageOf("pr", 12),
	"throwback": engine.PageOf("surprised", true),
	"oppose":    engine.PageOf("base", 12, "other.base", 12),
	"knowledge": engine.PageOf("score", 40),
	"skill":     engine.PageOf("roll", 12),
	"collect":   {},
}

// played plays an action with dice of 6 and 7 and nothing given.
func played(t *testing.T, in engine.Inputs) engine.Step {
	t.Helper()
	var tape []engine.Answer
	for {
		step, done, err := in.Finish(tape)
		if err != nil {
			t.Fatalf("%s: %v", in.Action.ID, err)
		}
		if step.Done() {
			return step
		}
		faces := engine.Faces{6, 7}[:step.Open.Dice.Count]
		tape = append(slices.Clip(done), step.Open.Thrown(faces))
	}
}

// Situation and pool count in every roll, the reason is told, and what the
// pool gives is looked up.
func TestSituationCountsInEveryRoll(t *testing.T) {
	for _, a := range System.Actions {
		if _, ok := a.Form.Field("pool"); !ok {
			continue
		}
		in := inputs(t, a.ID, "seraph")
		in.Params = dared[a.ID]
		if a.ID == "collect" {
			in.Sheets[engine.Actor] = in.Sheets[engine.Actor].With("surprise_penalty", engine.ValueOf(2))
		}
		plain := played(t, in).Target
		in.Params = in.Params.With("situation", engine.ValueOf(-3)).With("why", engine.ValueOf("in the dark"))
		step := played(t, in)
		if step.Target != plain-3 || !slices.ContainsFunc(step.Notes, func(n string) bool { return strings.Contains(n, "in the dark") }) {
			t.Errorf("%s: target %d, and %d with a situation of -3; %q", a.ID, plain, step.Target, step.Notes)
		}
		in.Params = dared[a.ID].With("pool", engine.ValueOf(40))
		if got := played(t, in).Target; got <= plain {
			t.Errorf("%s: target %d, and %d with a pool of 40", a.ID, plain, got)
		}
	}
}

// A miss goes to Attack, damage and Defense in turn, a point each; Defense is
// halved toward 0.
func TestMissesFallInTurn(t *testing.T) {
	for missed, want := range map[int][3]int{1: {1, 0, 0}, 2: {1, 1, 0}, 3: {1, 1, 0}, 4: {2, 1, 0}, 5: {2, 2, 0},
		6: {2, 2, 1}, 7: {3, 2, 1}, 8: {3, 3, 1}, 9: {3, 3, 1}, 12: {4, 4, 2}} {
		in := inputs(t, "combat", "footpad")
		in.Params = engine.PageOf("hand_damage", "0", "damage", 20, "situation", 13-12-missed)
		o := played(t, in).Outcome
		if o.Margin != -missed {
			t.Fatalf("missed by %d, want %d", -o.Margin, missed)
		}
		got := [3]int{-o.Value("attack").Int(), 20 - o.Value("damage").Int(), -o.Value("defense").Int()}
		if got != want {
			t.Errorf("missed by %d: Attack, damage and Defense fall by %v, want %v", missed, got, want)
		}
	}
}

// A Healing Roll that succeeds where nothing mends by it does not tell of a failure.
func TestNothingToHeal(t *testing.T) {
	for face, want := range map[int]string{5: "{actor} has nothing to heal", 10: "{actor} does not heal"} {
		in := inputs(t, "heal", "seraph")
		in.Params = in.Params.With("situation", engine.ValueOf(-3))
		step, err := engine.Run(in, []engine.Answer{{ID: "dice", Faces: []int{face, face}}})
		if err != nil || step.Story != want {
			t.Errorf("2d10 of %d each: %q, %v; want %q", face, step.Story, err, want)
		}
	}
}
