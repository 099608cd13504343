package ui

import (
	"fmt"
	"strings"
	"testing"

	"example.org/fray/ui/uitest"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// steps are the keys of the guided minute, one lesson each.
var steps = [][]string{
	{"a"}, {"enter"}, {"enter"}, {"space", "enter"}, {"enter", "4"}, {"n", "n"}, {"u"},
}

func onTour(t *testing.T, w, h int) *screen {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, w, h)
	s.settle(startTour(s.Model))
	return s
}

func TestGuidedMinute(t *testing.T) {
	atSizes(t, func(t *testing.T, w, h int) {
		s := onTour(t, w, h)
		var hints []string
		for i, keys := range steps {
			s.shows(fmt.Sprintf("%d/%d", i+1, len(lessons)))
			lines := strings.Split(s.exact(), "\n")
			hints = append(hints, lines[h-2-tourLines:h-2]...)
			s.press(keys...)
		}
		uitest.Golden(t, fmt.Sprintf("tour-%dx%d.golden", w, h), uitest.Plain(hints))
		s.shows(fmt.Sprintf("%d/%d", len(lessons), len(lessons)))
		s.exact()
		s.press("?")
		if s.tour != nil {
			t.Error("help does not end the minute")
		}
	})
}

// Esc skips it, from every lesson; where something is open, esc steps back
// first.
func TestGuidedMinuteIsSkipped(t *testing.T) {
	for n := range steps {
		s := onTour(t, 80, 24)
		for _, keys := range steps[:n] {
			s.press(keys...)
		}
		for range 4 {
			s.press("esc")
		}
		if s.tour != nil {
			t.Errorf("lesson %d stays", n+1)
		}
		s.press("?")
		s.press([]string{"g", "u", "i", "d", "e", "d", "enter"}...)
		if s.tour == nil {
			t.Errorf("it does not begin again after lesson %d:\n%s", n+1, s.plain())
		}
	}
}

// Who wanders off is told the way back.
func TestGuidedMinuteLeadsBack(t *testing.T) {
	s := onTour(t, 80, 24)
	s.press("a", "esc")
	s.shows("2/8", "a opens the list again")
	s.press("a", "enter", "esc")
	s.shows("3/8", "open the action again")
	s.press("a", "enter", "enter", "esc")
	s.shows("4/8", "O continues it")
	s.press("O")
	s.shows("4/8", "Share out the Quality", "Extra Effort  none")
}

// Every hint fits its two lines at the least width.
func TestHintsFit(t *testing.T) {
	s := onTour(t, 60, 20)
	for i := range lessons {
		s.tour.at = i
		words := lessons[i].words(s.guide())
		if n := len(kit.Wrap(words, 60-7)); n > tourLines {
			t.Errorf("hint %d takes %d lines: %s", i+1, n, words)
		}
	}
}

func TestNoTourWhereNobodyCanAttack(t *testing.T) {
	g := uitest.New()
	for _, c := range []model.Command{
		model.Make{Name: "Empty", System: "supermen"},
		model.Join{Character: model.Character{Name: "Nobody", Pages: map[string]engine.Page{}}},
	} {
		if _, err := g.Do(uitest.GM, c); err != nil {
			t.Fatal(err)
		}
	}
	s := newScreen(t, g, "dark", kit.Unicode, 80, 24)
	s.settle(startTour(s.Model))
	if s.tour != nil || !strings.Contains(s.plain(), "who can attack") {
		t.Error(s.plain())
	}
}
