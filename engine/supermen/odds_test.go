package supermen

import (
	"math"
	"testing"

	"example.org/fray/engine"
)

// spread counts every way two ten-sided dice and the ones among them can fall.
func spread() map[int]float64 {
	out := map[int]float64{}
	for a := 1; a <= 10; a++ {
		for b := 1; b <= 10; b++ {
			switch {
			case a == 1 && b == 1:
				for c := 1; c <= 10; c++ {
					for d := 1; d <= 10; d++ {
						out[2-c-d] += 1e-4
					}
				}
			case a == 1 || b == 1:
				for c := 1; c <= 10; c++ {
					out[a+b-c] += 1e-3
				}
			default:
				out[a+b] += 1e-2
			}
		}
	}
	return out
}

func inputs(t testing.TB, action, template string) engine.Inputs {
	t.Helper()
	a, ok := System.Action(action)
	if !ok {
		t.Fatalf("no action %s", action)
	}
	for _, tpl := range System.Templates {
		if tpl.ID == template {
			return engine.Inputs{System: System, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: tpl.Page}}
		}
	}
	t.Fatalf("no template %s", template)
	return engine.Inputs{}
}

// The odds of the Combat Roll are those of all dice counted out.
func TestCombatOdds(t *testing.T) {
	all := spread()
	for _, tpl := range System.Templates {
		in := inputs(t, "combat", tpl.ID)
		target := combatCheck(1).bare(effort{me: sheet.Read(tpl.Page)}).Total()
		want := 0.0
		for total, p := range all {
			if total <= target {
				want += p
			}
		}
		c, err := engine.Odds(in, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(c.Success-want) > 1e-9 {
			t.Errorf("%s: success %v against %d, want %v", tpl.ID, c.Success, target, want)
		}
		if len(c.Totals) != 39 || c.Totals[0].Total != -18 || c.Totals[38].Total != 20 {
			t.Errorf("%s: totals %v", tpl.ID, c.Totals)
		}
		for _, total := range c.Totals {
			if math.Abs(total.P-all[total.Total]) > 1e-9 {
				t.Errorf("%s: total %d has %v, want %v", tpl.ID, total.Total, total.P, all[total.Total])
			}
		}
	}
}

// The odds of an attack are those of hitting its target as it stands: of a
// Quality that reaches its Defense, and what one's own movement takes off; a
// missed roll still hits a Defense that is low enough.
func TestHitOdds(t *testing.T) {
	all := spread()
	for _, c := range []struct{ defense, own, needs int }{{0, 0, 0}, {2, 0, 2}, {2, 3, 5}, {30, 0, 30}, {-1, 0, -3}, {-2, 0, -6}} {
		in := inputs(t, "combat", "seraph")
		in.Sheets[engine.Actor] = in.Sheets[engine.Actor].With("move_defense", engine.ValueOf(c.own))
		in.Sheets[engine.Other] = engine.PageOf("agility", 10, "defense", c.defense)
		target := combatCheck(1).bare(effort{me: sheet.Read(in.Sheets[engine.Actor])}).Total()
		want := 0.0
		for total, p := range all {
			if target-total >= c.needs { // missed by 3, Attack is -1; by 6, -2
				want += p
			}
		}
		got, err := engine.Odds(in, nil, nil)
		if err != nil || math.Abs(got.Success-want) > 1e-9 {
			t.Errorf("against Defense %d, with %d of one's own: %v, want %v (%v)", c.defense, c.own, got.Success, want, err)
		}
	}
}

// An opposed action's odds are those of every pair of totals: of two that are made
// whichever can wear the other down does.
func TestOpposeOdds(t *testing.T) {
	in := inputs(t, "oppose", "gantry")
	in.Params = engine.PageOf("base", 13, "other.base", 9)
	all := spread()
	want := 0.0
	for mine, p := range all {
		for theirs, q := range all {
			if mine <= 13 && (theirs > 9 || 13-mine >= 2*(9-theirs+1)) {
				want += p * q
			}
		}
	}
	c, err := engine.Odds(in, nil, nil)
	if err != nil || math.Abs(c.Success-want) > 1e-9 {
		t.Errorf("success %v, want %v (%v)", c.Success, want, err)
	}
}

// Odds from the middle of a roll see what Extra Effort would do.
func TestOddsAfterTheDice(t *testing.T) {
	in := inputs(t, "save", "footpad")
	in.Params = engine.PageOf("ability", "willpower")
	tape := []engine.Answer{{ID: "dice", Dice: "2d10", Faces: engine.Faces{6, 7}}}
	for n, want := range map[int]float64{0: 0, 3: 0, 4: 1} {
		plan := func(q engine.Question) engine.Answer { return q.Given(engine.Shares{"willpower": n}) }
		c, err := engine.Odds(in, tape, plan)
		if err != nil || c.Success != want {
			t.Errorf("with %d points: %v, want %v (%v)", n, c.Success, want, err)
		}
	}
}

// No roll is to take more than 16 ms.
func BenchmarkOdds(b *testing.B) {
	for _, id := range []string{"combat", "move", "lift", "surprise", "heal", "knowledge", "oppose", "jump", "skill"} {
		b.Run(id, func(b *testing.B) {
			in := inputs(b, id, "seraph")
			in.Params = engine.PageOf("base", 13, "other.base", 9, "skill", "First Aid")
			if id == "knowledge" {
				in.Params = engine.PageOf("score", 40)
			}
			var c engine.Chances
			for b.Loop() {
				var err error
				if c, err = engine.Odds(in, nil, nil); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(c.Walked), "readings/op")
		})
	}
}

func BenchmarkPanel(b *testing.B) {
	s := sheet.Read(System.Templates[0].Page)
	for b.Loop() {
		panel(engine.View{Sheet: s})
	}
}
