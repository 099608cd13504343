package phrase

import (
	"slices"
	"strconv"
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
var stopWords = []string{"a", "an", "the", "to", "at", "on", "in", "of", "for", "by", "with", "using", "against", "and", "his", "her", "its", "their", "does", "do", "takes", "take", "gets", "get"}

// mention is a character who is named in a clause.
type mention struct {
	who      *model.Character
	from, to int    // the words from and up to, but not including, to
	unclear  string // why the words do not name one character; "" if they do
}

// named returns the characters that the clause names, in the order of the words; see
// [findNamed].
func (p clause) named(c *Context) []mention {
	var out []mention
	all := c.Table.Characters()
	for i := 0; i < len(p.words); {
		who, n, unclear := findNamed(all, p.words[i:])
		if who == nil {
			i++
			continue
		}
		out = append(out, mention{who, i, i + n, unclear})
		i += n
	}
	return out
}

// unclear returns why a name in a line means nobody or more than one; "" if each means one.
func (c *Context) unclear(line string) string {
	if all, rest := c.several(line); all != nil {
		line = rest
	} else if before, after, ok := strings.Cut(line, " to "); ok {
		if all, rest := c.several(after); all != nil {
			line = before + " " + rest
		}
	}
	for _, x := range clauseOf(line).named(c) {
		if x.unclear != "" {
			return x.unclear
		}
	}
	return ""
}

// findNamed returns the character that the first words name, and how many words the name
// has. A character may be named by the whole name, by a word of it or the beginning of one,
// with the number behind it, or with one typing error. If the words fit more than one, or
// nobody with that number, it returns the first and what is unclear.
func findNamed(all []*model.Character, words []string) (who *model.Character, n int, unclear string) {
	for n := min(4, len(words)); n > 0; n-- {
		name := strings.Join(words[:n], " ")
		for _, c := range all {
			if whole := strings.ToLower(c.Name); whole == name || withoutArticle(whole) == name {
				return c, n, ""
			}
		}
	}
	word := words[0]
	if _, number := numberOf(word); number || slices.Contains(stopWords, word) {
		return nil, 0, "" // 5 is an amount, and not Thug 5
	}
	fits := charactersCalled(all, word)
	if len(fits) == 0 {
		return nil, 0, ""
	}
	if len(words) > 1 {
		if n, number := numberOf(words[1]); number && words[1][0] != '+' && words[1][0] != '-' {
			var numbered []*model.Character
			for _, c := range fits {
				if _, own, ok := CutNumber(c.Name); ok {
					if numbered = append(numbered, c); own == n {
						return c, 2, ""
					}
				}
			}
			if len(numbered) == len(fits) {
				head, _, _ := CutNumber(fits[0].Name)
				return fits[0], 2, "there is no " + head + " " + words[1] + ": there is " + namesOf(fits, "and")
			}
		}
	}
	if len(fits) > 1 {
		return fits[0], 1, strconv.Quote(word) + " could be " + namesOf(fits, "or")
	}
	return fits[0], 1, ""
}

// charactersCalled returns those of the characters of whose names a word is a word, or else
// the beginning of one, or else one with a typing error.
func charactersCalled(all []*model.Character, word string) []*model.Character {
	for _, fits := range []func(part string) bool{
		func(part string) bool { return part == word },
		func(part string) bool { return len(word) > 2 && strings.HasPrefix(part, word) },
		func(part string) bool { return hasTypo(part, word) },
	} {
		var out []*model.Character
		for _, c := range all {
			if slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(c.Name), func(r rune) bool { return r == ' ' || r == '-' }), fits) {
				out = append(out, c)
			}
		}
		if out != nil {
			return out
		}
	}
	return nil
}

// mostNamed is how many characters are named of all that a word may mean.
const mostNamed = 4

// namesOf lists names with a word before the last. Of many it lists the first few.
func namesOf(all []*model.Character, word string) string {
	var names []string
	for _, c := range all[:min(len(all), mostNamed)] {
		names = append(names, c.Name)
	}
	if len(all) > mostNamed {
		return strings.Join(names, ", ") + " …"
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
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
