package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Deciders returns the seats of the players who may answer the open question of a
// roll. It returns none if the gamemaster answers: for hidden rolls, for questions
// that the rule leaves to the gamemaster, and for what the gamemaster does with a
// player's character.
func Deciders(t model.Table, r model.Roll) []model.Seat {
	step, err := t.Step(r)
	if err != nil || step.Open == nil {
		return nil
	}
	return deciders(t, r, *step.Open)
}

func deciders(t model.Table, r model.Roll, q engine.Question) []model.Seat {
	if q.Who == engine.Gamemaster || r.Hidden || q.Who == engine.Actor && !r.ByPlayer && !isInitiative(t, r.System, r.Action) {
		return nil
	}
	var out []model.Seat
	for _, id := range r.At(q.Who) {
		c, ok := t.Character(id)
		if !ok || c.Owner == "" {
			continue
		}
		for _, s := range t.Seats() {
			if s.Owns(c) && t.MayKnow(s, r.Subject()) && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// isInitiative reports whether an action is the roll for the order of turns. Players
// decide in their own characters' rolls, even if the gamemaster began them.
func isInitiative(t model.Table, system, action string) bool {
	return system == t.System && action == t.Time().Initiative
}

// answeredFor marks an answer as given for the player with that key. With "" it
// returns the answer unchanged.
func answeredFor(t model.Table, a model.Answered, key string) model.Answered {
	if key == "" {
		return a
	}
	a.For = key
	if a.Answer.Words != "" {
		a.Answer.Words += ", answered for " + t.NameOfKey(key) + " by the gamemaster"
	}
	return a
}
