package lines

import "example.org/fray/model/scene"

// announceWordRequest announces once that this seat is asked for a word for the dice.
func announceWordRequest(p *console) {
	was := p.wordAnnounced
	if p.wordAnnounced = scene.AskedForWord(p.table, p.seat); was || !p.wordAnnounced {
		return
	}
	p.line("Please add a word to the dice: type word, then a word or any keys.")
	p.line("%s", scene.WordWords(p.table, p.seat))
}
