package lines

import (
	play "example.org/fray/ui/act"
)

// announceWordRequest announces once that this seat is asked for a word for the dice.
func announceWordRequest(p *console) {
	was := p.wordAnnounced
	if p.wordAnnounced = play.AskedForWord(p.frame()); was || !p.wordAnnounced {
		return
	}
	p.line("Please add a word to the dice: type word, then a word or any keys.")
	p.line("%s", play.WordWords(p.frame()))
}
