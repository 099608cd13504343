package act

import (
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// A player who presses the key that continues a roll, while somebody else is asked, is told
// so: the options of that question are not in their view.
func TestQuestionsOfOthersStayShut(t *testing.T) {
	without := 0
	for _, s := range systems.All() {
		g := uitest.Seated(t, s)
		all := g.Table.Characters()
		g.Must(t, decide.AssignOwner(all[1], "Tom"))
		tom, ok := g.Table.SeatOf("Tom")
		if !ok {
			t.Fatal("Tom has no seat")
		}
		for _, action := range s.ActionIDs() {
			for n := range 40 { // until the dice ask for something
				begin := model.Begin{Who: all[0].ID, System: s.ID, Action: action}
				if n%2 == 0 {
					begin.Against = []string{all[1].ID}
				}
				if _, err := g.Do(uitest.GM, begin); err != nil {
					continue
				}
				for range 5 {
					open := g.Table.Rolls()
					if len(open) == 0 {
						break
					}
					r := open[0]
					step, err := g.Table.Step(r)
					if err != nil || step.Open == nil {
						break
					}
					f := pane.Frame{Table: view.SeenBy(g.Table, tom), Seat: tom, Selected: all[1].ID, System: s.ID, Present: func(model.Seat) bool { return true }}
					if waitsFor(f, r.ID) != "" {
						if seen, err := f.Table.Step(r); err == nil && scene.Fallen(r.Tape) && seen.Open != nil && step.Open.Wants == engine.Picking {
							without++
						}
						if _, said := resumeAlike(f, r.ID).(pane.Say); !said {
							t.Errorf("%s, %s: a question to others opens for Tom", s.ID, action)
						}
					}
					a, ok := step.Open.Nothing()
					if !ok {
						break
					}
					if _, err := g.Do(uitest.GM, model.Answer{Roll: r.ID, Question: r.Question, Answer: a}); err != nil {
						break
					}
				}
				for _, r := range g.Table.Rolls() {
					g.Must(t, model.Drop{Roll: r.ID})
				}
			}
		}
	}
	if without == 0 {
		t.Error("nobody was asked to pick something after dice")
	}
}
