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
// The log is a list from the newest event back: appending costs the same
// however long the evening was, and a table of last week can still be drawn.
package model
