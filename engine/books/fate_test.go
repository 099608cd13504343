package books_test

func fateOracles() []oracle {
	fudge := dice(4, 3) // a face of 1, 2 or 3 is -1, 0 or +1
	four := func(f []int) int { return sum(f) - 8 }
	at := func(skill, need int) float64 {
		return chance(fudge, func(f []int) bool { return four(f)+skill >= need })
	}
	return []oracle{
		{action: "overcome", actor: "guard", params: set("skill", "Notice", "difficulty", 2), success: at(1, 2), totals: map[int]float64{1: 19. / 81, 5: 1. / 81}},
		{action: "overcome", actor: "duellist", params: set("skill", "Fight", "difficulty", 6, "invoke", 1), me: set("fate_points", 1), success: at(6, 6)},
		{action: "create", actor: "guard", params: set("skill", "Fight", "difficulty", 1), success: at(2, 1)},
		{action: "defend", actor: "guard", params: set("skill", "Fight", "difficulty", 3, "free", 1), success: at(4, 3)},
		{action: "attack", actor: "guard", other: "thug", params: set("skill", "Fight"),
			success: chance(dice(8, 3), func(f []int) bool { return four(f[:4])+2 >= four(f[4:])+1 })},
		{action: "attack", actor: "count", other: "duellist", params: set("skill", "Fight", "other.rating", 4), me: set("fate_points", 0), them: set("is_full_defence", 1),
			success: chance(dice(8, 3), func(f []int) bool { return four(f[:4])+5 >= four(f[4:])+6 })},
	}
}
