package easiness

import "example.org/fray/engine"

// otherWords are the words of other games.
var otherWords = []engine.Term{
	engine.Means("aim, luck, inspiration, risk, push it", "pool").Saying("Risk, in its form, is declared before the roll."),
	engine.Instead("called shot, headshot, flank, cover, advantage, help, assist, buff, bless", "a modifier of the Roll counts it, in its form"),
	engine.Instead("two weapons, multiattack", "each is a Roll of its own"),
	engine.Means("aoe, area, splash", "hurt").Saying("All who are marked lose health together."),
	engine.Means("arm wrestle", "oppose"),
	engine.Means("grapple, grab", "oppose").Saying("Whoever loses is Held then, a condition."),
	engine.Instead("knockback", "nobody is thrown back"),
	engine.Means("health, life, fall damage, fire, poison", "hurt"),
	engine.Instead("dying, death save", "who has no health left is out of the fight"),
	engine.Means("long rest, short rest", "recover"),
	engine.Means("full defence, full defense, ac, to hit", "dodge"),
	engine.Means("damage reduction", "resist"),
	engine.Instead("crit, critical", "when all dice succeed, one more is thrown"),
	engine.Instead("init, initiative", "turns are given by hand"),
	engine.Instead("hero point, fate", "there are no points for that: a Roll has its Risk"),
	engine.Instead("mana, spell slot", "nothing is spent"),
	engine.Instead("concentration", "a modifier of the other rolls counts it"),
	engine.Instead("xp, level up, advance", "nothing is counted: what somebody learns is written on the sheet"),
	engine.Instead("loot, gold, inventory", "nothing is counted: a note says who has what"),
}
