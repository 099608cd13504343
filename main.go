// Fray is a full-screen terminal program for a table of role-players.
//
// # Reading the code
//
// Begin with engine, the vocabulary in which every rulebook is written, and one
// rulebook beside its book (engine/supermen, d6, easiness, trip, contest). Then model,
// a table as the fold of its events, with model/decide, the only gate for what is done,
// and model/view, what a seat may see. Then saves, tables on disk, and ui, the screen,
// with ui/cli, the commands, and ui/serve, the table over SSH. The reasons behind a
// design stand under Why in the doc.go of the package that they bind.
//
// engine/enginetest has the exam that every rulebook passes, and checks which package
// may import which. A new rulebook is a folder below engine that exports one name, with
// at least three templates, and a line in engine/systems; go test ./engine/enginetest
// -run Sixth -whole runs everything with a sixth one.
//
// # Carrying on
//
// .ci/run runs all that must pass: formatting, vet, builds for every system in
// .ci/targets, the tests, some fuzzing, the linters, a search for code that nothing
// calls, and a release built twice. It needs Go, git and bash, and the network only for
// modules and the tools that it names.
//
// A rule follows the order of its book and has a play in its testdata that a player
// could read; if a play ends wrong, the failure names the line. Golden screens are plain
// text at two sizes, with one file in its colours for each theme: -update in ui, ui/kit,
// ui/pane and ui/cli writes them anew, in ui and engine/systems also what the README
// shows. Look at what it changed.
//
// Random searches are short in go test ./... and long in .ci/run: -throws and -patience
// in a rulebook, -long in model, ui, ui/act, ui/cli and saves, -flips, -kills, -calls,
// -cheats and -spoiled in saves, -strangers, -frames and -rounds in ui/serve. One is too
// long even for that: go test ./ui/serve -run TestNoSecretIsSent -frames 20000 -timeout 3h
// looks for secrets in 100,000 frames that were sent to a player.
//
// What never changes once released: ids of rulebooks, actions, parameters, fields and
// questions, JSON keys, exit statuses, and facts in saved files.
//
// A release: write what is new into the README, commit, tag the commit v1.2.3, and run
// .ci/release --twice v1.2.3. The archives are in release. The same commit, version and
// Go give the same bytes anywhere.
//
// # How fast it is
//
// Medians on two cores of a virtual machine (AMD EPYC, Linux, Go 1.26). Put go test -run
// XXX before each benchmark.
//
//	from start to the first frame with 10,000 events; a key to its     16 ms, as with a
//	frame, from outside; a second without keys                         million; 0.9 ms; nothing
//	    -bench Program ./ui/cli
//	a key to its frame, Update and View, with 50 characters and        roster 0.19 ms, sheet 0.05, log 0.02,
//	100,000 events at 120x36                                           palette 0.14, form 0.23, share 0.18
//	    -bench Key ./ui
//	somebody else's act on a player's screen                           0.03 to 0.11 ms
//	    -bench 'Act|Filter' ./ui
//	one changed number, to the finished frame                          0.06 to 0.11 ms
//	    -bench Meter ./ui
//	bytes for a key, and for a whole screen                            167, 5,600
//	    -bench . ./ui/screen
//	saving one act                                                     0.17 ms, 1.3 to 1.5 times a bare write
//	    -bench Commit ./saves
//	opening a table, a player's view, a search by the gamemaster,      3, 2.5, 0.1 to 3, 3 to 71 ms of
//	one by a player                                                    processor time with 100,000 events
//	    -bench 'Opening|Search' ./saves
//	exact odds of 10d6; of 15d10 at or below 4                         10 µs; 4.4 µs
//	    -bench Peers ./engine
//	odds of all that somebody can do; the slowest single roll          0.6 to 2.1 ms; 0.2 to 9.6 ms
//	    -bench 'ActionList|Worst' ./engine/systems
//
// What a served table costs stands in the documentation of ui/serve. To measure from
// outside, use any tool that drives a pseudo-terminal: hyperfine for the start, or a
// recorder such as asciinema for the bytes sent.
package main

import (
	"os"

	_ "example.org/fray/ui/early" // before Bubble Tea: see there

	"example.org/fray/ui/cli"
)

func main() {
	os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}
