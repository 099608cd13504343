package serve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/ui/uitest"
)

// TestADefenceGivesUpAStrike lets a foe strike at a hero whose own strike is under way, in
// Men & Supermen. The hero's player is told, on the way by which they come, what the defence
// gives up, and makes it: the strike is called off once, everybody is told so, and what the
// foe has begun is as it was.
func TestADefenceGivesUpAStrike(t *testing.T) {
	for n, way := range []string{"lines", "page", "screen"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			x := newExam(t, "supermen", n)
			x.must(gm, model.BeginSession{})
			x.settles() // everybody adds a word
			mira, foe := x.players[0], x.foes[0]
			hero := x.live.Now().Characters()[0]
			strikes := func(by model.Seat, who, whom string) {
				t.Helper()
				x.must(by, model.Begin{Who: who, Against: []string{whom}, System: "supermen", Action: "combat", Params: engine.PageOf("situation", 9)})
				for rolls := x.live.Now().Rolls(); len(rolls) > 0; rolls = x.live.Now().Rolls() {
					step, err := x.live.Now().Step(rolls[0])
					if err != nil {
						t.Fatal(err)
					}
					a, nothing := step.Open.Nothing()
					x.must(gm, model.Answer{Roll: rolls[0].ID, Question: rolls[0].Question, Answer: a, Throw: !nothing})
				}
			}
			strikes(gm, hero.ID, foe)
			own := x.live.Now().Pending()
			x.must(gm, model.Go{Moment: x.live.Now().Clock.Moment + 1})
			strikes(gm, foe, hero.ID)
			if all := decide.Attacks(x.live.Now()); len(own) != 1 || len(all) != 1 {
				t.Fatalf("under way is %+v, and asked are %+v", own, all)
			}
			gives := fmt.Sprint("calls off your Combat Roll at segment ", own[0].Due)
			x.sees(mira, gives)
			mira.follows(x)
			x.settles()
			for _, p := range x.live.Now().Pending() {
				if p.ID == own[0].ID {
					t.Errorf("%+v is still under way", p)
				}
			}
			if !slices.ContainsFunc(x.live.Now().Pending(), func(p model.Pending) bool { return p.Who == foe }) {
				t.Error("what the foe has begun was called off, too")
			}
			const off = "Combat Roll of Seraph is called off"
			for _, s := range append(x.players, x.gm, x.watcher) {
				if told := x.toldTo(s.seat, off); told != 1 || x.toldTo(s.seat, "Called off")+x.toldTo(s.seat, "breaks off") > 0 {
					t.Errorf("%+v is told %d times that the strike is called off", s.seat, told)
				}
			}
			x.sees(x.watcher, off)
		})
	}
}

// toldTo counts the lines of a seat's log that contain some words.
func (x *exam) toldTo(seat model.Seat, words string) (n int) {
	for _, said := range view.LogText(view.SeenBy(x.live.Now(), seat), true) {
		for _, s := range said {
			n += strings.Count(s.Text, words)
		}
	}
	return n
}

// sees waits until somebody sees words, by the way that they come.
func (x *exam) sees(s *sitter, words string) {
	x.Helper()
	switch w := s.way.(type) {
	case byScreen:
		w.client.until(fmt.Sprintf("%q", words), func(screen string) bool { return strings.Contains(squeezed(unframed(screen)), words) })
	case *byLines:
		w.sees(words)
	case *byPage:
		changed, stop := x.live.Watch()
		defer stop()
		late := time.After(patience)
		for {
			if w.does("GET", "/", nil); strings.Contains(uitest.Words(w.page), words) {
				return
			}
			select {
			case <-changed:
			case <-late:
				x.Fatalf("%q is not on the page: %s", words, w.shown())
			}
		}
	}
}

// unframed is a screen without the lines that frame its parts.
func unframed(screen string) string {
	return strings.Map(func(r rune) rune {
		if r >= '─' && r <= '╿' {
			return ' '
		}
		return r
	}, screen)
}
