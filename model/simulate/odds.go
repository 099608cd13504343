package simulate

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"example.org/fray/engine"
)

// worths are those of all simulations: whoever asks what would be if, or how many of an encounter
// would be fair, has the same attacks rated again and again.
var worths oddsMemory

// oddsMemory caches the expected harm of attacks by everything that it depends on, so that
// six thugs with the same sheet are counted once. It is for any number of goroutines.
type oddsMemory struct {
	sync.Mutex
	known map[oddsKey]float64
}

type oddsKey struct {
	system *engine.System // a rulebook that is a text may change and keep its id
	inputs [sha256.Size]byte
}

// mostWorths is how many are kept.
const mostWorths = 5000

// worth returns the life that an attack is expected to take from its opponent, divided by
// its price in points plus one.
func (m *oddsMemory) worth(in engine.Inputs) float64 {
	key, err := keyOf(in)
	if err != nil {
		return worth(in, 0)
	}
	m.Lock()
	w, known := m.known[key]
	m.Unlock()
	if known {
		return w
	}
	w = worth(in, 0)
	m.Lock()
	defer m.Unlock()
	if m.known == nil || len(m.known) >= mostWorths {
		m.known = map[oddsKey]float64{}
	}
	m.known[key] = w
	return w
}

// keyOf returns everything that odds depend on, as a hash.
func keyOf(in engine.Inputs) (oddsKey, error) {
	raw, err := json.Marshal([]any{in.Action.ID, in.Sheets, in.House, in.Params, in.InForce, in.Minions, in.NoAction, in.Company,
		in.Moment, in.Began, in.Turns, in.Player, in.AsksDefence, in.Busy, in.Unknown})
	return oddsKey{in.System, sha256.Sum256(raw)}, err
}

// mostFollowUps is how many follow-ups of an attack are counted, such as armour and damage.
const mostFollowUps = 2

func worth(in engine.Inputs, depth int) float64 {
	c, err := engine.Odds(in, nil, nil)
	if err != nil {
		return 0
	}
	harm, price := harmAndPrice(in, c)
	if depth < mostFollowUps {
		harm += followedUp(in, c, depth)
	}
	if depth == 0 {
		harm /= 1 + price
	}
	return harm
}

// followsEnough is the share of the follow-ups of an attack whose harm is counted, the
// likeliest first. The others are taken to do as much.
const followsEnough = 0.9

// followedUp returns the life that the follow-ups of a roll are expected to take.
func followedUp(in engine.Inputs, c engine.Chances, depth int) float64 {
	type followUp struct {
		in engine.Inputs
		p  float64
	}
	var all []followUp
	total := 0.0
	for _, success := range []bool{true, false} {
		for next, p := range c.FollowUps(in, success) {
			all, total = append(all, followUp{next, p}), total+p
		}
	}
	slices.SortStableFunc(all, func(a, b followUp) int { return cmp.Compare(b.p, a.p) })
	harm, counted := 0.0, 0.0
	for _, x := range all {
		if counted >= followsEnough*total {
			break
		}
		harm, counted = harm+x.p*worth(x.in, depth+1), counted+x.p
	}
	if counted == 0 {
		return 0
	}
	return harm * total / counted
}

// harmAndPrice returns the life that a roll is expected to take from the opponent, and the
// points that it takes from the actor.
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
	if harm == 0 { // for wounds that are words, and attacks whose damage is rolled by others
		harm = c.Success / 1000 * float64(1+c.MostDamage)
	}
	return harm, price
}
