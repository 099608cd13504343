// Package model is a role-playing table as the fold of its events.
//
// A [Table] is a value: any goroutine can read it, and it can be kept for any time.
// [Table.Apply] folds an event into it. Apply believes the log: it never fails, rolls dice
// or computes a result again.
//
// What happens is a [Fact]. Its type and its [FactEntry] in the table of facts (fact.go)
// say how it is read, what it changes, what it is about and who may know it. The package
// view has its second entry: its sentence, and how it is redacted for a seat that may not
// know all of it. A test there fails for a fact that has only one of the two entries.
//
// The package decide turns commands into facts and is the only gate. The package view
// gives the table as a seat may see it, and puts facts into sentences. Neither imports
// the other, and this package imports neither.
//
// # Why
//
// An event is all that one command did: several facts, which are committed and undone
// together. Undo is a fact, too: the table is folded again without the event that it
// names, so everything that the event started, spent or ended is as it was before. The
// state is kept at every 32nd event, so this folds a few dozen events and not a whole
// session.
//
// An amendment is a fact as well and does not change the log: it holds new versions of an
// act and of the events that followed. Wherever an event is folded or described, its
// newest version is used. An act can be played again only from its command, so an event
// keeps its command where the facts do not say everything.
//
// An open roll keeps the sheets as they were when it began, so nothing that happens
// meanwhile changes what its dice mean. Its changes are added to the numbers that the
// sheets have when it ends.
//
// Moments are never counted from 0 again. A new scene begins at a later moment, and only
// the words for people count from its start: rules keep moments on sheets (busy until,
// breath held since), and those of an old scene must not be mistaken for moments of a new
// one. Every rulebook counts units of its own. At a table that keeps another rulebook's
// time, moments are converted by seconds or, if one of the two has none, by rounds.
//
// Clauses say who may know of an event ([Event.Audience]). They name characters and seats,
// but not how those are shown now. The store keeps the clauses beside the log, so the
// events of a seat are known without reading the part of the log that is not in memory.
// Redaction uses the same clauses, so the two cannot disagree.
//
// The zero [Seat] is nobody and sees nothing. What the program does by itself has a role
// of its own.
//
// The log is a linked list from the newest event back: appending costs the same however
// long it is, and earlier tables stay valid.
package model
