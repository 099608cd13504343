package script

import (
	"slices"
	"strings"
)

// Word is an entry of the reference: how a word is called, what it does, and an example.
type Word struct {
	Of      string // what it is a word of: "r", "a pool"; "" for one that stands by itself
	Call    string
	Help    string
	Example string
}

// ArgumentHelp says what the arguments of all words of one kind mean, by [Word.Of]. It is ""
// if each word says it itself.
func ArgumentHelp(of string) string {
	for _, ws := range []*words{groupWords, tableWords, paramDeclarations, houseDeclarations} {
		if ws.of == of {
			return ws.help
		}
	}
	return ""
}

// Library gives the names of the functions that a text has from Python.
func Library() []string {
	var out []string
	for name := range guards() {
		if _, instead := notThere[name]; !instead && name[0] >= 'a' && name[0] <= 'z' && name != "in" && name != "not in" {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
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
