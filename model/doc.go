// Package model is a role-playing table as the fold of its events.
//
// A [Table] is a value: it can be read from any goroutine and kept for as long as one
// likes. [Table.Apply] folds an event into it. Apply believes the log: it never fails,
// rolls dice or works anything out anew.
//
// What happens is a [Fact]. Its type and its [FactEntry] in the table of facts (fact.go)
// say how it is read, what it changes, what it is about and who may know it. Its
// sentence, and what is left of it for a seat that may not know all of it, stand in
// the package view; a test there fails for a fact that has only one of the two.
//
// The package decide turns commands into facts and is the only gate. The package view
// gives the table as a seat may see it, and puts facts into sentences. Neither imports
// the other, and this package imports neither.
//
// # Why
//
// An event is all that one key did: several facts, which are committed and undone
// together. Undo is a fact, too: the table is folded again without the event that it
// names, so that whatever the event started, spent or ended comes back. An old state is
// kept at every 32nd event, so this folds a few dozen events and not a whole session.
//
// An amendment is a fact as well and changes nothing that is written: it says how an
// act and all that followed are instead, and wherever an event is folded or told the
// newest amendment of it counts. To play an act again one needs to know the command and
// not only what came of it, so an event keeps its command where the facts do not say
// it all.
//
// A roll under way keeps the sheets as they were when it began, so that nothing that
// happens meanwhile changes what its dice mean. What it changes is added to the numbers
// as they stand when it ends.
//
// Moments never start anew. A new scene begins at a later moment, and only what people
// read counts from its start: rules keep moments on sheets (busy until, breath held
// since), and those of an old scene must not fit into a new one. Every rulebook counts
// units of its own; at a table that keeps another rulebook's time, moments are converted
// by seconds or else by rounds.
//
// Who may know of an event is said once, in clauses that name characters and seats, but
// not how those are shown now ([Event.Audience]). Whoever keeps the log keeps the
// clauses beside it, so that the part of a seat's log that is not in memory is known
// without reading it. Redaction goes by the same clauses, so the two cannot disagree.
//
// The zero [Seat] is nobody and sees nothing. What the program does by itself has a role
// of its own, which older logs wrote as no seat at all.
//
// The log is a list from the newest event back: appending costs the same however long
// the session was, and a table of last week can still be drawn.
package model
