// Package saves keeps tables on disk: the book, its live table, export,
// import and the demo.
//
// A table is one SQLite file, NAME.fray, of events that are only ever added.
// [Open] and [Make] give it as a [Live]: one writer, which decides, commits
// and only then publishes, and as many watchers as want to know. [Look] opens
// without asking to write.
//
// Beside NAME.fray stand NAME.fray.head, which knows how far the log goes,
// NAME.fray.jsonl, a readable copy made at closing, and, while the table is
// open, NAME.fray.lock and SQLite's own -wal and -shm.
//
// # Why
//
// The write-ahead log is synced at every commit: a screen never shows what a
// power cut could take back. SQLite drops the end of a torn log without a
// word, so the head file says where it ought to end. It is not synced itself:
// when it lags, the file is right, and when it leads, the file has lost
// something.
//
// Every hash covers the hash before it, its number and its body, and nothing
// is stored twice: the time, for instance, stands only in the body, so no two
// places can disagree.
//
// An event is read back from the bytes that are committed before it is folded
// into the live table. A table that is opened again is therefore the table
// that was on the screen, and not one that was only meant to be.
//
// Snapshots are a shortcut past the log, never a source: they are read only
// when this program wrote their edition, and [Check] folds the log anew to
// compare them.
//
// # Dice
//
// A seed of 32 bytes drives ChaCha8. Each die takes the next 64-bit word of
// its stream; words at or above the largest multiple of the number of faces
// are passed over, and the face is the lowest one plus the word modulo the
// number of faces. The evening's first event holds the SHA-256 of the seed,
// its last one the seed. In between the seed is kept in the file, so that an
// evening cut short by a crash goes on with the same dice; whoever can read
// the file could foresee them.
package saves
