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
	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// secret stands in everything that a player may not know. Of who is met a player
// knows the name, and no more.
const (
	secret = "Qvorzik"
	stands = "Metria"
)

// TestNoSecretIsDrawn has the gamemaster play at random, with somebody hidden,
// hidden rolls, private notes and somebody who is only met, while a player looks
// everywhere: nothing secret is drawn, found or copied.
func TestNoSecretIsDrawn(t *testing.T) {
	for i, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 41))
			g := uitest.Seated(t, sys)
			own := *g.Table.Characters()[0]
			own.Owner = "Mira"
			g.Must(t, model.Edit{Who: own.ID, Character: own},
				model.Join{Character: model.Character{Name: secret, Notes: secret, Hidden: true, Pages: map[string]engine.Page{sys.ID: sys.Templates[1].Page}}},
				model.Join{Character: model.Character{Name: stands, Notes: secret,
					Pages: map[string]engine.Page{sys.ID: uitest.Marked(sys, sys.Templates[2].Page, secret)}}},
				model.Note{Text: secret, Private: true})
			newScreen(t, g, "dark", kit.Unicode, 120, 36).shows(secret) // the gamemaster knows
			player := newScreen(t, g, "dark", kit.Unicode, 120, 36)
			copied := ""
			cfg := player.cfg
			cfg.Seat = model.Seat{Role: model.Player, Name: "Mira"}
			cfg.Copy = func(text string) string { copied += text; return "copied" }
			player.Model = New(cfg)
			for step := range 150 {
				actAtRandom(g, r, sys)
				player.Update(changed{})
				player.Update(tea.WindowSizeMsg{Width: 60 + r.IntN(140), Height: 20 + r.IntN(40)})
				player.typed(keysToTry[r.IntN(len(keysToTry))])
				if step%10 == 0 {
					player.typed("esc", "esc", "esc", "3", "y", "?")
				}
				if view := player.plain(); strings.Contains(view+copied, secret) || strings.Contains(view+copied, fmt.Sprint(uitest.Peculiar)) {
					t.Fatalf("step %d shows a secret:\n%s\n%s", step, view, copied)
				}
			}
		})
	}
}

// actAtRandom does one thing at the table as the gamemaster: much of it is
// secret.
func actAtRandom(g *uitest.Memory, r *rand.Rand, sys *engine.System) {
	all := g.Table.Characters()
	who := all[r.IntN(len(all))]
	a := sys.Actions[r.IntN(len(sys.Actions))]
	hidden := engine.PageOf(engine.Every.Hidden.ID, true, engine.Every.Why.ID, secret, engine.Every.Situation.ID, 1)
	open := engine.Page{}
	if who.Name == secret || who.Name == stands {
		open = engine.PageOf(engine.Every.Why.ID, secret, engine.Every.Situation.ID, 1)
	}
	var against []string
	for _, o := range all {
		// What is done to somebody in the open is theirs to know.
		if o.ID != who.ID && o.Name != secret && a.Need != engine.Alone {
			against = []string{o.ID}
		}
	}
	for _, c := range [][]model.Command{
		{model.Begin{Who: who.ID, Against: against, System: sys.ID, Action: a.ID, Params: hidden}},
		{model.Begin{Who: who.ID, Against: against, System: sys.ID, Action: a.ID, Params: open}},
		{model.Note{Text: secret + fmt.Sprint(r.IntN(9)), Private: true}},
		{model.Next{}}, {model.Next{}}, {model.Undo{}}, {model.Redo{}}, {model.Scene{Place: "Harbour"}},
	}[r.IntN(8)] {
		_, _ = g.Do(uitest.GM, c) // many are refused
	}
	for _, roll := range g.Table.Rolls() {
		step, err := g.Table.Step(roll)
		if err != nil || step.Open == nil {
			continue
		}
		if a, ok := step.Open.Nothing(); ok {
			_, _ = g.Do(uitest.GM, model.Answer{Roll: roll.ID, At: len(roll.Tape), Answer: a})
		}
	}
}

// TestFramesAreNeverOld has the gamemaster and a player press keys while things
// happen at the table: what of a frame was drawn before is as it would be drawn
// now.
func TestFramesAreNeverOld(t *testing.T) {
	for i, sys := range systems.All() {
		t.Run(sys.ID, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 42))
			g := uitest.Seated(t, sys)
			own := *g.Table.Characters()[0]
			own.Owner = "Mira"
			g.Must(t, model.Edit{Who: own.ID, Character: own}, model.Join{Character: model.Character{Name: secret, Hidden: true, Pages: own.Pages}})
			screens := []*screen{newScreen(t, g, "dark", kit.Unicode, 120, 36), playerAt(t, g, model.Seat{Role: model.Player, Name: "Mira"}, 120, 36)}
			for range 60 {
				if r.IntN(3) > 0 {
					actAtRandom(g, r, sys)
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
