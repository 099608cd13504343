package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/script"
	"example.org/fray/engine/supermen"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
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

// demo is the table of fray demo by a rulebook, at a time that is always the same.
func demo(tb testing.TB, system string) *uitest.Memory {
	tb.Helper()
	rules := uitest.AllRules()
	if text, written := books.Text(system); written {
		book, err := script.Load(system, text)
		if err != nil {
			tb.Fatal(err)
		}
		rules[book.ID] = book
	}
	live, err := saves.Demo(index.Memory(), rules, saves.Deps{
		Now:  func() time.Time { return time.Date(2026, 11, 14, 20, 0, 0, 0, time.UTC) },
		Seed: func() [32]byte { return [32]byte{1} },
	}, system)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = live.Close() })
	g := uitest.New()
	g.Table = live.Now()
	return g
}

// TestPictures draws every screen into the folder of -pictures, to be looked at one by
// one: by Men & Supermen at every size in two themes, and by the other rulebooks at two.
func TestPictures(t *testing.T) {
	if *pictures == "" {
		t.Skip("go test ./ui -run Pictures -pictures FOLDER draws them")
	}
	for _, sys := range systems.All() {
		g := demo(t, sys.ID)
		for _, theme := range []string{"dark", "light"} {
			for _, size := range []struct{ w, h int }{{60, 20}, {80, 24}, {100, 30}, {120, 36}, {200, 60}} {
				if usual := size.w == 80 || size.w == 120; sys != supermen.System && (theme == "light" || !usual) {
					continue
				}
				for _, x := range pictured {
					g := &uitest.Memory{Table: g.Table, Throw: g.Throw, Changes: make(chan struct{}, 1)}
					if x.empty {
						g = uitest.New()
					}
					s := newScreen(t, g, theme, kit.Unicode, size.w, size.h)
					if x.player {
						s = playerOf(t, g, theme, size.w, size.h)
					}
					s.press("home")
					x.open(s)
					drawPicture(t, fmt.Sprintf("%s-%s-%s-%dx%d", sys.ID, x.name, theme, size.w, size.h), s.View(), theme == "light")
				}
			}
		}
	}
}

// picture is a screen by the keys that lead there.
type picture struct {
	name, keys    string
	player, empty bool
}

// open presses the keys; a text has _ for a blank.
func (p picture) open(s *screen) {
	s.Helper()
	for _, key := range strings.Fields(p.keys) {
		s.typed(strings.ReplaceAll(key, "_", " "))
	}
}

// pictured are the screens that are drawn, by the keys that lead there from the demo.
var pictured = []picture{
	{name: "fight"},
	{name: "palette", keys: "a"},
	{name: "palette2", keys: "a end"},
	{name: "form", keys: "a enter"},
	{name: "reveal", keys: "a enter enter"},
	{name: "reveal2", keys: "a enter enter enter"},
	{name: "log", keys: "3 down enter"},
	{name: "costs", keys: "4"},
	{name: "time", keys: "5"},
	{name: "sheet", keys: "2"},
	{name: "odds", keys: "a enter f2"},
	{name: "gangform", keys: "end * a enter"},
	{name: "gangtold", keys: "end * a enter enter"},
	{name: "gangtold2", keys: "end * a enter enter enter enter enter"},
	{name: "help", keys: "?"},
	{name: "prompt", keys: ": 'dmg"},
	{name: "themes", keys: "T"},
	{name: "info", keys: "i"},
	{name: "new", keys: "c"},
	{name: "rules", keys: "H"},
	{name: "guests", keys: "P"},
	{name: "damage", keys: "x"},
	{name: "adjust", keys: "-"},
	{name: "rest", keys: "R"},
	{name: "next", keys: "n"},
	{name: "recap", keys: "L"},
	{name: "end", keys: ": 'end_the_session enter"},
	{name: "sheets", keys: "e"},
	{name: "hidden", keys: "h"},
	{name: "moment", keys: "g"},
	{name: "tables", keys: "S"},
	{name: "filter", keys: "/"},
	{name: "messages", keys: "M"},
	{name: "scene", keys: ": 'scene enter"},
	{name: "dice", keys: ": 'roll_3d6 enter"},
	{name: "amend", keys: "3 down enter enter"},
	{name: "many", keys: "*"},
	{name: "player", player: true},
	{name: "playerform", player: true, keys: "4 enter"},
	{name: "empty", empty: true},
}
