// Package engine holds the words that every rulebook of fray is written in.
//
// A rule is a plain function, [Rule], in the order of the printed page. It
// asks a [Roll] for dice ([Roll.Throw], [Read], [Sum]) and for decisions
// ([Roll.Pick], [Roll.Share], [Roll.Amount]), reads sheets through typed
// fields, and returns an [Outcome]. It draws no dice, reads no clock and knows
// no screen. The same function serves play ([Run]), the reason why something
// cannot be done ([Inputs.WhyNot]) and the exact odds ([Odds]).
//
// # A rulebook
//
// A rulebook is a [System]: a [Schema] for its sheet, one for its house rules,
// its actions, how it shows a sheet (blocks of meaning, no drawing) and how it
// keeps time. It exports that one name and passes enginetest.TestSystem.
//
// # Why
//
// Re-execution: a rule is run from its first line with the answers so far (the
// tape). Where an answer is missing it is abandoned by a private panic that
// only [Run] and [Odds] recover. Rules are short, so this costs microseconds,
// and it makes resuming, undoing, odds from the middle of a roll and "why not"
// the same thing as rolling. The price: a rule must be a pure function of its
// inputs and its tape. The exam checks that.
//
// Parameters are declared fields of the action's form rather than leading
// questions of the rule: the command line has to name them, with their ranges
// and defaults, without running anything, and a form that redraws the odds at
// every key must be able to set them in any order.
//
// Dice that are thrown again and added while they show a face (a Wild Die)
// are one die with [Dice.Again], not a chain of questions: the odds then need
// one reading of them, and a hand of twenty is still counted exactly.
//
// Odds pay for re-execution with a run for each way the dice can fall, so what
// is the same in all of them is kept for the length of a count: sheets and the
// fields read on them, what [Once] has put together before the dice, the ends
// of chains with one key. Ways that [Settle] alike, and ends of a [Chain] that
// are alike, are followed once. Nothing is kept from one count to the next.
//
// Fields of a sheet hold whole numbers, thousandths ([Milli]), words and
// yes/no; there are no floats in rules, so two machines never differ.
package engine
