package decide

import (
	"testing"

	"example.org/fray/model"
)

// Each character whom one blow hits answers for itself. A character who is no longer hit
// has nothing to answer and takes no follow-up of another; whoever is hit instead answers.
func TestCalledForNow(t *testing.T) {
	hit := func(who, roll string) model.FollowUp {
		return model.FollowUp{Who: who, System: "supermen", Action: "throwback", By: "c1", Origin: model.Origin{Who: "c1", Roll: roll}}
	}
	for name, x := range map[string]struct {
		then, now []model.FollowUp
		who       string
	}{
		"as it was":          {[]model.FollowUp{hit("c2", "r5"), hit("c3", "r5")}, []model.FollowUp{hit("c2", "r5"), hit("c3", "r5")}, "c3"},
		"not hit any more":   {[]model.FollowUp{hit("c2", "r5"), hit("c3", "r5")}, []model.FollowUp{hit("c2", "r5")}, ""},
		"another is hit":     {[]model.FollowUp{hit("c3", "r5")}, []model.FollowUp{hit("c4", "r5")}, "c4"},
		"one of two another": {[]model.FollowUp{hit("c2", "r5"), hit("c3", "r5")}, []model.FollowUp{hit("c2", "r5"), hit("c4", "r5")}, "c4"},
		"by another blow":    {[]model.FollowUp{hit("c3", "r5")}, []model.FollowUp{hit("c3", "r4")}, ""},
		"called otherwise":   {[]model.FollowUp{hit("c3", "r6")}, []model.FollowUp{hit("c3", "r7")}, "c3"},
	} {
		calls := followUps{&replay{amend: model.Amend{Event: 5}, newIDs: map[string]string{"r6": "r7"}}, x.then, x.now}
		now, err := calls.substitute(model.Begin{Who: "c3", System: "supermen", Action: "throwback"})
		if (err == nil) != (x.who != "") || err == nil && now.Who != x.who {
			t.Errorf("%s: %+v, %v", name, now, err)
		}
	}
}
