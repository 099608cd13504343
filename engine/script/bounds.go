package script

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a text may be at most, so that reading it takes little time and memory. The
// parser goes down one level for each bracket and each sign of an expression.
const (
	mostBytes   = 256 << 10
	mostLines   = 10_000
	mostDepth   = 40  // brackets within brackets, and blocks within blocks
	mostSigns   = 600 // words and signs of one expression without a comma
	mostBranch  = 100 // elif after elif
	longestWord = 60
	longestNum  = 18 // digits
)

// bounded says what of a text is too large or too deep to be read, before the parser
// sees it. The zero Fault means nothing.
func (b *book) bounded() (Fault, bool) {
	if len(b.text) > mostBytes {
		return Fault{File: b.file, Words: fmt.Sprintf("the text has %d bytes: %d are the most", len(b.text), mostBytes)}, true
	}
	if len(b.lines) > mostLines {
		return Fault{File: b.file, Words: fmt.Sprintf("the text has more than %d lines", mostLines)}, true
	}
	if !utf8.ValidString(b.text) {
		return Fault{File: b.file, Words: "the text is not UTF-8: save it as UTF-8"}, true
	}
	s := scanner{b: b, line: 1, column: 1, starts: true, signs: make([]int, 1, mostDepth+2)}
	for s.fault == nil && s.at < len(b.text) {
		s.token()
	}
	if s.fault != nil {
		return *s.fault, true
	}
	return Fault{}, false
}

// scanner goes through a text word by word.
type scanner struct {
	b            *book
	at           int // byte
	line, column int
	starts       bool  // nothing but space stands before this in the line
	signs        []int // of the expression at each depth of brackets
	branches     int   // elif since the last if
	fault        *Fault
}

func (s *scanner) fail(format string, args ...any) {
	if s.fault == nil {
		f := s.b.fault(s.line, s.column, fmt.Sprintf(format, args...))
		s.fault = &f
	}
}

// rest is what has not been read.
func (s *scanner) rest() string { return s.b.text[s.at:] }

// skip goes on by n bytes.
func (s *scanner) skip(n int) {
	for _, c := range s.b.text[s.at : s.at+n] {
		if c == '\n' {
			s.line, s.column = s.line+1, 1
		} else {
			s.column++
		}
	}
	s.at += n
}

func (s *scanner) token() {
	c, size := utf8.DecodeRuneInString(s.rest())
	if c == '\n' {
		goesOn := s.at > 0 && s.b.text[s.at-1] == '\\'
		s.skip(1)
		if len(s.signs) == 1 && !goesOn {
			s.signs[0], s.starts = 0, true
		}
		return
	}
	if s.starts {
		s.starts = false
		n := len(s.rest()) - len(strings.TrimLeft(s.rest(), " \t"))
		if n > 4*mostDepth {
			s.fail("blocks within blocks go too deep: %d are the most", mostDepth)
			return
		}
		if n > 0 {
			s.skip(n)
			return
		}
	}
	switch {
	case c == ' ' || c == '\t' || c == '\r':
		s.skip(1)
	case c == '#':
		n := strings.IndexByte(s.rest(), '\n')
		if n < 0 {
			n = len(s.rest())
		}
		s.comment(n)
	case c == '"' || c == '\'':
		s.count()
		s.quote(string(c))
	case unicode.IsLetter(c) || c == '_':
		s.count()
		s.word()
	case c >= '0' && c <= '9':
		s.count()
		s.number()
	case strings.ContainsRune("([{", c):
		s.count()
		if len(s.signs) > mostDepth {
			s.fail("brackets within brackets go too deep: %d are the most", mostDepth)
		}
		s.signs = append(s.signs, 0)
		s.skip(1)
	case strings.ContainsRune(")]}", c):
		if len(s.signs) > 1 {
			s.signs = s.signs[:len(s.signs)-1]
		}
		s.skip(1)
	case c == ',':
		s.signs[len(s.signs)-1] = 0
		s.skip(1)
	case c < ' ' || c == 0x7f:
		s.fail("a control character (%#x) here: take it out", c)
	default:
		s.count()
		s.skip(size)
	}
}

// count takes in one word or sign of the expression at this depth.
func (s *scanner) count() {
	last := len(s.signs) - 1
	if s.signs[last]++; s.signs[last] > mostSigns {
		s.fail("one expression of more than %d words and signs: break it up", mostSigns)
	}
}

func (s *scanner) comment(n int) {
	for i, c := range s.rest()[:n] {
		if c < ' ' && c != '\t' && c != '\r' || c == 0x7f {
			s.skip(i)
			s.fail("a control character (%#x) in a comment: take it out", c)
			return
		}
	}
	s.skip(n)
}

// quote goes over a string.
func (s *scanner) quote(q string) {
	if strings.HasPrefix(s.rest(), q+q+q) {
		q = q + q + q
	}
	i := len(q)
	for text := s.rest(); ; {
		switch {
		case i >= len(text) || len(q) == 1 && text[i] == '\n':
			s.skip(min(i, len(text))) // the parser says that it does not end
			return
		case strings.HasPrefix(text[i:], q):
			s.skip(i + len(q))
			return
		case text[i] == '\\' && i+1 < len(text):
			i += 2
		case text[i] < ' ' && text[i] != '\n' && text[i] != '\t' && text[i] != '\r' || text[i] == 0x7f:
			c := text[i]
			s.skip(i)
			s.fail("a control character (%#x) in a string: take it out", c)
			return
		default:
			i++
		}
	}
}

func (s *scanner) word() {
	n := strings.IndexFunc(s.rest(), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' })
	if n < 0 {
		n = len(s.rest())
	}
	word := s.rest()[:n]
	if n > longestWord {
		s.fail("a name of %d characters: %d are the most", n, longestWord)
		return
	}
	if (word == "r" || word == "b" || word == "rb") && n < len(s.rest()) && strings.ContainsRune("\"'", rune(s.rest()[n])) {
		s.skip(n)
		s.quote(s.rest()[:1])
		return
	}
	switch word {
	case "elif":
		if s.branches++; s.branches > mostBranch {
			s.fail("more than %d elif in a row: use a dict", mostBranch)
		}
	case "if", "def":
		s.branches = 0
	case "load", "while", "import", "class", "try", "async", "await", "with", "yield", "global", "nonlocal":
		if instead, no := forbidden[word]; no {
			s.fail("%s", instead)
			return
		}
	}
	s.skip(n)
}

// forbidden are the statements of Python that a rulebook does without.
var forbidden = map[string]string{
	"load":     "a rulebook is one file: there is no load",
	"import":   "a rulebook is one file: there is no import",
	"while":    "there is no while: use for, such as for i in range(20)",
	"class":    "there are no classes: use functions, dicts and the words of the sheet",
	"try":      "there is no try: say no with r.refuse(words)",
	"with":     "there is no with",
	"yield":    "there is no yield",
	"global":   "a rule keeps nothing between runs: there is no global",
	"nonlocal": "there is no nonlocal: give the value back with return",
}

func (s *scanner) number() {
	text := s.rest()
	n := strings.IndexFunc(text, func(c rune) bool { return !unicode.IsDigit(c) && !unicode.IsLetter(c) && c != '_' })
	if n < 0 {
		n = len(text)
	}
	switch {
	case n > longestNum:
		s.fail("a number of %d digits: %d are the most", n, longestNum)
	case n+1 < len(text) && text[n] == '.' && unicode.IsDigit(rune(text[n+1])), strings.ContainsAny(text[:n], "eE") && !strings.HasPrefix(text, "0x"):
		s.fail("there are no floats: numbers are whole, or decimal(\"1.5\")")
	default:
		s.skip(n)
	}
}
