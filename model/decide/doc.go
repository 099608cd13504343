// Package decide turns commands into facts. [Decide] is the only gate: keys, remote
// players, imports and tests go through it. It changes nothing and gives the facts that
// follow from a command, or the reason why it is refused.
//
// # Why
//
// What falls due at one moment is done one after the other, each with what holds then.
// That blows of one moment are simultaneous is left to the rules, which know what must
// not count yet: two blows that were worked out from the same sheet would spend the same
// points twice.
//
// Whatever is called off, by hand, with its scene, or because somebody left, lets its
// rulebook clean up; and what lasts longer than whoever started it is never called off.
// So nothing that holds for a character loses its end.
//
// To amend an act ([model.Amend]) what followed is run again as a gamemaster would who
// plays it by hand: with the dice and decisions of then, at the moments of then, by the
// house rules of then. What was set by hand stands. New dice fall for the act alone;
// where anything else asks what was not asked then, it stops, for nobody has decided it.
// It lives here and not in a package of its own since running an act again is deciding
// its commands with every step open to inspection: each decision has to know whether it
// is one of then, and no public face of Decide could tell.
package decide
