package lines

import (
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
