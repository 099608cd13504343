package pane_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/ui/uitest"
)

// An act that was set right is told at its old place as it is now, with the old
// one on a line below; what no longer happened is only a sentence.
func TestStorySetRight(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	answers := []engine.Answer{{ID: "dice", Dice: "2d10", Faces: engine.Faces{2, 3}}, {ID: "extra-effort", Give: engine.Shares{}},
		{ID: "share", Give: engine.Shares{"attack": 6}}}
	g.Must(t, model.Begin{Who: all[0].ID, Against: []string{all[1].ID}, System: "supermen", Action: "combat", Answers: answers})
	began := g.Table.Seq()
	g.Must(t, model.Next{}, model.Note{Text: "she laughs"})
	roll := ""
	for l := range g.Table.Log() {
		for _, f := range l.Event.Facts {
			if o, ok := f.(model.Opened); ok && l.Event.Seq == began {
				roll = o.Roll.ID
			}
		}
	}
	misread := engine.Answer{ID: "dice", Dice: "2d10", Faces: engine.Faces{10, 10}}
	g.Must(t, model.Amend{Event: began, Given: []model.Given{{Roll: roll, Answer: misread}}})
	var told []string
	for _, said := range view.LogText(g.Table, true) {
		for _, s := range said {
			told = append(told, s.Text)
		}
	}
	story := strings.Join(told, "\n")
	for _, want := range []string{"Corrected: Seraph strikes badly at Sphinx", "she laughs", "Seraph misses Sphinx", "before it was corrected: Seraph hits Sphinx", "before it was corrected: Seraph strikes at Sphinx"} {
		if !strings.Contains(story, want) {
			t.Errorf("%q is not told:\n%s", want, story)
		}
	}
	if now, note := strings.Index(story, "Seraph misses"), strings.Index(story, "she laughs"); now < note {
		t.Errorf("it is not told at its old place:\n%s", story)
	}
}
