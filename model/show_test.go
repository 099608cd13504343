package model_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
)

// A shown page holds what is meant and nothing besides, whatever is passed in, and only
// the gamemaster can show one.
func TestShow(t *testing.T) {
	p := newPlay(t, thrower(1))
	p.musts(model.Join{Character: model.Character{Name: "Mole", Hidden: true, Notes: "SECRET", Owner: "", Pages: map[string]engine.Page{"supermen": {}, "trip": {}}}})
	all := p.table.Characters()
	mole := all[len(all)-1]
	for _, c := range []model.Show{{}, {Head: "only a head"}, {Who: "nobody", System: "easiness"}, {Who: mole.ID, System: "easiness"}, {Text: " \n "}} {
		if p.do(gm, c) == nil {
			t.Errorf("%+v is shown", c)
		}
	}
	if err := p.do(gm, model.Show{Text: strings.Repeat("x", model.MostShown+1)}); err == nil || !strings.Contains(err.Error(), "6000 are the most") {
		t.Errorf("a page that is too long: %v", err)
	}
	if p.do(ben, model.Show{Text: "mine"}) == nil {
		t.Error("a player shows something to all")
	}
	p.musts(model.Show{Head: "One\x1b[2J\nline", Text: "a\x1b]52;c;eA==\x07\nb" + strings.Repeat("x", 5000),
		Odds: &engine.Chances{Success: 0.5, Changes: []engine.ExpectedChange{{Field: "SECRET"}}, Totals: []engine.TotalChance{{Total: 3, P: 1, Success: 0.5}}, Grades: []engine.GradeChance{{Grade: "success", P: 0.5}}}},
		model.Show{Who: mole.ID, System: "supermen"})
	seen := view.SeenBy(p.table, model.Seat{Role: model.Watcher})
	got := seen.Shows(0)
	if len(got) != 2 {
		t.Fatalf("shown: %+v", got)
	}
	if s := got[0]; strings.ContainsAny(s.Head+s.Text, "\x1b\x07") || strings.Contains(s.Head, "\n") || len([]rune(s.Text)) > model.MostShown ||
		s.Odds.Changes != nil || s.Odds.Success != 0.5 || len(s.Odds.Totals) != 1 {
		t.Errorf("shown: %.200v", s)
	}
	if s := got[1]; s.Character == nil || s.Character.ID != "" || s.Character.Notes != "" || len(s.Character.Pages) != 1 || s.Head != "Mole" {
		t.Errorf("the sheet that is shown: %+v", s)
	}
	for l := range seen.Log() {
		if b, err := json.Marshal(l.Event); err != nil || strings.Contains(string(b), "SECRET") || strings.Contains(string(b), mole.ID+`"`) {
			t.Errorf("%s, %v", b, err)
		}
	}
	if more := view.SeenBy(p.table, ben).Shows(p.table.WholeSeq()); more != nil {
		t.Errorf("nothing was shown since: %+v", more)
	}
	if p.do(gm, model.Show{Text: "x", Odds: &engine.Chances{Success: math.NaN()}}) == nil {
		t.Error("odds that are no number are shown")
	}
}

// When a hidden character is revealed, the places in a seat's log change. What the seat
// has read so far and the messages since are then still found by the whole log. Ids do not
// change.
func TestPlacesFollowTheWholeLog(t *testing.T) {
	p := newPlay(t, thrower(1))
	p.musts(model.Join{Character: model.Character{Name: "Mole", Hidden: true, Pages: map[string]engine.Page{}}}, model.Say{Text: "one"})
	seq := p.table.Seq()
	seen := view.SeenBy(p.table, ben)
	if n := seen.Place(seq); n != seen.Seq() || n == seq {
		t.Errorf("event %d has place %d of %d", seq, n, seen.Seq())
	}
	if seen.Place(seq-1) != 0 {
		t.Error("a hidden one's coming is in the log")
	}
	at, id := seen.WholeSeq(), seen.Newest.Event.ID
	all := p.table.Characters()
	mole := *all[len(all)-1]
	mole.Hidden = false
	p.musts(model.Edit{Who: mole.ID, Character: mole})
	seen = view.Follow(seen, p.table, ben)
	if e := seen.EntryAt(seen.Place(seq)).Event; e.ID != id || e.ID != model.EventID(p.table.EntryAt(seq).Event) {
		t.Errorf("event %d was called %s, and is called %s", seq, id, e.ID)
	}
	if said := view.Messages(seen, at); said != nil {
		t.Errorf("said again: %v", said)
	}
	p.musts(model.Say{Text: "two"})
	if seen = view.Follow(seen, p.table, ben); len(view.Messages(seen, at)) != 1 {
		t.Errorf("said since: %v", view.Messages(seen, at))
	}
}

func (p *play) musts(all ...model.Command) {
	p.Helper()
	for _, c := range all {
		p.must(c)
	}
}
