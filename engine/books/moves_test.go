package books_test

import "slices"

func movesOracles() []oracle {
	at7 := func(plus int) float64 { return chance([]int{6, 6}, func(f []int) bool { return f[0]+f[1]+plus >= 7 }) }
	ofThree := func(worst bool, plus int) float64 {
		return chance([]int{6, 6, 6}, func(f []int) bool {
			three := slices.Sorted(slices.Values(f))
			if worst {
				return three[0]+three[1]+plus >= 7
			}
			return three[1]+three[2]+plus >= 7
		})
	}
	return []oracle{
		{action: "risk", actor: "shadow", success: at7(2), totals: map[int]float64{4: 1. / 36, 9: 6. / 36}},
		{action: "risk", actor: "shadow", params: set("edge", "advantage"), success: ofThree(false, 2)},
		{action: "risk", actor: "shadow", params: set("edge", "disadvantage", "help", 1), me: set("ongoing", -1), success: ofThree(true, 2)},
		{action: "fight", actor: "blade", other: "bruiser", success: at7(2)},
		{action: "read", actor: "speaker", success: at7(1), changes: map[string]float64{
			"actor.hold": mean([]int{6, 6}, func(f []int) int {
				switch n := f[0] + f[1] + 1; {
				case n >= 10:
					return 3
				case n >= 7:
					return 1
				}
				return 0
			})}},
		{action: "sway", actor: "blade", success: at7(-1), changes: map[string]float64{"actor.experience": 1 - at7(-1)}},
		{action: "weird", actor: "speaker", me: set("forward", 1), success: at7(3), changes: map[string]float64{"actor.forward": -1}},
		{action: "aid", actor: "shadow", other: "blade", success: at7(1), changes: map[string]float64{"other.forward": at7(1)}},
		{action: "move", actor: "blade", params: set("move", "Stare down"), success: at7(2)},
		{action: "tend", actor: "shadow", me: set("harm_lost", 5), success: at7(1), changes: map[string]float64{
			"actor.harm_lost": -mean([]int{6, 6}, func(f []int) int {
				switch n := f[0] + f[1] + 1; {
				case n >= 10:
					return 3
				case n >= 7:
					return 1
				}
				return 0
			})}},
	}
}
