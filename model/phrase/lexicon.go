package phrase

import (
	_ "embed"
	"slices"
	"strings"
)

// lexicon has a line for each concept of everyday English: its name, with "!" if no general roll
// stands for it and "<" and the name of a wider one; what it is called where a game has none of
// it; the words that gamers use for it; the words that lie below it in WordNet. Tabs separate
// them. It is searched as it stands, so that a program that reads no sentence pays nothing.
//
//go:generate go run ./lexicon /usr/share/wordnet
//go:embed lexicon/words.txt
var lexicon string

// concept is what a word of everyday English is about: strike, hide, persuade. Actions serve the
// concepts of which one of their words is a gamer's word; rows of a sheet, such as skills and
// weapons, serve those of the words of their names.
type concept struct {
	name, wider string
	rolled      bool // a general roll, such as a check, stands for it
	called      string
	byHand      string // words, each between spaces
	below       string
	above       *concept // the wider one, of what somebody looks for
}

// conceptAt returns the concept of the line of the lexicon around a place.
func conceptAt(at int) concept {
	line := lexicon[strings.LastIndexByte(lexicon[:at], '\n')+1:]
	line, _, _ = strings.Cut(line, "\n")
	parts := strings.Split(line, "\t")
	if len(parts) < 4 {
		return concept{} // the comment
	}
	x := concept{called: parts[1], byHand: parts[2], below: parts[3]}
	x.name, x.wider, _ = strings.Cut(parts[0], "<")
	x.name, x.rolled = strings.TrimSuffix(x.name, "!"), !strings.HasSuffix(x.name, "!")
	return x
}

// conceptsOf returns what a word is about, in any of its forms; nil if the lexicon does not
// have it. A word that gamers use may be about several things.
func conceptsOf(word string) []concept {
	for _, form := range formsOf(word) {
		var byHand, below []concept
		for from := 0; ; {
			i := strings.Index(lexicon[from:], " "+form+" ")
			if i < 0 {
				break
			}
			from += i + 1
			switch x := conceptAt(from); {
			case x.name == "":
			case strings.Contains(x.byHand, " "+form+" "):
				if !slices.ContainsFunc(byHand, func(y concept) bool { return y.name == x.name }) {
					byHand = append(byHand, x)
				}
			case strings.Contains(x.below, " "+form+" "):
				below = append(below, x)
			}
		}
		if len(byHand) > 0 {
			return byHand
		}
		if len(below) > 0 {
			return below
		}
	}
	return nil
}

// formsOf returns a word and what it may be without its ending: creeping, creep.
func formsOf(word string) []string {
	out := []string{word}
	for _, end := range []string{"s", "es", "ed", "ing", "er"} {
		cut, ends := strings.CutSuffix(word, end)
		if n := len(cut); ends && n > 2 {
			out = append(out, cut, cut+"e")
			if cut[n-1] == cut[n-2] {
				out = append(out, cut[:n-1])
			}
			if cut[n-1] == 'i' {
				out = append(out, cut[:n-1]+"y")
			}
		}
	}
	return out
}

// isWord reports whether the lexicon has a word.
func isWord(word string) bool { return conceptsOf(word) != nil }

// has reports whether a word is a gamer's word for the concept.
func (x concept) has(word string) bool { return strings.Contains(x.byHand, " "+word+" ") }

// isOf reports whether a word of a name is about the concept. A longsword is a sword.
func (x concept) isOf(word string) bool {
	for _, form := range formsOf(word) {
		if x.has(form) || strings.Contains(x.below, " "+form+" ") {
			return true
		}
	}
	for n := 1; n+shortestTerm < len(word); n++ {
		if x.has(word[n:]) && len(word)-n > shortestTerm {
			return !isWord(word)
		}
	}
	return false
}

// How well something serves a concept. A gamer's word counts
// for little less than a word of its own.
const (
	fitsLabelFor = fitsAlso - 1 // a word of its label is about it
	fitsAlsoFor  = fitsAlso - 2 // another word for it is, the first the most
	fitsRowFor   = 599          // the row of the sheet is about it
	fitsServes   = 540          // a word of its own is, and what is typed only lies below it
	fitsGeneral  = 240          // it is the roll for whatever has none of its own
	fitsOtherRow = 150          // the same, with a row that is about something else
	fitsWiderRow = 245          // the row is about what is wider
	fitsWider    = 230          // it serves what is wider
	perConcept   = 5            // of several things that a word is about the first counts most
	andRowFor    = 70           // it is found by a word of its own, and the row is about that as well
)

// general is the concept of the roll for whatever has none of its own.
const general = "check"

// serves returns how well a deed serves what a word is about, 0 if it serves nothing of it, and
// whether its row is about the first of that.
func (w Searchable) serves(word string, meant []concept) (best int, rowFor bool) {
	if meant == nil || !w.Deed {
		return 0, false
	}
	row := strings.FieldsFunc(strings.ToLower(w.Row), isSeparator)
	label := strings.FieldsFunc(strings.ToLower(strings.TrimPrefix(w.Name, w.Row)), isSeparator)
	also := strings.Fields(strings.ToLower(w.Also))
	serves := func(x concept) bool { return slices.ContainsFunc(label, x.has) || slices.ContainsFunc(also, x.has) }
	isGeneral := w.isGeneral(meant)
	strike, _ := conceptCalled("strike")
	harms := serves(strike) // what it does with a row is harm: to ogle is no attack with Notice
	for i, x := range meant {
		var fit int
		at := slices.IndexFunc(also, x.has)
		byHand := slices.ContainsFunc(formsOf(word), x.has)
		switch {
		case isGeneral:
			fit = w.servesGeneral(x, row, serves)
		case byHand && slices.ContainsFunc(label, x.has):
			fit = fitsLabelFor
		case byHand && at >= 0:
			fit = fitsAlsoFor - min(at, 9)
		case slices.ContainsFunc(row, x.isOf) && !(harms && x.rolled):
			fit = fitsRowFor
		case serves(x):
			fit = fitsServes
		default:
			fit = w.servesWider(x, row, serves)
		}
		rowFor = rowFor || i == 0 && slices.ContainsFunc(row, x.isOf) && !(harms && x.rolled)
		if fit > 0 {
			best = max(best, fit-perConcept*i)
		}
	}
	return best, rowFor
}

// isGeneral reports whether a deed is the roll for whatever has none of its own, and a word is
// about something that may be rolled for.
func (w Searchable) isGeneral(meant []concept) bool {
	return w.Deed && len(meant) > 0 && meant[0].name != general &&
		slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(strings.TrimPrefix(w.Name, w.Row)+" "+w.Also), isSeparator), func(word string) bool { return word == general || word == "test" })
}

// servesGeneral returns how well the general roll serves a concept: with a row that is about it,
// else without a row.
func (w Searchable) servesGeneral(x concept, row []string, serves func(concept) bool) int {
	switch {
	case slices.ContainsFunc(row, x.isOf):
		return fitsRowFor
	case w.Row == "" && serves(x):
		return fitsServes
	case serves(x):
		return fitsOtherRow
	}
	fit := w.servesWider(x, row, func(concept) bool { return false })
	switch {
	case x.rolled && w.Row == "":
		fit = max(fit, fitsGeneral)
	case x.rolled:
		fit = max(fit, fitsOtherRow)
	}
	return fit
}

// asGeneral returns how well a word of everyday English fits the general roll by its own words,
// which name no row.
func (w Searchable) asGeneral(word string, fits int) int {
	switch {
	case w.Row != "" && fit(strings.FieldsFunc(strings.ToLower(w.Row), isSeparator), nil, word) == 0:
		return 0
	case w.Row == "" && fits < fitsWordForm:
		return min(fits, fitsServes)
	}
	return fits
}

// servesWider returns how well a deed serves what is wider than a concept.
func (w Searchable) servesWider(x concept, row []string, serves func(concept) bool) int {
	switch {
	case x.above == nil:
	case slices.ContainsFunc(row, x.above.isOf):
		return fitsWiderRow
	case serves(*x.above):
		return fitsWider
	}
	return 0
}

// IsServed reports whether one of several deeds has a word that is about the same as a text.
func IsServed(text string, all []Searchable) bool {
	text = strings.ToLower(text)
	meant := meanings([]string{text})[0]
	return slices.ContainsFunc(all, func(w Searchable) bool {
		n, _ := w.serves(text, meant)
		return meant != nil && n >= fitsServes-perConcept*len(meant)
	})
}

// conceptCalled returns the concept of a name.
func conceptCalled(name string) (concept, bool) {
	at := strings.Index(lexicon, "\n"+name)
	if name == "" || at < 0 {
		return concept{}, false
	}
	return conceptAt(at + 1), true
}
