// Package prompt is one line that takes everything: dice, what somebody does to
// whom, points that are lost, newcomers, what is to be undone, any command and
// any action, in the words that gamers use. While it is typed it says what the
// key that does it would do, and how likely that is.
//
// # Why
//
// Every reading is a [meaning] of its own and knows nothing of the others: the
// line is given to all of them, in the order in which they stand in readings,
// and what fits goes before what the search finds. Nothing is guessed that
// changes the table: a sentence of which a word is not understood is none.
package prompt
