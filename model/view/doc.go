// Package view redacts a table for a seat, and puts facts into sentences.
//
// [SeenBy] returns a table that holds no more than the seat may know. [Tell] describes a
// fact in lines of text, [RecapOf] a session.
//
// # Why
//
// Secrets fail closed. What a seat sees is a redacted table of its own and not a filter in
// front of the whole table, so no method, drawing or export of it can return what it does
// not hold. Only the gamemaster gets a fact without an entry in the table of facts, a fact
// of a newer version, a character who is not in the roster, and anything for an unknown
// role. What concerns several characters is hidden if one of them is. So a roll against a
// hidden character is hidden even from whoever rolls.
//
// Numbers of events are the gamemaster's alone, because gaps in them would tell how much
// is hidden. Everybody else has ids ([model.EventID]), which are opaque and never change.
// A seat's log in plain lines, "fray log --as-seen-by NAME", shows ids where the
// gamemaster's shows numbers, and --since takes an id. In a seat's JSON an event has "id"
// and no "seq", and facts refer to other events by id. The gamemaster's JSON has both, so
// that everybody at a table can name the same event.
//
// Inside the program Event.Seq of a seat's table is a place: the first event that the seat
// sees has 1, the next one 2. Code reads, compares and scrolls a log by places, and an
// export for a seat is a log that begins at 1. Numbers of the whole log could not serve
// for that, because they have gaps. Ids could not either, because they have no order and
// finding one in a million events needs an index. A place is never shown and never
// accepted as input: when a hidden character is revealed, the events of its past appear
// and all later places change.
//
// Others see a character openly, by name only, or not at all. Of a character known by name
// only, a seat gets the name, what the character visibly does and a word for its state,
// but no page. Odds are computed from what is left. A fact about such a character is
// dropped unless its entry says what remains of it. Dice remain, because they are thrown
// in front of everybody and can be drawn again by whoever checks them. A question to a
// player is worked out on the whole table and sent along. How a character is shown now
// also decides about the past: opening a sheet opens its history.
package view
