package lines

import (
	"example.org/fray/model"
	play "example.org/fray/ui/act"
)

// call tells whoever sits here that they are asked for a word, once.
func call(p *plain) {
	was := p.called
	if p.called = play.AskedForWord(p.frame()); was || !p.called {
		return
	}
	p.line("Please add a word to the dice: type word, then a word or any keys.")
	p.line("%s", play.WordWords(p.frame()))
}

// tellDice tells how the dice of the evening come about.
func tellDice(p *plain) {
	for _, l := range play.FairText(p.frame()) {
		p.line("%s", l)
	}
}

// passOver passes over whoever is asked for a word.
func passOver(p *plain) {
	waits := p.table.Dice.Waits()
	if len(waits) == 0 {
		p.line("Nobody is being asked for a word.")
		return
	}
	p.do(model.PassOver{Of: waits[0], Why: play.GoesOn})
}
