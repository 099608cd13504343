// Package odds counts exactly how likely each ending of a procedure is that asks
// for dice.
//
// It has two parts. [Walk] runs a procedure again and again, each time with other
// answers, until every way through it has been followed to its end. [Convolve],
// [Sums], [Sequence] and [Series] find out what dice come to before the procedure is run
// with the result: equal results are added up, so that twenty dice are followed as
// some hundred sums and not as billions of throws.
//
// The package knows nothing of rules: it takes a function that runs a procedure
// with given answers and says where it stopped.
//
// # Why
//
// Weights are 64-bit floating-point numbers. As long as a float64 holds the number of
// all throws of some dice exactly, the throws are counted as whole numbers and divided last;
// otherwise they are rounded at each die. Against counts in fractions, of up to 200
// dice, weights are off by less than 1e-15, and right to thirteen digits where they
// are above one in a million.
package odds
