// Package transfer brings tables and characters in and out: tables as JSON and as
// Markdown, tables of the earlier form, characters of fray and of other programs (see
// the package foreign), and the shelf of characters and templates that every table can
// use. How a log is stored it does not know: it reads [saves.Line]s and appends them to a
// [saves.Log].
//
// # Why
//
// Whatever comes in is a stranger's. Nothing is opened but a regular file, and none is
// followed by a name that was made up elsewhere: files are made anew ([WriteFile]). How
// long a file, a line and an event may be, and how deep its JSON, is bounded before it is
// parsed. Text is cleaned before anything is decided by it, and an event is written anew,
// so that nothing stays in it that this version does not know.
//
// An exported log holds the lines of the table's log, each with its hash and that of the
// line before: it can be checked as the log itself, with any program. A line that its reader
// may not know, such as the seeds of a session that is under way, is told by its digest
// alone. What a player exports has the events as the player sees them, and beside them
// a proof: a line for each of the log's, with the digest of what is withheld or with what
// leads from an event as it is seen to the digest of its body ([saves.Shown]). So it says how
// many lines and facts are withheld, and nothing else of them; how many values a fact has
// that is seen in part stays unknown, and what is empty in it, or a list, is not proved.
//
// An import goes into its log event by event, and is folded without the events that are
// undone at its end, so that no event is folded twice: a log of nothing but undone events
// takes no longer than any other.
package transfer
