package engine

import "testing"

// A question that a seat gets who doesn't know the other's sheet says what points
// give on one's own, and of the other nothing.
func TestUnknowing(t *testing.T) {
	own := func(int) string { return "faster" }
	theirs := func(int) string { return "hits a Defense of 7" }
	q := Question{Wants: Sharing, Who: Actor, Total: 9, Uses: []Use{
		{ID: "speed", Own: true, Most: 4, Effect: own}, {ID: "attack", Needs: 7, Preset: 7, Effect: theirs}, {ID: "rest"},
		{ID: "raised", Effect: theirs, Apart: own}}}.Redacted()
	if q.Uses[0].Effect(4) != "faster" || q.Uses[0].Effect(5) != "" {
		t.Errorf("one's own: %q and, beyond, %q", q.Uses[0].Effect(4), q.Uses[0].Effect(5))
	}
	if s := q.Uses[3]; s.Effect(1) != "faster" || s.Apart != nil {
		t.Errorf("what is one's own of it: %q", s.Effect(1))
	}
	for _, s := range q.Uses[1:3] {
		if s.Needs != 0 || s.Preset != 0 || s.Effect(7) != "" {
			t.Errorf("%s: %+v tells %q", s.ID, s, s.Effect(7))
		}
	}
}

// Whoever acts knows what a roll is measured against where that goes by their own
// sheet, and how far it passes it; not whether that is enough, nor where it goes by
// more.
func TestOwnOutcome(t *testing.T) {
	o := Outcome{Total: 15, Target: 13, Margin: -2, Success: true, Grade: Success}
	apart := Action{Form: &Schema{}, Result: Result{Own: true}}
	if got := apart.KnownToActor(o); got.Total != 15 || got.Target != 13 || got.Margin != -2 || got.Success || got.Grade != "" || got.NoTarget {
		t.Errorf("one's own: %+v", got)
	}
	other := Action{Form: &Schema{}}
	if got := other.KnownToActor(o); got.Total != 15 || got.Target != 0 || got.Margin != 0 || got.Success || got.Grade != "" || !got.NoTarget {
		t.Errorf("what goes by more: %+v", got)
	}
}
