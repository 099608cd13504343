package model

import (
	"testing"

	"example.org/fray/engine"
)

// A blow is no answer to the damage that its striker has still to hold off, where
// one action does both.
func TestTakenUp(t *testing.T) {
	armor := FollowUp{Who: "c1", System: "trip", Action: "trip", Params: engine.PageOf("ability", "coat", "holds_off", 24)}
	hits := FollowUp{Who: "c1", System: "trip", Action: "damage", Params: engine.PageOf("points", 6)}
	for name, x := range map[string]struct {
		action string
		params engine.Page
		left   int
	}{
		"as called for":   {"trip", armor.Params, 1},
		"another coat":    {"trip", engine.PageOf("ability", "cloak", "holds_off", 24), 1},
		"another number":  {"trip", engine.PageOf("ability", "coat", "holds_off", 3), 1},
		"a blow":          {"trip", engine.PageOf("ability", "spear"), 2},
		"the only number": {"damage", engine.PageOf("points", 2), 1},
	} {
		left := takenUp([]FollowUp{armor, hits}, Roll{Who: "c1", System: "trip", Action: x.action, Params: x.params})
		if len(left) != x.left {
			t.Errorf("%s: %+v are left", name, left)
		}
	}
}
