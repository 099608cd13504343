package phrase_test

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
)

// What several lose is one line and one act, of those who are named or of those who are
// marked, and one undo gives it back to all.
func TestPointsOfSeveral(t *testing.T) {
	s := supermen.System
	table := model.New(model.Rulebooks{s.ID: s})
	gm := model.Seat{Role: model.GM}
	page := s.Templates[len(s.Templates)-1].Page
	facts := []model.Fact{model.Made{Name: "Vault", System: s.ID}}
	for id, name := range []string{"Seraph", "Footpad 1", "Footpad 2", "Footpad 3"} {
		c := model.Character{ID: "c" + string(rune('0'+id)), Name: name, Side: engine.Foes, Pages: map[string]engine.Page{s.ID: page}}
		if id == 0 {
			c.Owner, c.Side = "Mira", engine.Heroes
		}
		if id == 3 { // hurt already
			c.Pages = map[string]engine.Page{s.ID: page.With("vp_lost", engine.ValueOf(7))}
		}
		facts = append(facts, model.Joined{Character: c})
	}
	table = table.Apply(model.Event{Seq: 1, By: gm, Facts: facts})
	for line, want := range map[string]struct {
		marked []string
		lost   []int // of each
		says   string
	}{
		"5 damage to all footpads":           {nil, []int{0, 5, 5, 12}, "Footpad 1"},
		`all footpads take 5 damage "fire"`:  {nil, []int{0, 5, 5, 12}, "fire"},
		"footpads lose 5 vp":                 {nil, []int{0, 5, 5, 12}, "loses 5 VP"},
		`5 dmg "fell"`:                       {[]string{"c1", "c3"}, []int{0, 5, 0, 12}, "fell"},
		"3 heal":                             {[]string{"c1", "c3"}, []int{0, 0, 0, 4}, "gets back 3 VP"},
		"seraph 5 dmg":                       {[]string{"c1", "c3"}, []int{5, 0, 0, 7}, "Seraph"},
		"seraph and footpad 1 take 2 damage": {nil, []int{2, 2, 0, 7}, "Seraph"},
	} {
		c := &phrase.Context{Table: table, Seat: gm, System: s.ID, Who: "c2", Marked: want.marked, Gate: phrase.Gate{InputsToBegin: decide.InputsToBegin}}
		all := c.Read(line)
		if len(all) == 0 || all[0].WhyNot != "" || !strings.Contains(all[0].Does, want.says) {
			t.Errorf("%q: %+v", line, all)
			continue
		}
		facts, err := decide.Decide(table, gm, all[0].Command, nil)
		if err != nil {
			t.Errorf("%q: %v", line, err)
			continue
		}
		lost := func(x model.Table) (out []int) {
			for _, who := range x.Characters() {
				out = append(out, s.Pools[0].Losses[0].Of(s.Sheet.Read(who.Pages[s.ID])))
			}
			return out
		}
		after := table.Apply(model.Event{Seq: 2, By: gm, Facts: facts})
		if got := lost(after); !slices.Equal(got, want.lost) {
			t.Errorf("%q: they have lost %v, want %v", line, got, want.lost)
		}
		facts, err = decide.Decide(after, gm, model.Undo{Act: true}, nil)
		if err != nil {
			t.Errorf("%q: %v", line, err)
		} else if got := lost(after.Apply(model.Event{Seq: 3, By: gm, Facts: facts})); !slices.Equal(got, lost(table)) {
			t.Errorf("%q: after one undo they have lost %v", line, got)
		}
	}
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	c := &phrase.Context{Table: table, Seat: mira, System: s.ID, Who: "c0"}
	for _, m := range c.Read("5 damage to all footpads") {
		if w, ok := m.Command.(model.Write); ok && m.WhyNot == "" && len(w.More) > 0 {
			t.Errorf("a player hurts them: %+v", m)
		}
	}
}
