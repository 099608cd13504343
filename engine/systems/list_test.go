package systems_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
)

// listed gives what the list of one who is new at the table asks odds for: each
// action, alone and with each row of the sheet that it offers, against somebody
// like them.
func listed(s *engine.System) (all []engine.Inputs) {
	x := s.Templates[0].Page
	for _, a := range s.Actions {
		if a.Mode == engine.ByClock {
			continue
		}
		forms := []engine.Page{{}}
		for _, id := range a.Offers {
			if sp, ok := a.Param(id); ok && sp.RowsOf != "" {
				for _, row := range x.RowIDs(sp.RowsOf) {
					forms = append(forms, engine.PageOf(id, row))
				}
			}
		}
		for _, form := range forms {
			in := engine.Inputs{System: s, Action: a, Params: form, Player: true, Sheets: map[engine.Seat]engine.Page{engine.Actor: x}}
			if a.Need != engine.Alone {
				in.Sheets[engine.Other] = x
			}
			if in.WhyNot() == "" {
				all = append(all, in)
			}
		}
	}
	return all
}

// forgetful makes the odds forget the dice that they have counted: after a roll of
// more ways than they keep memory for.
func forgetful() {
	rule := func(r *engine.Roll) engine.Outcome {
		return engine.Outcome{Total: r.Sum(engine.Ask{ID: "dice"}, engine.D(1, 40_000)) & 1}
	}
	in := engine.Inputs{System: &engine.System{ID: "none", Sheet: &engine.Schema{}, House: &engine.Schema{}},
		Action: &engine.Action{ID: "forget", Form: &engine.Schema{}, Rule: rule}}
	if _, err := engine.Odds(in, nil, nil); err != nil {
		panic(err)
	}
}

// All odds of an action list, which are to take 2 ms at most: first, where no dice
// are known from other counts, and again.
func BenchmarkActionList(b *testing.B) {
	for _, s := range systems.All() {
		for _, how := range []string{"first", "again"} {
			b.Run(s.ID+"/"+how, func(b *testing.B) {
				list, ways := listed(s), 0
				for b.Loop() {
					if how == "first" {
						b.StopTimer()
						forgetful()
						b.StartTimer()
					}
					ways = 0
					for _, in := range list {
						c, err := engine.Odds(in, nil, nil)
						if err != nil {
							b.Fatal(err)
						}
						ways += c.Walked
					}
				}
				b.ReportMetric(float64(len(list)), "rolls/op")
				b.ReportMetric(float64(ways), "readings/op")
			})
		}
	}
}
