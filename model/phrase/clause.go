package phrase

import (
	"slices"
	"strings"

	"example.org/fray/model"
)

// clause is a line split into words. Text in quotes or after "because" is the reason.
type clause struct {
	words  []string // in small letters
	reason string
}

func clauseOf(text string) clause {
	var p clause
	if from := strings.IndexAny(text, `"“”`); from >= 0 {
		p.reason, text = quoted(text[from:]), text[:from]
	} else if before, after, ok := strings.Cut(text, " because "); ok {
		p.reason, text = strings.TrimSpace(after), before
	}
	p.words = strings.Fields(strings.ToLower(text))
	for i, w := range p.words {
		if len(w) > 1 {
			p.words[i] = strings.TrimRight(w, ",;") // seraph attacks thug 1, thug 2
		}
	}
	return p
}

// quoted returns the text between quotes. The closing quote may be missing.
func quoted(s string) string {
	s = strings.TrimLeft(s, `"“”`)
	if end := strings.IndexAny(s, `"“”`); end >= 0 {
		s = s[:end]
	}
	return strings.TrimSpace(s)
}

// cutHidden removes a word such as "hidden" from the beginning or the end, and reports
// whether there was one.
func (p clause) cutHidden() (clause, bool) {
	hides := []string{"hidden", "secret", "secretly", "blind"}
	if n := len(p.words); n > 1 {
		if slices.Contains(hides, p.words[0]) {
			p.words = p.words[1:]
			return p, true
		}
		if slices.Contains(hides, p.words[n-1]) {
			p.words = p.words[:n-1]
			return p, true
		}
	}
	return p, false
}

// stopWords are words that carry no meaning of their own.
var stopWords = []string{"a", "an", "the", "to", "at", "on", "in", "of", "for", "by", "with", "using", "against", "and", "his", "her", "its", "their", "point", "points", "pts", "does", "do", "takes", "take", "gets", "get"}

// mention is a character who is named in a clause.
type mention struct {
	who      *model.Character
	from, to int // the words from and up to, but not including, to
}

// named returns the characters that the clause names, in the order of the words. A
// character may be named by the whole name, by the beginning of one of its words, or with
// one typing error.
func (p clause) named(c *Context) []mention {
	var out []mention
	all := c.Table.Characters()
	for i := 0; i < len(p.words); {
		who, n := findNamed(all, p.words[i:])
		if who == nil {
			i++
			continue
		}
		out = append(out, mention{who, i, i + n})
		i += n
	}
	return out
}

// findNamed returns the character that the first words name, and how many words the name
// has.
func findNamed(all []*model.Character, words []string) (*model.Character, int) {
	for n := min(4, len(words)); n > 0; n-- {
		name := strings.Join(words[:n], " ")
		for _, c := range all {
			if whole := strings.ToLower(c.Name); whole == name || withoutArticle(whole) == name {
				return c, n
			}
		}
	}
	word := words[0]
	if _, number := numberOf(word); number || slices.Contains(stopWords, word) {
		return nil, 0 // 5 is an amount, and not Thug 5
	}
	var near *model.Character
	for _, c := range all {
		for _, part := range strings.FieldsFunc(strings.ToLower(c.Name), func(r rune) bool { return r == ' ' || r == '-' }) {
			switch {
			case part == word, len(word) > 2 && strings.HasPrefix(part, word):
				return c, 1
			case near == nil && len(word) > 3 && Distance(part, word) == 1:
				near = c
			}
		}
	}
	if near != nil {
		return near, 1
	}
	return nil, 0
}

// withoutArticle returns a name in small letters without its leading article: "a watchman
// 5" is called watchman 5.
func withoutArticle(name string) string {
	for _, article := range []string{"a ", "an ", "the "} {
		if rest, ok := strings.CutPrefix(name, article); ok {
			return rest
		}
	}
	return name
}

// rest returns the words that are neither part of a name nor stop words, and their places.
func (p clause) rest(named []mention) (words []string, at []int) {
	for i, w := range p.words {
		inName := slices.ContainsFunc(named, func(s mention) bool { return i >= s.from && i < s.to })
		if !inName && !slices.Contains(stopWords, w) {
			words, at = append(words, w), append(at, i)
		}
	}
	return words, at
}

// stems returns a verb and what it may be without its ending: strikes, strike.
func stems(verb string) []string {
	out := []string{verb}
	for _, end := range []string{"s", "es", "ed", "ing"} {
		if stem, ok := strings.CutSuffix(verb, end); ok && len(stem) > 2 {
			out = append(out, stem)
			if end == "ing" || end == "ed" {
				out = append(out, stem+"e")
			}
		}
	}
	if stem, ok := strings.CutSuffix(verb, "ies"); ok {
		out = append(out, stem+"y")
	}
	return out
}
