package ui

import (
	"testing"

	"example.org/fray/ui/uitest"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// An empty table says how somebody comes to it, by the key as it is set.
func TestEmptyTable(t *testing.T) {
	g := uitest.New()
	if _, err := g.Do(uitest.GM, model.Make{Name: "Empty", System: "supermen"}); err != nil {
		t.Fatal(err)
	}
	s := newScreen(t, g, "dark", kit.Unicode, 60, 20)
	s.shows("c adds a character")
	cfg := s.cfg
	cfg.Welcome, cfg.Settings.Keys = true, map[string][]string{"new": {"v"}}
	s.Model = New(cfg)
	s.size.w, s.size.h = 80, 24
	s.shows("v adds a character", "press v to add a character", "v    add a character", "invite players", "all keys")
	s.size.w, s.size.h = 120, 36
	s.shows("█▀▀ █▀█ ▄▀▄ █ █")
	s.press("v", "enter")
	s.shows("Seraph")
}

// Dice stay in sight while something is decided.
func TestDiceAreSeenAtADecision(t *testing.T) {
	s := newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 80, 24)
	s.press("p", "a", "m", "o", "v", "e", "enter", "enter", "5", "6")
	s.shows("Extra Effort  none", "   5       6", "11 against 29", "SUCCESS", "Share 18 Quality")
	s = newScreen(t, uitest.Vault(t), "dark", kit.Unicode, 60, 20)
	s.press("p", "a", "m", "o", "v", "e", "enter", "enter", "5", "6")
	s.shows("11 against 29", "SUCCESS")
}
