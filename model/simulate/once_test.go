package simulate_test

import (
	"runtime/debug"
	"slices"
	"sync"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/model"
	"example.org/fray/model/simulate"
)

// TestRulesRunOnce checks that the rule of an act that is only played through runs once, and not
// once more before it to see whether it may begin. It looks at the rulebooks that are texts, since
// each test has its own of these.
func TestRulesRunOnce(t *testing.T) {
	for _, s := range all(t) {
		if !slices.Contains(books.IDs(), s.ID) {
			continue
		}
		x, err := simulate.New(brawl(t, s), simulate.Plan{})
		if err != nil {
			t.Fatal(err)
		}
		runs, rolls := 0, 0
		for _, a := range s.Actions {
			if rule := a.Rule; a.Mode == engine.Active {
				a.Rule = func(r *engine.Roll) engine.Outcome {
					runs++
					return rule(r)
				}
			}
		}
		x.Watched(1, func(_ model.Table, _ model.Command, facts []model.Fact) {
			for _, fact := range facts {
				if x, ok := fact.(model.Finished); ok {
					if a, ok := s.Action(x.Roll.Action); ok && a.Mode == engine.Active {
						rolls++
					}
				}
			}
		})
		if refused := rolls / 8; rolls == 0 || runs > rolls+refused {
			t.Errorf("%s: the rules of acts run %d times for %d rolls", s.ID, runs, rolls)
		}
	}
}

// TestGarbageAsBefore checks that garbage is collected as before once no fights are played any
// more, whatever was set meanwhile.
func TestGarbageAsBefore(t *testing.T) {
	usual := debug.SetGCPercent(123)
	defer debug.SetGCPercent(usual)
	now := func() int {
		is := debug.SetGCPercent(123)
		debug.SetGCPercent(is)
		return is
	}
	x, err := simulate.New(brawl(t, all(t)[0]), simulate.Plan{})
	if err != nil {
		t.Fatal(err)
	}
	var players sync.WaitGroup
	for range 3 {
		players.Go(func() { x.Play(t.Context(), x.None(), 0, 1) })
	}
	players.Wait()
	if now() != 123 {
		t.Errorf("afterwards it is %d %%", now())
	}
	simulate.WhilePlayed(func() { debug.SetGCPercent(77) })
	if now() != 77 {
		t.Errorf("somebody set 77 %% meanwhile, and afterwards it is %d", now())
	}
}
