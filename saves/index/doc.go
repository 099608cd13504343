// Package index keeps what was worked out of a log in an SQLite file beside it, so that
// it need not be read again: snapshots of the table, who may know of which event, and the
// words of each, for search (FTS5).
//
// NAME.fray.index holds nothing that NAME.fray does not. It may be deleted, damaged or of
// another log at any time: it is compared with what this program writes - its tables, the
// hash of the log's first line, and with each snapshot, audience and word the event up to
// which it goes - and made again where anything differs. It is written without being
// synced.
//
// Whoever only looks at a table reads the file as it is ([Look]) and keeps what is behind
// it in memory: nothing is written, nothing is left behind, and whoever plays is not
// held up.
//
// # Why
//
// A snapshot is what lets a table of a million events open in the time of a frame, so it
// must survive the program; but a second place that has to be right would have to be
// repaired. This one is thrown away instead.
//
// The words are the gamemaster's and those that only others are told, so that whatever
// a seat finds is among them; where what it is told may be otherwise the caller reads
// the event, redacts it and looks.
//
// It is open only while somebody asks, and half a minute longer: SQLite takes 400 kB.
package index
