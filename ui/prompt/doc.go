// Package prompt is one line that takes everything: dice, what somebody does to
// whom, points that are lost, newcomers, what is to be undone, any command and any
// action, in the words that gamers use. While it is typed it says what the key that
// does it would do, and how likely that is.
//
// # Why
//
// What a line means is read by model/phrase, as it is for the numbered lines; here it
// becomes what the screen does. What is said goes before what the search finds.
package prompt
