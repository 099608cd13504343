package supermen

import "example.org/fray/engine"

// otherWords are the words of other games.
var otherWords = []engine.Term{
	engine.Means("punch, kick, brawl", "combat").WithoutRow(),
	engine.Means("charge", "move"),
	engine.Means("aim", "combat").Saying("Quality that is shared to Attack makes this attack likelier to hit."),
	engine.Means("called shot, headshot", "combat").Saying("Where, in its form, aims at a part of the body."),
	engine.Means("aoe, area, splash", "combat").Saying("Several opponents are chosen in its form; damage for all who are marked is Take damage."),
	engine.Instead("flank", "the situation of the Combat Roll counts it, in its form"),
	engine.Instead("disarm", "a Combat Roll, and what the Editor rules of it"),
	engine.Means("grapple, grab", "oppose").Saying("Whoever loses is Held then, a condition."),
	engine.Means("arm wrestle", "oppose"),
	engine.Means("knockback", "throwback"),
	engine.Means("hp, health, life", "hurt").Saying("VP are lost first, then DP."),
	engine.Means("fall damage, fire damage, burning, poison, soak, damage reduction", "hurt").Saying("Its working shows what comes off."),
	engine.Instead("dying, death save", "there is no death save: DP of body or head at 0 end all actions"),
	engine.MeansRow("first aid, medic", "skill", "First Aid", "heal"),
	engine.Means("long rest, short rest", "rest"),
	engine.Means("full defence, full defense", "combat").Saying("Share its Quality to Defense."),
	engine.Instead("ac, defence, defense, to hit", "Defense is made by a Combat Roll or a Move, and counts against whoever attacks"),
	engine.Instead("armour, armor", "what armor holds comes off every blow by itself: it stands on the sheet"),
	engine.Instead("crit, critical", "Quality that is shared to Damage makes a hit worse"),
	engine.Instead("init, initiative", "there is no order of turns: whoever is free acts"),
	engine.Instead("advantage, help, assist", "the situation of the roll counts it, in its form"),
	engine.Instead("luck, inspiration, hero point, fate, risk, push it", "Extra Effort is asked after the dice"),
	engine.Means("mana, spell slot", "power").Saying("Powers cost EP."),
	engine.Means("concentration, dispel, end spell", "release"),
	engine.Means("saving throw, resist", "save"),
	engine.Means("perception", "perceive"),
	engine.Means("surprise, ambush", "surprise"),
	engine.Means("two weapons, multiattack", "combat"),
	engine.Instead("xp, level up, advance", "nothing is counted: what somebody learns is written on the sheet"),
	engine.Instead("loot, gold, inventory", "what somebody has stands in the lists of the sheet, or in a note"),
}
