package phrase

import (
	"slices"
	"strings"

	"example.org/fray/model"
)

// Verb is something that can be done at a table, as a row of the one table of verbs. Prompt,
// lines, pages and plays read its words; help, lists, keys and buttons are made from it. Front
// ends bind the ID to keys, buttons and pages of their own: a verb knows none.
type Verb struct {
	ID    string // never changes once released
	Words string // the words that a line with it begins with, the usual one first
	Args  string // what may follow the word, as help shows it; "" if nothing may
	Help  string // what it does
	More  string // what help says behind that, of what may follow
	Also  string // other words by which people look for it, the most usual first
	Group string // the heading it stands under

	Sends model.Command // the kind of command that it sends, by which it is known who may; nil: none

	Does func(c *Context, rest string) Meaning // what it means with text behind it; nil: the front end does it, such as showing something
}

// said is what the verb means with text behind it.
func (v *Verb) said(c *Context, rest string) Meaning {
	if v.Does == nil {
		return Meaning{Does: v.Help, Verb: v.ID}
	}
	return v.Does(c, rest)
}

// Verbs is the table of Verbs, in the order of help. Nothing changes it but tests.
var Verbs []Verb

// VerbCalled returns the verb with an ID; it panics if there is none, since only code names it
// so.
func VerbCalled(id string) Verb {
	i := slices.IndexFunc(Verbs, func(v Verb) bool { return v.ID == id })
	if i < 0 {
		panic("there is no verb " + id)
	}
	return Verbs[i]
}

// Named are the words by which people find a verb: those that lines begin with, and others.
func (v Verb) Named() string {
	var all []string
	for _, w := range strings.Fields(v.Words + " " + v.Also) {
		if !slices.Contains(all, w) {
			all = append(all, w)
		}
	}
	return strings.Join(all, " ")
}

// Usage is the word of a verb and what may follow it.
func (v Verb) Usage() string { return strings.TrimSpace(firstOf(v.Words) + " " + v.Args) }

// helpLine is the line of help about a verb.
func (v Verb) helpLine() string {
	line := v.Usage() + ": " + v.Help
	if v.More != "" {
		line += "; " + v.More
	}
	return line + "."
}

// verbOf returns the verb that a line with a word may begin with, or nil.
func verbOf(word string) *Verb {
	for i := range Verbs {
		if slices.Contains(strings.Fields(Verbs[i].Words), word) {
			return &Verbs[i]
		}
	}
	return nil
}

// IsVerb reports whether a line that begins with a word may be a verb's.
func IsVerb(word string) bool { return verbOf(strings.ToLower(word)) != nil }

// Help lists the verbs, one line each, without those that only a screen has. With a word it
// lists only those whose words or description contain it.
func Help(word string) []string {
	var out []string
	word = strings.ToLower(word)
	if strings.Contains(addHelp, word) {
		out = append(out, addHelp)
	}
	for _, v := range Verbs {
		if line := v.helpLine(); v.ID != "theme" && (strings.Contains(v.Named(), word) || strings.Contains(strings.ToLower(line), word)) {
			out = append(out, line)
		}
	}
	return out
}
