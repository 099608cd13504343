package d6

const help = `A skill or attribute is a die code, 4D+2: four dice, and two pips on top of what they show. Three pips make a die. The total must reach the difficulty; a tie is enough.

One die of every roll is the Wild Die. A 6 on it is added and it is thrown again as long as it shows 6. A 1 on its first toss is a Critical Failure: the gamemaster either has the highest die taken out or lets everything count and brings in a complication.

A Character Point buys one more Wild Die, before the roll, after it, or both; a 1 on it is just a 1. A Fate Point, before the roll, doubles the dice and pips that are the character's own. Weapons, armour and gear are not doubled.

Result points are what the total has beyond the difficulty. Half of them may help another roll, a fifth of an attack's may go to the damage.

A round is five seconds. Each action beyond the first takes a die off every roll of the round, and waiting for somebody counts as one. Initiative is a Perception roll, the highest first; of equals the better Perception, then as the gamemaster says.

Wounds take dice off by themselves. A hit that is no worse than the present wound makes it one level worse. The clock ends stuns, lets those who are incapacitated try to stay up, and rolls for those near death each minute.`
