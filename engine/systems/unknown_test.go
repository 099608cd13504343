package systems_test

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
)

// A player who does something to somebody of whom nothing is known is told what
// their own dice may come to, and not how it ends.
func TestOddsOfTheUnknown(t *testing.T) {
	for _, s := range systems.All() {
		for _, in := range listed(s) {
			if _, there := in.Sheets[engine.Other]; !there {
				continue
			}
			known, err := engine.Odds(in, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			in.Sheets[engine.Other] = engine.Page{}
			in.Unknown = map[engine.Seat][]string{engine.Other: nil}
			blind, err := engine.Odds(in, nil, nil)
			if err != nil {
				t.Errorf("%s: %s: %v", s.ID, in.Action.ID, err)
				continue
			}
			step, err := engine.Run(in, nil)
			if err != nil || step.Open == nil && len(known.Totals) > 1 {
				t.Errorf("%s: %s asks for nothing: %v", s.ID, in.Action.ID, err)
			}
			if !blind.TotalsOnly {
				continue // the rule goes by nothing of theirs
			}
			both := in.Action.ID == "contest" || s.ID == "easiness" && in.Action.ID == "oppose" // end with what is left of both
			if !both && len(known.Totals) > 1 && len(blind.Totals) < 2 {
				t.Errorf("%s: %s tells nothing of its own dice", s.ID, in.Action.ID)
			}
			if blind.Success != 0 || blind.Grades != nil || blind.Damage != 0 || blind.MostDamage != 0 {
				t.Errorf("%s: %s tells how it may end: %+v", s.ID, in.Action.ID, blind)
			}
		}
	}
}
