package script

import "strings"

// Word is an entry of the reference: how a word is called, what it does, and an example.
type Word struct {
	Of      string // what it is a word of: "r", "a pool"; "" for one that stands by itself
	Call    string
	Help    string
	Example string
}

// Reference gives every word of the language, in the order in which texts use them.
func Reference() []Word {
	var out []Word
	add := func(of string, list []*word) {
		for _, w := range list {
			out = append(out, Word{of, w.signature(), w.help, w.example})
		}
	}
	add("", topList)
	for _, ws := range []*words{groupWords, tableWords, paramDeclarations, houseDeclarations, fieldWords, paramFieldWords, houseWords, poolWords, trackWords, conditionWords, sheetWords, rowWords, rollWords} {
		add(strings.TrimPrefix(ws.of, "the "), ws.list)
	}
	return out
}
