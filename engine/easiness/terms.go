package easiness

import "example.org/fray/engine"

// otherWords are the words of other games.
var otherWords = []engine.Term{
	engine.MeansRow("attack, hit, swing, melee, slash, stab, punch, kick, brawl", "pool", "Knife", "pool"),
	engine.Means("shoot, bow, gun, throw, grenade, charge", "pool"),
	engine.Means("aim, luck, inspiration, risk, push it", "pool").Saying("Risk, in its form, is declared before the roll."),
	engine.Instead("called shot, headshot, flank, cover, advantage, help, assist, buff, bless", "a modifier of the Roll counts it, in its form"),
	engine.Instead("two weapons, multiattack", "each is a Roll of its own"),
	engine.Means("aoe, area, splash", "hurt").Saying("All who are marked lose health together."),
	engine.Means("disarm, versus, arm wrestle", "oppose"),
	engine.Means("grapple, grab", "oppose").Saying("Whoever loses is Held then, a condition."),
	engine.Means("push, drag, lift, carry, fly, swim", "pool"),
	engine.Instead("knockback", "nobody is thrown back"),
	engine.Means("damage, dmg, hurt, hp, health, life, fall damage, fire, poison, wound, injury", "hurt"),
	engine.Instead("dying, death save", "who has no health left is out of the fight"),
	engine.Means("heal, cure, potion, first aid, medic, long rest, sleep, camp, short rest, breather", "recover"),
	engine.Means("dodge, evade, parry, block, full defence, full defense, ac, defence, defense, to hit", "dodge"),
	engine.Means("armour, armor, soak, damage reduction, save, saving throw", "resist"),
	engine.Instead("crit, critical", "when all dice succeed, one more is thrown"),
	engine.Instead("init, initiative", "turns are given by hand"),
	engine.Instead("hero point, fate", "there are no points for that: a Roll has its Risk"),
	engine.MeansRow("spell, cast, magic, drown, hold breath", "pool", "Second Wind", "pool"),
	engine.Instead("mana, spell slot", "nothing is spent"),
	engine.Instead("concentration", "a modifier of the other rolls counts it"),
	engine.MeansRow("move, walk, run, flee, retreat, jump, leap, climb", "pool", "Free running", "pool"),
	engine.MeansRow("stealth, sneak, hide", "pool", "Hide", "pool"),
	engine.Means("perception, spot, insight, lore, arcana, know, skill check, ability check, lockpick, thieves' tools, persuade, intimidate, bluff", "pool"),
	engine.Instead("xp, level up, advance", "nothing is counted: what somebody learns is written on the sheet"),
	engine.Instead("loot, gold, inventory", "nothing is counted: a note says who has what"),
}
