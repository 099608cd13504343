package ui

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// secretTable is a table of which Mira, who plays its first, may not know all.
func secretTable(t *testing.T, sys *engine.System) *uitest.Memory {
	g := uitest.Seated(t, sys)
	g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"))
	g.Must(t, uitest.Secrets(sys)...)
	return g
}

// TestNoSecretIsDrawn has the gamemaster play at random, with somebody hidden,
// hidden rolls, private notes and somebody who is only met, while a player looks
// everywhere: nothing secret is drawn, found or copied.
func TestNoSecretIsDrawn(t *testing.T) {
	for i, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 41))
			g := secretTable(t, sys)
			newScreen(t, g, "dark", kit.Unicode, 120, 36).shows(uitest.Secret) // the gamemaster knows
			player := newScreen(t, g, "dark", kit.Unicode, 120, 36)
			copied := ""
			cfg := player.cfg
			cfg.Seat = model.Seat{Role: model.Player, Name: "Mira"}
			cfg.Copy = func(text string) string { copied += text; return "copied" }
			player.Model = New(cfg)
			for step := range often(80, 400) {
				uitest.ActAtRandom(g, r, sys)
				player.Update(changed{})
				player.Update(tea.WindowSizeMsg{Width: 60 + r.IntN(140), Height: 20 + r.IntN(40)})
				player.typed(keysToTry[r.IntN(len(keysToTry))])
				if step%10 == 0 {
					player.typed("esc", "esc", "esc", "3", "y", "?")
				}
				if view := player.plain(); strings.Contains(view+copied, uitest.Secret) || strings.Contains(view+copied, fmt.Sprint(uitest.Peculiar)) {
					t.Fatalf("step %d shows a secret:\n%s\n%s", step, view, copied)
				}
			}
		})
	}
}

// TestFramesAreNeverOld has the gamemaster and a player press keys while things
// happen at the table: what of a frame was drawn before is as it would be drawn
// now.
func TestFramesAreNeverOld(t *testing.T) {
	for i, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 42))
			g := secretTable(t, sys)
			screens := []*screen{newScreen(t, g, "dark", kit.Unicode, 120, 36), playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 120, 36)}
			for range often(30, 100) {
				if r.IntN(3) > 0 {
					uitest.ActAtRandom(g, r, sys)
				}
				for _, s := range screens {
					s.Update(changed{})
					s.newest()
					s.typed(keysToTry[r.IntN(len(keysToTry)-1)])
					s.newest()
				}
			}
		})
	}
}
