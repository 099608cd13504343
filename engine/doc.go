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
//   - [Precompute] does the work before the dice one time for a whole count, and lends
//     each run a copy.
//   - [Merge] says what the rest of the rule depends on: equal states are
//     followed once.
//   - [DiceSequence] is dice thrown one after the other, read as one: its Same and
//     Alike forget what no longer matters, its Sum is what dice only add to, and
//     [DiceSequence.ReadKeyed] counts chains of one key once, for all counts that follow
//     each other.
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
// fields read on them, and what [Precompute] has put together before the dice. Ways
// that [Merge] alike, and ends of a [DiceSequence] that are alike, are followed once.
// A run puts nothing on the heap but what the rule itself does: the ways share
// one memory, which the next count finds again (walk.go).
//
// Two things outlive a count: the sums of dice, and the ends of chains by their
// keys. So the list of a character's actions, and a form at every key, count the
// dice that they have in common once. A key that leaves something out would show
// the odds of one roll in another: the exam, which counts many in one process and
// plays them out, finds it.
//
// Dice are counted die by die (fall.go). What a state becomes with each face is
// found out once for all dice of a throw; then only weights are added up, in rows
// by the place of the state. Where a chain says what of its states is a sum, those
// rows are by sum, and a face is tried once for all sums (sums.go): a first count
// then takes one to eight times as long as a bare convolution, where states that
// are looked up by their hash take twenty to sixty.
//
// As long as all ways can be told apart by a float64 they are counted as whole
// numbers and divided last; else they are rounded at each die. Integers of two
// words would mend nothing that is seen: against counts in fractions, of up to 200
// dice, weights are off by less than 1e-15, which is what is left out as
// negligible, and right to thirteen digits where they are above one in a million.
//
// Fields of a sheet hold whole numbers, thousandths ([Milli]), words and
// yes/no; there are no floats in rules, so two machines never differ.
package engine
