package engine

import "testing"

// A question that a seat gets who doesn't know the other's sheet says what points
// give on one's own, and of the other nothing.
func TestUnknowing(t *testing.T) {
	own := func(int) string { return "faster" }
	theirs := func(int) string { return "hits a Defense of 7" }
	q := Question{Wants: Sharing, Who: Actor, Total: 9, Sinks: []Sink{
		{ID: "speed", Own: true, Most: 4, Effect: own}, {ID: "attack", Needs: 7, Preset: 7, Effect: theirs}, {ID: "rest"},
		{ID: "raised", Effect: theirs, Apart: own}}}.Unknowing()
	if q.Sinks[0].Effect(4) != "faster" || q.Sinks[0].Effect(5) != "" {
		t.Errorf("one's own: %q and, beyond, %q", q.Sinks[0].Effect(4), q.Sinks[0].Effect(5))
	}
	if s := q.Sinks[3]; s.Effect(1) != "faster" || s.Apart != nil {
		t.Errorf("what is one's own of it: %q", s.Effect(1))
	}
	for _, s := range q.Sinks[1:3] {
		if s.Needs != 0 || s.Preset != 0 || s.Effect(7) != "" {
			t.Errorf("%s: %+v tells %q", s.ID, s, s.Effect(7))
		}
	}
}
