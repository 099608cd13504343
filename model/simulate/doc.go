// Package simulate plays a fight from a table as it is now until one side is left, many
// times, and reports how those fights ended.
//
// Every act goes through the package decide, as the acts of people do, so nothing happens
// that the table would refuse. Nothing is written anywhere: the given table does not
// change.
//
// The dice of a fight depend only on the number of the fight, on the seed, and on the salt
// of the table's next event. So the same question has the same answer on every machine, and
// the dice of the session are not used.
//
// # Policies
//
// [AsSoFar] repeats what each character did in this fight: the attacks in the log, the
// newest most often, on the same opponents. A character who has not attacked yet takes the
// first attack that the rulebook offers for the sheet.
//
// [Hard] takes the attack and the opponent with the most expected harm for its price, by
// the exact odds at the moment from which the fights are played, and prefers opponents who
// are nearly down. The odds are not counted again during a fight, which would take longer
// than the fight.
//
// [Careful] fights like AsSoFar, takes every defence that a rule offers, and leaves the
// fight with a quarter of its life or less.
package simulate
