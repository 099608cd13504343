package contest

import "example.org/fray/engine"

var templates = []engine.Template{
	{ID: "duellist", Name: "Corvin Dale", Note: "Fences for money, and now and then for the joy of it.", Side: engine.Heroes, Page: engine.PageOf(
		"concept", "Fencing master without a school",
		"abilities/r1/name", "Sword", "abilities/r1/level", 9,
		"abilities/r2/name", "Toughness", "abilities/r2/level", 7,
		"abilities/r3/name", "Willpower", "abilities/r3/level", 5,
		"abilities/r4/name", "Climb", "abilities/r4/level", 6,
		"abilities/r5/name", "Charm", "abilities/r5/level", 7,
		"usual_ability", "Sword", "usual_resistance", "Toughness",
		"aspects/a1/name", "Quick", "aspects/a1/modifier", 2, "aspects/a1/adds", "acting", "aspects/a1/when", "speed decides", "aspects/a1/on", true,
		"aspects/a2/name", "Old rapier", "aspects/a2/kind", "tool", "aspects/a2/modifier", 2, "aspects/a2/adds", "effect", "aspects/a2/when", "in hand", "aspects/a2/on", true,
		"aspects/a3/name", "Buff coat", "aspects/a3/kind", "tool", "aspects/a3/modifier", 2, "aspects/a3/adds", "resistance", "aspects/a3/when", "worn", "aspects/a3/on", true,
		"aspects/a4/name", "Vain", "aspects/a4/modifier", -3, "aspects/a4/adds", "acting", "aspects/a4/when", "somebody flatters him",
	)},
	{ID: "envoy", Name: "Maud Ferrant", Note: "Talks kings into things they have forbidden.", Side: engine.Heroes, Page: engine.PageOf(
		"concept", "Envoy of three courts, paid by two",
		"abilities/r1/name", "Persuade", "abilities/r1/level", 10,
		"abilities/r2/name", "Willpower", "abilities/r2/level", 8,
		"abilities/r3/name", "Etiquette", "abilities/r3/level", 9,
		"abilities/r4/name", "Toughness", "abilities/r4/level", 4,
		"abilities/r5/name", "Ride", "abilities/r5/level", 5,
		"usual_ability", "Persuade", "usual_resistance", "Willpower",
		"aspects/a1/name", "Noble birth", "aspects/a1/modifier", 3, "aspects/a1/when", "rank matters", "aspects/a1/on", true,
		"aspects/a2/name", "Purse of gold", "aspects/a2/kind", "tool", "aspects/a2/modifier", 4, "aspects/a2/when", "it can be taken",
		"aspects/a3/name", "The forged letter", "aspects/a3/kind", "tool", "aspects/a3/modifier", 8, "aspects/a3/plan", true, "aspects/a3/when", "the plan comes off",
	)},
	{ID: "thief", Name: "Odo Quick", Note: "Has been inside every house on the square but his own.", Side: engine.Heroes, Page: engine.PageOf(
		"concept", "Housebreaker with a bad knee",
		"abilities/r1/name", "Sneak", "abilities/r1/level", 11,
		"abilities/r2/name", "Locks", "abilities/r2/level", 9,
		"abilities/r3/name", "Knife", "abilities/r3/level", 6,
		"abilities/r4/name", "Willpower", "abilities/r4/level", 6,
		"abilities/r5/name", "Toughness", "abilities/r5/level", 6,
		"abilities/r6/name", "Run", "abilities/r6/level", 7,
		"usual_ability", "Knife", "usual_resistance", "Toughness",
		"aspects/a1/name", "Soft shoes", "aspects/a1/kind", "tool", "aspects/a1/modifier", 2, "aspects/a1/adds", "acting", "aspects/a1/when", "sneaking",
		"aspects/a2/name", "Bad knee", "aspects/a2/modifier", -2, "aspects/a2/adds", "acting", "aspects/a2/when", "running or climbing",
		"aspects/a3/name", "Picks", "aspects/a3/kind", "tool", "aspects/a3/modifier", 3, "aspects/a3/adds", "acting", "aspects/a3/when", "opening locks",
	)},
	{ID: "guard", Name: "A watchman", Note: "Somebody to be beaten; not a player character.", Side: engine.Foes, Page: engine.PageOf(
		"concept", "Watchman at the gate", "player", false,
		"abilities/r1/name", "Halberd", "abilities/r1/level", 6,
		"abilities/r2/name", "Toughness", "abilities/r2/level", 6,
		"abilities/r3/name", "Willpower", "abilities/r3/level", 4,
		"abilities/r4/name", "Watch", "abilities/r4/level", 5,
		"usual_ability", "Halberd", "usual_resistance", "Toughness",
		"aspects/a1/name", "Mail shirt", "aspects/a1/kind", "tool", "aspects/a1/modifier", 3, "aspects/a1/adds", "resistance", "aspects/a1/on", true,
	)},
}
