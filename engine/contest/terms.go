package contest

import "example.org/fray/engine"

// otherWords are the words of other games.
var otherWords = []engine.Term{
	engine.Means("two weapons, multiattack", "exchange"),
	engine.Instead("aim", "there is no aiming: the situation counts it, in the form of an Exchange"),
	engine.Instead("called shot, headshot, flank, cover, advantage, help, assist", "the situation counts it, in the form of an Exchange"),
	engine.Instead("aoe, area, splash", "one opponent is chosen for each Exchange"),
	engine.Means("arm wrestle", "oppose"),
	engine.Means("grapple, grab", "oppose").Saying("Whoever loses is Held then, a condition."),
	engine.Instead("knockback", "nobody is thrown back"),
	engine.Instead("damage, dmg, hurt", "an Exchange takes its effect off the resistance"),
	engine.Instead("hp, health, life", "the resistance total of a contest is what is lost"),
	engine.Instead("fall damage, fire, poison", "the situation of the next roll counts it"),
	engine.Instead("wound, injury, dying, death save", "who is at 0 has lost the contest, and nothing else"),
	engine.Instead("heal, cure, potion, first aid, medic", "a contest that is over leaves nothing on the sheet"),
	engine.Instead("long rest, sleep, camp, short rest, breather", "a new scene closes contests"),
	engine.Instead("full defence, full defense", "the resistance of a contest is the defence"),
	engine.Instead("ac, defence, defense, to hit", "the acting total of the other is what counts"),
	engine.Instead("armour, armor", "what is worn is part of the resistance"),
	engine.Instead("soak, damage reduction", "the resistance is what an effect comes off"),
	engine.Instead("crit, critical, luck, inspiration", "a spectacular success is what the dice make of it"),
	engine.Instead("hero point, fate, risk, push it", "there are no points for that: a spectacular success is what the dice make of it"),
	engine.Instead("init, initiative", "turns are given by hand"),
	engine.MeansCondition("buff, bless", "inspired"),
	engine.Instead("mana, spell slot", "nothing is spent"),
	engine.Instead("concentration", "the situation of the other rolls counts it"),
	engine.MeansRow("persuade, intimidate, bluff", "simple", "Charm", "simple").Saying("Against somebody's will it is an Exchange."),
	engine.Instead("xp, level up, advance", "nothing is counted: what somebody learns is written on the sheet"),
	engine.Instead("loot, gold, inventory", "aspects and tools stand on the sheet; a note says who has what"),
}
