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
// by the one who rolls either.
//
// Numbers of events are the gamemaster's: gaps in them would tell everybody else how
// much is hidden. All others have ids ([model.EventID]), which are opaque and never
// change. A seat's log in plain lines, "fray log --as-seen-by NAME", shows the id where
// the gamemaster's shows the number; --since takes the id; in JSON an event has "id" and
// no "seq", and facts that refer to other events name their ids. The gamemaster's JSON
// has both, so that a table can speak of the same event.
//
// In the value itself Event.Seq of a seat's table is a place: the first event that the
// seat sees has 1, the next one 2. A log is read from a place on, compared by it and
// scrolled through by it, and what is exported for a seat is a log of its own that
// begins at 1. The number in the whole log cannot serve (it has gaps), nor can an id (it
// has no order, and to find one in a log of a million events needs an index of ids). A
// place is never told and never accepted: when somebody hidden is shown, the events of
// their past come in and all later places change.
//
// Others see a character openly, by name only or not at all. Of a character who is known
// by name only a seat gets the name, what is visibly done and a word for the state, and
// no page to read a number from: odds are worked out from what is left. A fact about such
// a character is dropped unless its entry says what stays of it. Dice stay, since they
// fell for everybody and are drawn again by whoever checks them. What a roll asks of a
// player is worked out on the whole table and sent along. How a character is shown now
// decides about what was long ago, too: to open a sheet opens its past.
package view
