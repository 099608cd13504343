package pane_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

var update = flag.Bool("update", false, "write the golden files anew")

var looks = []struct {
	name string
	look *kit.Look
}{
	{"dark", look(kit.Dark, kit.Unicode)}, {"light", look(kit.Light, kit.Unicode)},
	{"mono", look(kit.Mono, kit.Unicode)}, {"ascii", look(kit.Mono, kit.ASCII)},
}

// golden compares lines with a golden file; see -update.
func golden(t *testing.T, name string, lines []string) {
	t.Helper()
	got := strings.Join(lines, "\n") + "\n"
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not as it was:\n%s\nit was\n%s\nlook at it, and run with -update if it is right", path, got, want)
	}
}

// shot is a pane in a state worth looking at.
type shot struct {
	name  string
	pane  pane.Pane
	sizes [][2]int // inside the frame
	set   func(f *pane.Frame)
}

func shots(e *evening) []shot {
	seq := e.t.Seq()
	return []shot{
		{"roster", pane.Roster{}, [][2]int{{25, 12}, {25, 5}, {76, 5}}, nil},
		{"sheet", pane.Sheet{On: "Speed", Open: []string{"Speed"}}, [][2]int{{61, 14}, {36, 8}}, nil},
		{"sheet-none", pane.Sheet{}, [][2]int{{30, 3}}, func(f *pane.Frame) { f.Selected = "" }},
		{"log", pane.Log{}, [][2]int{{27, 14}, {48, 30}}, nil},
		{"log-open", pane.Log{On: seq - 5, Open: []uint64{seq - 5}, Marked: []uint64{seq - 5}}, [][2]int{{48, 26}, {27, 12}}, nil},
		{"log-filter", pane.Log{}, [][2]int{{48, 8}}, func(f *pane.Frame) { f.Filter = pane.Filter{Text: "roof"} }},
		{"costs", pane.Costs{}, [][2]int{{25, 6}, {40, 3}}, nil},
		{"costs-cursor", pane.Costs{On: "0"}, [][2]int{{40, 6}}, nil},
		{"timeline", pane.Timeline{}, [][2]int{{89, 6}, {46, 5}}, nil},
	}
}

func draw(s shot, f pane.Frame, w, h int) []string {
	if s.set != nil {
		s.set(&f)
	}
	return f.Look.Framed(s.pane.Title(f), 1, w+2, h+2, true, s.pane.Draw(f.Sized(w, h, true)))
}

func TestPanes(t *testing.T) {
	e := vault(t, segments)
	for _, l := range looks {
		f := frame(e.t, l.look)
		for _, s := range shots(e) {
			var all []string
			for _, size := range s.sizes {
				all = append(all, draw(s, f, size[0], size[1])...)
			}
			golden(t, s.name+"-"+l.name, all)
		}
	}
}

// Clocks that count down, and such as have turns only.
func TestOtherClocks(t *testing.T) {
	for name, clock := range map[string]engine.Timekeeping{"down": downward, "turns": turnsOnly} {
		e := vault(t, clock)
		ids := e.t.Characters()
		e.do(model.SetOrder{Order: []string{ids[1].ID, ids[0].ID}, Turn: ids[0].ID})
		e.do(model.Begin{Who: ids[2].ID, System: "toy", Action: "rest"})
		f := frame(e.t, looks[2].look)
		p := pane.Timeline{On: e.t.Pending()[0].ID}
		all := f.Look.Framed(p.Title(f), 5, 80, 8, true, p.Draw(f.Sized(78, 6, true)))
		all = append(all, f.Look.Framed("Roll log", 3, 40, 12, false, pane.Log{}.Draw(f.Sized(38, 10, false)))...)
		golden(t, "clock-"+name, append(all, f.Look.Framed("Roster", 1, 40, 12, false, pane.Roster{}.Draw(f.Sized(38, 10, false)))...))
	}
}

// Every kind of fact has words, and one that this version does not know too.
func TestWords(t *testing.T) {
	e := vault(t, segments)
	id := e.t.Characters()[0].ID
	p := e.t.Pending()[0]
	facts := []model.Fact{
		model.Made{Name: "Vault", System: "toy"}, model.Named{Name: "Vault 2", System: "toy"},
		model.Joined{Character: model.Character{Name: "Rook"}}, model.Left{Who: id},
		model.Edited{Who: id, Character: model.Character{Name: "Seraph", Owner: "Bo", Typed: true}},
		model.Reordered{Who: id, To: 2},
		model.Written{Who: id, System: "toy", Why: "a gift", Changes: []model.Change{
			{Field: "strength", From: engine.ValueOf(11), To: engine.ValueOf(12)},
			{Field: "powers/r1/rank", From: engine.ValueOf(12), To: engine.ValueOf(13)}, {Field: "powers/r2", From: engine.ValueOf("x")}}},
		model.Paged{Who: id, System: "toy", Page: &engine.Page{}}, model.Paged{Who: id, System: "game"},
		model.HouseSet{System: "toy", Rule: "half", Value: engine.ValueOf(true)}, model.HouseSet{System: "toy", Rule: "half"},
		model.Opened{Roll: model.Roll{Who: id, System: "toy", Action: "move"}},
		model.Answered{Who: id, Answer: engine.Answer{ID: "dice", Dice: "2d10", Faces: engine.Faces{5, 1}}, Thrown: true},
		model.Answered{Who: id, Answer: engine.Answer{ID: "share", Give: engine.Shares{"speed": 2, "ep": 1}}},
		model.Dropped{Who: id, Action: "move", Why: "the bell rang"}, model.Parked{Who: id, Action: "move", Why: "the rule broke"},
		model.Moved{Clock: model.Clock{Moment: 93, Turn: id}}, model.Moved{Clock: model.Clock{Scene: 1, Place: "The roof"}},
		model.Done{Pending: p}, model.Cancelled{Pending: p, Why: "the scene ended"}, model.Delayed{Pending: p, Due: 120},
		model.Paid{Who: id, System: "toy", Moment: 100, Changes: []model.Change{{Field: "ep_lost", From: engine.ValueOf(3), To: engine.ValueOf(5)}}},
		model.Ran{Who: id, System: "toy", Action: "move-done", Moment: 93, Why: "the scene ended", Changes: []model.Change{{Field: "speed_q", From: engine.ValueOf(3), To: engine.ValueOf(0)}}},
		model.EffectBegan{Effect: model.Effect{Who: id, Words: "blessed", Until: model.ByMoment, At: 120}},
		model.EffectEnded{Effect: model.Effect{Who: id, Words: "blessed"}, Why: "its time is over"},
		model.Moved{Clock: model.Clock{Moment: 93, Turn: id, Declared: []model.Declaration{{Who: id, Actions: 2}}, Waiting: []model.Waiting{{Who: id, Words: "the bell"}}}},
		model.Noted{Text: "One\nTwo"}, model.Noted{Text: "Psst", Private: true},
		model.EveningBegan{Fingerprint: "0123456789abcdef"}, model.EveningEnded{Seed: "fedcba9876543210"},
		model.Undone{Seq: 7}, model.Redone{Seq: 7}, model.Unknown{Is: "moon-risen", Body: []byte(`{}`)},
	}
	for l := range e.t.Log() {
		for _, f := range l.Event.Facts {
			if f.Kind() == "roll-finished" {
				facts = append(facts, f)
			}
		}
	}
	var out []string
	for _, f := range facts {
		for i, line := range pane.Words(e.t, f) {
			out = append(out, fmt.Sprintf("%-20s %s", map[bool]string{true: f.Kind()}[i == 0], line))
		}
	}
	golden(t, "words", out)
}
