// Package contest is David Chart's simple system: an ability, modifiers and
// one die, for single rolls and for contests fought in exchanges.
//
// # Why
//
// A contest is kept as a row on each side's sheet, found by its name, so that
// each exchange is an ordinary roll that can be undone. An opponent without a
// sheet is kept in the other_ columns of the actor's row.
//
// A contest remembers what its totals are made of, by name, and works them out
// again in each exchange: a tool that is ticked meanwhile counts from then on.
//
// The contests of a table have different names, so that leaving one can close it
// on the sheets of others too.
//
// The description is added to the acting total only, since it belongs to a throw
// and the effect total is not thrown.
//
// A tie in a contest changes nothing, so a contest that is fought in one roll
// throws again until somebody is hit. One exchange passes on to the next only
// what is left of both resistances.
package contest

import (
	_ "embed"

	"example.org/fray/engine"
)

//go:embed chapters.tsv
var chapters string

// System is the rulebook.
var System = &engine.System{
	ID:     "contest",
	Name:   "Contest",
	Author: "David Chart",
	Dice:   "acting total and 1d10, or 1d20 in a contest",
	Help:   help,
	Sheet:  sheet,
	House:  house,
	Actions: []*engine.Action{
		{
			ID: "simple", Label: "Simple roll", Group: "Rolls", Chapter: "Simple rolls",
			Purpose: engine.ForOther, Offers: []string{"ability"},
			Also: "check test skill difficulty resist",
			Help: "Acting total and 1d10, against a difficulty or for the quality.",
			Form: simpleForm,
			Lead: []*engine.Spec{simpleOwn.ability.Spec, simpleDifficulty.Spec, simpleOwn.description.Spec},
			Rule: rollSimple,
		},
		{
			ID: "oppose", Label: "Opposed roll", Group: "Rolls", Chapter: "Opposed rolls",
			Purpose: engine.ForOther, Need: engine.MayFace,
			Also:   "versus contest grapple disarm dodge parry",
			Help:   "Both sides throw 1d10 on their acting totals; the higher wins.",
			Form:   opposeForm,
			Lead:   []*engine.Spec{opposeOwn.ability.Spec, opposeOther.ability.Spec, opposeOther.acting.Spec, opposeOwn.description.Spec},
			Result: engine.Result{Opposed: true, Open: true},
			Rule:   rollOpposed,
		},
		{
			ID: "exchange", Label: "Exchange", Group: "Contests", Chapter: "Contests",
			Purpose: engine.ForAttack, Need: engine.MayFaceMany,
			Also:   "attack shoot throw persuade round blow",
			Help:   "One exchange: the higher takes its effect off the other's resistance.",
			Form:   exchangeForm,
			Lead:   []*engine.Spec{exchange.name.Spec, exchange.kind.Spec, exchange.own.ability.Spec, exchange.other.ability.Spec, exchange.own.description.Spec},
			Result: engine.Result{Success: "wins", Failure: "loses", Open: true},
			Rule:   rollExchange,
		},
		{
			ID: "contest", Label: "Contest to the end", Group: "Contests", Chapter: "Contests",
			Purpose: engine.ForAttack, Need: engine.MayFace,
			Also:   "fight duel battle chase debate whole quick persuade",
			Help:   "Plays exchanges until somebody has lost.",
			Form:   contestForm,
			Lead:   []*engine.Spec{toTheEnd.name.Spec, toTheEnd.kind.Spec, toTheEnd.own.ability.Spec, toTheEnd.other.ability.Spec},
			Result: engine.Result{Success: "wins", Failure: "loses", Open: true},
			Rule:   rollContest,
		},
		{
			ID: "leave", Label: "Leave a contest", Group: "Contests", Chapter: "Contests",
			Purpose: engine.ForOther, Mode: engine.Instant, Need: engine.MayFace,
			Also: "flee surrender give up end",
			Help: "Takes a contest off the sheets.",
			Form: leaveForm, Rule: rollLeave,
		},
		{
			ID: "close", Label: "Contest closed", Group: "Contests", Chapter: "Contests",
			Purpose: engine.ForOther, Mode: engine.ByClock,
			Help: "The other side has left the contest.",
			Form: closeForm, Rule: closeContest,
		},
		{
			ID: "contest-won", Label: "Contest won", Group: "Contests", Chapter: "Contests",
			Purpose: engine.ForOther, Mode: engine.ByClock,
			Help: "Another character has beaten the last opponent.",
			Form: wonForm, Rule: wonByComrade,
		},
		{
			ID: "leave-table", Label: "Contests left", Group: "Contests", Chapter: "Contests",
			Purpose: engine.ForOther, Mode: engine.ByClock,
			Help: "A character who leaves the table leaves every contest.",
			Form: noForm, Rule: leaveTable,
		},
		{
			ID: "scene-over", Label: "Scene over", Group: "Contests", Chapter: "Contests",
			Purpose: engine.ForOther, Mode: engine.ByClock,
			Help: "Ends contests and clears the counts of dull rounds.",
			Form: noForm, Rule: endScene,
		},
	},
	Templates: templates,
	Chapters:  chapters,
	Time:      engine.Timekeeping{Round: "round", Unit: "turn", Between: engine.Between{Scene: "scene-over", Leaves: "leave-table"}},
	Company:   true,
	Views: engine.Views{Conditions: conditions, Panel: panel, Brief: brief, Costs: costs, Marks: marks,
		Tracks:  []engine.Pool{{ID: "resistance", Label: "resistance", Kind: "life", Full: trackFull, Losses: []engine.Field[int]{trackLost}}},
		Defence: []string{"abilities", "aspects", "contests", "every_acting", "every_effect", "player", "usual_ability", "usual_resistance"}},
	Typing: engine.Typing{Named: named, Terms: otherWords},
}

const help = `The acting total. Take the ability that fits and add what helps or hinders: the character's own aspects, tools, the situation, and how well the player tells it. No single modifier counts more than 6 either way, unless it is a well-laid plan; together they may come to more. A lead of 6 wins nine opposed rolls in ten.

A simple roll. Acting total and one ten-sided die. It is Very Poor from 5, Poor from 9, Mediocre from 11, Reasonable from 14, Good from 18 and Very Good from 21, better by a step for each three more; below 5 it is an Appalling disaster. Against a difficulty the total must reach it; a difficulty can be named by a quality.

An opposed roll. Both sides do the same; the higher total wins. A tie decides nothing, unless the house has it thrown again or won by who started.

A contest. Each side has three totals: acting, effect (made the same way, often from the same ability, but without a die) and resistance, another ability times 3 and then modifiers. In each exchange both throw a twenty-sided die on the acting total. The higher takes its effect off the other's resistance. Whoever is down to 0 has lost. If nothing gives an effect total, the acting total is used. The situation counts in both, and each side has its own. The program keeps the running contest on both sheets; an exchange goes on where the last one stopped, and the whole contest can be thrown to its end at once. Another ability changes acting and effect total; tools and situation count from the exchange in which they change. When the scene ends, or a side leaves, the contest is closed for everybody.

Persuasion is such a contest. It is resisted with Willpower, times 1 to 10: for who persuades, by how much it matters; for who is persuaded, by how little they like it.

Several opponents. Who stands alone throws once, and every opponent throws against that die. Being outnumbered costs nothing else. Each has a factor, a modifier and a situation of their own. The effect goes to one opponent who is chosen beforehand, and the result is that against this one; a house rule lets it hit all that were beaten.

Descriptions are worth -3 to +3, and up to +6 with a plan that was played well. Dull is a mark of its own: -3 in the first round with it, -4 in the next, and so on to -6, until a good one or a new scene. Where nobody runs the clock, each exchange is a round. They count for player characters; the gamemaster may give one to anybody for one roll, and a house rule lets them count for everyone.

Spectacular success. After the highest face, throw the die once more and add it. When the second throw is the highest face too, or would win on its own, the success is spectacular; in a contest it then takes twice the effect off, if the first throw had won already. The highest face twice running always succeeds.

Leave takes a contest that is over, or one that is broken off, from everybody's sheet; one of several who stand together leaves alone.`
