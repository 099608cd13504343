package systems_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
)

// attacks calls found with what each template can do against each template: the
// attacks or, in a rulebook that has none against a defence, the opposed rolls,
// without a row and with each row that the action offers. It returns how many
// there were.
func attacks(s *engine.System, found func(a *engine.Action, in engine.Inputs)) (n int) {
	defended := slices.ContainsFunc(s.Actions, (*engine.Action).DecidesHit)
	for _, a := range s.Actions {
		if !a.Attack() && (defended || !a.NeedsOpponent()) || a.Mode == engine.ByClock || a.Need == engine.Alone {
			continue
		}
		for _, x := range s.Templates {
			forms := []engine.Page{{}}
			for _, id := range a.Offers {
				if sp, ok := a.Param(id); ok && sp.RowsOf != "" {
					for _, row := range x.Page.RowIDs(sp.RowsOf) {
						forms = append(forms, engine.PageOf(id, row))
					}
				}
			}
			for _, y := range s.Templates {
				for _, form := range forms {
					n++
					found(a, engine.Inputs{System: s, Action: a, Params: form, Player: true,
						Sheets: map[engine.Seat]engine.Page{engine.Actor: x.Page, engine.Other: y.Page}})
				}
			}
		}
	}
	return n
}

// The odds against somebody whose sheet is not known either do not depend on that
// sheet, or they are blind: they tell one's own totals and nothing of how the roll
// ends. Once the fields are known that the rulebook calls the defence, they are
// the odds against the whole sheet.
func TestOddsAgainstTheUnknown(t *testing.T) {
	for _, s := range systems.All() {
		counted, blind := 0, 0
		tried := attacks(s, func(a *engine.Action, in engine.Inputs) {
			whole, err := engine.Odds(in, nil, nil)
			if err != nil {
				return
			}
			counted++
			unknown, other := in, in.Sheets[engine.Other]
			unknown.Sheets = map[engine.Seat]engine.Page{engine.Actor: in.Sheets[engine.Actor], engine.Other: {}}
			unknown.Unknown = map[engine.Seat][]string{engine.Other: nil}
			c, err := engine.Odds(unknown, nil, nil)
			switch {
			case err != nil:
				t.Errorf("%s %s: %v", s.ID, a.ID, err)
			case c.TotalsOnly:
				blind++
				if c.Success != 0 || c.Grades != nil || c.Damage != 0 || c.MostDamage != 0 {
					t.Errorf("%s %s: blind odds tell how it ends: %+v", s.ID, a.ID, c)
				}
				for _, d := range c.Changes {
					if d.Sheet == engine.Other {
						t.Errorf("%s %s: blind odds tell what it does: %+v", s.ID, a.ID, d)
					}
				}
			case math.Abs(c.Success-whole.Success) > 1e-9:
				t.Errorf("%s %s: success is %v, and without the other sheet %v", s.ID, a.ID, whole.Success, c.Success)
			}
			step, err := engine.Run(unknown, nil)
			if err != nil || c.TotalsOnly && (len(step.Notes) > 0 || step.Story != "") {
				t.Errorf("%s %s: %v, and a roll against the unknown tells %v %v %q", s.ID, a.ID, err, step.Aimed, step.Notes, step.Story)
			}
			if c.TotalsOnly && step.Aimed { // that is one's own: whoever they are
				for _, y := range s.Templates {
					in.Sheets[engine.Other] = y.Page
					if known, err := engine.Run(in, nil); err == nil && known.Target != step.Target {
						t.Errorf("%s %s: against %s it is %d, and told is %d", s.ID, a.ID, y.ID, known.Target, step.Target)
					}
				}
				in.Sheets[engine.Other] = other
			}
			if s.Defence == nil {
				return // told once, below
			}
			opened := unknown
			opened.Sheets = map[engine.Seat]engine.Page{engine.Actor: in.Sheets[engine.Actor], engine.Other: in.Sheets[engine.Other].Only(s.Defence)}
			opened.Unknown = map[engine.Seat][]string{engine.Other: s.Defence}
			if c, err = engine.Odds(opened, nil, nil); err != nil || c.TotalsOnly || math.Abs(c.Success-whole.Success) > 1e-9 {
				t.Errorf("%s %s: %v, blind is %v: the defence gives %v, the sheet %v; of whoever is faced the rule reads %v, and the defence is %v",
					s.ID, a.ID, err, c.TotalsOnly, c.Success, whole.Success, readOf(in, engine.Other), s.Defence)
			}
		})
		if counted < min(4, tried) {
			t.Errorf("%s: only %d of %d attacks were counted", s.ID, counted, tried)
		}
		if (blind > 0) != (s.Defence != nil) {
			t.Errorf("%s: %d odds need the sheet of whoever is faced, and Defence, which names the fields that they need, is %v", s.ID, blind, s.Defence)
		}
	}
}

// readOf returns the fields that the odds of a roll read of somebody's sheet.
func readOf(in engine.Inputs, whose engine.Seat) []string {
	read := map[string]bool{}
	in.Watch = func(of engine.Seat, path string) {
		if of == whose {
			read[path] = true
		}
	}
	_, _ = engine.Odds(in, nil, nil) // the caller reports an error
	return slices.Sorted(maps.Keys(read))
}
