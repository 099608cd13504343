package ui

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// inOdds reports whether the rule that runs is one way through odds.
func inOdds() bool {
	var at [96]uintptr
	frames := runtime.CallersFrames(at[:runtime.Callers(2, at[:])])
	for {
		f, more := frames.Next()
		if strings.HasSuffix(f.Function, "fray/engine.Odds") {
			return true
		}
		if !more {
			return false
		}
	}
}

// formKeys are the likely keys of forms and questions.
var formKeys = strings.Fields("enter enter enter up down down left right right space tab backspace home 0 1 2 5 o p w f2 f2 f4 f5 f6 f7 delete pgup u")

// No key waits for odds: whatever is typed in any rulebook, none are counted while
// a message is taken in or a frame is drawn.
func TestNoKeyWaitsForOdds(t *testing.T) {
	all, tries := 0, often(8, 100)
	for i, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			blocked, ways, behind := false, 0, 0
			watched := *sys
			watched.Actions = nil
			for _, a := range sys.Actions {
				own := *a
				own.Rule = func(r *engine.Roll) engine.Outcome {
					if blocked && inOdds() {
						ways++
					} else if !blocked {
						behind++
					}
					return a.Rule(r)
				}
				watched.Actions = append(watched.Actions, &own)
			}
			g := uitest.New()
			g.Table = model.New(model.Rulebooks{sys.ID: &watched})
			g.Must(t, model.Make{Name: "A yard", System: sys.ID})
			for _, tpl := range sys.Templates {
				g.Must(t, model.Join{Character: model.Character{Name: tpl.Name, Pages: map[string]engine.Page{sys.ID: tpl.Page}}})
			}
			s := newScreen(t, g, "mono", kit.ASCII, 120, 36)
			r := rand.New(rand.NewPCG(uint64(i), 7))
			var last []string
			var take func(msg tea.Msg)
			take = func(msg tea.Msg) {
				blocked = true
				_, cmd := s.Update(msg)
				_ = s.View()
				blocked = false
				carry(cmd, take)
				if ways > 0 {
					t.Fatalf("%d ways are followed while a message is taken in, after %v:\n%s", ways, last, s.plain())
				}
			}
			press := func(keys ...string) {
				for _, key := range keys {
					last = append(last[max(0, len(last)-12):], key)
					take(uitest.Key(key))
				}
			}
			for range tries {
				press("esc", "esc", "esc")
				press(strings.Fields([]string{"a 1", "a 2", "a 3", "a enter", "r", "G enter", ": a t t", "R", "n", "x", "D", "Y 2"}[r.IntN(12)])...)
				for range 10 {
					press(formKeys[r.IntN(len(formKeys))])
				}
			}
			if behind == 0 {
				t.Error("no rule runs behind the screen")
			}
			all += behind
		})
	}
	if all < 500*tries {
		t.Errorf("%d ways are followed behind the screen: too few to show anything", all)
	}
}

// The detailed odds answer, or say why not, from wherever the cursor stands in any form of any
// rulebook, before and after something in it was changed, and on a narrow screen, too.
func TestDetailsFromAnyField(t *testing.T) {
	for _, sys := range uitest.Books() {
		t.Run(sys.ID, func(t *testing.T) {
			s := newScreen(t, uitest.Seated(t, sys), "mono", kit.ASCII, 120, 36)
			asked := 0
			for n, a := range sys.Actions {
				for at := range 6 {
					if (n+at)%5 != 0 || n%5 != 0 && !*long {
						continue
					}
					s.typed("esc", "esc", "esc", "a", "'"+a.Label, "enter")
					s.typed(slices.Repeat([]string{"down"}, at)...)
					for _, key := range []string{"f2", "f5", "f6", "right", "f7", "f5", "left", "f2"} {
						s.typed(key)
						asked++
					}
					s.Update(tea.WindowSizeMsg{Width: []int{60, 80, 120}[at%3], Height: []int{20, 24, 36}[at%3]})
					s.plain()
				}
			}
			if asked == 0 {
				t.Error("nothing was asked")
			}
		})
	}
}
