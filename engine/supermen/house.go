package supermen

import "example.org/fray/engine"

var house = &engine.Schema{}

var (
	dicing      = house.Group("Dice")
	rerollChain = dicing.Bool("reroll_chain", "Ones go on").
			Help("A one among the dice that are thrown again is thrown again too and subtracted.")
	savedQuality = dicing.Bool("saved_quality", "Quality can be saved").
			Help("2 Quality give +1 to the next pool of the same action, started at once.")

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
