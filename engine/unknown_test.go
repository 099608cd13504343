package engine

import "testing"

// A question that a seat gets who doesn't know the other's sheet says what points
// give on one's own, and of the other nothing.
func TestUnknowing(t *testing.T) {
	own := func(int) string { return "faster" }
	theirs := func(int) string { return "hits a Defense of 7" }
	q := Question{Wants: Sharing, Who: Actor, Total: 9, Uses: []Use{
		{ID: "speed", Own: true, Most: 4, Effect: own}, {ID: "attack", Preset: 7, Effect: theirs}, {ID: "rest"},
		{ID: "raised", Effect: theirs, Apart: own}}}.Redacted()
	if q.Uses[0].Effect(4) != "faster" || q.Uses[0].Effect(5) != "" {
		t.Errorf("one's own: %q and, beyond, %q", q.Uses[0].Effect(4), q.Uses[0].Effect(5))
	}
	if s := q.Uses[3]; s.Effect(1) != "faster" || s.Apart != nil {
		t.Errorf("what is one's own of it: %q", s.Effect(1))
	}
	for _, s := range q.Uses[1:3] {
		if s.Preset != 0 || s.Effect(7) != "" {
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

// To hurt somebody whose sheet is not known is not to read it: the odds stay, without
// what it does to numbers on that sheet. A rule that then looks at the number reads it.
func TestAddingIsNotReading(t *testing.T) {
	sheet := &Schema{}
	life := sheet.Group("Sheet").Int("life", "Life", 0, 99)
	rule := func(looks bool) Rule {
		return func(r *Roll) Outcome {
			n := r.Sum(Ask{ID: "dice"}, D(1, 6))
			r.Add(r.Sheet(Other), life, -n)
			r.Add(r.Sheet(Actor), life, 1)
			return Outcome{Success: n > 3 && (!looks || life.Of(r.Sheet(Other)) < 5), Grade: Success, Total: n}
		}
	}
	for _, looks := range []bool{false, true} {
		in := Inputs{System: &System{ID: "toy", Sheet: sheet, House: &Schema{}}, Action: &Action{ID: "hit", Form: &Schema{}, Rule: rule(looks)},
			Sheets: map[Seat]Page{Actor: {}, Other: {}}, Unknown: map[Seat][]string{Other: nil}}
		c, err := Odds(in, nil, nil)
		if err != nil || c.TotalsOnly != looks || !looks && c.Success != 0.5 {
			t.Errorf("a rule that looks %v: %+v, %v", looks, c, err)
		}
		for _, ch := range c.Changes {
			if ch.Sheet != Actor {
				t.Errorf("a change of a sheet that is not known: %+v", ch)
			}
		}
	}
}
