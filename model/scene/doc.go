// Package scene is what a seat is shown, as values: sheets in blocks and rows, and the people at
// a table with their meters. Screen, lines, pages and documents write it, each in its way, and
// add nothing to it.
//
// It knows no terminal, no HTML and no key, and is made of a table as the seat sees it: what the
// seat may not know is not in it.
//
// # Why
//
// Where one thing is described for each way in, the descriptions come apart: one leaves out a
// table that is empty, the next prints its head. A [Writer] has a method for each kind of block,
// so a new kind does not compile until all can write it.
package scene
