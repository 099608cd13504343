// Package script makes rulebooks of text: one file in Starlark, Python's syntax without
// what has no end. [Load] reads it and gives an *engine.System that nothing tells from
// one that is written in Go.
//
// The declarations of a text are carried out once, when it is read. Its rules are
// functions that are run again and again, as the engine runs every rule: the words of r
// call the engine's, and whatever leaves a rule there (an open question, the ways of the
// odds, a refusal) is a panic that passes through the frames of the interpreter. The
// interpreter is made for that: each of its frames puts itself in order when a panic
// passes. What a text knows of its dice is compared as a [reading]; each run has a thread
// of its own, and what was declared is frozen, so runs may go on side by side.
//
// # Why
//
// A text may come from a stranger. It has no files, clock or random numbers because none
// is handed in. Time is bounded by steps and memory by bytes asked for, never by the
// clock: a roll that is refused on one machine must be refused on all of them, or a
// table would not be read back the same.
//
// The library counts steps, but one step can do anything: "x" * 10**9 is one. So the
// parsed tree is changed before it is compiled. Every operator whose result can grow, or
// that may go through a whole value, becomes the call of a guard, and so do the methods
// of strings, lists and dicts and the functions of the library. A guard says first what
// the work takes. An operator beside a number that is written out stays as it is: the
// sums and comparisons of a rule are mostly those, and they are what must be fast.
//
// What the parser and the compiler themselves could be made to do is bounded before
// them, see bounds.go: they go down a level for each bracket and each sign.
//
// All that can be found without running a rule is found when the text is read, and all
// of it is told, with its place: an evening is no time for it.
//
// An author need not know how odds are counted. Where a rule has many ways, it is stopped at its
// dice, and the frames of the interpreter say where it stands and what it can still read (liveness.go
// finds that out from the text once). Ways that are equal in that are followed as one, as r.merge does
// by a promise. What can't be told so, such as how far a loop over a list has come in which a value
// stands twice, is not merged. Three blows of d20 with confirmed criticals and damage were refused
// (more than 131,072 ways) and take 8,500; four times a d8 that explodes took 0.9 s and takes 0.1.
package script
