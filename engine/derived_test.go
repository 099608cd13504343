package engine

import (
	"slices"
	"testing"
)

// A value that followed from another is told from what it was when the roll
// began, and is written down even though it is the same.
func TestWhatFollowedIsPinned(t *testing.T) {
	s := &Schema{}
	g := s.Group("A")
	now := g.Int("now", "Now", 0, 99)
	full := g.Int("full", "Full", 0, 99).Derived(now.Of)
	other := g.Int("other", "Other", 0, 99)
	rule := func(r *Roll) Outcome {
		me := r.Sheet(Actor)
		whole := full.Of(me)
		Put(r, me, now, 10)
		Put(r, me, full, whole)
		Put(r, me, other, 0)
		return Outcome{Grade: Success}
	}
	a := &Action{ID: "a", Form: &Schema{}, Rule: rule}
	in := Inputs{System: &System{ID: "s", Sheet: s, House: &Schema{}, Actions: []*Action{a}}, Action: a,
		Sheets: map[Seat]Page{Actor: PageOf("now", 17)}}
	step, err := Run(in, nil)
	want := []Change{{Actor, "now", ValueOf(17), ValueOf(10)}, {Actor, "full", ValueOf(17), ValueOf(17)}}
	if err != nil || !slices.Equal(step.Changes, want) {
		t.Fatalf("%v, %v", step.Changes, err)
	}
	if told := s.NotableChanges(step.Changes); len(told) != 1 || told[0].Field != "now" {
		t.Errorf("a player is told %v", told)
	}
}
