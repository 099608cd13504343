package simulate_test

import (
	"flag"
	"testing"

	"example.org/fray/model/simulate"
)

var duels = flag.Int("duels", fewDuels, "fights of each duel whose answer is counted")

const fewDuels = 100

// duel is a game whose fights can be counted by hand: a fighter who throws at least their
// skill takes one of the other's lives.
const duel = `rulebook(id = "duel", name = "Duel", author = "Nobody", licence = "CC0-1.0", dice = "d6", help = "Throw your skill or more.")
stats = group("Stats")
skill = stats.int("skill", "Skill", 1, 6, start = 4)
lives = pool("lives", "Lives", full = 9, down = 0)
def strike(r):
    if r.sum("dice", "1d6") < skill.of(r.me):
        return r.failure()
    lives.lose(r.foe, 1)
    return r.success()
action("strike", "Strike", strike, kind = "attack", foes = "one")
template("hero", "Hero", side = "heroes", skill = 3)
template("foe", "Foe", side = "foes", skill = 4)
`

// TestDuel compares the chance to win a duel, from any state, with an independent count.
func TestDuel(t *testing.T) {
	for _, x := range [][2]int{{1, 1}, {3, 3}, {2, 5}, {4, 1}} {
		agree(t, withLives(t, duel, x[0], x[1]), simulate.Plan{}, chanceOf(x[0], x[1]), 0)
	}
}

// chanceOf returns the chance that the hero wins, who strikes first in every round. The
// hero hits with 4 of 6 faces, the foe with 3.
func chanceOf(hero, foe int) float64 {
	const hits, struck = 4.0 / 6, 3.0 / 6
	switch {
	case foe == 0:
		return 1
	case hero == 0:
		return 0
	}
	// A round that changes something ends with the foe hit and unable to answer, or after
	// both have struck. Rounds in which both miss are repeated.
	afterHit := 1.0
	if foe > 1 {
		afterHit = struck*chanceOf(hero-1, foe-1) + (1-struck)*chanceOf(hero, foe-1)
	}
	again := (1 - hits) * (1 - struck)
	return (hits*afterHit + (1-hits)*struck*chanceOf(hero-1, foe)) / (1 - again)
}

// A fight of one against two is counted, although most of its fights are over before any two
// of them meet again.
func TestOneAgainstTwo(t *testing.T) {
	// The hero hits with 4 of 6 faces, each foe with 3. With both foes left a round takes two
	// lives with 1/4, one with 1/2; with one foe left it is a duel.
	var both func(lives int) float64
	both = func(lives int) float64 {
		if lives <= 0 {
			return 0
		}
		const hit = 4.0 / 6
		after := 0.5*chanceOf(lives, 1) + 0.5*chanceOf(lives-1, 1)
		missed := (0.5*both(lives-1) + 0.25*both(lives-2)) * (1 - hit)
		return (hit*after + missed) / (1 - (1-hit)*0.25)
	}
	agree(t, withLives(t, duel, 2, 1, 1), simulate.Plan{}, both(2), 0)
}
