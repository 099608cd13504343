// Package view says what a seat sees of a table, and in which words.
//
// [SeenBy] redacts: it gives a table of its own that holds no more than the seat may
// know. [Tell] puts a fact into sentences, [RecapOf] a session.
//
// # Why
//
// Secrets fail closed. What a seat sees is a table that was cut, and not the whole one
// looked at through a filter: nothing that is called on it, drawn or exported can give
// what is not there. A fact without an entry, one of a newer version, a character who is
// not in the roster and an unknown role are the gamemaster's alone. What concerns several
// characters is hidden with any of them, so a roll against somebody hidden is not seen
// by the one who rolls either. A seat's log numbers its own lines, since gaps would tell
// how much is hidden.
//
// Others see a character openly, by name only or not at all. Of a character who is known
// by name only a seat gets the name, what is visibly done and a word for the state, and
// no page to read a number from: odds are worked out from what is left. A fact about such
// a character is dropped unless its entry says what stays of it. Dice stay, since they
// fell for everybody and are drawn again by whoever checks them. What a roll asks of a
// player is worked out on the whole table and sent along. How a character is shown now
// decides about what was long ago, too: to open a sheet opens its past.
package view
