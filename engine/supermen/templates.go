package supermen

import "example.org/fray/engine"

var templates = []engine.Template{
	{ID: "seraph", Name: "Seraph", Note: "Fast and hard to hit; throws lightning and mends flesh.", Page: engine.PageOf(
		"strength", 11, "agility", 22, "constitution", 18, "learning", 11, "newoen", 20,
		"active_charisma", 14, "normal_charisma", 13, "hearing", 12, "sight", 13, "perception", 13, "willpower", 15,
		"height", engine.Milli(1791), "mass", 82, "build", 50, "ep_max", 74,
		"powers/p1/name", "Electricity", "powers/p1/pr", 12, "powers/p1/attack", true, "powers/p1/effort", true,
		"powers/p2/name", "Healing", "powers/p2/pr", 9, "powers/p2/passive", true, "powers/p2/returns", "mind",
		"effects/e1/name", "Damage", "effects/e1/power", "Electricity",
		"effects/e2/name", "DP healed", "effects/e2/power", "Healing", "effects/e2/step", 3,
		"skills/s1/name", "Acrobatics", "skills/s1/level", 5, "skills/s1/roll", 14, "skills/s1/pt", 10,
		"skills/s2/name", "First Aid", "skills/s2/level", 3, "skills/s2/roll", 11, "skills/s2/pt", 2, "skills/s2/unit", "minutes",
		"knowledges/k1/name", "First Aid", "knowledges/k1/score", 24,
		"knowledges/k2/name", "City Streets", "knowledges/k2/score", 35)},
	{ID: "sphinx", Name: "Sphinx", Note: "A mind that reaches out, and a quick blade.", Page: engine.PageOf(
		"strength", 13, "agility", 15, "constitution", 14, "learning", 24, "newoen", 18,
		"active_charisma", 17, "normal_charisma", 15, "hearing", 14, "sight", 15, "perception", 18, "willpower", 22,
		"height", engine.Milli(1680), "mass", 61, "build", 45, "ep_max", 66, "astral_max", 40,
		"powers/p1/name", "Telepathy", "powers/p1/pr", 14, "powers/p1/passive", true, "powers/p1/returns", "mind", "powers/p1/effort", true,
		"powers/p2/name", "Mind Bolt", "powers/p2/pr", 11, "powers/p2/attack", true, "powers/p2/returns", "mind",
		"effects/e1/name", "Depth", "effects/e1/power", "Telepathy", "effects/e1/step", 2,
		"effects/e2/name", "Reach", "effects/e2/power", "Telepathy",
		"effects/e3/name", "Damage", "effects/e3/power", "Mind Bolt",
		"skills/s1/name", "Riddles", "skills/s1/level", 7, "skills/s1/roll", 15, "skills/s1/pt", 1, "skills/s1/unit", "minutes",
		"skills/s2/name", "Stealth", "skills/s2/level", 4, "skills/s2/roll", 13, "skills/s2/pt", 20,
		"knowledges/k1/name", "Antiquity", "knowledges/k1/score", 62,
		"knowledges/k2/name", "Riddles", "knowledges/k2/score", 41,
		"weapons/w1/name", "Khopesh", "weapons/w1/damage", 4, "weapons/w1/pt", 18, "weapons/w1/hand", true, "weapons/w1/kind", penetrating)},
	{ID: "sun-ruler", Name: "Sun-Ruler", Note: "Wears fire as a coat, and throws it.", Page: engine.PageOf(
		"strength", 16, "agility", 14, "constitution", 20, "learning", 13, "newoen", 12,
		"active_charisma", 18, "normal_charisma", 12, "hearing", 10, "sight", 14, "perception", 11, "willpower", 17,
		"height", engine.Milli(1880), "mass", 94, "build", 55, "ep_max", 70,
		"powers/p1/name", "Fire Coat", "powers/p1/pr", 12, "powers/p1/attack", true,
		"effects/e1/name", "Fire blast", "effects/e1/power", "Fire Coat",
		"effects/e2/name", "Skin Temper", "effects/e2/power", "Fire Coat", "effects/e2/step", 2,
		"skills/s1/name", "Oratory", "skills/s1/level", 6, "skills/s1/roll", 14, "skills/s1/pt", 5, "skills/s1/unit", "minutes",
		"knowledges/k1/name", "Astronomy", "knowledges/k1/score", 48)},
	{ID: "gantry", Name: "Gantry", Note: "A docker as strong as his cranes.", Page: engine.PageOf(
		"strength", 38, "agility", 12, "constitution", 26, "learning", 9, "newoen", 13,
		"active_charisma", 10, "normal_charisma", 14, "hearing", 9, "sight", 11, "perception", 10, "willpower", 16,
		"height", engine.Milli(2040), "mass", 148, "build", 80, "ep_max", 90, "damage_ignored", 2,
		"powers/p1/name", "Anchor", "powers/p1/pr", 10, "powers/p1/passive", true,
		"effects/e1/name", "Skin Temper", "effects/e1/power", "Anchor", "effects/e1/step", 2,
		"skills/s1/name", "Rigging", "skills/s1/level", 8, "skills/s1/roll", 17, "skills/s1/pt", 1, "skills/s1/unit", "hours",
		"skills/s2/name", "Sailing", "skills/s2/level", 7, "skills/s2/roll", 15, "skills/s2/pt", 10, "skills/s2/unit", "minutes",
		"knowledges/k1/name", "Sailing", "knowledges/k1/score", 52,
		"weapons/w1/name", "Girder", "weapons/w1/damage", 12, "weapons/w1/pt", 25, "weapons/w1/hand", true)},
	{ID: "footpad", Name: "Footpad", Note: "Nobody special, with a knife.", Page: engine.PageOf(
		"strength", 12, "agility", 13, "constitution", 11, "learning", 8, "newoen", 7,
		"active_charisma", 9, "normal_charisma", 10, "hearing", 12, "sight", 11, "perception", 12, "willpower", 9,
		"height", engine.Milli(1740), "mass", 78, "build", 45, "ep_max", 36,
		"skills/s1/name", "Pick Pockets", "skills/s1/level", 4, "skills/s1/roll", 12, "skills/s1/pt", 8,
		"weapons/w1/name", "Knife", "weapons/w1/damage", 3, "weapons/w1/pt", 12, "weapons/w1/hand", true, "weapons/w1/kind", penetrating)},
}
