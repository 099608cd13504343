// Package supermen is the rulebook Men & Supermen by Jerry Stratton: two
// ten-sided dice under a target, ones thrown again and taken off, Quality
// shared among what an action allows, and EP paid by rows.
//
// # Why
//
// An Action Roll is described once, as a [check]: its base, its pool, and the
// abilities in it, all as functions of the Extra Effort made. The roll, the
// same roll worked out anew after the effort, and the panel's derived numbers
// are that one description, so they cannot disagree.
//
// Small prices are counted in 7200ths of an EP, one counter per kind of
// action. Row 4 is then a fifth of an EP and row 3 a fiftieth, by use as well
// as by round, and rows 2 and 1 come out right for costs that run on by the
// round; nothing is forgotten when somebody changes rows in between.
//
// A character who starts a passive action puts the pending one off by a
// segment. The timeline belongs to the table, so a blow or an end that comes
// up too early looks at the sheet, sees that it was put off, and sets itself
// for the later segment.
//
// The Defense of an action that ends counts for the rest of that segment:
// blows of one segment are simultaneous, whatever order the table takes them
// in.
package supermen
