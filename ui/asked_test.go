package ui

import (
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/uitest"
)

// What somebody else is asked opens at none of a player's keys, who is told whom
// the roll waits for.
func TestOthersAreAsked(t *testing.T) {
	tom := model.Seat{Role: model.Player, Name: "Tom"}
	for _, sys := range []*engine.System{supermen.System, d6.System} { // the others ask whoever acts, or the gamemaster
		t.Run(sys.ID, func(t *testing.T) {
			asked := 0
			for _, a := range sys.Actions {
				g := uitest.Seated(t, sys)
				all := g.Table.Characters()
				g.Must(t, decide.AssignOwner(all[0], "Mira"), decide.AssignOwner(all[1], "Tom"))
				begin := model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: sys.ID, Action: a.ID}
				if _, ok := a.Param("bonus"); ok {
					begin.Params = engine.PageOf("bonus", 20) // that there is something to keep off
				}
				if _, err := g.Do(tom, begin); err != nil || !askedOther(t, g, tom) {
					continue
				}
				asked++
				s := playerAt(t, g, tom, 120, 36)
				for _, key := range []string{"1", "a", "o", "y", "enter"} {
					s.press(key)
					if strings.Contains(s.plain(), "accept") {
						t.Errorf("%s: %s opens what Mira is asked", a.ID, key)
					}
					s.press("esc", "esc")
				}
			}
			if asked == 0 {
				t.Error("nobody else is asked anything")
			}
		})
	}
}

// askedOther takes the roll under way to what another than who began it is asked
// besides dice; false where it ends before.
func askedOther(t *testing.T, g *uitest.Memory, by model.Seat) bool {
	for range 30 {
		r := g.Table.Rolls()
		if len(r) == 0 {
			return false
		}
		step, err := g.Table.Step(r[0])
		if err != nil || step.Open == nil {
			return false
		}
		q := step.Open
		if d := decide.Deciders(g.Table, r[0]); q.Wants != engine.Throwing && !slices.Contains(d, by) {
			return true
		}
		a, ok := q.Nothing()
		if !ok {
			a = q.Thrown(slices.Repeat(engine.Faces{max(q.Dice.Low, 1)}, q.Dice.Missing(nil)))
		}
		if _, err := g.Do(uitest.GM, model.Answer{Roll: r[0].ID, At: len(r[0].Tape), Answer: a}); err != nil {
			t.Fatal(q.ID, err)
		}
	}
	return false
}
