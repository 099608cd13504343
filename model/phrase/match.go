package phrase

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Wanted is something that a search may find: what it is called, and other
// words that people know it by.
type Wanted struct {
	Name string
	Also string // of equal right, the most usual first
	More string // what it stands under, and its keys
}

// How well a word that was typed fits; between them lies the place of the word.
const (
	fitsMore   = 200
	fitsTypo   = 300 // one letter is wrong, too many, missing or swapped
	fitsBegins = 400 // another word for it begins so
	fitsWithin = 500
	fitsAlso   = 600 // another word for it
	fitsWord   = 700 // a word of the name begins so
	fitsName   = 800 // the name begins so
)

// longestSought is how many bytes of words are looked for: nothing is called
// longer.
const longestSought = 200

// Search gives the places of all that fit the words typed, best first; those
// that fit alike stay in order. Nothing typed finds everything.
func Search(typed string, all []Wanted) []int {
	if len(typed) > longestSought {
		return nil
	}
	type hit struct{ at, fit int }
	words := strings.Fields(strings.ToLower(typed))
	hits := make([]hit, 0, len(all))
	for i, w := range all {
		fit, found := w.fits(words, strings.ToLower(typed))
		if found {
			hits = append(hits, hit{i, fit})
		}
	}
	if len([]rune(typed)) == 1 && slices.ContainsFunc(hits, func(h hit) bool { return h.fit > fitsName }) {
		// One letter must do for what begins with it.
		hits = slices.DeleteFunc(hits, func(h hit) bool { return h.fit <= fitsName })
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.fit, a.fit) })
	out := make([]int, len(hits))
	for i, h := range hits {
		out[i] = h.at
	}
	return out
}

// Sure is the place of what fits best; false where nothing does.
func Sure(typed string, all []Wanted) (int, bool) {
	words, best, at := strings.Fields(strings.ToLower(typed)), 0, -1
	for i, w := range all {
		if fit, ok := w.fits(words, strings.ToLower(typed)); ok && fit > best {
			best, at = fit, i
		}
	}
	return at, at >= 0
}

func (w Wanted) fits(words []string, typed string) (int, bool) {
	if len(words) == 0 {
		return 0, true
	}
	name := strings.ToLower(w.Name)
	if strings.HasPrefix(name, typed) {
		return 2*fitsName - len(name), true
	}
	sum := 0
	for _, word := range words {
		n := w.fit(name, word)
		if n == 0 {
			sum = 0
			break
		}
		sum += n
	}
	if sum > 0 {
		return sum / len(words), true
	}
	return 0, false
}

// fit is how well one word fits, 0 when it does not.
func (w Wanted) fit(name, word string) int {
	of, also := strings.FieldsFunc(name, apart), strings.Fields(strings.ToLower(w.Also))
	best := 0
	for _, o := range of {
		switch {
		case o == word:
			best = max(best, fitsName)
		case strings.HasPrefix(o, word):
			best = max(best, fitsWord)
		case len(word) > 1 && strings.Contains(o, word):
			best = max(best, fitsWithin)
		case near(o, word):
			best = max(best, fitsTypo+1)
		}
	}
	for i, o := range also {
		place := len(also) - i // the most usual word counts most
		switch {
		case o == word:
			best = max(best, fitsAlso+place)
		case strings.HasPrefix(o, word):
			best = max(best, fitsBegins+place)
		case near(o, word):
			best = max(best, fitsTypo-1)
		}
	}
	if best == 0 && strings.Contains(strings.ToLower(w.More), word) {
		best = fitsMore
	}
	return best
}

func apart(r rune) bool { return strings.ContainsRune(" :,()-/", r) }

// leastTypo is how many letters a word has in which a typing error is forgiven.
const leastTypo = 4

// near reports whether two words are one typing error apart.
func near(a, b string) bool {
	if len(b) < leastTypo || len(a) < leastTypo || max(len(a), len(b))-min(len(a), len(b)) > utf8.UTFMax {
		return false // a letter has so many bytes at most
	}
	return Distance(a, b) == 1
}

// Nearest is the name of what comes nearest to words that find nothing, ""
// where nothing is near.
func Nearest(typed string, all []Wanted) string {
	if len(typed) > longestSought {
		return ""
	}
	typed = strings.ToLower(typed)
	length := utf8.RuneCountInString(typed)
	best, name := length/2+2, ""
	for _, w := range all {
		for word := range strings.FieldsFuncSeq(strings.ToLower(w.Name+" "+w.Also), apart) {
			if n := utf8.RuneCountInString(word); n >= length+best || n+best <= length {
				continue // as many letters have to be added or taken away
			}
			if d := Distance(word, typed); d < best {
				best, name = d, w.Name
			}
		}
	}
	return name
}

// Distance counts the letters to add, take away, change or swap with the next
// until a is b.
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
