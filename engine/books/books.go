// Package books holds rulebooks that are written as text: games that people play, each
// one Starlark file in our own words. A file is also the lesson for whoever writes the
// next one: it goes through its game in the order of its book.
//
// # Why
//
// They are given as text, and not as rulebooks that have been read: reading one takes
// some ten milliseconds, which a program that plays another game would wait for. A table
// takes the text in, as it does with any other.
package books

import "embed"

//go:embed *.star
var texts embed.FS

// IDs are the rulebooks, in the order in which they are offered. Each lies in a file of
// that name.
func IDs() []string { return []string{"d20", "percentile", "moves", "fate", "forged"} }

// Text gives the text of a rulebook; false where there is none of that id.
func Text(id string) (string, bool) {
	for _, known := range IDs() {
		if known == id {
			text, err := texts.ReadFile(id + ".star")
			return string(text), err == nil
		}
	}
	return "", false
}
