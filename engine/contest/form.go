package contest

import (
	"fmt"

	"example.org/fray/engine"
)

// approach is one side of a roll, with the parameters of its acting total.
type approach struct {
	engine.Party
	who  string // its name in the working
	kind string // of the contest, "" for none

	acting           engine.Field[int]
	ability, aspects engine.Field[string]
	description      engine.Field[string] // no Spec for none
	situation        engine.Field[int]
	plan             engine.Field[bool]
}

// stake is one side of a contest, with the parameters of all its totals.
type stake struct {
	approach
	effect, resistance               engine.Field[int]
	effectAbility, resistanceAbility engine.Field[string]
	factor, bonus                    engine.Field[int]
}

func approachOf(g *engine.Group, seat engine.Seat) approach {
	a := approach{Party: engine.PartyOf(seat), who: "own side"}
	if seat != engine.Actor {
		a.who = "other side"
	}
	a.ability = a.Row(g, "ability", "Ability", abilities, 60)
	a.acting = g.Int(a.ID("acting"), "Acting total", -mostTotal, mostTotal).BeyondSheet().Help("It replaces ability, aspects and tools.")
	a.aspects = g.Text(a.ID("aspects"), "Aspects, tools", 200).
		Help("Names separated by commas, or none. Empty: those ticked on the sheet.")
	a.situation = engine.Every.Situation
	if seat != engine.Actor {
		a.situation = g.Modifier(a.ID("situation"), "Situation").Help("Counts at most 6 either way, except with a well-laid plan.")
	}
	a.plan = g.Bool(a.ID("plan"), "Plan").Help("A well-laid plan: the situation is what it is worth. It may be more than 6, and belongs to the throw, not to the effect.")
	return a
}

func (a approach) describedBy(g *engine.Group) approach {
	a.description = g.Choice(a.ID("description"), "Description", "-3", "-2", "-1", plainly, "1", "2", "3", "4", "5", "6", dullWord).BeyondSheet().Default(plainly).
		Help("How well the player describes it; more than 3 is for a well-laid plan. Dull is -3, and 1 worse each round.").ForOneRoll()
	return a
}

func stakeOf(g *engine.Group, seat engine.Seat) stake {
	s := stake{approach: approachOf(g, seat)}
	s.effectAbility = s.Row(g, "effect_ability", "Effect by", abilities, 60).Help("An ability other than the one behind the acting total.")
	s.effect = g.Int(s.ID("effect"), "Effect total", -mostTotal, mostTotal).BeyondSheet().Help("It replaces ability, aspects and tools.")
	s.resistanceAbility = s.Row(g, "resistance_ability", "Resists with", abilities, 60).Help("The ability behind the resistance total.").ForOneRoll()
	s.factor = g.Int(s.ID("factor"), "Factor", 1, 10).BeyondSheet().Default(usualFactor).
		Help("Of the resistance: usually 3; 1 to 10 for a persuasion, by how much it matters.").ForOneRoll()
	s.bonus = g.Modifier(s.ID("resistance_bonus"), "Bonus").Help("To the resistance: armour, rank, a bribe. It counts 6 at most either way.").ForOneRoll()
	s.resistance = g.Int(s.ID("resistance"), "Resistance", 0, 999).BeyondSheet().Help("What is left of it now. It replaces ability and factor.").ForOneRoll()
	return s
}

// further gives the stake of the nth opponent, who has parameters of their own.
func (s stake) further(n int) stake {
	s.Party, s.who = engine.PartyOf(engine.Opponent(n)), fmt.Sprintf("opponent %d", n)
	s.acting, s.effect, s.resistance = s.acting.Further(n), s.effect.Further(n), s.resistance.Further(n)
	s.ability, s.effectAbility, s.resistanceAbility = s.ability.Further(n), s.effectAbility.Further(n), s.resistanceAbility.Further(n)
	s.aspects, s.description = s.aspects.Further(n), s.description.Further(n)
	s.situation, s.plan = s.situation.Further(n), s.plan.Further(n)
	s.factor, s.bonus = s.factor.Further(n), s.bonus.Further(n)
	return s
}

const (
	dullest  = -3 // what the first dull description is worth
	dullWord = "dull"
	plainly  = "0" // a description that counts for nothing
)

const usualFactor = 3

// The kinds of contests.
const (
	anyContest = "contest"
	combat     = "combat"
	persuasion = "persuasion"
)

// battle is the parameters of exchanges.
type battle struct {
	kind, name engine.Field[string]
	chosen     engine.Field[int] // no Spec if there can be only one opponent
	own, other stake
	more       []stake // of the second and all further opponents
}

func battleOf(s *engine.Schema) battle {
	g := s.Group("Contest")
	return battle{
		kind: g.Choice("kind", "Kind", anyContest, combat, persuasion).Help("A persuasion is resisted with Willpower."),
		name: g.Row("contest", "Contest", contests).Help("The contest to continue, or the name of a new one."),
		own:  stakeOf(s.Group("Own side"), engine.Actor), other: stakeOf(s.Group("The other side"), engine.Other),
	}
}

// The forms of the actions.
var (
	simpleForm       = &engine.Schema{}
	simpleGroup      = simpleForm.Group("Roll")
	simpleOwn        = approachOf(simpleGroup, engine.Actor).describedBy(simpleGroup)
	simpleDifficulty = simpleGroup.Text("difficulty", "Difficulty", 30).Help("A number, the name of a quality, or none.")

	opposeForm  = &engine.Schema{}
	opposeGroup = opposeForm.Group("Own side")
	opposeOwn   = approachOf(opposeGroup, engine.Actor).describedBy(opposeGroup)
	foeGroup    = opposeForm.Group("The other side")
	opposeOther = approachOf(foeGroup, engine.Other).describedBy(foeGroup)

	exchangeForm = &engine.Schema{}
	exchange     = exchangeBattle()

	contestForm = &engine.Schema{}
	toTheEnd    = battleOf(contestForm)

	leaveForm = &engine.Schema{}
	leaveName = leaveForm.Group("Contest").Row("contest", "Contest", contests).Help("Empty: all that are over.")

	closeForm = &engine.Schema{}
	closeName = closeForm.Group("Contest").Text("contest", "Contest", 60)

	wonForm = &engine.Schema{}
	wonName = wonForm.Group("Contest").Text("contest", "Contest", 60)
	wonSide = wonForm.Group("Contest").Text("side", "Side", 1)

	noForm = &engine.Schema{}
)

// exchangeBattle gives the parameters of a single exchange, in which descriptions count.
func exchangeBattle() battle {
	b := battleOf(exchangeForm)
	g := exchangeForm.Group("Telling")
	b.chosen = g.Int("chosen", "Whom to hit", 1, engine.MostOpponents).Default(1).Help("Against several opponents: which one, counted from 1.")
	b.own.approach = b.own.describedBy(g)
	b.other.approach = b.other.describedBy(g)
	for n := 2; n <= engine.MostOpponents; n++ {
		b.more = append(b.more, b.other.further(n))
	}
	return b
}
