// Package simulate plays a fight on by itself, from a table as it is now until one side is
// left, and says what came of many such fights.
//
// Every act goes through the package decide, as the acts of people do, so nothing happens
// that the table would refuse. Nothing is written anywhere: the table that is handed in
// stays as it is.
//
// The dice of a fight depend on the number of the fight and on the salt of the table's next
// event, and on nothing else. So the same question has the same answer on every machine,
// and the dice of the session are not touched.
//
// # Policies
//
// [AsSoFar] lets everybody do again what they did in this fight: the attacks of the log,
// the newest most often, at those they attacked. Somebody who has not attacked yet takes
// the first attack that the rulebook offers with their sheet.
//
// [Hard] takes the attack, and the opponent, with the most expected harm for its price, by
// the exact odds at the moment from which the fights are played, and goes first for those
// who are nearly down. Odds are not counted again during a fight: that would take longer
// than the fight.
//
// [Careful] fights as so far, defends wherever a rule lets the attacked decide, and leaves
// the fight with a quarter of their life or less.
package simulate
