// Package enginetest is the exam that every rulebook must pass, and the runner
// of .play files.
//
// A rulebook's test has a few lines:
//
//	func TestSystem(t *testing.T)  { enginetest.TestSystem(t, System) }
//	func TestPlays(t *testing.T)   { enginetest.TestPlays(t, System, "testdata") }
//	func TestMillion(t *testing.T) { enginetest.TestMillion(t, System) }
//
// TestSystem takes every action through each template, the inputs of the plays
// in testdata, every option of every parameter and house rule, random mixes of
// them, and sheets as earlier rolls left them; what rolls put on the timeline
// is run too. The inputs are the same in every run of the test. A machine that
// is slow looks at the odds of fewer of them, never of less than two an action.
//
// # .play files
//
// A play is what a player could read: sheets, rolls and what comes of them.
// [engine.ParsePlay] reads it. Lines at the margin start with a word:
//
//	# a comment
//	system d6                             the rulebook, once
//	rule NAME VALUE                       a house rule
//	sheet Rook: strength 3D, note "a, b"  whose roll it is, and fields of the sheet
//	against Guard: strength 2D            whom they face; a second name is a second opponent
//	company Ann: strength 3D              who is at the table besides
//	at 12                                 the moment, in units
//	action ID KEY=VALUE …                 a roll: a parameter or, if there is none, a field
//	= GRADE KEY=VALUE …                   how it must end: total, target, margin, flags=a,b,
//	                                      any value, sheet.FIELD or other.FIELD
//	> actor.FIELD=VALUE                   a field after the changes
//	later action=ID after=15 KEY=VALUE …  what must come later, with what it carries
//	asks ID                               the question that must be open in the end
//	refused WORDS                         words of the reason why the rule must refuse
//	odds success 94.60%                   rounded as written; exact with nine decimals or more
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
// A play of testdata/table drives a whole table instead: people, the clock,
// acts that follow from each other, undo. Its form stands with the test that
// runs it, TestTablePlays of package model.
//
// # Why
//
// What breaks rules is seldom a wrong number in the case that the author had
// in mind. The exam therefore takes every action through inputs that nobody
// chose (each template, each option, both ends of each range, pages full of
// extremes) and demands what must be true of every roll: it ends, it can be
// resumed anywhere, its odds add up and agree with play, it tells what it did
// in words. Where something fails, the message holds a .play to paste.
package enginetest
