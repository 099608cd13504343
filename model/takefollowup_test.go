package model

import (
	"testing"

	"example.org/fray/engine"
)

// Where one action both attacks and resists damage, an attack does not take up the damage
// that its attacker still has to resist.
func TestBlowDoesNotTakeUpDamage(t *testing.T) {
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
		left, _ := TakeFollowUp([]FollowUp{armor, hits}, Roll{Who: "c1", System: "trip", Action: x.action, Params: x.params})
		if len(left) != x.left {
			t.Errorf("%s: %+v are left", name, left)
		}
	}
}

// Of alternatives only one is done, against each opponent separately.
func TestAlternativesAreTakenOnce(t *testing.T) {
	call := func(action, by string) FollowUp {
		return FollowUp{Who: "c1", Against: []string{by}, System: "easiness", Action: action, Params: engine.PageOf("against", 3), By: by, Alternative: true}
	}
	list := []FollowUp{call("dodge", "c2"), call("resist", "c2"), call("hurt", "c2"), call("dodge", "c3"), call("resist", "c3")}
	left, u := TakeFollowUp(list, Roll{Who: "c1", Against: []string{"c2"}, System: "easiness", Action: "resist"})
	if len(left) != 2 || left[0].By != "c3" || left[1].By != "c3" {
		t.Errorf("after the resistance are left: %+v", left)
	}
	if u.Action != "resist" || u.By != "c2" {
		t.Errorf("taken up was %+v", u)
	}
}
