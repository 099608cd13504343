package supermen

import "example.org/fray/engine"

var house = &engine.Schema{}

var (
	dicing      = house.Group("Dice")
	rerollChain = dicing.Bool("reroll_chain", "Ones go on").
			Help("A one among the dice that are thrown again is thrown again too and subtracted.")
	savedQuality = dicing.Bool("saved_quality", "Quality can be saved").
			Help("2 Quality give +1 to the next pool of the same action, started at once.")

	breathPool = dicing.Bool("breath_pool", "Body DP go into the pool to hold breath").
			Help("The book has a bonus equal to them, which is added as it is.")
	knowledgeBonus = dicing.Choice("knowledge_bonus", "Skill in a Knowledge Roll", "after", "before").
			Help("Added after multiplying, as a bonus to the roll, or multiplied with the score: the book can be read both ways.")

	lightLoad = dicing.Bool("light_load", "A load under 1 kg helps").
			Help("The chart has fractions of 1, so a light load is a bonus; that it is none is our ruling.")

	paying    = house.Group("EP")
	loserPays = paying.Choice("loser_pays", "Who fails an opposed action pays", "its row", "1 EP").
			Help("The book says 5 EP only of two who fail, and 1 EP of a Lift that fails; its row as it stands is our ruling.")
	handEach = paying.Bool("hand_each", "Hand Damage is paid for each blow of a sweep").
			Help("Once for the Combat Roll is our ruling; the book counts attacks.")
	shotRows = paying.Choice("shot_rows", "A maintained blast costs a row more", "each shot", "once").
			Help("That each shot costs one more is our ruling.")
	roundsApart = paying.Bool("rounds_apart", "Rounds of movement have a tally of their own").
			Help("The book names 5 actions and a minute; that Move Rolls and rounds are counted together is our ruling.")
	astralAsleep = paying.Bool("astral_asleep", "Astral EP come back only asleep").
			Help("By the hour of rest, awake too, is our ruling.")

	walking      = house.Group("Movement")
	halfStrength = walking.Choice("half_strength", "Half strength in Move Rolls", "up", "down").
			Help("The rule rounds up; the book's example rounds down.")
	negativeSpeed = walking.Bool("negative_speed", "Negative speed").
			Help("Speed Quality may fall below 0, which then helps the next Move Roll.")

	harming    = house.Group("Damage")
	vpOverflow = harming.Bool("vp_overflow", "Damage runs over").Default(true).
			Help("Damage that is left when the VP are gone is taken off the DP.")
	thrownAnyway = harming.Bool("throwback_made", "Thrown back a little").
			Help("A Throwback Roll that is made throws the character back too, by the fraction of its Quality.")
	knockout = harming.Bool("unconscious", "Unconscious at 0 DP").Default(true).
			Help("Body or head DP at 0 or less end all actions.")
	healWorst = harming.Choice("heal_dp", "DP heal first in", "body", "worst").
			Help("The body, then the head, then the worst part; or the worst part from the start.")
)
