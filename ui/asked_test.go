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
	"example.org/fray/ui/kit"
	"example.org/fray/ui/lines"
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
		if _, err := g.Do(uitest.GM, model.Answer{Roll: r[0].ID, Question: r[0].Question, Answer: a}); err != nil {
			t.Fatal(q.ID, err)
		}
	}
	return false
}

// Whoever resists reads their own chances beside what they may spend, and not those of
// whoever strikes: on the screen and in lines.
func TestChancesAreOfWhoDecides(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	all := g.Table.Characters()
	dice := func(id string, faces ...int) engine.Answer { return engine.Answer{ID: id, Faces: faces} }
	c, _ := g.Table.Character(all[0].ID)
	g.Must(t, model.Write{Who: c.ID, System: "d6", Set: []model.Change{{Field: "character_points", To: engine.ValueOf(2)}}},
		model.Begin{Who: all[1].ID, Against: []string{c.ID}, System: "d6", Action: "damage", Params: engine.PageOf("code", "4D", "other.code", "2D"),
			Answers: []engine.Answer{dice("regular", 4, 4, 4), dice("wild", 2), dice("other.regular", 4), dice("other.wild", 4)}})
	for len(g.Table.Rolls()) > 0 {
		step, err := g.Table.Step(g.Table.Rolls()[0])
		if err != nil {
			t.Fatal(err)
		}
		if step.Open.Who == engine.Other {
			break
		}
		none, _ := step.Open.Nothing()
		g.Must(t, model.Answer{Roll: g.Table.Rolls()[0].ID, Question: g.Table.Rolls()[0].Question, Answer: none})
	}
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	s.press("y")
	shown := strings.Join(strings.Fields(s.plain()), " ")
	if !strings.Contains(shown, "damage 14 against resistance 9: wounded") || !strings.Contains(shown, "0 never") || strings.Contains(shown, "0 always") {
		t.Errorf("the screen does not show the resister's chances:\n%s", s.plain())
	}
	if told := saidTo(t, g, "open"); !strings.Contains(told, "With 0: held off never.") || !strings.Contains(told, "With 1: held off 33 %.") {
		t.Errorf("lines do not tell the resister's chances:\n%s", told)
	}
}

// saidTo is what lines answer to a line.
func saidTo(t *testing.T, g *uitest.Memory, line string) string {
	var out strings.Builder
	if err := lines.Play(lines.Config{Game: g, Seat: uitest.GM}, strings.NewReader(line+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
