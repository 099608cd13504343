package model_test

import (
	"reflect"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/decide"
)

// Whatever happens at a table, with a cache it tells the same as without: who may act, who pays, what is due, what holds and what the roster shows.
func TestRecallingIsNeverOld(t *testing.T) {
	for i, system := range []string{"supermen", "d6", "trip", "contest", "easiness"} {
		t.Run(system, func(t *testing.T) {
			t.Parallel()
			told := map[string]int{}
			seeds := uint64(2)
			if *long {
				seeds = 4
			}
			for seed := range seeds {
				b := newBrawl(t, 300+10*uint64(i)+seed, system, 5)
				for range 400 {
					b.step()
					recalls := b.table.Recalling()
					same := func(what string, got, want any) {
						if reflect.ValueOf(want).Len() > 0 {
							told[what]++
						}
						if !reflect.DeepEqual(got, want) {
							t.Fatalf("seed %d, event %d: %s is remembered as %v, and is %v", seed, b.table.Seq(), what, got, want)
						}
					}
					same("free", decide.Free(recalls), decide.Free(b.table))
					same("pays", decide.Upkeep(recalls), decide.Upkeep(b.table))
					same("due", []model.Upcoming{decide.NextDue(recalls)}, []model.Upcoming{decide.NextDue(b.table)})
					for _, c := range b.table.Characters() {
						same("holds", recalls.Held(c), b.table.Held(c))
						for _, sys := range c.Systems() {
							brief, marks := recalls.Brief(c, sys)
							nowBrief, nowMarks := b.table.Brief(c, sys)
							same("brief", brief, nowBrief)
							same("marks", marks, nowMarks)
						}
					}
				}
			}
			if told["free"] == 0 || told["holds"] == 0 || told["brief"] == 0 || allRules()[system].Time.Payment != "" && told["pays"] == 0 {
				t.Errorf("told were %v: that shows little", told)
			}
		})
	}
}
