// Package plays reads, writes and runs plays: examples and reports of rolls
// that a player could read, as the text of .play files.
//
// [ReadLines] is the one reader of their lines, for plays of rolls and of tables: it is handed what
// a line does.
//
// A play of rolls is sheets, rolls and what comes of them. [Parse] reads its text,
// [Play.Run] plays it with its rulebook and returns the lines that do not hold,
// and [Of] makes a play of a roll. Lines at the margin start with a word:
//
//	# a comment
//	system d6                             the rulebook, once
//	rule NAME VALUE                       a house rule
//	sheet Rook: strength 3D, note "a, b"  whose roll it is, and fields of the sheet
//	against Guard: strength 2D            whom they face; a second name is a second opponent
//	force Rook: strength "-2 Tired"       what is in force on a number, and as what; with
//	                                      nothing behind the name, nothing is
//	company Ann: strength 3D              who is at the table besides
//	at 12                                 the moment, in units
//	action ID KEY=VALUE …                 a roll: a parameter or, if there is none, a field
//	= GRADE KEY=VALUE …                   how it must end: the grade itself, total, target,
//	                                      margin, flags=a,b (all of them; with a grade and
//	                                      without this, none), any value, sheet.FIELD or
//	                                      other.FIELD
//	> actor.FIELD=VALUE                   a field after the changes
//	later action=ID after=15 KEY=VALUE …  what must come later, with what it carries
//	asks ID                               the question that must be open in the end
//	refused WORDS                         words of the reason why the rule must refuse
//	odds success 94.60%                   whatever counts as one, rounded as written; exact with
//	                                      nine decimals or more
//	odds GRADE P, odds flag NAME P, odds total N P
//
// Indented lines below an action are its answers in the order of asking: "ID
// 3d6 4 3 2" for dice, "ID option", "ID speed:17,ep:9", "ID none", "ID 4". A
// decision that is left out takes nothing; dice must be given. Odds among the
// answers are those after the answers above.
//
// Names stand for characters: what a roll changed on a sheet is there for the
// next one, and a character can act in one roll and be faced in the next.
//
// # Why
//
// A Play holds what was typed, not what it means, so the report of a roll can be
// read without its rulebook. Run, which is handed the rulebook, says what is wrong
// with a value and in which line.
package plays
