package act

import (
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/uitest"
)

// A list that has stood while time went on opens the form of what is called for now, and none
// where nothing is.
func TestFormOfWhatIsCalledForNow(t *testing.T) {
	g := uitest.Vault(t)
	all := g.Table.Characters()
	blow := func(roll string) model.FollowUp {
		return model.FollowUp{Who: all[0].ID, Against: []string{all[1].ID}, System: "supermen", Action: "combat", Origin: model.Origin{Who: all[0].ID, Roll: roll}}
	}
	was, now := blow("r1"), blow("r2")
	for _, x := range []struct {
		called []model.FollowUp
		opens  string
	}{{[]model.FollowUp{was}, "r1"}, {[]model.FollowUp{now}, "r2"}, {nil, ""}} {
		g.Table.State.FollowUps = x.called
		f := pane.Frame{Table: g.Table, Seat: uitest.GM, Selected: all[0].ID, System: "supermen"}
		opened := ""
		if push, ok := NewMemory(nil).form(f, scene.CalledDraft(g.Table, was)).(pane.Push); ok {
			opened = push.Overlay.(*actionForm).CalledBy()
		}
		if opened != x.opens {
			t.Errorf("with %v called for, the form answers %q", x.called, opened)
		}
	}
}
