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
// A round is one unit of the clock: five seconds, and a minute is twelve.
package d6
