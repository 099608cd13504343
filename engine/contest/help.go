package contest

const help = `The acting total. Take the ability that fits and add what helps or hinders: the character's own aspects, tools, the situation, and how well the player tells it. No single modifier counts more than 6 either way, unless it is a well-laid plan; together they may come to more. A lead of 6 wins nine opposed rolls in ten.

A simple roll. Acting total and one ten-sided die. It is Very Poor from 5, Poor from 9, Mediocre from 11, Reasonable from 14, Good from 18 and Very Good from 21, better by a step for each three more; below 5 it is an Appalling disaster. Against a difficulty the total must reach it; a difficulty can be named by a quality.

An opposed roll. Both sides do the same; the higher total wins. A tie decides nothing, unless the house has it thrown again or won by who started.

A contest. Each side has three totals: acting, effect (made the same way, often from the same ability, but without a die) and resistance, another ability times 3 and then modifiers. In each exchange both throw a twenty-sided die on the acting total. The higher takes its effect off the other's resistance. Who is down to 0 has lost. Where nothing gives an effect total, the acting total is it. The situation counts in both, each side has its own. The program keeps the running contest on both sheets; an exchange goes on where the last one stopped, and the whole contest can be thrown to its end at once. Another ability changes acting and effect total; tools and situation count from the exchange in which they change. When the scene ends, or a side leaves, the contest is closed for everybody.

Persuasion is such a contest. It is resisted with Willpower, times 1 to 10: for who persuades, by how much it matters; for who is persuaded, by how little they like it.

Several opponents. Who stands alone throws once, and every opponent throws against that die. Being outnumbered costs nothing else. Each has a factor, a modifier and a situation of their own. The effect goes to one opponent who is chosen beforehand; a house rule lets it hit all that were beaten.

Descriptions are worth -3 to +3. Dull is a mark of its own: -3, the next dull one -4, and so on to -6, until a good one or a new scene. They count for player characters; the gamemaster may give one to anybody for one roll, and a house rule lets them count for everyone.

Spectacular success. After the highest face, throw the die once more and add it. When the second throw is the highest face too, or would win on its own, the success is spectacular; in a contest it then takes twice the effect off, if the first throw had won already. The highest face twice running always succeeds.

Leave takes a contest that is over, or one that is broken off, from everybody's sheet; one of several who stand together leaves alone.`
