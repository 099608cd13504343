// Package cli is fray's command line: the commands, their JSON and their exit statuses. It
// is the only package that connects stores, rulebooks and the screen. It contains no rules
// of a game.
//
// [Run] carries out one command line on the streams that it is given, so tests can run
// commands in the same process.
//
// # Exit status
//
//	0  done
//	1  the rule refused, or it could not be done
//	2  the command line was wrong
//	3  a question is open (--ask)
//	4  the file is damaged
//
// # Why
//
// Plain cobra, without fang: fang asks the terminal for its background colour before every
// help text and every error, and waits 4 s for a terminal that does not answer. Man pages
// come from mango, which fang uses too.
//
// Dice on the command line come from ChaCha8, seeded by --seed or by the system; --dice
// gives the faces of real dice. A decision without an --answer is answered as the screen
// would offer it, and the odds assume the same.
package cli
