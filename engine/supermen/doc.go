// Package supermen is the rulebook Men & Supermen by Jerry Stratton: two
// ten-sided dice under a target, ones thrown again and subtracted, Quality
// shared among the uses of an action, and EP paid by rows.
//
// # Why
//
// An Action Roll is described once, as a [check]: its base, its pool and the
// abilities in it, all as functions of the Extra Effort. The roll, the same roll
// after the effort and the numbers of the panel come from that one description,
// so they cannot disagree.
//
// Small prices are counted in 7200ths of an EP, with one counter for each kind of
// action. In that unit row 4 is a fifth of an EP and row 3 a fiftieth, each time
// or each round, and rows 2 and 1 are whole numbers too for costs that run on by
// the round. Nothing is lost when somebody changes rows in between.
//
// A character who starts a passive action puts the pending action off by a
// segment. The timeline belongs to the table, so a blow or an end that comes
// up too early reads on the sheet that it was put off, and puts itself on the
// timeline again for the later segment.
//
// The Defense of an action that ends counts for the rest of that segment:
// blows of one segment are simultaneous, in whatever order the table resolves
// them.
package supermen
