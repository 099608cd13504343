package trip

import "example.org/fray/engine"

// otherWords are the words of other games.
var otherWords = []engine.Term{
	engine.Means("aim", "trip").Saying("A Focus, in its form, is spent on it."),
	engine.Instead("called shot, headshot", "a slide of the Trip roll counts it, in its form"),
	engine.Instead("two weapons, multiattack", "each is a Trip roll of its own"),
	engine.Means("aoe, area, splash", "damage").Saying("All who are marked are hurt by it together."),
	engine.Means("flank, buff, bless, debuff, curse, help, assist", "bonus"),
	engine.Means("advantage", "bonus").Saying("Or Luck, in the form of the Trip roll."),
	engine.Means("grapple, grab", "trip").Saying("Whoever loses is Held then, a condition."),
	engine.Instead("versus, arm wrestle", "each side makes a Trip roll, and the higher one wins"),
	engine.Instead("knockback", "damage throws nobody back"),
	engine.Means("hp, health, life, fall damage, fire, poison", "damage").Saying("It takes hits."),
	engine.Instead("dying, death save", "there is no death save: who has no hits left is out of the fight"),
	engine.Instead("heal, cure, potion, first aid, medic", "hits are given back on the sheet, by +"),
	engine.Means("long rest", "day"),
	engine.Instead("short rest, breather", "Meta comes back by the day"),
	engine.Instead("full defence, full defense", "a Trip roll against the difficulty of the attack"),
	engine.Instead("ac, defence, defense, to hit", "a difficulty is set in the form of the Trip roll"),
	engine.MeansRow("armour, armor, soak, damage reduction", "trip", "Quilted coat", "trip"),
	engine.Instead("cover", "a slide or a penalty of the Trip roll counts it, in its form"),
	engine.Means("crit, critical", "intensity"),
	engine.Means("luck, inspiration", "trip").Saying("Luck, in its form, throws again."),
	engine.Instead("hero point, fate", "Luck and Focus are what is spent on a Trip roll"),
	engine.Instead("risk, push it", "Luck throws a Trip roll again"),
	engine.Instead("mana, spell slot", "Mana stands on the sheet, and a Trip roll says what it takes"),
	engine.MeansCondition("concentration", "hindered"),
	engine.Instead("xp, level up, advance", "nothing is counted: what somebody learns is written on the sheet"),
	engine.Instead("loot, gold, inventory", "bonuses and Meta stand on the sheet; a note says who has what"),
}
