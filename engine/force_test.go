package engine_test

import (
	"fmt"
	"testing"

	"example.org/fray/engine"
)

// held is a rulebook with numbers that something may be in force on.
var (
	heldSheet = &engine.Schema{}
	heldBody  = heldSheet.Group("Body")
	heldMight = heldBody.Int("might", "Might", 0, 20).Default(10)
	heldReach = heldBody.Int("reach", "Reach", 0, 99).Derived(func(s engine.Sheet) int { return 2 * heldMight.Of(s) })
	heldTall  = heldBody.Decimal("tall", "Height", 0, 9000).Default(1800)
	heldState = heldSheet.Group("State").Unmodifiable()
	heldSpeed = heldState.Int("speed", "Speed", 0, 99)
	heldLost  = heldBody.Int("lost", "Lost", 0, 99)
	heldTools = heldSheet.List("tools", "Tools")
	_         = heldTools.Text("name", "Name", 20)
	heldEdge  = heldTools.Int("edge", "Edge", -9, 9)
	heldBook  = &engine.System{ID: "held", Name: "Held", Sheet: heldSheet, House: &engine.Schema{},
		Pools: []engine.Pool{{ID: "wind", Label: "Wind", Full: heldMight, Losses: []engine.Field[int]{heldLost}}},
		Views: engine.Views{Panel: func(v engine.View) []engine.Block {
			out := []engine.Block{engine.Stat{Label: "Might", Value: fmt.Sprint(heldMight.Of(v.Sheet)), Field: "might"},
				engine.Stat{Label: "Reach", Value: fmt.Sprint(heldReach.Of(v.Sheet)), Working: []string{"twice might"}}}
			g := engine.Grid{Title: "Tools", Head: []string{"Name", "Edge"}}
			for _, row := range heldTools.Rows(v.Sheet) {
				g.Rows = append(g.Rows, []string{row.Name(), fmt.Sprint(heldEdge.At(row))})
			}
			return append(out, g)
		}}}
)

var (
	heldPage  = engine.PageOf("might", 8, "tools/t1/name", "Axe", "tools/t1/edge", 2)
	heldForce = []engine.Modifier{{"might", 3, "Blessed"}, {"tools/t1/edge", -1, "Blunt"}, {"might", -1, "Tired"}, {"tall", 1, "Stilts"}}
)

func TestWhatIsInForceIsRead(t *testing.T) {
	s := heldSheet.Read(heldPage).WithModifiers(heldForce)
	axe, _ := heldTools.Find(s, "axe")
	got := fmt.Sprint(heldMight.Of(s), heldReach.Of(s), heldEdge.At(axe), heldTall.Of(s), s.Value("might"), s.Value("tools/t1/edge"), s.InForce("might"))
	if want := "10 20 1 2.8 10 1 [{might 3 Blessed} {might -1 Tired}]"; got != want {
		t.Errorf("read %s, want %s", got, want)
	}
	if p := s.WithoutModifiers(); heldMight.Of(p) != 8 || heldReach.Of(p) != 16 || s.Written("reach") || !s.Written("might") {
		t.Errorf("without it: %d, %d", heldMight.Of(p), heldReach.Of(p))
	}
	for n, want := range map[int]int{99: 20, -99: 0} {
		if got := heldMight.Of(s.WithModifiers([]engine.Modifier{{"might", n, ""}})); got != want {
			t.Errorf("%+d makes %d, want %d: the bounds of the field hold", n, got, want)
		}
	}
}

// A rule sees what is in force and what it has written itself; the page is told
// of the change alone.
func TestARollChangesThePageAndNotWhatIsInForce(t *testing.T) {
	a := &engine.Action{ID: "try", Form: &engine.Schema{}, Rule: func(r *engine.Roll) engine.Outcome {
		me := r.Sheet(engine.Actor)
		r.Add(me, heldMight, -4)
		row, _ := heldTools.Find(me, "t1")
		engine.Put(r, row, heldEdge, heldEdge.At(row)+5)
		then := heldMight.Of(me)
		engine.Put(r, me, heldReach, heldReach.Of(me))
		return engine.Outcome{Total: then, Margin: heldEdge.At(row)}
	}}
	in := engine.Inputs{System: heldBook, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: heldPage},
		InForce: map[engine.Seat][]engine.Modifier{engine.Actor: heldForce}}
	step, err := engine.Run(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(step.Outcome.Total, step.Outcome.Margin)
	for _, c := range step.Changes {
		got += fmt.Sprintf(" %s %v→%v", c.Field, c.From, c.To)
	}
	if want := "6 6 might 8→4 tools/t1/edge 2→7 reach 16→8"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	in.InForce = nil
	if step, _ = engine.Run(in, nil); step.Outcome.Total != 4 {
		t.Errorf("without it: %d", step.Outcome.Total)
	}
}

// Odds look each number up once: once with what is in force, and once without.
func TestOddsReadASheetBothWays(t *testing.T) {
	for _, plainFirst := range []bool{false, true} {
		a := &engine.Action{ID: "try", Form: &engine.Schema{}, Rule: func(r *engine.Roll) engine.Outcome {
			me := r.Sheet(engine.Actor)
			both := []engine.Sheet{me, me.WithoutModifiers()}
			n := [2]int{}
			for i := range both {
				if plainFirst {
					i = 1 - i
				}
				axe, _ := heldTools.Find(both[i], "axe")
				n[i] = 10*heldReach.Of(both[i]) + heldEdge.At(axe)
			}
			return engine.Outcome{Success: true, Grade: engine.Success, NoTarget: true,
				Total: 1000*n[0] + n[1] + 0*r.Sum(engine.Ask{ID: "die"}, engine.D(1, 6))}
		}}
		in := engine.Inputs{System: heldBook, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: heldPage},
			InForce: map[engine.Seat][]engine.Modifier{engine.Actor: heldForce}}
		c, err := engine.Odds(in, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Totals) != 1 || c.Totals[0].Total != 201_162 {
			t.Errorf("plain first %t: %+v, want 201162", plainFirst, c.Totals)
		}
	}
}

func TestEveryNumberSaysWhatIsInForceOnIt(t *testing.T) {
	v := engine.View{Sheet: heldSheet.Read(heldPage).WithModifiers(heldForce)}
	out := heldBook.ExplainedPanel(v)
	might, reach, tools := out[0].(engine.Stat), out[1].(engine.Stat), out[2].(engine.Grid)
	if might.Value+" "+might.Force != "8 +2" || fmt.Sprint(might.Working) != "[8, Blessed +3, Tired -1 = 10]" {
		t.Errorf("might: %+v", might)
	}
	if reach.Value+" "+reach.Force != "16 +4" || fmt.Sprint(reach.Working) != "[twice might 16, Blessed +6, Tired -2 = 20]" {
		t.Errorf("reach: %+v", reach)
	}
	if tools.Rows[0][1] != "2 -1" {
		t.Errorf("tools: %v", tools.Rows)
	}
	v.Sheet = v.Sheet.WithoutModifiers()
	if st := heldBook.ExplainedPanel(v)[0].(engine.Stat); st.Force != "" || st.Working != nil {
		t.Errorf("nothing is in force: %+v", st)
	}
}

func TestWhatSomethingInForceMayAddTo(t *testing.T) {
	for path, want := range map[string]bool{"might": true, "reach": true, "tall": true, "tools/t1/edge": true, "tools/t1/name": false,
		"speed": false, "lost": false, "nowhere": false} {
		if _, may := heldBook.Modifiable(path); may != want {
			t.Errorf("%s: %t, want %t", path, may, want)
		}
	}
	_ = heldSpeed
}
