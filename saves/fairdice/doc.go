// Package fairdice draws the dice of a table so that anybody can draw them again when
// the session is over. It opens no file and knows no store.
//
// A [Session] has two seeds of 32 bytes. Their fingerprints (SHA-256) are logged before
// the first dice, the seeds themselves when the session ends; in between whoever keeps
// the log keeps them. Dice that not everybody may see are drawn from the second seed, so
// that neither the seed that all are shown nor the places of their dice tell anything of
// hidden ones: those of a hidden roll, of one that concerns somebody hidden, and, by a rule
// of the table, those of characters whose sheet others may not read
// ([model.DiceOfOthers]). The log says of each throw which stream it came from, so a rule
// that is changed later changes no earlier throw. The fingerprint of the second seed, and
// that seed, are the gamemaster's alone; what a player exports is enough to draw the dice
// again that the player saw, except for dice of the second seed: only the gamemaster's log
// can prove those, also to a player who sees them because the sheet is theirs.
//
// A seed is the key of ChaCha8. A die takes the next 64-bit word of its stream. Words at
// or above the largest multiple of the number of faces are passed over; the face is the
// lowest one plus the word modulo the number of faces. Each throw is logged with its faces
// and its place in its stream ([model.Draw]), and the end of the session says how far each
// stream was drawn. So a throw that is missing, added or moved shows even where all hashes
// of the log were made anew. That they were made anew shows by a hash that somebody has
// noted.
//
// Players who are present are asked for words after the fingerprint is logged and before
// the first dice, one after the other. When the last of them has answered, and at each
// scene that begins after somebody has added more, both streams get a new key: the SHA-256
// of "fray: dice of a seed and of words" and a zero byte, the seed, and the transcript of
// what was asked, added and passed over so far ([model.DiceWords.Transcript]). Places go on
// counting. The log holds all of it, so that [Check] can make the keys again.
//
// # What this cannot show
//
// [NotProved] lists it, as the check and the page about fairness tell it to people. A player
// who does not know the seed cannot choose how dice fall. Whoever runs the program can: they can
// read the seed, which is kept on the machine until the session ends; try last words, or have
// a puppet come last, since words are asked for in the order in which players came; burn dice by
// rolls that matter to nobody; choose between the two streams by what is hidden; pass over who
// is still asked for a word at a table that nobody serves; choose when a scene begins; and type
// dice. Sessions that are begun anew, throws that are taken back, typed dice and players who
// were passed over stand in the log, and the check lists or counts them without a clock.
//
// The whole log can be written anew, or put back to an earlier state. Only a hash that
// somebody has shows it: the digits that stand with each roll, the last line of SSH, the
// cookie of a page.
package fairdice
