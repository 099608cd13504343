package trip

import (
	"strconv"

	"example.org/fray/engine"
)

// highestNish is the Nish at which every round begins: the most that a d20 and a d20 of
// bonus show together.
const highestNish = 40

// degrees is the number of Degrees in the Heroic table.
const degrees = 6

var sheet = &engine.Schema{}

var (
	character = sheet.Group("Character")
	level     = character.Int("level", "Level", 1, 99).Default(1)
	maxDegree = character.Int("max_degree", "Highest Degree", 1, degrees).Default(3).
			Help("Of Heroic rolls, at this level.")
	hits     = character.Int("hits", "Hits", 0, 9999).Default(10)
	hitsLost = character.Int("hits_lost", "Hits lost", 0, 9999)
	nish     = character.Unmodifiable().Int("nish", "Nish", 0, highestNish).Help("When the character acts in this round; the count goes down to 0.")
)

var (
	luckGroup = sheet.Group("Luck")
	luckBoxes = luckGroup.Int("luck_boxes", "Luck boxes", 0, 999).
			Derived(func(s engine.Sheet) int { return 5 + 2*level.Of(s) }).
			Help("5 and 2 for each level, unless the sheet says otherwise.")
	luckSpent = luckGroup.Int("luck_spent", "Luck boxes spent", 0, 999)
)

// heroicDice are the fields for the faces of the dice of Degree 1, 2, 3 and so on.
var heroicDice = heroicTable(6, 8, 10, 12, 16, 20)

func heroicTable(faces ...int) []engine.Field[int] {
	group := sheet.Group("Heroic table")
	var out []engine.Field[int]
	for i, n := range faces {
		degree := strconv.Itoa(i + 1)
		out = append(out, group.Int("heroic_"+degree, "Degree "+degree, 2, 100).Default(n).
			Help("The faces of the two dice of this Degree."))
	}
	return out
}

var purses = []purse{
	newPurse("mana", "Mana", "scene"), newPurse("omega", "Omega", "day"),
	newPurse("pool", "Pool", ""), newPurse("channeled", "Channeled", "Nish"),
}

// Fields that no paper sheet has, so that conditions and effects can add to them.
var (
	inForce    = sheet.Group("In force")
	everyBonus = inForce.Modifier("every_bonus", "Bonus of every Trip roll")
	everySlide = inForce.Int("every_slide", "Slide of every Trip roll", 0, 20)
)

// lastMoment is the latest moment that a sheet can hold. Two of them add up in 32 bits.
const lastMoment = 1_000_000_000

// The running Focus: it serves the rolls of its use on its Nish.
var (
	running     = sheet.Group("Running Focus").Unmodifiable()
	focusColour = running.Choice("focus_colour", "Running Focus", colourIDs("none")...).Bookkeeping()
	focusUse    = running.Text("focus_use", "Use with Focus", 60).Bookkeeping()
	focusOpened = running.Text("focus_opened", "Opened by", 60).Bookkeeping()
	focusMoment = running.Int("focus_moment", "Moment", -1, lastMoment).Bookkeeping().Default(-1)
)

// The use that has called for its resistance and damage, and when.
var (
	calledUse    = running.Text("called_use", "Use that has called for what follows", 60).Bookkeeping()
	calledMoment = running.Int("called_moment", "Moment of the call", -1, lastMoment).Bookkeeping().Default(-1)
)

var (
	abilities   = sheet.List("abilities", "Abilities")
	_           = abilities.Text("name", "Name", 60)
	abilityKind = abilities.Choice("kind", "Kind", "skill", "attribute", "feat", "resistance", "attack", "damage", "armor").AttackWhen("attack")
	abilityStar = abilities.Int("target", "*", 0, 8)
	abilityB    = abilities.Modifier("b", "B").Help("The long-term bonus.")
	abilityUse  = abilities.Text("use", "Use", 60).Help("Abilities of one use share a Focus: a weapon's attack and its damage. Empty: the name.")
	abilityCost = abilities.Choice("cost", "Meta cost", colourIDs("none")...)
	abilityBack = abilities.Bool("cost_back", "Cost comes back").Help("This feat gives its Meta back when it fails, but never on an ability failure.")
)

var (
	bonuses     = sheet.List("bonuses", "Bonuses")
	_           = bonuses.Text("name", "Name", 60)
	bonusKind   = bonuses.Choice("kind", "Kind", "buff", "bonus", "mastery", "penalty", "focus")
	bonusFrom   = bonuses.Choice("source_kind", "From", "other", "feat set", "artifact", "kit")
	bonusSource = bonuses.Text("source", "Which", 60).Help("The feat set, type of artifact or kit. Two bonuses of the same one never add up. Empty: the name of the bonus.")
	bonusServes = bonuses.Text("serves", "Serves", 60).Help("An ability, a kind of ability or a use. Empty: every ability.")
	bonusValue  = bonuses.Modifier("value", "Value")
	bonusLasts  = bonuses.Text("lasts", "Lasts", 60)
	bonusEnds   = bonuses.Int("ends", "Ends at", 0, lastMoment).Help("The moment at which the clock ends it; 0: the clock doesn't.")
)

// luckLeft gives how many Luck boxes can still be spent.
func luckLeft(s engine.Sheet) int { return max(0, luckBoxes.Of(s)-luckSpent.Of(s)) }

// hasLuckBoxes reports whether Luck can be offered: the sheet gives its level or its Luck
// boxes, so that it is more than a bare roll, and a box is left.
func hasLuckBoxes(s engine.Sheet) bool {
	return (s.Written(level.ID) || s.Written(luckBoxes.ID)) && luckLeft(s) > 0
}

var allPools = pools()

func pools() []engine.Pool {
	out := []engine.Pool{
		{ID: "hits", Label: "Hits", Kind: "life", Full: hits, Losses: []engine.Field[int]{hitsLost}},
		{ID: "luck", Label: "Luck", Full: luckBoxes, Losses: []engine.Field[int]{luckSpent}},
	}
	for _, p := range purses {
		for i, c := range colours {
			out = append(out, engine.Pool{ID: p.id + "_" + c.id, Label: c.label + " " + p.label,
				Full: p.full[i], Losses: []engine.Field[int]{p.spent[i]}, Wasted: p.lasts != ""})
		}
	}
	return out
}

// How a character is made.
var _ = sheet.
	Step("Character", "", "level", "max_degree", "hits").
	Step("Abilities", "The Trip die must not show less than the *. B is the long-term bonus.", "abilities.target+b").
	Step("Meta", "What each purse holds in full.", metaFields()...).
	Step("Luck", "5 and 2 for each level, unless the sheet says otherwise.", "luck_boxes").
	Step("Bonuses", "", "bonuses")

func metaFields() []string {
	var out []string
	for _, p := range purses {
		for _, f := range p.full {
			out = append(out, f.ID)
		}
	}
	return out
}
