package scene

import (
	"slices"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// AttackedTitle is the title of the question that a player gets whose character is attacked.
const AttackedTitle = "You are attacked: defend?"

// CalledDefences lists the attacks against which a player can choose a defence, where the
// table asks them.
func CalledDefences(t model.Table, seat model.Seat) []decide.Attack {
	if !model.AsksDefence(t.OwnRules()) {
		return nil
	}
	return slices.DeleteFunc(decide.Attacks(t), func(a decide.Attack) bool {
		return a.Question != "" || !slices.Contains(a.For, seat)
	})
}

// DefencesAgainst lists what can be done about an attack now: none holds what is no defence,
// and is empty if everything is one.
func DefencesAgainst(t model.Table, a decide.Attack) (none, defences []model.FollowUp) {
	for _, of := range view.Choices(t.FollowUps()) {
		if of[0].Who != a.Who || of[0].Origin.Roll != a.Roll {
			continue
		}
		for _, u := range of {
			if decide.MayTakeUp(t, a.For[0], u) != nil {
				continue
			}
			if decide.IsDefence(t, u) {
				defences = append(defences, u)
			} else {
				none = append(none, u)
			}
		}
		if len(defences) > 0 {
			return none, defences
		}
		none = nil
	}
	return nil, nil
}

// NoDefence is the command that does nothing about an attack.
func NoDefence(a decide.Attack) model.NoDefence {
	return model.NoDefence{Roll: a.Roll, Question: a.Question, Who: a.Who}
}

// NoDefenceWords describes doing nothing about an attack: as a choice, and as an act in the
// log.
func NoDefenceWords(defences []model.FollowUp) (choice, does string) {
	if slices.ContainsFunc(defences, func(u model.FollowUp) bool { return u.Meets }) {
		return "throw it, and spend nothing", "spends nothing"
	}
	return "no defence", "does not defend"
}

// AttackWords says who attacks whom.
func AttackWords(t model.Table, a decide.Attack) string {
	if _, defences := DefencesAgainst(t, a); len(defences) > 0 {
		return AttackedBy(t, defences[0])
	}
	return t.NameOf(a.Who) + " is attacked"
}

// AttackedBy says who attacks whom, so that a follow-up defends against it.
func AttackedBy(t model.Table, u model.FollowUp) string {
	if _, known := t.Character(u.Origin.Who); known {
		return t.NameOf(u.Origin.Who) + " attacks " + t.NameOf(u.Who)
	}
	return t.NameOf(u.Who) + " is attacked"
}
