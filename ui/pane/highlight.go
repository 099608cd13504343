package pane

import (
	"strings"
	"unicode/utf8"

	"example.org/fray/ui/kit"
)

// putFound draws text, and in it what was searched for in an ink of its own.
func putFound(r *kit.Row, ink kit.Token, text, searched string) *kit.Row {
	for text != "" {
		from, to := firstFound(text, searched)
		if from < 0 {
			break
		}
		r.Put(ink, text[:from]).Put(kit.Selection, text[from:to])
		text = text[to:]
	}
	return r.Put(ink, text)
}

// firstFound is where the first of the words searched for stands, in any case
// of letters; -1 for none.
func firstFound(text, searched string) (from, to int) {
	from = -1
	for _, word := range strings.Fields(searched) {
		for i := range text {
			if from >= 0 && i >= from {
				break
			}
			if end := foldedPrefix(text[i:], word); end > 0 {
				from, to = i, i+end
				break
			}
		}
	}
	return from, to
}

// foldedPrefix is how many bytes of s a word takes that s begins with, in any
// case of letters; 0 where it does not.
func foldedPrefix(s, word string) int {
	i := 0
	for word != "" {
		_, n := utf8.DecodeRuneInString(word)
		_, m := utf8.DecodeRuneInString(s[i:])
		if m == 0 || !strings.EqualFold(s[i:i+m], word[:n]) {
			return 0
		}
		i, word = i+m, word[n:]
	}
	return i
}
