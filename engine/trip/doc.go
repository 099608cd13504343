// Package trip is the Trip Die System of MetaScape: a d20, the Trip die, with
// a bonus die beside it, three flags read from the Trip die alone, and Heroic
// pairs for what the total reaches.
//
// The files follow the chapters: trip.go (a roll from its ability to its
// result), throw.go (the dice), bonuses.go (what counts, and which die it makes),
// focus.go and meta.go (Meta), luck.go (rolls thrown twice), follow.go (what a roll
// leads to), nish.go (time), unspent.go (what was not used).
//
// # Why
//
// An ability failure has the result 0: there is no bonus die, no Heroic roll
// and nothing that could be measured against a difficulty. Its total is the
// Trip die, which is what failed.
//
// The situation that every action takes is one more bonus or penalty of the
// sum, not a number beside it: this system settles one sum before the roll and
// knows nothing that is added later.
//
// Luck after the dice is a decision of the same roll. It is offered only on a
// sheet that gives its level or its Luck boxes, since a bare roll belongs to
// nobody. A Critical cannot be lucked: Luck that was chosen before the roll then
// costs nothing.
//
// A roll thrown twice for the worse cannot be lucked as well: the source knows
// no third throw.
//
// One use of an ability begins with one roll (the attack), and others follow
// (the damage). The running Focus remembers which ability began the use. Rolling
// that ability again is another use, even at a table without a clock, and so is
// an attack after its damage. A feat that is rolled against a resistance and then
// against an attribute is one ability in one use: the second roll sets the
// parameter continues, and pays neither Meta nor Focus again.
//
// The source leaves defence open. A feat without a difficulty calls for a
// resistance of the opponent against its result. Damage calls for the opponent's
// armor, whose result is taken off it. Neither roll has to be made.
//
// Meta is kept as what a purse holds and what of it is spent, so that the
// gems that are gone can be shown and come back when the day ends. When
// they come back is a house ruling; the source leaves it out.
package trip
