package ui

import (
	"fmt"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// fight is a table in the middle of a fight: three heroes, Footpad and five thugs.
func fight(tb testing.TB) *uitest.Memory {
	g := uitest.New()
	g.Must(tb, model.Make{Name: "The Vault Job", System: "supermen"})
	join := func(name, of string, side engine.Side) {
		for _, tpl := range supermen.System.Templates {
			if tpl.Name == of {
				g.Must(tb, model.Join{Character: model.Character{Name: name, Side: side, Pages: map[string]engine.Page{"supermen": tpl.Page}}})
				return
			}
		}
		tb.Fatal("there is no ", of)
	}
	join("Seraph", "Seraph", engine.Heroes)
	join("Sphinx", "Sphinx", engine.Heroes)
	join("Gantry", "Gantry", engine.Heroes)
	join("Footpad", "Footpad", engine.Foes)
	for i := range 5 {
		join(fmt.Sprint("Thug ", i+1), "Footpad", engine.Foes)
	}
	g.Must(tb, model.Scene{Place: "The roof of the Meridian Bank"}, model.Note{Text: "The alarm goes off."})
	s := newScreen(tb, g, "dark", kit.Unicode, 120, 36)
	for _, keys := range [][]string{{"a", "enter", "enter", "enter", "esc"}, {"down", "down", "down", "a", "enter", "enter", "enter", "esc"}, {"n", "n", "esc"}, {"n", "n", "esc"}, {"down", "down", "*", "a", "enter", "enter", "esc"},
		{"home", "down", "a", "enter", "enter", "enter", "esc"}} {
		s.press(keys...)
	}
	return g
}

// TestPictures draws every screen at every size in two themes into the folder of
// -pictures, to be looked at one by one.
func TestPictures(t *testing.T) {
	if *pictures == "" {
		t.Skip("go test ./ui -run Pictures -pictures FOLDER draws them")
	}
	for _, theme := range []string{"dark", "light"} {
		for _, size := range []struct{ w, h int }{{60, 20}, {80, 24}, {100, 30}, {120, 36}, {200, 60}} {
			shoot := func(s *screen, name string) {
				drawPicture(t, fmt.Sprintf("%s-%s-%dx%d", name, theme, size.w, size.h), s.View(), theme == "light")
			}
			s := newScreen(t, fight(t), theme, kit.Unicode, size.w, size.h)
			shoot(s, "fight")
			s.press("home")
			s.press("a")
			shoot(s, "palette")
			s.press("enter")
			shoot(s, "form")
			s.press("enter")
			shoot(s, "reveal")
			s.press("esc", "esc", "esc", "3", "down", "enter")
			shoot(s, "log")
			s.press("4")
			shoot(s, "costs")
			s.press("5")
			shoot(s, "time")
			shoot(playerOf(t, fight(t), theme, size.w, size.h), "player")
			shoot(newScreen(t, uitest.New(), theme, kit.Unicode, size.w, size.h), "empty")
		}
	}
}
