// Package model is a table of role-players as the fold of its events.
//
// [Decide] is the only gate: it takes a command and gives the facts that
// follow, or the reason why not. [Table.Apply] folds an event into the table;
// it believes the log, never fails, rolls or recomputes. A [Table] is a value:
// it can be read from any goroutine and kept for as long as one likes.
//
// # Why
//
// An event is all that one key did: several facts, committed and undone
// together. Undo is a fact too: the table is folded again without the event
// it names, so whatever that event started, spent or ended comes back with it.
// Old states are kept at every 32nd event, so this folds a few dozen events
// and not an evening.
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
