// Package engine holds the words that every rulebook of fray is written in.
//
// # A rule
//
// A [Rule] is a plain function, in the order of the printed page. The example
// of the package is one, with a roll and its odds. It asks a [Roll]
//
//   - for dice: [Roll.Throw] where single dice matter, [Roll.Sum] and [Read]
//     where only a sum or another reading does, [ReadHand] for dice of several
//     kinds;
//   - for decisions: [Roll.Pick] among options, which may have a price and a
//     reason why not, [Roll.Share] of points among uses, [Roll.Amount] of a
//     number;
//   - for what is written: [Roll.Sheet] for that of a seat, [Roll.Params] for
//     what was set for the roll, [Roll.House] for the house rules, all of them
//     read through typed fields: agility.Of(me).
//
// It says no with [Roll.Refuse], tells its working with [Roll.Aim] and
// [Roll.Note], changes sheets with [Roll.Add] and [Put], puts what comes of it
// on the timeline with [Roll.After], and returns an [Outcome].
//
// It draws no dice, reads no clock and knows no screen. The same function
// serves play ([Run]), the reason why something cannot be done
// ([Inputs.WhyNot]) and the exact odds ([Odds]).
//
// # A rulebook
//
// A rulebook is a [System]: a [Schema] for its sheet, one for its house rules,
// its actions, each with the form of its parameters, how it shows a sheet
// ([Block], pieces of meaning without any drawing) and how it keeps time. It
// exports that one name and passes enginetest.TestSystem.
//
// # What only tunes the odds
//
// A rule is right without any of these. They say which ways of the dice come to
// the same, where the odds would take too long; what they say is a promise, and
// the exam counts the odds without them to hold it. Where they take more than a
// line they stand in a file of their own beside the rule, which can then be
// held against the page.
//
//   - [Once] does the work before the dice one time for a whole count.
//   - [Settle] says what the rest of the rule depends on: equal states are
//     followed once.
//   - [Chain] is dice thrown one after the other, read as one: its Same and
//     Alike forget what no longer matters, and [Chain.ReadKeyed] counts chains
//     of one key once.
//   - [Twice] is one procedure thrown twice of which one is kept, each counted
//     once and not for every end of the other.
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
