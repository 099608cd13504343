package books_test

import "example.org/fray/engine"

func d20Oracles() []oracle {
	// Brenna's longsword has +5 to hit and 1d8+5, and a 19 is critical; the goblin has 15 and 7.
	sword := func(f []int) bool { return f[0] != 1 && (f[0] >= 19 || f[0]+5 >= 15) }
	swordHarm := func(f []int) int {
		if f[0] >= 19 {
			return f[1] + f[2] + 5
		}
		return f[1] + 5
	}
	// Tamsin's rapier has +5 and, with a sneak attack, 1d8+3 and 2d6; the orc has 13 and 15.
	rapier := func(face int) bool { return face == 20 || face != 1 && face+5 >= 13 }
	// Quill's fire bolt has +6 and 2d10; the ogre has 11 and is far from falling.
	bolt := func(f []int) bool { return f[0] == 20 || f[0] != 1 && f[0]+6 >= 11 }
	return []oracle{
		{action: "attack", actor: "fighter", other: "goblin", params: set("weapon", "Longsword"),
			success: chance([]int{20, 8, 8}, sword), damage: meanWhere([]int{20, 8, 8}, sword, swordHarm),
			changes: map[string]float64{"other.hp_lost": mean([]int{20, 8, 8}, func(f []int) int {
				if !sword(f) {
					return 0
				}
				return min(swordHarm(f), 7)
			})}},
		{action: "attack", actor: "rogue", other: "orc", params: set("weapon", "Rapier, sneak attack", "edge", "advantage"),
			success: chance([]int{20, 20}, func(f []int) bool { return rapier(max(f[0], f[1])) })},
		{action: "attack", actor: "rogue", other: "orc", params: set("weapon", "Rapier", "edge", "disadvantage"),
			success: chance([]int{20, 20}, func(f []int) bool { return rapier(min(f[0], f[1])) })},
		{action: "cast", actor: "wizard", other: "ogre", params: set("spell", "Fire Bolt"),
			success: chance([]int{20}, bolt), damage: meanWhere([]int{20, 10, 10, 10, 10}, bolt, func(f []int) int {
				if f[0] == 20 {
					return sum(f[1:])
				}
				return f[1] + f[2]
			})},
		{action: "cast", actor: "wizard", other: "ogre", params: set("spell", "Fireball"), success: 1, damage: mean(dice(8, 6), sum)},
		{action: "cast", actor: "wizard", other: "goblin", params: set("spell", "Magic Missile", "slot", 2), success: 1,
			changes: map[string]float64{"other.hp_lost": mean(dice(4, 4), func(f []int) int { return min(sum(f)+3, 7) }), "actor.slots2_lost": 1}},
		{action: "cast", actor: "cleric", other: "fighter", params: set("spell", "Cure Wounds"), them: set("hp_lost", 9), success: 1,
			changes: map[string]float64{"other.hp_lost": -mean(dice(1, 8), func(f []int) int { return min(f[0]+3, 9) })}},
		{action: "skill", actor: "rogue", params: set("skill", "Stealth", "dc", 15, "edge", "disadvantage"),
			success: chance([]int{20, 20}, func(f []int) bool { return min(f[0], f[1])+7 >= 15 })},
		{action: "skill", actor: "rogue", params: set("skill", "Stealth"), success: 1, totals: map[int]float64{27: 1. / 20, 8: 1. / 20}},
		{action: "check", actor: "cleric", params: set("ability", "wisdom", "dc", 12, "trained", true),
			success: chance([]int{20}, func(f []int) bool { return f[0]+5 >= 12 })},
		{action: "save", actor: "fighter", params: set("ability", "constitution", "dc", 15, "amount", 10),
			success: chance([]int{20}, func(f []int) bool { return f[0]+4 >= 15 }),
			changes: map[string]float64{"actor.hp_lost": mean([]int{20}, func(f []int) int {
				if f[0]+4 >= 15 {
					return 5
				}
				return 10
			})}},
		{action: "contest", actor: "fighter", other: "orc", params: set("mine", "Athletics", "theirs", "Athletics"),
			success: chance([]int{20, 20}, func(f []int) bool { return f[0]+5 > f[1]+3 })},
		{action: "grapple", actor: "fighter", other: "goblin", success: chance([]int{20, 20}, func(f []int) bool { return f[0]+5 > f[1]+2 })},
		{action: "initiative", actor: "fighter", success: 1, totals: map[int]float64{2: 1. / 20, 21: 1. / 20}},
		{action: "stabilise", actor: "cleric", other: "fighter", them: set("hp_lost", 28), success: chance([]int{20}, func(f []int) bool { return f[0]+5 >= 10 })},
		{action: "heal", actor: "cleric", params: set("dice", "2d4+2"), me: set("hp_lost", 8), success: 1,
			changes: map[string]float64{"actor.hp_lost": -mean(dice(2, 4), func(f []int) int { return min(sum(f)+2, 8) })}},
		{action: "damage", actor: "orc", other: "skeleton", params: set("dice", "2d6", "kind", "bludgeoning"), success: 1,
			changes: map[string]float64{"other.hp_lost": mean(dice(2, 6), func(f []int) int { return min(2*sum(f), 13) })}},
		{action: "turn", actor: "fighter", me: set("hp_lost", 28), success: chance([]int{20}, func(f []int) bool { return f[0] >= 10 })},
		{action: "short-rest", actor: "fighter", me: set("hp_lost", 15), tape: []engine.Answer{{ID: "hit-dice", Amount: new(2)}}, success: 1,
			changes: map[string]float64{"actor.hp_lost": -mean(dice(2, 10), func(f []int) int { return min(sum(f)+4, 15) })}},
	}
}
