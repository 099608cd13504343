// Package model is a table of role-players as the fold of its events.
//
// [Decide] is the only gate: it takes a command and gives the facts that
// follow, or the reason why not. [Table.Apply] folds an event into the table;
// it believes the log, never fails, rolls or recomputes. A [Table] is a value:
// it can be read from any goroutine and kept for as long as one likes.
//
// What happens is a fact, and a fact stands in one place: its type and its entry
// in the table of facts (fact.go) say how it is read, what it changes, whom it
// concerns, who may know it and how the log tells it. Others read facts through
// [Table.Tell] and [Table.About].
//
// # Why
//
// Secrets fail closed. What a [Seat] sees is a table of its own that was cut,
// and not the whole one looked at through a lens: nothing that is called on it,
// drawn or exported can give what isn't there. A fact of which nobody has said
// who may know it, one of a newer version, a character that is not in the
// roster, a role nobody has heard of: all are the gamemaster's alone. What
// concerns several is hidden with any of them, so that a roll against somebody
// hidden is not seen by the one who rolls either: the gamemaster shows whom the
// players may meet. A seat's log numbers its own lines, for gaps would tell how
// much is hidden.
//
// Others get a character open, met or not at all. Of who is met their table has
// the name, what is visibly done and a word for the state, and no page to read a
// number from: odds are worked out from what is left, and the engine tells
// nothing that followed from a sheet that is not known. A fact about somebody who
// is met is dropped unless its entry says what stays of it; dice stay, since they
// fell for everybody and are drawn again by whoever checks them. What a roll asks
// of a player is worked out on the whole table and sent along. How a character
// stands now decides, also for what was long ago: to open a sheet opens its past.
//
// A seat's table holds as much of its log as the whole one does; the rest is cut
// where it is read. Which events of the rest are in it, and so their numbers, is
// known without reading them: who may know of an event is said once, in clauses
// that name characters and seats but not how those stand now ([Event.Audience]), and
// whoever keeps the log keeps that too. Those clauses are what cuts, so the two
// cannot disagree. They look at nothing but the event and the clock as the log told
// it before; what a fact must be compared with besides, it says itself.
//
// Zero is nobody: a forgotten seat sees nothing. What the program does by itself
// has a role of its own, which older logs wrote as no seat at all.
//
// An event is all that one key did: several facts, committed and undone
// together. Undo is a fact too: the table is folded again without the event
// it names, so whatever that event started, spent or ended comes back with it.
// Old states are kept at every 32nd event, so this folds a few dozen events
// and not an evening.
//
// To set right is a fact as well, and changes nothing that is written: it says
// how an act and all that followed are instead, and where an event is folded or
// told the newest such word on it counts. That needs to know what was wanted and
// not only what came of it, so an event keeps its command where the facts don't
// say it. What followed is run again as a gamemaster would who plays it by hand:
// with the dice and decisions of then, at the moments of then, by the house rules
// of then. What was set by hand stands. New dice fall for the act alone; where
// anything else asks what was not asked it stops, for nobody has decided it.
//
// An open roll keeps the sheets as they were when it began, so nothing that
// happens meanwhile can change what its dice mean. What it changes is added
// to the numbers as they stand when it ends.
//
// Moments never start anew: a new scene begins at a later one, and only what
// people read counts from its start. Rules keep moments on sheets (busy until,
// breath held since), and those of an old scene must not fit in a new one.
// Every rulebook counts its own units; at a table that keeps another's time
// moments are turned into them by seconds, or else by rounds.
//
// What falls due at one moment is done one after the other, each with what
// holds then. That blows of one moment are simultaneous is left to the rules,
// which know what must not count yet; two blows worked out from the same sheet
// would spend the same points twice.
//
// Whatever is called off - by hand, with its scene, because somebody left -
// lets its rulebook clean up, and what lasts beyond its starter is never called
// off: nothing that holds for somebody loses its end.
//
// The log is a list from the newest event back: appending costs the same
// however long the evening was, and a table of last week can still be drawn.
package model
