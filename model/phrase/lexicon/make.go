// Command lexicon makes words.txt from concepts.txt and the files of WordNet, whose folder it is
// given: go generate, in the folder above, where the files of Debian's wordnet-base are.
//
// A verb belongs to the concept with the nearest verb above it in WordNet's tree: each sense
// further down its list, and each step up, counts as further away. A noun belongs to that of
// the nearest noun above it or, if it is in use, of a verb that it is derived from.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// How far away a verb above may be, and what a sense, a step up, and the way from a noun to its
// verb count.
const (
	furthest  = 4.0
	perSense  = 1.5
	perStep   = 1.0
	fromNoun  = 1.0
	mostSteps = 4
)

// none is where concepts.txt lists words that are about nothing of this kind, whatever stands
// above them.
const none = "none"

// ofRows stands before a word that says what a row of a sheet is about, and nothing of an action.
const ofRows = "~"

// tree is one part of speech in WordNet.
type tree struct {
	above   map[string][]string // hypernyms of a sense
	verbs   map[string][]string // the senses of verbs from which a word's sense is derived, by word and sense
	senses  map[string][]string // of a word, the usual first
	tagged  map[string]int      // how many senses of a word were met in texts
	concept map[string]string   // of the senses that concepts.txt names
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("say where the files of WordNet are: go run ./lexicon /usr/share/wordnet")
	}
	verbs, nouns := read(os.Args[1], "verb"), read(os.Args[1], "noun")
	order, byHand := concepts(verbs, nouns)
	words := map[string][]string{}
	for w := range verbs.senses {
		if found := nearest(verbs, w); found != "" && byHand[w] == "" {
			words[found] = append(words[found], w)
			byHand[w] = found
		}
	}
	for w := range nouns.senses {
		if byHand[w] != "" {
			continue
		}
		found := nearest(nouns, w)
		if found == "" && nouns.tagged[w] > 0 {
			found = derived(nouns, verbs, w)
		}
		if found != "" {
			words[found] = append(words[found], w)
		}
	}
	for irregular, base := range exceptions(filepath.Join(os.Args[1], "verb.exc")) {
		regular := strings.HasSuffix(irregular, "ing") || strings.HasSuffix(irregular, "ed")
		if found := byHand[base]; found != "" && found != none && !regular && byHand[irregular] == "" && !slices.Contains(words[found], irregular) {
			words[found] = append(words[found], irregular)
		}
	}
	var out strings.Builder
	out.WriteString("# Made by make.go from concepts.txt and WordNet 3.0, whose licence is in WORDNET-LICENSE. Do not edit.\n")
	for _, x := range order {
		for _, w := range x.byHand {
			if ofRow, ok := strings.CutPrefix(w, ofRows); ok {
				words[x.id] = append(words[x.id], ofRow)
			}
		}
		x.byHand = slices.DeleteFunc(x.byHand, func(w string) bool { return strings.HasPrefix(w, ofRows) })
		slices.Sort(words[x.id])
		fmt.Fprintf(&out, "%s\t%s\t %s \t %s \n", x.name, x.called, strings.Join(x.byHand, " "), strings.Join(slices.Compact(words[x.id]), " "))
	}
	if err := os.WriteFile("lexicon/words.txt", []byte(out.String()), 0o644); err != nil {
		log.Fatal(err)
	}
}

// concept is a line of concepts.txt.
type concept struct {
	id     string
	name   string // with what stands behind it
	called string
	byHand []string
}

// plain reports whether a word is one word of small letters.
func plain(w string) bool {
	return len(w) > 1 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == ""
}

func lines(path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	var out []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimRight(line, "\n"); line != "" && line[0] != ' ' { // the licence stands behind spaces
			out = append(out, line)
		}
	}
	return out
}

// read reads the index and the senses of a part of speech. Their format is that of wndb(5WN).
func read(folder, of string) tree {
	t := tree{map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string]int{}, map[string]string{}}
	for _, line := range lines(filepath.Join(folder, "index."+of)) {
		f := strings.Fields(line)
		n, _ := strconv.Atoi(f[2])
		if plain(f[0]) {
			t.senses[f[0]] = f[len(f)-n:]
			t.tagged[f[0]], _ = strconv.Atoi(f[len(f)-n-1])
		}
	}
	for _, line := range lines(filepath.Join(folder, "data."+of)) {
		f := strings.Fields(line)
		n, _ := strconv.ParseInt(f[3], 16, 0)
		rest := f[4+2*n:]
		pointers, _ := strconv.Atoi(rest[0])
		for i := range pointers {
			p := rest[1+4*i:]
			switch {
			case p[0] == "@":
				t.above[f[0]] = append(t.above[f[0]], p[1])
			case p[0] == "+" && p[2] == "v":
				from, _ := strconv.ParseInt(p[3][:2], 16, 0)
				key := strings.ToLower(f[4+2*(from-1)]) + " " + f[0]
				t.verbs[key] = append(t.verbs[key], p[1])
			}
		}
	}
	return t
}

// concepts reads concepts.txt: the concepts in order, and the first of each word by hand. It marks
// the senses that are named.
func concepts(verbs, nouns tree) (order []concept, byHand map[string]string) {
	byHand = map[string]string{}
	for _, line := range lines("lexicon/concepts.txt") {
		if line[0] == '#' {
			continue
		}
		parts := strings.Split(line, "|")
		id := strings.Trim(strings.Fields(parts[0])[0], "!")
		if id == none {
			for _, w := range strings.Fields(parts[2]) {
				byHand[w] = none
			}
			continue
		}
		own := strings.Fields(parts[2])
		order = append(order, concept{id, strings.ReplaceAll(strings.TrimSpace(parts[0]), " ", ""), strings.TrimSpace(parts[1]), own})
		for _, w := range own {
			if w = strings.TrimPrefix(w, ofRows); byHand[w] == "" {
				byHand[w] = id
			}
		}
		for _, seed := range strings.Fields(parts[3]) {
			in, word := verbs, seed
			if noun, ok := strings.CutPrefix(seed, "n:"); ok {
				in, word = nouns, noun
			}
			word, number, numbered := strings.Cut(word, "/")
			n := 1
			if numbered {
				n, _ = strconv.Atoi(number)
			}
			if n < 1 || n > len(in.senses[word]) {
				log.Fatalf("concepts.txt, %s: WordNet has no %s", id, seed)
			}
			in.concept[in.senses[word][n-1]] = id
		}
	}
	return order, byHand
}

// nearest returns the concept of the nearest word above, "" if none is near enough.
func nearest(t tree, word string) string {
	best, found := furthest, ""
	for i, sense := range t.senses[word] {
		if far, id := t.climb(sense); id != "" && far+perSense*float64(i) < best {
			best, found = far+perSense*float64(i), id
		}
	}
	return found
}

// climb returns the concept of the nearest sense above one, and how far that is.
func (t tree) climb(sense string) (far float64, id string) {
	at := []string{sense}
	for step := range mostSteps {
		var up []string
		for _, s := range at {
			if id := t.concept[s]; id != "" {
				return perStep * float64(step), id
			}
			up = append(up, t.above[s]...)
		}
		at = up
	}
	return 0, ""
}

// derived returns the concept of the nearest verb from which a noun is derived.
func derived(nouns, verbs tree, word string) string {
	best, found := furthest-fromNoun, ""
	for i, sense := range nouns.senses[word] {
		for _, verb := range nouns.verbs[word+" "+sense] {
			if far, id := verbs.climb(verb); id != "" && far+perSense*float64(i) < best {
				best, found = far+perSense*float64(i), id
			}
		}
	}
	return found
}

// exceptions reads irregular forms, such as crept, and the words that they are of.
func exceptions(path string) map[string]string {
	out := map[string]string{}
	for _, line := range lines(path) {
		if f := strings.Fields(line); len(f) > 1 && plain(f[0]) {
			out[f[0]] = f[1]
		}
	}
	return out
}
