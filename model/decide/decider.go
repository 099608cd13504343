package decide

import (
	"slices"

	"example.org/fray/engine"
	"example.org/fray/model"
)

// Deciders gives the seats of the players whom the rule of a roll asks by its
// open question. There are none where it is the gamemaster's: of what no player
// may know, of what the rule leaves to the gamemaster, and of what the
// gamemaster does for somebody's character.
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

// isInitiative reports whether an action is the roll for the order of turns: everybody makes
// their own, whoever calls for it.
func isInitiative(t model.Table, system, action string) bool {
	return system == t.System && action == t.Time().Initiative
}

// answersFor gives the key of the seat for which somebody else answers.
func (d *decision) answersFor(r model.Roll, q engine.Question) string {
	if all := deciders(d.t, r, q); d.by.IsGamemaster() && len(all) > 0 {
		return all[0].Key()
	}
	return ""
}

// answeredFor marks an answer as given for the seat with that key: "" leaves it
// as it is.
func answeredFor(t model.Table, a model.Answered, key string) model.Answered {
	if key == "" {
		return a
	}
	a.For = key
	if a.Answer.Said != "" {
		a.Answer.Said += ", answered for " + t.NameOfKey(key) + " by the gamemaster"
	}
	return a
}
