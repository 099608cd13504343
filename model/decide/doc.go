// Package decide turns commands into facts. [Decide] is the only gate: keys, remote
// players, imports and tests go through it. It changes nothing, and returns the facts that
// follow from a command or the reason why the command is refused.
//
// # Why
//
// Things that are due at one moment are done one after the other, each with the table as
// it is then. Whether blows of one moment are simultaneous is left to the rules, which
// know what must not count yet. If two blows were computed from the same sheet, both would
// spend the same points.
//
// Whenever a pending action is cancelled, be it by hand, with its scene or because its
// character left, its rulebook's clean-up runs. An action that concerns others for longer
// than its character is at the table is never cancelled with the character. So every state
// that an action began also ends.
//
// To amend an act ([model.Amend]), the events that followed are run again in the way in
// which a gamemaster would replay them by hand: with the recorded dice, decisions, moments
// and house rules. Changes by hand stay. New dice are thrown for the amended act alone;
// where anything else asks a question that was not asked before, the replay stops, because
// nobody has decided it. The replay lives in this package and not in one of its own
// because each step of a decision has to know whether it belongs to the record, and no
// public face of Decide could tell.
package decide
