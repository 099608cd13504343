package easiness

const help = `The pool. Add up two attributes, those that the facilitator names or others: that many ten-sided dice, their faces running from 0 to 9. The Easiness, from 0 to 8, is the level of what is used: a facilitator or a special power. Each die at or below it is a success.

How it ends. One success is enough, if only just: more of them are better (1 poor, 2 fair, 3 good, 4 very good, 5 and more excellent). Without a success the roll fails; when there are Nines among the dice it is a critical failure, and the Nines are counted. A single success makes every Nine harmless.

Throwing on. When each and every die succeeds, and it matters by how much, one die is thrown again and again at the same Easiness; each success is one more, the first miss ends it, and a Nine there does no harm. When every die is a Nine, and it can get worse, one die is thrown on in the same way while it shows Nines.

The scale. Successes count upward from 0, Nines of a critical failure downward. Modifiers and risks move the result along this scale, so a bad roll can be saved and a good one spoiled. Above 0 it succeeds, at 0 it fails, below it is a critical failure.

Risk. Before the roll you may declare a risk: 1 or 2, up to 5 when everything is at stake. A separate die at Easiness 4 decides it. Made good, the risk is added to the result; gone wrong, it is taken away.

Against somebody. Both roll; each success of the other side takes one away. To dodge or resist an attack that has been rolled already, take up what it calls for: its successes are filled in. What a dodge doesn't cancel can be resisted, and what gets through costs health, as many as you like.

Health is 5 + Vigor. It is taken off and given back by hand, as the story says.

House rules decide what a modifier changes (successes, dice, Easiness), how a risk is thrown and how high it may go, and whether a fumbled defence helps the attack.`
