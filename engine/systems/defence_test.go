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

// The odds against an opponent whose sheet is not known either do not depend on that
// sheet, or they are blind: they give the actor's own totals, and nothing of how the roll
// ends. Once the fields in Views.Defence are known, they are the odds against the whole
// sheet.
func TestOddsAgainstTheUnknown(t *testing.T) {
	for _, s := range systems.All() {
		counted, blind := 0, 0
		read := map[string]bool{} // fields that blind odds would need
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
				for _, path := range readOf(in, engine.Other) {
					read[path] = true
				}
				if c.Success != 0 || c.Grades != nil || c.Damage != 0 || c.MostDamage != 0 {
					t.Errorf("%s %s: blind odds give away how the roll ends: %+v", s.ID, a.ID, c)
				}
				for _, d := range c.Changes {
					if d.Sheet == engine.Other {
						t.Errorf("%s %s: blind odds give away what changes: %+v", s.ID, a.ID, d)
					}
				}
			case math.Abs(c.Success-whole.Success) > 1e-9:
				t.Errorf("%s %s: success is %v, and without the other sheet %v", s.ID, a.ID, whole.Success, c.Success)
			}
			step, err := engine.Run(unknown, nil)
			if err != nil || c.TotalsOnly && (len(step.Notes) > 0 || step.Story != "") {
				t.Errorf("%s %s: %v; a roll against an unknown sheet gives away the target %v, the notes %q or the story %q", s.ID, a.ID, err, step.Aimed, step.Notes, step.Story)
			}
			if c.TotalsOnly && step.Aimed { // the target must then be the same whoever the opponent is
				for _, y := range s.Templates {
					in.Sheets[engine.Other] = y.Page
					if known, err := engine.Run(in, nil); err == nil && known.Target != step.Target {
						t.Errorf("%s %s: against %s the target is %d, and against an unknown sheet %d", s.ID, a.ID, y.ID, known.Target, step.Target)
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
				t.Errorf("%s %s: success is %v with the opponent's whole sheet, and %v with Views.Defence alone, which is %v; the rule reads %v (%v)",
					s.ID, a.ID, whole.Success, c.Success, s.Defence, readOf(in, engine.Other), err)
			}
		})
		if counted < min(4, tried) {
			t.Errorf("%s: only %d of %d attacks were counted", s.ID, counted, tried)
		}
		switch {
		case blind > 0 && s.Defence == nil:
			t.Errorf("%s: the odds of attacks need the opponent's sheet: name in Views.Defence those of these fields that decide whether an attack hits: %v",
				s.ID, slices.Sorted(maps.Keys(read)))
		case blind == 0 && s.Defence != nil:
			t.Errorf("%s: the odds of no attack need the opponent's sheet, yet Views.Defence is %v", s.ID, s.Defence)
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
