package systems_test

import (
	"fmt"
	"slices"
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

// worst are the worst rolls that somebody may make any evening, by rulebook.
func worst() map[string][]engine.Inputs {
	of := map[string][]engine.Inputs{}
	for _, s := range systems.All() {
		x := s.Templates[0].Page
		add := func(action string, params ...any) {
			a, _ := s.Action(action)
			of[s.ID] = append(of[s.ID], engine.Inputs{System: s, Action: a, Params: engine.PageOf(params...), Player: true,
				Sheets: map[engine.Seat]engine.Page{engine.Actor: x, engine.Other: x}})
		}
		switch s.ID {
		case "supermen":
			add("combat", "base", 13)
			add("oppose", "base", 13, "other.base", 9)
		case "d6":
			add("attack", "code", "5D", "defence", "active", "other.code", "4D")
			add("check", "code", "20D", "difficulty", "75", "cp", 2)
			add("damage", "code", "20D", "other.code", "20D")
		case "easiness":
			add("oppose", "dice", 30, "easiness", 4, "other.dice", 30, "other.easiness", 4)
			add("pool", "dice", 30, "easiness", 8, "risk", 2)
		case "trip":
			add("trip", "target", 4, "bonus", 20, "max_degree", 6, "heroic", "6,8,10,12,16,20", "difficulty", 60, "luck", "luck")
			add("trip", "target", 4, "bonus", 17, "difficulty", 40, "luck", "luck", "slide", 3)
		case "contest":
			add("contest")
			add("exchange", "acting", 9, "effect", 5, "resistance", 30)
			crowd := of[s.ID][1].Sheets
			for n := range 4 {
				crowd[engine.Opponent(n+1)] = s.Templates[3].Page
			}
		}
	}
	return of
}

// Whether an action could begin is what nothing being against it says.
func TestBeginsWhereNothingIsAgainstIt(t *testing.T) {
	told := map[bool]int{}
	for _, s := range systems.All() {
		for _, page := range append(slices.Clip(s.Templates), engine.Template{}) {
			for _, a := range s.Actions {
				in := engine.Inputs{System: s, Action: a, Sheets: map[engine.Seat]engine.Page{engine.Actor: page.Page}, Moment: 3}
				begins, why := in.Begins(), in.WhyNot()
				if told[begins]++; begins != (why == "") {
					t.Errorf("%s %s of %q: begins %v, and against it is %q", s.ID, a.ID, page.Name, begins, why)
				}
			}
		}
	}
	if told[true] < 50 || told[false] < 50 {
		t.Errorf("begun were %v: that shows little", told)
	}
}

// The worst rolls, each of which is to take 100 ms at most.
func BenchmarkWorst(b *testing.B) {
	for _, s := range systems.All() {
		for i, in := range worst()[s.ID] {
			b.Run(fmt.Sprintf("%s/%s/%d", s.ID, in.Action.ID, i), func(b *testing.B) {
				for b.Loop() {
					if _, err := engine.Odds(in, nil, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// All odds of an action list, which are to take 10 ms at most.
func BenchmarkActionList(b *testing.B) {
	for _, s := range systems.All() {
		b.Run(s.ID, func(b *testing.B) {
			list, ways := listed(s), 0
			for b.Loop() {
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
