// Package phrase reads what people type, wherever they type it: at the prompt of the
// screen, in numbered lines, on the command line, and in plays.
//
// [Context.Read] returns what a line may mean: dice, a command, points that are lost, new
// characters, who does what to whom. [SetParam] sets a parameter, [Answer] answers a
// question, [Search] finds something by a word for it. What is done with a meaning is up
// to the caller: the screen opens forms, plain lines print them.
//
// A play of a table drives characters, the clock, rolls, follow-ups and undo as a
// gamemaster would, and says what must hold in between. The package plays of engine
// reads the other kind of play, which makes single rolls.
//
// One line is one command or one check, # begins a comment, and the first line names the
// table's rulebook:
//
//	table SYSTEM                       whose time it keeps
//	rule SYSTEM.NAME VALUE
//	join NAME SYSTEM: KEY VALUE, …     leave NAME, return NAME, turnto NAME PLACE
//	set NAME KEY VALUE                 writes on a sheet by hand
//	NAME ACTION KEY=VALUE … [against NAME, …]    starts an action; indented
//	  ID ANSWER                        lines answer it: faces, an option, shares
//	take NAME ACTION KEY=VALUE …       (a:3,b:2 or none) or a number; a decision
//	  ID ANSWER                        left out takes nothing. take starts a
//	answer NAME                        follow-up with its parameters. answer
//	  ID ANSWER                        goes on with a roll that is open
//	together ACTION KEY=VALUE … of NAME, … against NAME, …
//	next [TIMES], go UNIT, back, undo [TIMES], redo [TIMES], scene PLACE
//	evening begin, evening end
//	order, declare NAME N, wait NAME WORDS, step-in NAME, rest NAME SPAN TIMES
//	effect NAME UNTIL [UNIT] [rounds=N] [of=NAME] [FIELD+N]: WORDS, treat NAME
//	cancel NAME, delay NAME UNIT, drop NAME, everyone SYSTEM ACTION KEY=VALUE …
//	refused WORDS                      the command above must be refused so
//	> NAME.FIELD=VALUE …               what must hold now
//	> = GRADE KEY=VALUE …              how the last roll ended: total, target,
//	                                   margin, flags=a,b or a value
//	> clock WORDS, date WORDS, turn NAME, order NAME NAME …, will WORDS, log WORDS
//	> pending NAME ACTION UNIT, pending none, open NAME|none, free NAME|none
//	> follows NAME ACTION KEY=VALUE …  a follow-up, and its parameters
//	> mark NAME WORD, effect NAME WORDS, no effect NAME
//	> no log WORDS, no mark NAME WORD, no follows NAME ACTION
//
// Spaces in the value of a KEY are written _. Dice must be given, and none may be left
// over.
//
// # Why
//
// Every reader is a function of its own and knows nothing of the others: each of them gets
// the line, and the meanings of earlier readers come first. No change of the table is
// guessed: a sentence with a word that is not understood means nothing, and
// [Context.Unknown] names that word.
//
// The parts of model do not import each other, so whoever runs a play passes in the gate
// for its commands.
package phrase
