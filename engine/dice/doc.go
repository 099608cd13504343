// Package dice rolls plain dice, without a rulebook's sheet, as people write
// them elsewhere: 4d6+2, d20+5 vs 12, "4d6 drop lowest", 2d10 <= 14.
//
// It is written like a rulebook, so that dice have exact odds and a log like any
// other roll. It has no sheet, and is in no list of rulebooks.
//
// # The notation
//
//	d20  3d6  2w6  d%  4dF   dice; d% has a hundred faces, dF shows -1 to 1
//	d66                      two d6, read as tens and ones
//	kh3 kl1 dh1 dl1          keep or drop the highest or lowest; k3 is kh3
//	d20 adv  dis  elven      thrown twice, or three times; the higher or the lower counts
//	rr1 rr<3                 thrown again while it shows that
//	ro1 ro<3                 thrown again once
//	! e6 x6 !>=5             one more die for each that shows that; ! and x
//	                         alone mean the highest face
//	!! !p xo                 the die itself grows: by all, each further throw one less, once
//	min2 max5                counts as no less, no more than that; mi2 and ma5 are the same
//	cs>=7  cs>=7f1           counts the dice that show that, and takes off those that show 1
//	+ - * / ( )              as everywhere; / rounds down
//	floor( ) ceil( ) round( ) half( ) max( , ) min( , )
//	{2d6+3, 10}kh1  {…}>=12  of several rolls, some are kept, or counted
//	{3d8+1d6}kh2             of dice of several kinds, some are kept
//	6#4d6kh3  4d6kh3 x6      several rolls, each by itself
//	vs 12  >= > <= < =       what the total is compared with, at the end; dice, too
//	[fire] # fire "fire"     what it is for; plain words, too, if none of them could mean
//	8d6 fireball             something in dice
//
// Much of it can also be written in words: "keep highest 3", "best 3 of 4d6", "take higher",
// "with advantage", "hits on 5", "dc 15", "under 45", "half", "twice". What other programs have
// people type around dice (/r, !roll, [[ ]], full-width digits) is passed over. A word that is not
// understood is refused, with the way to write it; see meaningful.
//
// In whatever order they are written, dice are first thrown again, then raised or
// lowered by min and max, then kept or dropped, then counted. A sign that belongs to
// ! or x follows it without a space. A sign behind a space ends the dice. Where some of the dice
// are kept, what is thrown again belongs to its die before anything is kept.
//
// # Why
//
// A line is a tree, and each of its hands knows nothing of the others. So odds are worked out by
// the tree: what one die comes to, what a hand does (see engine.Kept), and how those join. In
// play all first throws of a hand fall, then those that are thrown again, in the same order; a
// die that is thrown again once has a question of its own, since its second throw counts whatever
// it shows. Dice that are typed come in the order in which they fall.
package dice
