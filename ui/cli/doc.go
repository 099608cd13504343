// Package cli is fray's command line: the commands, their JSON and their exit
// statuses. It ties saves, the rulebooks and the screen together and decides
// nothing of a game itself.
//
// [Run] carries out one command line on streams that are handed to it, so that
// tests run commands in process.
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
// Plain cobra, without fang: fang asks the terminal for its background before
// every help text and every error, and waits 4 s for a terminal that does not
// answer. Man pages come from mango, which fang uses too.
//
// Dice on the command line fall from ChaCha8, seeded by --seed or by the
// system; --dice types them. A decision that nobody answered is
// answered as the screen would offer it, as the odds assume.
package cli
