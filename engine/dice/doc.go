// Package dice rolls plain dice, without a rulebook's sheet, as people write
// them elsewhere: 4d6+2, d20+5 vs 12, "4d6 drop lowest", 2d10 <= 14.
//
// It is written like a rulebook, so that dice have exact odds and a log like any
// other roll. It has no sheet, and is in no list of rulebooks.
//
// # The notation
//
//	d20  3d6  d%  4dF        dice; d% has a hundred faces, dF shows -1 to 1
//	d66                      two d6, read as tens and ones
//	kh3 kl1 dh1 dl1          keep or drop the highest or lowest; k3 is kh3
//	d20 adv  d20 dis         thrown twice; the higher or the lower counts
//	rr1 rr<3                 thrown again while it shows that
//	ro1 ro<3                 thrown again once
//	e6 x6 ! !>=5             one more die for each that shows that; ! and x
//	                         alone mean the highest face
//	mi2 ma5                  counts as no less, no more than that
//	cs>=7                    counts the dice that show that
//	+ - * ( )                as everywhere
//	vs 12  >= > <= < =       what the total is compared with, at the end
//	8d6 fireball             what it is for, behind everything else
//
// Keep and drop can also be written in words: "keep highest 3", "drop the lowest".
// In whatever order they are written, dice are first thrown again, then raised or
// lowered by mi and ma, then kept or dropped, then counted. A sign that belongs to
// ! or x follows it without a space. A sign behind a space ends the dice.
//
// # Why
//
// All dice of a line are one DiceSequence. A die that is thrown again once has a
// question of its own, since its second throw counts whatever it shows. All others
// are asked for together, and then those that are missing. Dice that are typed come
// in the order in which they fall.
package dice
