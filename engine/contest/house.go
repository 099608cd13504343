package contest

import "example.org/fray/engine"

// The house rules, for what the text leaves open.
var (
	house = &engine.Schema{}

	rollRules   = house.Group("Rolls")
	spectacular = rollRules.Bool("spectacular", "Spectacular success").Default(true).
			Help("The highest face is thrown once more and added.")
	opposedTie = rollRules.Choice("opposed_tie", "A tie in an opposed roll", tieUndecided, tieReroll, tieInitiator).
			Help("Undecided, thrown again, or won by the side that started it.")
	qualityStep = rollRules.Int("very_good_step", "Very Good gets better each", 1, 20).Default(3).
			Help("Points over 21 for each step beyond Very Good.")
	described = rollRules.Choice("descriptions", "Descriptions count for", describedPlayers, describedAll)

	contestRules = house.Group("Contests")
	leastEffect  = contestRules.Int("least_effect", "Least effect", 0, 20).Default(1).
			Help("The least that a won exchange takes off.")
	outnumbered = contestRules.Choice("outnumbered", "One against several hits", hitsChosen, hitsBeaten).
			Help("Only the chosen opponent, or all who were beaten.")
)

const (
	tieUndecided = "undecided"
	tieReroll    = "reroll"
	tieInitiator = "initiator"

	describedPlayers = "players"
	describedAll     = "everyone"

	hitsChosen = "chosen"
	hitsBeaten = "beaten"
)
