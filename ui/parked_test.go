package ui

import (
	"slices"
	"testing"

	"example.org/fray/ui/uitest"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// halted is a table with a roll that another version of the rulebook began.
func halted(t *testing.T) *uitest.Memory {
	g := uitest.Vault(t)
	s := newScreen(t, g, "dark", kit.Unicode, 80, 24)
	s.press("a", "m", "o", "v", "e", "enter", "enter", "esc")
	if len(g.Table.Rolls()) != 1 {
		t.Fatalf("no roll is open:\n%s", s.plain())
	}
	changed := *supermen.System
	changed.Actions = slices.Clone(changed.Actions)
	for i, a := range changed.Actions {
		if a.ID == "move" {
			other := *a
			other.Rule = func(r *engine.Roll) engine.Outcome { r.Refuse("nobody moves"); return engine.Outcome{} }
			changed.Actions[i] = &other
		}
	}
	g.Table = uitest.Refolded(g.Table, model.Rulebooks{"supermen": &changed})
	return g
}

// A roll that another version of the rulebook began can be dropped.
func TestParkedRollOfAnotherVersion(t *testing.T) {
	g := halted(t)
	s := newScreen(t, g, "dark", kit.Unicode, 80, 24)
	s.shows("This roll is parked", "nobody moves", "D drops")
	s.press("D")
	if len(g.Table.Rolls()) != 0 || s.over.Top() != nil {
		t.Errorf("it is still there:\n%s", s.plain())
	}
}
