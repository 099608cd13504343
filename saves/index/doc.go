// Package index keeps what was worked out of a log in a file beside it, so that it need
// not be read again: snapshots of the table, who may know of which event, and the words of
// each, for search.
//
// NAME.fray.index holds nothing that NAME.fray does not. It may be deleted, damaged or of
// another log at any time: it is compared with the hash of the log's first line, and each
// snapshot, audience and word with the event up to which it goes, and what differs is made
// again. It is written without being synced.
//
// The file is a row of blocks, each with two checksums. What is new is written behind the
// last one; where a block is cut short or damaged, the file ends for who reads it. Once
// much of it is of no use any more it is written whole under another name and renamed.
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
// the event, redacts it and looks. They are plain text, which is read from its end: a
// table of words would be ten times the code and no faster for a hundred thousand events.
//
// Who may know of each event is kept although it can be worked out of the log, since the
// events of a seat's log are counted without those that it may not know of: with a hundred
// thousand events that is read in the time of a few frames, and takes seconds from the log.
package index
