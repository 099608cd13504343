// Package contest is David Chart's simple system: an ability, modifiers and
// one die, for single rolls and for contests fought in exchanges.
//
// # Why
//
// A contest is kept as a row on each side's sheet, found by its name, so that
// each exchange is an ordinary roll that can be undone. Somebody without a
// sheet is kept in the other_ columns of the actor's row.
//
// A contest remembers what its totals are made of, by name, and makes them anew
// in each exchange: another tool that is ticked counts from then on.
//
// The contests of a table have different names. Whoever leaves one can so close
// it on sheets that the roll does not face.
//
// The description is part of the acting total only: it is told for a throw,
// and the effect total has none.
//
// A whole contest is read as bouts on the two resistances that are left, which
// is all that the next exchange knows of the last.
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
			Also: "check test skill difficulty perception save saving throw",
			Help: "Acting total and 1d10, against a difficulty or for the quality.",
			Form: simpleForm,
			Lead: []*engine.Spec{simpleOwn.ability.Spec, simpleDifficulty.Spec, simpleOwn.description.Spec},
			Rule: rollSimple,
		},
		{
			ID: "oppose", Label: "Opposed roll", Group: "Rolls", Chapter: "Opposed rolls",
			Purpose: engine.ForOther, Need: engine.MayFace,
			Also:   "versus contest grapple wrestle",
			Help:   "Both sides throw 1d10 on their acting totals; the higher wins.",
			Form:   opposeForm,
			Lead:   []*engine.Spec{opposeOwn.ability.Spec, opposeOther.ability.Spec, opposeOther.acting.Spec, opposeOwn.description.Spec},
			Result: engine.Result{Opposed: true, Open: true},
			Rule:   rollOpposed,
		},
		{
			ID: "exchange", Label: "Exchange", Group: "Contests", Chapter: "Contests",
			Purpose: engine.ForAttack, Need: engine.MayFaceMany,
			Also:   "attack hit strike fight round blow duel argue persuade convince talk",
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
			Help:   "Exchange after exchange until somebody has lost.",
			Form:   contestForm,
			Lead:   []*engine.Spec{toTheEnd.name.Spec, toTheEnd.kind.Spec, toTheEnd.own.ability.Spec, toTheEnd.other.ability.Spec},
			Result: engine.Result{Success: "wins", Failure: "loses", Open: true},
			Rule:   rollContest,
		},
		{
			ID: "leave", Label: "Leave a contest", Group: "Contests", Chapter: "Contests",
			Purpose: engine.ForOther, Mode: engine.Instant, Need: engine.MayFace,
			Also: "flee escape withdraw give up run surrender end",
			Help: "Takes a contest off the sheets.",
			Form: leaveForm, Rule: rollLeave,
		},
		{
			ID: "close", Label: "Contest closed", Group: "Contests", Chapter: "Contests",
			Purpose: engine.ForOther, Mode: engine.ByClock,
			Help: "The other side has left it.",
			Form: closeForm, Rule: closeContest,
		},
		{
			ID: "leave-table", Label: "Contests left", Group: "Contests", Chapter: "Contests",
			Purpose: engine.ForOther, Mode: engine.ByClock,
			Help: "Who leaves the table leaves every contest.",
			Form: noForm, Rule: leaveTable,
		},
		{
			ID: "scene-over", Label: "Scene over", Group: "Contests", Chapter: "Contests",
			Purpose: engine.ForOther, Mode: engine.ByClock,
			Help: "Contests are closed, and what was dull is forgotten.",
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
	Typing: engine.Typing{Named: named},
}
