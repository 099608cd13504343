// Package simulate plays a fight from a table as it is now until one side is left, many
// times, and reports how those fights ended.
//
// Every act goes through the package decide, as the acts of people do, so nothing happens
// that the table would refuse. Nothing is written anywhere: the given table does not
// change.
//
// In the first round of a scene a fight begins with the roll for the order of turns, if its
// rulebook has one and there is no order. Blows of one moment all fall, so each of two may
// fell the other; then nobody wins.
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
// are nearly down. In the middle of a roll it spends points, luck and Extra Effort where the
// chance rises by 8 % or more for each, by the odds of the roll as it stands; no more than
// four at a time. It leaves empty what a form leaves empty.
//
// [Careful] fights like AsSoFar, spends no points, takes every defence that a rule offers
// once it is hurt, and leaves the fight with a quarter of its life or less.
//
// Mirrored fights compare two policies: two heroes of each rulebook fight the same two, one
// side hard and the other as so far, half of the fights with the sides changed:
//
//	go test -run '^$' -bench HardAgainstAsSoFar -benchtime 200x ./model/simulate
//
// Of 200 fights the hard side won: fate 200, d6 161, trip 149, d20 and percentile 123,
// forged 119, supermen 149 of 189 that were decided, moves 111 of 191. In contest it won 105:
// there is one act that does harm, and nothing to spend on it. In easiness none was decided
// in 50 rounds, because those heroes cancel each other's blows.
//
// # Exact answers
//
// [Simulation.Exact] counts the chance to win over all that can happen, where no more than
// [MostStates] states of the fight can be reached. A state is what the sheets hold, the
// time, what is on its way and who may still act. It is not exact where somebody fights
// hard and decides in the middle of a roll, since that looks at dice one by one.
//
// # Encounters
//
// [Rate] plays the heroes of a table against an encounter that is kept for any table.
package simulate
