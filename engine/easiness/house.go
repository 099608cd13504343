package easiness

import "example.org/fray/engine"

// The house rules, for what the text leaves open.
var (
	house = &engine.Schema{}

	bonusRules = house.Group("Bonus and Penalties")
	modifierIs = bonusRules.Choice("modifier", "A modifier changes", asSuccesses, asDice, asEasiness).
			Help("What bonuses and penalties are added to: the successes of the roll, its dice, or its Easiness.")

	riskRules = house.Group("Taking Risks")
	riskDice  = riskRules.Int("risk_dice", "Risk dice", 1, 5).Default(1).
			Help("Dice thrown for a risk; one success among them is enough.")
	riskEase = riskRules.Int("risk_easiness", "Easiness of a risk", 0, mostEasiness).Default(4)
	riskMost = riskRules.Int("most_risk", "Highest risk", 0, mostRisk).Default(mostRisk).
			Help("The highest risk that the gamemaster allows.")

	opposedRules = house.Group("Opposed rolls")
	fumbledIs    = opposedRules.Choice("fumbled_defense", "A defender's Nines", "nothing", fumbledAdd).
			Help("Whether a defender's critical failure gives its Nines to the other side.")
)

const (
	asSuccesses = "successes"
	asDice      = "dice"
	asEasiness  = "easiness"

	fumbledAdd = "add"
)
