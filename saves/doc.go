// Package saves keeps a table while it is open: [Live], one writer, which decides,
// appends to a [Log] and only then publishes, and as many watchers as want to know.
//
// It knows no file. Where the events lie is a Log's to know: the package logfile keeps
// them in a text file, [Memory] for as long as the program runs, and the package logtest
// holds the exam that each passes. What was worked out of a log so that it need not be
// read again is an [Index], which the package index keeps in a file. The package fairdice
// draws the dice of a session and checks them, and transfer brings tables in and out.
//
// What belongs to a table and is no event - keys, invites, who is here, where each seat's
// screen stood - lies at its [Records], which a copy of the log does not take along.
//
// Beside NAME.fray, the log, stand NAME.fray.index, NAME.fray.backups with the logs of the
// last ten sessions, and what was ever found damaged as NAME.fray.kept-TIME. NAME.fray
// alone is the table: only it needs copying, at any moment.
//
// # Why
//
// An append is durable before anything is shown: a screen never shows what a power cut
// could take back. Where another program has appended first, the commands are decided
// again on what there is now.
//
// An event is read back from the bytes that are written before it is folded. A table that
// is opened again is therefore the table that was on the screen, and not one that was
// only meant to be.
//
// The hash of a line is made of the hash before and of the digest of its body ([DigestOf]),
// so that the chain can be followed without the bodies. The body of an event ends with a
// salt and the hash of its parts: each fact, single values of facts, who and when, the
// command. So any part can be proved without the others, by whoever has a player's export.
//
// Each event has a salt for the ids that it makes. It is made from the line of the event
// before, so that it is the same however often the log is read.
//
// The seeds of a session are a line of their own kind before the event that begins it, so
// that the one file is everything and a session that was cut short by a crash goes on
// with the same dice, which are drawn again as far as the log has them. No event, search,
// index or export holds that line before the session has ended ([Live.Lines]); whoever
// can read the file can foresee the dice. A session lasts until the gamemaster ends it,
// over any number of runs. The line says where the log is at home: in one that was copied
// elsewhere the session goes on with new seeds, and the other's are told in neither
// before its end.
//
// Damage is met by the log wherever it is read, and told in [Findings], which reach the
// next screen, plain lines and the end of the program. The newest snapshot and what
// follows it are read before the first frame, all of the log behind it
// ([Live.Inspect]); a check that was cut short goes on in the next run.
//
// Snapshots are a shortcut past the log, never a source: they count only where the line
// of their event has the hash that they were made of, and [Check] folds the log anew to
// compare them.
//
// # Speed
//
// Benchmarks measure a commit beside a bare synced append (aimed at: 1.5 times, 2 for 99 of
// 100), opening with and without an index, a search of 100,000 events (20 ms) and the memory
// of a program that has them open (60 MB):
//
//	go test ./saves -run XXX -bench . -benchtime 20x
//	go test ./saves -run XXX -bench Opening -benchtime 3x -long
//
// The second opens a million events too. The times mean something only on a machine that
// does nothing else.
package saves
