// Package saves keeps tables on disk: the book, its live table, export,
// import and the demo.
//
// A table is one SQLite file, NAME.fray, of events that are only ever added.
// [Open] and [Make] give it as a [Live]: one writer, which decides, commits
// and only then publishes, and as many watchers as want to know. [Look] opens
// without asking to write.
//
// Beside NAME.fray stand NAME.fray.head, which knows how far the log goes,
// NAME.fray.jsonl, a readable copy that grows every minute, NAME.fray.backups,
// a folder with one copy for each of the last evenings, what was ever found
// damaged as NAME.fray.kept-TIME, and, while the table is open, NAME.fray.lock
// and SQLite's own -wal and -shm.
//
// # Why
//
// The write-ahead log is synced at every commit: a screen never shows what a
// power cut could take back. It is written over room that is made once, since a
// file that grows costs the disk several times as much to sync. SQLite drops the
// end of a torn log without a word, so the head file says where it ought to end. It
// is written a quarter of a second after a commit, when nobody waits for it, and not
// synced: when it lags, the file is right, and when it leads, the file has lost
// something.
//
// Damage is met in one way, wherever it shows: at opening, behind the screen
// ([Live.Inspect]), at a commit, for who only looks on. The file is opened
// without a byte being written, and never checkpointed before it has been read.
// If anything is odd it is read again without SQLite, which stops at the first
// bad page: every image of every page in the file and its write-ahead log, the
// copy, the backups, what was kept before. Each event's hash covers the one
// before it, so whatever follows from the first event by its hashes is the log,
// wherever it stood; a source that goes another way is another story and left
// alone, the file's own counting first. Then a new file is written, the ones
// that were found are kept under a second name before the first is taken from
// them, and [Findings] say in one screen what was found, saved, missing, kept.
// What is missing keeps its numbers: a row without a body stands for it, and
// the hash of what is lost, where somebody knows it, goes on vouching for what
// follows. Head and copy only help: a bad one is kept, told and written anew.
//
// A writer looks before and after each commit whether the file it holds still
// is the one at its path, which costs a microsecond, and otherwise writes its
// log to where it was. A commit whose sync failed must not turn up later: the
// write-ahead log is cut back to the commit before, opened again and read.
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
// NAME.fray.find is written behind the commits, for search and for what a seat sees
// of a long log: the words of each event, and who may know of it. The words are the
// gamemaster's and those that only others are told, so that whatever a seat finds is
// among them; where what it is told may be otherwise the event is read, cut and
// looked at before it counts. It is made anew whenever it may be of another log,
// and only its words when somebody is called otherwise.
//
// A copy and not a second SQLite file is what backups are made of: it can be
// read without this program, and one bad line costs one event.
//
// An import goes into its file event by event. It is folded without the events
// that are undone at its end, so that no log is dragged along for undoing.
//
// Dice are drawn, and checked, by the package fairdice. The seeds of the session that is
// under way stand in the file, so that one that a crash cut short goes on with the same
// dice. The file says where it is at home, too: one that was copied elsewhere, or was
// restored or imported, begins a session of its own, and the other's seed is told in
// neither before its end.
package saves
