package scene

import (
	"strings"

	"example.org/fray/engine"
)

// Brief is what a list says of an act: the price, the chance, and when it lands.
type Brief struct {
	Price  string  // "5 EP"; "" for nothing
	Judged bool    // it may succeed or fail, with the chance P
	P      float64 //
	Won    string  // the rulebook's word for a success; "" for the plain word
	Words  string  // of a roll that is not judged: the expected total; or why there is no chance
	Lands  string  // the moment at which an attack lands; "" for at once or unknown
}

// Chance is the chance in words: "hit 74 %", or "about 12".
func (b Brief) Chance() string {
	if !b.Judged {
		return b.Words
	}
	return strings.TrimPrefix(b.Won+" "+engine.Percent(b.P), " ")
}

// String is all of it in a few words: "5 EP  hit 74 %  lands at 57".
func (b Brief) String() string {
	words := b.Price
	for _, s := range []string{b.Chance(), b.LandsWords()} {
		if s != "" {
			words += "  " + s
		}
	}
	return strings.TrimPrefix(words, "  ")
}

// LandsWords says when an attack lands; "" for at once.
func (b Brief) LandsWords() string {
	if b.Lands == "" {
		return ""
	}
	return "lands at " + b.Lands
}
