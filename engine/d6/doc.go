// Package d6 is the D6 System: pools of six-sided dice, one of them the Wild
// Die, with Character and Fate Points to improve a roll.
//
// # Why
//
// The regular dice and the Wild Die, with the dice of Character Points bought
// before the roll, are one hand: the odds need one reading of it, whatever the
// number of dice. Only the Wild Die of the hand can cancel a die; those of
// Character Points count as they fall and are never the highest.
//
// Points are taken off the sheet when a roll has ended, not when they are
// promised, so that rolls that come to the same total are followed once.
//
// The chapters on combat, wounds and advancement are not part of the source
// text. Where other public material on the same game fills them, the figures
// are its; where neither speaks and a table could decide either way, there is
// a house rule (see house.go).
//
// There is one way from a trait to dice (pool.go): each kind of roll says which
// of gear, wounds, other actions and earlier rolls count in it.
//
// What a roll leaves for the next one waits on the sheet: a related skill for
// the skill that it was meant for, half the result points for the next roll, a
// defence until its owner's next turn, being knocked out until the longest of
// the blows is over. The end of a scene takes all of it away but wounds.
//
// Damage is flagged with the level of wound that comes of it and not with what
// its Wild Die did, so that the odds are those of the levels.
//
// A round is one unit of the clock: five seconds, and a minute is twelve.
package d6
