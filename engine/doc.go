// Package engine holds the vocabulary in which every rulebook of fray is written.
//
// # A rule
//
// A [Rule] is a plain function, in the order of the printed page. The example of the
// package is one, with a roll and its odds. It asks a [Roll]
//
//   - for dice: [Roll.Throw] where each single die matters, [Roll.Sum] and [Read] where
//     only a sum or another reading does, [ReadHand] for dice of several kinds, and
//     [DiceSequence] for dice that are thrown one after the other;
//   - for decisions: [Roll.Pick] among options, which may have a price and a reason why
//     they cannot be taken, [Roll.Share] of points among uses, [Roll.Amount] of a number;
//   - for what is written: [Roll.Sheet] for the sheet at a seat, [Roll.Params] for the
//     parameters of the roll, [Roll.House] for the house rules. All of them are read
//     through typed fields: agility.Of(me).
//
// It says no with [Roll.Refuse], gives its working with [Roll.Aim] and [Roll.Note],
// changes sheets with [Roll.Add] and [Put], puts later actions on the timeline with
// [Roll.After], and returns an [Outcome].
//
// It draws no dice, reads no clock and knows no screen. The same function serves play
// ([Run]), the reason why something cannot be done ([Inputs.WhyNot]) and the exact odds
// ([Odds]).
//
// # A rulebook
//
// A rulebook is a [System]: a [Schema] for its sheet, one for its house rules, its
// actions, each with the form of its parameters, how it shows a sheet ([Block]: pieces
// of meaning that are drawn elsewhere) and how it keeps time. It exports that one name
// and passes enginetest.TestSystem.
//
// # Odds
//
// Odds run the rule from its first line for each way in which the dice can fall. Three
// devices keep the number of ways small; the search itself and the arithmetic of dice
// stand in engine/internal/odds.
//
//   - A reading ([Read], [ReadHand], [Roll.Sum], [DiceSequence], [DiceSeries]): all
//     throws that read the same are followed once.
//   - [Merge] promises what the rest of the rule depends on: ways of equal state are
//     followed once. [ReadAs] is a reading with such a promise: two rolls are then compared
//     without running the rule for each pair. The exam counts the odds without either to
//     check the promise.
//   - [Precompute] does the work before the first die once for a whole count.
//
// # Why
//
// Re-execution: a rule is run from its first line with the answers so far (the tape).
// Where an answer is missing, it is abandoned by a private panic that only [Run] and
// [Odds] recover. Rules are short, so this costs microseconds, and it makes resuming,
// undoing, odds from the middle of a roll and "why not" the same thing as rolling. The
// price: a rule must be a pure function of its inputs and its tape. The exam checks that.
//
// Parameters are declared fields of the action's form rather than first questions of the
// rule: the command line has to name them, with their ranges and defaults, without running
// anything, and a form that shows new odds at every key must be able to set them in any
// order.
//
// Dice that are thrown again and added while they show a face (a Wild Die) are one die with
// [Dice.Again] rather than a sequence of questions. The odds then need one reading of
// them, and a hand of twenty is still counted exactly.
//
// Nothing outlives a count of odds, so counts can run at the same time and rules know
// nothing of caches. A character's whole action list takes some milliseconds, the slowest
// roll some tens of them. Both are counted in the background.
//
// Fields of a sheet hold whole numbers, thousandths ([Milli]), words and yes/no; there are
// no floats in rules, so two machines never differ.
package engine
