package model

import (
	"slices"

	"example.org/fray/engine"
)

// Deciders gives the seats of the players whom the rule of a roll asks by its
// open question. There are none where it is the gamemaster's: of what no player
// may know, of what the rule leaves to the gamemaster, and of what the
// gamemaster does for somebody's character.
func (t Table) Deciders(r Roll) []Seat {
	step, err := t.Step(r)
	if err != nil || step.Open == nil {
		return nil
	}
	return t.deciders(r, *step.Open)
}

func (t Table) deciders(r Roll, q engine.Question) []Seat {
	if q.Who == engine.Gamemaster || r.Hidden || q.Who == engine.Actor && !r.ByPlayer && !t.orders(r.System, r.Action) {
		return nil
	}
	var out []Seat
	for _, id := range r.At(q.Who) {
		c, ok := t.Character(id)
		if !ok || c.Owner == "" {
			continue
		}
		for _, s := range t.Seats() {
			if s.Owns(c) && (&seeing{who: sights(t.characters, s)}).sees(r.subject()) && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// orders reports whether an action is the roll for the order of turns: everybody makes
// their own, whoever calls for it.
func (t Table) orders(system, action string) bool {
	return system == t.System && action == t.Time().Initiative
}

// instead gives the key of the seat for which somebody else answers.
func (d *decision) instead(r Roll, q engine.Question) string {
	if all := d.t.deciders(r, q); d.by.gm() && len(all) > 0 {
		return all[0].Key()
	}
	return ""
}

// answeredFor marks an answer as given for the seat with that key: "" leaves it
// as it is.
func (t Table) answeredFor(a Answered, key string) Answered {
	if key == "" {
		return a
	}
	a.For = key
	if a.Answer.Said != "" {
		a.Answer.Said += ", answered for " + t.called(key) + " by the gamemaster"
	}
	return a
}
