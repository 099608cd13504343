package books_test

func percentileOracles() []oracle {
	// What a face comes to, written down from the book's words and not from its text:
	// 1 to 5 succeed, 96 to 100 fail, a twentieth and a fifth are rounded to the nearest.
	level := func(face, skill int) int {
		nearest := func(part int) int { return max(1, (2*skill+part)/(2*part)) }
		switch {
		case face > 95 || face > skill && face > 5:
			return 0
		case face <= nearest(20):
			return 3
		case face <= nearest(5):
			return 2
		}
		return 1
	}
	under := func(skill int) float64 {
		return chance([]int{100}, func(f []int) bool { return level(f[0], skill) > 0 })
	}
	// Aldous has a sabre of 60 with 1d8+1 and 2 by his build; the thug dodges with 22.
	hit := func(f []int) bool { return level(f[0], 60) > level(f[1], 22) }
	harm := func(f []int) int {
		if level(f[0], 60) >= 2 {
			return 8 + 3
		}
		return f[2] + 3
	}
	return []oracle{
		{action: "skill", actor: "scout", params: set("skill", "Stealth"), success: under(75), totals: map[int]float64{37: .01, 100: .01}},
		{action: "skill", actor: "scout", params: set("skill", "Stealth", "hard", "hard", "situation", -35), success: under(2)},
		{action: "characteristic", actor: "scholar", params: set("characteristic", "power"), success: under(75)},
		{action: "contest", actor: "scout", other: "guard", params: set("skill", "Stealth", "other.skill", 40),
			success: chance([]int{100, 100}, func(f []int) bool {
				a, b := level(f[0], 75), level(f[1], 40)
				return a > 0 && a >= b
			})},
		{action: "attack", actor: "captain", other: "thug", params: set("weapon", "Sabre"),
			success: chance([]int{100, 100}, hit), damage: meanWhere([]int{100, 100, 8}, hit, harm)},
		{action: "blow", actor: "captain", params: set("amount", 7), success: 1,
			changes: map[string]float64{"actor.hp_lost": (7 - 3 + 5*(7-4) + 4*7) / 10.}},
		{action: "initiative", actor: "captain", success: 1, totals: map[int]float64{13: .1, 22: .1}},
		{action: "first-aid", actor: "scholar", me: set("hp_lost", 9), success: under(50),
			changes: map[string]float64{"actor.hp_lost": mean([]int{100, 3}, func(f []int) int {
				switch n := level(f[0], 50); {
				case n > 0:
					return -(f[1] + n - 1)
				case f[0] >= 98: // a fumble
					return 1
				}
				return 0
			})}},
		{action: "improve", actor: "scout", params: set("skill", "Climb"), me: set("skills/r2/mark", true),
			success: chance([]int{100}, func(f []int) bool { return f[0] > 65 })},
		{action: "rest", actor: "captain", me: set("hp_lost", 2), success: 1,
			changes: map[string]float64{"actor.hp_lost": -mean([]int{3}, func(f []int) int { return min(f[0], 2) })}},
	}
}
