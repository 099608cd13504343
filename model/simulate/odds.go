package simulate

import (
	"crypto/sha256"
	"encoding/json"
	"strings"

	"example.org/fray/engine"
)

// oddsMemory remembers how much harm an attack is expected to do, by all that it depends
// on: six thugs with the same sheet are worked out once.
type oddsMemory map[[sha256.Size]byte]float64

// worth returns the life that an attack is expected to take from its opponent, divided by
// one more than the points that it costs.
func (m oddsMemory) worth(in engine.Inputs) float64 {
	key, ok := keyOf(in)
	w, known := m[key]
	if !known || !ok {
		w = worth(in, 0)
		m[key] = w
	}
	return w
}

// keyOf returns a short name for all that odds depend on.
func keyOf(in engine.Inputs) ([sha256.Size]byte, bool) {
	raw, err := json.Marshal([]any{in.System.ID, in.Action.ID, in.Sheets, in.House, in.Params, in.InForce, in.Minions, in.NoAction, in.Company})
	return sha256.Sum256(raw), err == nil
}

// mostFollowUps is how far the rolls are followed that an attack calls for: the armour, the
// damage.
const mostFollowUps = 2

func worth(in engine.Inputs, depth int) float64 {
	c, err := engine.Odds(in, nil, nil)
	if err != nil {
		return 0
	}
	harm, price := harmAndPrice(in, c)
	if depth < mostFollowUps {
		for _, success := range []bool{true, false} {
			for next, p := range c.FollowUps(in, success) {
				harm += p * worth(next, depth+1)
			}
		}
	}
	if depth == 0 {
		harm /= 1 + price
	}
	return harm
}

// harmAndPrice returns what a roll is expected to take from the opponent's life, and what
// it takes from the actor's pools.
func harmAndPrice(in engine.Inputs, c engine.Chances) (harm, price float64) {
	for _, ch := range c.Changes {
		p, pool := in.System.Pool(ch.Field)
		switch {
		case ch.Sheet == engine.Actor && pool:
			price += max(ch.Mean, 0)
		case strings.HasPrefix(string(ch.Sheet), string(engine.Other)) && pool && p.Kind == "life":
			harm += ch.Mean
		}
	}
	if harm == 0 { // wounds that are words, and blows whose damage is rolled by others
		harm = c.Success / 1000 * float64(1+c.MostDamage)
	}
	return harm, price
}
