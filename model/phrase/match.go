package phrase

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// How well a typed word matches. Values between two of these are better matches of the
// lower kind.
const (
	fitsMore      = 200 // it begins one of the words of More
	fitsAlsoTypo  = 300 // it is one of the other words, with one typing error
	fitsTypo      = 310 // it is a word of the name, with one typing error
	fitsAlsoStart = 400 // it begins one of the other words
	fitsStart     = 500 // it begins a word of the name
	fitsBegins    = 550 // the name begins with the whole text, within a word
	fitsAlsoForm  = 600 // it is one of the other words with another ending
	fitsAlso      = 660 // it is one of the other words
	fitsWordForm  = 750 // it is a word of the name with another ending
	fitsWord      = 800 // it is a word of the name
	fitsName      = 900 // the name begins with the whole text, up to the end of a word; the shorter the name, the better
)

// maxSearch is the greatest length of a text that is searched for, in bytes.
const maxSearch = 200

// Searchable is something that people may look for: its name, and other words for it.
type Searchable struct {
	Name string // by which it is found first; it begins with the row
	Row  string // the row of the sheet that it uses, such as a skill; "" for none
	Also string // other words for it, the most usual first
	More string // the heading that it is listed under, and its keys
	Deed bool   // a character does it: it is found by everyday words for what it serves, see [concept]
}

// isSeparator reports whether a character separates the words of a name.
func isSeparator(r rune) bool { return strings.ContainsRune(" :,()-/", r) }

// Search returns the places of all that match a text, best first. Equal matches stay in
// order. An empty text matches everything.
//
// A whole word comes before the beginning of one, also where it is another word for it:
// "heal" must find what heals before Lose health. Every word of the text must match: as a whole word or as the beginning of one, with or
// without -s, -ed and -ing; a deed as well by a word for what it serves; a
// longer word may have one typing error. The middle of a word,
// or letters scattered over a name, match nothing: "rage" must not find First Aid
// Knowledge.
func Search(text string, all []Searchable) []int {
	if len(text) > maxSearch {
		return nil
	}
	type hit struct{ at, fit int }
	text = strings.ToLower(text)
	words := strings.Fields(text)
	hits := make([]hit, 0, len(all))
	meant := meanings(words)
	asOne := strings.ReplaceAll(strings.Join(words, "-"), "'", "") // saving throw
	one := meanings([]string{asOne})
	for i, w := range all {
		fit, ok := w.fits(words, text, meant)
		if n, _ := w.serves(asOne, one[0]); len(words) > 1 && min(n, fitsAlsoForm) > fit {
			fit, ok = min(n, fitsAlsoForm), true
		}
		if ok {
			hits = append(hits, hit{i, fit})
		}
	}
	if slices.ContainsFunc(hits, func(h hit) bool { return h.fit > fitsOtherRow }) {
		hits = slices.DeleteFunc(hits, func(h hit) bool { return h.fit == fitsOtherRow })
	}
	begins := func(h hit) bool { return strings.HasPrefix(strings.ToLower(all[h.at].Name), text) }
	if utf8.RuneCountInString(text) == 1 && slices.ContainsFunc(hits, begins) {
		// A single letter matches only what begins with it, if anything does.
		hits = slices.DeleteFunc(hits, func(h hit) bool { return !begins(h) })
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.fit, a.fit) })
	out := make([]int, len(hits))
	for i, h := range hits {
		out[i] = h.at
	}
	return out
}

// meanings returns what each of some words is about.
func meanings(words []string) [][]concept {
	out := make([][]concept, len(words))
	for i, word := range words {
		if len(word) >= shortestTerm {
			out[i] = conceptsOf(word)
		}
		for at := range out[i] {
			if wider, ok := conceptCalled(out[i][at].wider); ok {
				out[i][at].above = &wider
			}
		}
	}
	return out
}

// Best returns the place of the best match, and false if nothing matches.
func Best(text string, all []Searchable) (int, bool) {
	hits := Search(text, all)
	if len(hits) == 0 || strings.TrimSpace(text) == "" {
		return -1, false
	}
	return hits[0], true
}

// fits returns how well something matches all words of a text, and false if a word does
// not match. meant is what each word is about.
func (w Searchable) fits(words []string, text string, meant [][]concept) (int, bool) {
	name := strings.ToLower(w.Name)
	begins := 0
	switch {
	case len(words) == 0:
		return 0, true
	case strings.HasPrefix(name, text):
		if next, _ := utf8.DecodeRuneInString(name[len(text):]); len(name) == len(text) || isSeparator(next) {
			return 2*fitsName - min(len(name), fitsName-1), true
		}
		begins = fitsBegins + max(fitsAlsoForm-fitsBegins-1-len(name), 0)
	}
	parts, also := strings.FieldsFunc(name, isSeparator), strings.Fields(strings.ToLower(w.Also))
	sum := 0
	for i, word := range words {
		n := fit(parts, also, word)
		if at := slices.Index(also, word); w.Deed && at >= 0 {
			n = max(n, fitsAlso+mostUsual-min(at, mostUsual)) // what somebody does comes before what the table has
		}
		serves, rowFor := w.serves(word, meant[i])
		if w.isGeneral(meant[i]) {
			n = w.asGeneral(word, n)
		}
		switch n = max(n, serves); {
		case rowFor && n >= fitsAlso:
			n += andRowFor
		case rowFor && n > fitsAlsoForm:
			n++
		}
		if n == 0 && slices.ContainsFunc(strings.Fields(strings.ToLower(w.More)), func(m string) bool { return strings.HasPrefix(m, word) }) {
			n = fitsMore
		}
		if n == 0 {
			return begins, begins > 0
		}
		sum += n
	}
	return max(sum/len(words), begins), true
}

// fit returns how well one word matches the words of a name and the other words; 0 if it
// does not.
func fit(name, also []string, word string) int {
	best := 0
	for _, w := range name {
		switch {
		case w == word:
			best = max(best, fitsWord)
		case sameStem(w, word):
			best = max(best, fitsWordForm)
		case strings.HasPrefix(w, word):
			best = max(best, fitsStart)
		case hasTypo(w, word):
			best = max(best, fitsTypo)
		}
	}
	for i, w := range also {
		usual := min(len(also)-i, mostUsual) // the most usual word counts most
		switch {
		case w == word:
			best = max(best, fitsAlso+usual)
		case sameStem(w, word):
			best = max(best, fitsAlsoForm+usual)
		case strings.HasPrefix(w, word):
			best = max(best, fitsAlsoStart+usual)
		case hasTypo(w, word):
			best = max(best, fitsAlsoTypo)
		}
	}
	return best
}

// mostUsual is what the first of the other words for something counts more than the last.
const mostUsual = fitsAlso - fitsAlsoForm - 1

// sameStem reports whether two words differ at most in their endings.
func sameStem(a, b string) bool {
	begins := min(len(a), len(b), minStem) // which no ending reaches
	return a[:begins] == b[:begins] && stem(a) == stem(b)
}

// minStem is how many bytes must be left of a word when its ending is cut.
const minStem = 3

// stem returns a word without -s, -ed or -ing: "hit" for "hits" and "hitting".
func stem(w string) string {
	for _, end := range []string{"ing", "ed", "es", "s"} {
		cut, has := strings.CutSuffix(w, end)
		if !has || len(cut) < minStem {
			continue
		}
		if n := len(cut); n > minStem && cut[n-1] == cut[n-2] && end != "s" {
			cut = cut[:n-1]
		}
		w = cut
		break
	}
	if cut, has := strings.CutSuffix(w, "e"); has && len(cut) >= minStem {
		return cut
	}
	return w
}

// minTypoLength is how many letters a word must have for a typing error to be ignored.
const minTypoLength = 5

// hasTypo reports whether a word was typed with one error, which is not in its first
// letter.
func hasTypo(meant, typed string) bool {
	first, _ := utf8.DecodeRuneInString(meant)
	begins, _ := utf8.DecodeRuneInString(typed)
	n, m := utf8.RuneCountInString(typed), utf8.RuneCountInString(meant)
	return first == begins && n >= minTypoLength && m >= minTypoLength && max(n, m)-min(n, m) <= 1 && Distance(meant, typed) == 1
}

// mostSlips is how many letters of a word may be wrong for another to be suggested.
const mostSlips = 2

// Nearest returns the name of which a word is within two letters of a text that matches
// nothing, or "" if none is.
func Nearest(text string, all []Searchable) string {
	if len(text) > maxSearch {
		return ""
	}
	text = strings.ToLower(text)
	length := utf8.RuneCountInString(text)
	best, name := min(mostSlips, max(length/3, 1))+1, ""
	for _, w := range all {
		for word := range strings.FieldsFuncSeq(strings.ToLower(w.Name+" "+w.Also), isSeparator) {
			if n := utf8.RuneCountInString(word); n >= length+best || n+best <= length {
				continue // so many letters would have to be added or removed
			}
			if d := Distance(word, text); d < best {
				best, name = d, w.Name
			}
		}
	}
	return name
}

// NotFound says that a text matches nothing, and what is closest.
func NotFound(text string, all []Searchable) string {
	if name := Nearest(text, all); name != "" {
		return "nothing matches; closest: " + name
	}
	return "nothing matches"
}

// Distance returns how many letters have to be added, removed, changed or swapped with the
// next to turn a into b.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	var before []int
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		next := make([]int, len(y)+1)
		next[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			next[j+1] = min(row[j+1]+1, next[j]+1, row[j]+cost)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(y)]
}

// shortestTerm is how many letters of a term must be typed for it to be found by its
// beginning.
const shortestTerm = 3

// IsTerm reports whether what was typed, in small letters, is one of the words that are
// separated by commas, with another ending or not. Where it need not be exact it may also
// be the beginning of one, or have one typing error.
func IsTerm(words, typed string, exact bool) bool {
	for w := range strings.SplitSeq(words, ",") {
		w = strings.TrimSpace(w)
		if w == typed || sameStem(w, typed) || !exact && (len(typed) >= shortestTerm && strings.HasPrefix(w, typed) || hasTypo(w, typed)) {
			return w != ""
		}
	}
	return false
}
