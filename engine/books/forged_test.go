package books_test

import "slices"

func forgedOracles() []oracle {
	best := func(n, least int) float64 {
		if n <= 0 {
			return chance(dice(2, 6), func(f []int) bool { return slices.Min(f) >= least })
		}
		return chance(dice(n, 6), func(f []int) bool { return slices.Max(f) >= least })
	}
	sixes := func(f []int) (n int) {
		for _, x := range f {
			if x == 6 {
				n++
			}
		}
		return n
	}
	ticks := func(f []int, effect int) int {
		switch {
		case sixes(f) > 1:
			return effect + 1
		case slices.Max(f) >= 4:
			return effect
		}
		return 0
	}
	return []oracle{
		{action: "act", actor: "lurk", params: set("action", "prowl"), success: best(2, 4), totals: map[int]float64{7: 1. / 36, 6: 10. / 36}},
		{action: "act", actor: "lurk", params: set("action", "attune"), success: best(0, 4)},
		{action: "act", actor: "lurk", params: set("action", "prowl", "push", "die", "assist", true), success: best(4, 4), changes: map[string]float64{"actor.stress": 2}},
		{action: "fight", actor: "cutter", other: "master", success: best(2, 4),
			changes: map[string]float64{"other.standing_lost": mean(dice(2, 6), func(f []int) int { return ticks(f, 2) })}},
		{action: "resist", actor: "lurk", params: set("attribute", "prowess"), me: set("stress", 1), success: 1,
			changes: map[string]float64{"actor.stress": mean(dice(2, 6), func(f []int) int {
				if sixes(f) > 1 {
					return -1
				}
				return 6 - slices.Max(f)
			})}},
		{action: "fortune", actor: "thugs", params: set("dice", 3), success: best(3, 4)},
		{action: "engagement", actor: "lurk", params: set("dice", 0), success: best(0, 4)},
		{action: "vice", actor: "cutter", me: set("stress", 5), success: 1, changes: map[string]float64{
			"actor.stress": -mean(dice(1, 6), func(f []int) int { return min(f[0], 5) })}},
		{action: "project", actor: "whisper", params: set("action", "study"), success: 1, changes: map[string]float64{
			"actor.clocks/r1/filled": mean(dice(2, 6), func(f []int) int {
				switch {
				case sixes(f) > 1:
					return 5
				case slices.Max(f) == 6:
					return 3
				case slices.Max(f) >= 4:
					return 2
				}
				return 1
			})}},
		{action: "treat", actor: "lurk", me: set("harm_severe", true), success: 1, changes: map[string]float64{
			"actor.healing": mean(dice(2, 6), func(f []int) int {
				if sixes(f) > 1 {
					return 5 - 4 // the clock is full, and begins anew
				}
				return []int{0, 1, 1, 1, 2, 2, 3}[slices.Max(f)]
			})}},
		{action: "set-up", actor: "lurk", other: "cutter", params: set("action", "prowl"), success: best(2, 4)},
		{action: "group", actor: "lurk", other: "cutter", params: set("action", "prowl"), success: best(3, 4),
			changes: map[string]float64{"actor.stress": 1 - best(2, 4) + 1 - best(1, 4)}},
	}
}
