package d6

import "example.org/fray/engine"

var house = &engine.Schema{}

// Wild Die.
var (
	wildHouse       = house.Group("Wild Die")
	criticalFailure = wildHouse.Choice("critical_failure", "A 1 on the Wild Die", ask, cancel, complication).
			Help("Who chooses between taking the highest die out and a complication.")
	cancelDropsWild = wildHouse.Bool("cancel_drops_wild", "The 1 that cancels is taken out too")
)

// Points.
var (
	pointsHouse = house.Group("Points")
	cpCap       = pointsHouse.Int("cp_cap", "Most Character Points on one roll", 0, 99).Help("0 for no limit; 2 and 5 are common.")
	cpWithFP    = pointsHouse.Bool("cp_with_fp", "Both kinds of points on one roll")
	fateARound  = pointsHouse.Bool("fate_once_a_round", "One Fate Point a round").Default(true).
			Help("Turn it off if nobody counts rounds.")
	fateLasts = pointsHouse.Bool("fate_round", "A Fate Point counts for all rolls of its round").
			Help("Later rolls of the round set it too, at no cost.")
	liftsSkills = pointsHouse.Bool("attribute_lifts_skills", "A raised attribute raises its skills").Default(true)
)

// Checks.
var (
	checkHouse  = house.Group("Checks")
	levelNumber = checkHouse.Choice("level_number", "A level picked by name stands for", "its top", "its middle", "its least")
	tiesSucceed = checkHouse.Bool("ties_succeed", "Ties go to the one who acts").Default(true)
)

// Fights.
var (
	fightHouse     = house.Group("Fights")
	passiveDefence = fightHouse.Int("passive_defence", "Difficulty to hit one who does not defend", 0, 99).Default(10)
	bestDefence    = fightHouse.Bool("best_defence", "A defence roll never makes one easier to hit")
	fifthToDamage  = fightHouse.Bool("fifth_to_damage", "A fifth of an attack's result points goes to damage").Default(true)
	woundsPenalise = fightHouse.Bool("wound_penalties", "Wounds take dice off rolls").Default(true)
	pronePenalty   = fightHouse.Int("prone_penalty", "Dice that lying prone takes off", 0, 9).Default(1)
	useBody        = fightHouse.Bool("body_points", "Body Points instead of wounds")
)
