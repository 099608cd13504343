package contest

import (
	"example.org/fray/engine"
	"example.org/fray/engine/kit"
)

// The character sheet.
var (
	sheet = &engine.Schema{}

	character = sheet.Group("Character")
	concept   = character.Text("concept", "Concept", 80).Help("Who this is, in a line.")
	player    = character.Bool("player", "Player character").Default(true).Help("Descriptions count for player characters.")
	dull      = character.Unmodifiable().Int("dull", "Dull rounds in a row", 0, 99).Help("Each makes the next dull round worse by 1. A good description or a new scene ends them; by our ruling one that is neither dull nor good does not.")
	dullRound = character.Int("dull_round", "Last dull round", 0, 1_000_000_000).Bookkeeping().Help("Counted from 1; 0 for none.")

	abilities    = sheet.List("abilities", "Abilities")
	_            = abilities.Text("name", "Name", 60)
	abilityLevel = abilities.Int("level", "Level", 0, 99)
	abilityKind  = abilities.Choice("contest", "Contest", anyContest, combat, persuasion).Help("The kind of contest that it begins.")

	usual           = sheet.Group("Usual in contests")
	usualAbility    = usual.Row("usual_ability", "Ability", abilities).Help("The ability behind the acting and effect totals; empty: the first one.")
	usualResistance = usual.Row("usual_resistance", "Resists with", abilities).Help("The ability behind the resistance total; empty: Willpower.")

	inForce     = sheet.Group("In force")
	everyActing = inForce.Modifier("every_acting", "Every acting total").Help("Added to each, as long as it lasts.")
	everyEffect = inForce.Modifier("every_effect", "Every effect total").Help("Added to each, as long as it lasts.")

	aspects      = sheet.List("aspects", "Aspects and tools")
	_            = aspects.Text("name", "Name", 60)
	aspectKind   = aspects.Choice("kind", "Kind", "aspect", tool)
	aspectNumber = aspects.Modifier("modifier", "Modifier").Help("More than 6 either way counts as 6, except with a well-laid plan.")
	aspectAdds   = aspects.Choice("adds", "Adds to", toBoth, toActing, toEffect, toResistance)
	aspectWhen   = aspects.Text("when", "When it helps", 80)
	aspectOn     = aspects.Bool("on", "Counts now")
	aspectPlan   = aspects.Bool("plan", "Well-laid plan").Help("May be more than 6.")

	contests     = sheet.List("contests", "Contests running").Unmodifiable()
	contestTitle = contests.Text("name", "Name", 60)
	trackActing  = contests.Int("acting", "Acting total", -mostTotal, mostTotal)
	trackEffect  = contests.Int("effect", "Effect total", -mostTotal, mostTotal)
	trackFull    = contests.Int("full", "Resistance total", -mostTotal, mostTotal)
	trackLost    = contests.Int("lost", "Resistance lost", 0, mostLost)
	trackOver    = contests.Choice("over", "Over", running, won, lost)
	trackKind    = contests.Choice("kind", "Kind", anyContest, combat, persuasion).Bookkeeping()
	trackSide    = contests.Text("side", "Side", 1).Bookkeeping().Help("Who fights whom: those of one side share a letter.")
	trackAbility = contests.Text("ability", "Ability", 60).Bookkeeping().Help("The ability behind the acting total; empty if that was typed.")
	trackBehind  = contests.Text("effect_ability", "Ability behind the effect", 60).Bookkeeping().Help("Empty if it is the same one.")
	trackAspects = contests.Text("aspects", "Aspects and tools named", 200).Bookkeeping()
	beyondActing = contests.Int("other_acting", "Acting total of somebody without a sheet", -mostTotal, mostTotal)
	beyondEffect = contests.Int("other_effect", "Effect total of somebody without a sheet", -mostTotal, mostTotal)
	beyondFull   = contests.Int("other_full", "Resistance total of somebody without a sheet", -mostTotal, mostTotal)
	beyondLost   = contests.Int("other_lost", "Resistance lost by somebody without a sheet", 0, mostLost)
)

const (
	mostTotal = 9999          // the highest total that can be entered or kept
	mostLost  = 2 * mostTotal // the most that can be lost of one: what is left may be negative
)

// tool is the kind of things that somebody wields or wears, as opposed to aspects.
const tool = "tool"

// What an aspect or a tool adds to.
const (
	toBoth       = "acting and effect"
	toActing     = "acting"
	toEffect     = "effect"
	toResistance = "resistance"
)

// The states of a contest for one side.
const (
	running = "no"
	won     = "won"
	lost    = "lost"
)

// named writes the level of an ability, or the modifier of an aspect or tool, on a page, by its
// name. It is false for other names.
func named(p engine.Page, name, value string) (engine.Page, bool, error) {
	return kit.Named(p, sheet.Read(p), name, value, kit.Column{What: "ability", List: abilities, Spec: abilityLevel.Spec},
		kit.Column{What: "aspect", List: aspects, Spec: aspectNumber.Spec})
}

// How a character is made.
var _ = sheet.
	Step("Character", "Who this is, in a line.", "concept", "player").
	Step("Abilities", "With their levels.", "abilities.level").
	Step("Aspects and tools", "What helps, and when.", "aspects").
	Step("Usual in contests", "", "usual_ability", "usual_resistance")
