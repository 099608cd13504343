// Package logfile keeps the log of a table in a text file that is only ever added
// to.
//
// NAME.fray holds one JSON object a line. Each line ends with the hash of the line
// before it and with its own; see [saves.Seal]. It can be read, searched and
// compared with any program for text, and copied at any moment.
//
// A line is appended and synced before anybody is shown what it says. The file is
// written over line feeds that lie ready behind its end, since writing over what is
// there costs the disk about 60 % of growing the file; whoever reads skips them, and
// closing cuts them off.
//
// One program writes the file. It holds a lock on the file itself and not on a
// second one, so that neither another name of the file nor the removal of a lock
// file admits a second writer. Before and after each append it looks whether the
// file it holds still is the one at its path and ends as it was left. If a program
// that syncs folders has replaced, removed, cut or overwritten it, the log is
// written to its path again, and what stood there is kept aside. A folder that was
// renamed takes the backups along: on Linux, where it can be asked for the place of an
// open file, they are brought back from there, elsewhere they stay behind.
//
// # Damage
//
// There is one way to meet it, whoever opens the log and whatever for: [saves.Recovery]. Every
// line is taken by itself: one whose own hash is right is sound, wherever it stands. From the
// first line on, the line that holds the hash of the one before follows, whether it comes from
// the file, from what this run has written, from a backup or from a file that was kept aside.
// Where none follows, a line says which events are missing, and the log goes on with the
// next sound line. All of them are asked before anything is cut. Who plays has the file written
// anew, and the one that was found kept under a second name with the time; who only looks reads
// the same from memory. [saves.Findings] say in words what was found, and nothing is repaired
// without them.
//
// A last line that is not whole, with nothing behind it, was being written when the program or
// the machine ended. A line that has its end was whole once: when it cannot be read and nobody has
// it, its event is missing, and what comes next gets another number.
//
// # Why
//
// Lines hold two hashes though one would make a chain: with its own hash a line can
// be trusted when its neighbours are gone.
//
// A text file is as durable as a database with a log of its own and cheaper: one
// write and one sync. There is one file, so that nothing can come apart.
package logfile
