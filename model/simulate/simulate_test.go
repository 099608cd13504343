package simulate_test

import (
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/script"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/simulate"
)

var gm = model.Seat{Role: model.GM}

// brawl returns a table at which two heroes meet six foes.
func brawl(tb testing.TB, s *engine.System) model.Table {
	tb.Helper()
	t := model.New(model.Rulebooks{s.ID: s})
	do := func(c model.Command) {
		facts, err := decide.Decide(t, gm, c, nil)
		if err != nil {
			tb.Fatalf("%T: %v", c, err)
		}
		t = t.Apply(model.Event{Seq: t.Seq() + 1, Time: time.Unix(1, 0), By: gm, Facts: facts, Did: c})
	}
	do(model.Make{Name: "Brawl", System: s.ID})
	do(model.Scene{Place: "The yard"})
	var heroes, foes []engine.Template
	for _, tpl := range s.Templates {
		if tpl.Side == engine.Foes {
			foes = append(foes, tpl)
		} else {
			heroes = append(heroes, tpl)
		}
	}
	if len(foes) == 0 {
		foes = heroes
	}
	for i := range 8 {
		tpl, side := foes[0], engine.Foes
		if i < 2 {
			tpl, side = heroes[i%len(heroes)], engine.Heroes
		}
		do(model.Join{Character: model.Character{Name: tpl.Name, Side: side, Pages: map[string]engine.Page{s.ID: tpl.Page}}})
	}
	return t
}

func all(tb testing.TB) []*engine.System {
	out := systems.All()
	for _, id := range books.IDs() {
		text, _ := books.Text(id)
		s, err := script.Load(id+".star", text)
		if err != nil {
			tb.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

func TestTry(t *testing.T) {
	for _, s := range all(t) {
		if s.HasNoSheet() {
			continue
		}
		t.Run(s.ID, func(t *testing.T) {
			x, err := simulate.New(brawl(t, s), simulate.Plan{})
			if err != nil {
				t.Fatal(err)
			}
			f := x.None()
			began := time.Now()
			acts := 0
			for n := range 20 {
				e := x.Fight(n)
				acts += e.Acts
				if e.Winner == "" {
					t.Logf("%d: %s after %d rounds, %d acts", n, e.WhyNot, e.Rounds, e.Acts)
				}
				f.Add(e)
			}
			t.Logf("%v a fight, %d acts, heroes %v, undecided %d, rounds %v", time.Since(began)/20, acts/20, f.Sides, f.Undecided, f.Rounds)
			for _, p := range f.TurningPoints() {
				t.Logf("%+v", p)
			}
		})
	}
}
