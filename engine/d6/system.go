package d6

import (
	_ "embed"

	"example.org/fray/engine"
)

//go:embed chapters.tsv
var chapters string

// System is the rulebook.
var System = &engine.System{
	ID:     "d6",
	Name:   "D6 System",
	Author: "OpenD6",
	Dice:   "pools of d6, one of them the Wild Die",
	Help:   help,
	Sheet:  sheet,
	House:  house,
	Pools:  []engine.Pool{body},
	Actions: []*engine.Action{
		{ID: "check", Label: "Check", Offers: []string{"skill", "attribute"}, Group: "Checks", Chapter: "Skill Checks", Mode: engine.Active,
			Also: "skill test attribute save saving throw roll perception stealth",
			Help: "A skill or attribute against a difficulty.", Form: checkForm, Rule: check},
		{ID: "oppose", Label: "Opposed roll", Group: "Checks", Chapter: "Opposed Difficulties", Mode: engine.Active, Need: engine.MayFace,
			Also: "contest versus grapple wrestle",
			Help: "Both sides roll, and the higher wins.", Form: opposeForm, Rule: oppose},
		{ID: "related", Label: "Related skill", Group: "Checks", Chapter: "Related Skills", Mode: engine.Active,
			Also: "help assist aid combine secondary",
			Help: "A secondary skill that helps or hinders the one attempt that follows.", Form: relatedForm, Rule: related},
		{ID: "initiative", Label: "Initiative", Group: "Fights", Chapter: "Rounds", Mode: engine.Instant,
			Also: "order first turn init reaction",
			Help: "A Perception roll; the highest acts first.", Form: initiativeForm, Rule: initiative},
		{ID: "attack", Label: "Attack", Offers: []string{"weapon"}, Group: "Fights", Chapter: "Rounds", Mode: engine.Active, Need: engine.MayFace,
			Also: "hit strike fight shoot fire stab punch kick swing weapon melee", Attack: true,
			Help: "Rolls to hit; result points wait for the damage.", Form: attackForm, Rule: attack},
		{ID: "damage", Label: "Damage", Key: "x", Group: "Fights", Chapter: "Damage", Mode: engine.Instant, Need: engine.MayFace,
			Also: "wound injury harm hurt hit points soak resistance",
			Help: "Damage against resistance; the target takes the wound.", Form: damageForm, Rule: damage},
		{ID: "defend", Label: "Defend", Group: "Fights", Chapter: "Rounds", Mode: engine.Active,
			Also: "dodge parry block evade full defence defense cover",
			Help: "An active or full defence that stands until the next turn.", Form: defendForm, Rule: defend},
		{ID: "get-up", Label: "Get up", Group: "Fights", Chapter: "Rounds", Mode: engine.Active,
			Also: "stand prone rise fallen knocked down",
			Help: "An action that ends being prone.", Form: upForm, Rule: getUp},
		{ID: "heal", Label: "Heal", Key: "R", Group: "Health", Chapter: "Healing", Mode: engine.Active, Need: engine.MayFace,
			Also: "cure rest first aid medicine recover treat camp sleep",
			Help: "By rest, or by medicine.", Form: healForm, Rule: heal},
		{ID: "body", Label: "Roll Body Points", Group: "Health", Chapter: "Damage", Mode: engine.Instant,
			Also: "hit points hp health max",
			Help: "20 and a Strength roll, where the table counts Body Points.", Form: bodyForm, Rule: rollBody},
		{ID: "advance", Label: "Advance", Group: "Between adventures", Chapter: "Advancement", Mode: engine.Instant,
			Also: "level up xp experience improve learn train",
			Help: "Buys one pip with Character Points.", Form: advanceForm, Rule: advance},
		{ID: "debrief", Label: "End the session", Group: "Between adventures", Chapter: "Fate Points", Mode: engine.Instant,
			Also: "xp experience reward character points fate award session over",
			Help: "Points earned, and what the moral code gives back or takes.", Form: debriefForm, Rule: debrief},
		{ID: "stun-ends", Label: "A stun ends", Over: engine.Ending{Last: true, Befalls: true}, Group: "Health", Chapter: "Damage", Mode: engine.ByClock, Need: engine.MayFace,
			Help: "After the round and the next.", Form: dueForm, Rule: stunEnds},
		{ID: "stay-up", Label: "Stay up", Over: engine.Ending{Befalls: true}, Group: "Health", Chapter: "Damage", Mode: engine.ByClock, Need: engine.MayFace,
			Help: "Stamina or willpower against 15, or out for 10D minutes.", Form: stayForm, Rule: stayUp},
		{ID: "awake", Label: "Come to", Over: engine.Ending{Last: true, Outlasts: true}, Group: "Health", Chapter: "Damage", Mode: engine.ByClock, Need: engine.MayFace,
			Help: "The end of being knocked out.", Form: wakeForm, Rule: wakes},
		{ID: "dying", Label: "Hang on", Over: engine.Ending{Outlasts: true}, Group: "Health", Chapter: "Damage", Mode: engine.ByClock, Need: engine.MayFace,
			Help: "Strength each minute against the minutes that have passed, or dead.", Form: dyingForm, Rule: dying},
		{ID: "turn", Label: "The defence is over", Group: "Fights", Chapter: "Rounds", Mode: engine.ByClock,
			Help: "A defence stands until the defender's next turn.", Form: turnForm, Rule: turnBegins},
		{ID: "scene-over", Label: "Scene over", Group: "Fights", Chapter: "Rounds", Mode: engine.ByClock,
			Help: "Defence and result points of a round end with the scene.", Form: sceneForm, Rule: sceneOver},
	},
	Templates: templates,
	Chapters:  chapters,
	Time: engine.Timekeeping{Round: "round", Unit: "turn", RoundMS: 5000, Initiative: "initiative",
		Declares: "actions", Between: between},
	Views: engine.Views{Panel: panel, Brief: brief, Costs: costs, Marks: marks},
	Named: named,
}
