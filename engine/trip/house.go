package trip

import "example.org/fray/engine"

var house = &engine.Schema{}

var (
	rollRules     = house.Group("The roll")
	alwaysAChance = rollRules.Bool("always_a_chance", "A natural 20 is never an ability failure").Default(true).
			Help("Matters only if target and slide together are above 20.")
	highLevelDice = rollRules.Bool("high_level_dice", "High-level bonus dice").
			Help("A sum of 21 to 24 gives a d24, 25 and more a d30.")
	artifactStack = rollRules.Bool("artifact_stack", "Artifacts of one type add up").
			Help("Several rings, for example, may serve one ability.")
)

var (
	unskilledRules   = house.Group("Unskilled")
	unskilledBy      = unskilledRules.Choice("unskilled_by", "Unskilled rolls", "slide", "anti-luck")
	unskilledSlide   = unskilledRules.Int("unskilled_slide", "Slide of an unskilled roll", 0, 20).Default(5)
	unskilledPenalty = unskilledRules.Int("unskilled_penalty", "Penalty of an unskilled roll", 0, 9999).Default(5)
)

// focusValues are the house rules for the bonus of a Focus, by colour.
var focusValues = focusTable()

func focusTable() []engine.Field[int] {
	group := house.Group("Focus")
	var out []engine.Field[int]
	for _, c := range colours {
		out = append(out, group.Int("focus_"+c.id, c.label+" Focus", 0, 99).Default(c.focus))
	}
	return out
}
