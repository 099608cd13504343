package script

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Fault is one thing that is wrong with a text, as a compiler tells it.
type Fault struct {
	File   string `json:"file"`
	Line   int    `json:"line"`   // from 1; 0: the text as a whole
	Column int    `json:"column"` // in characters, from 1
	Words  string `json:"words"`  // what is wrong, and what would be right

	text string // the line itself
}

// Error gives the place, the words, the line itself and a mark under the place.
func (f Fault) Error() string {
	if f.Line == 0 {
		return f.File + ": " + f.Words
	}
	out := fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Words)
	if f.text == "" {
		return out
	}
	shown, at := shownLine(f.text, f.Column)
	return out + "\n    " + shown + "\n    " + strings.Repeat(" ", at) + "^"
}

// Brief gives the place and the words, without the line.
func (f Fault) Brief() string {
	if f.Line == 0 {
		return f.File + ": " + f.Words
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Words)
}

// placed finds in what was said of a rule that broke where it broke: "game.star:12:5: …".
var placed = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)([^\s:]+):(\d+):(\d+): (.*)$`) })

// FaultsIn gives the places in a text at which rules broke, of what was found out about it,
// each once and with its line.
func FaultsIn(file, text string, found []string) []Fault {
	file = path.Base(strings.ReplaceAll(file, "\\", "/"))
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	var out Faults
	for _, words := range found {
		m := placed().FindStringSubmatch(words)
		if len(m) < 5 || m[1] != file {
			continue
		}
		f := Fault{File: m[1], Words: m[4]}
		f.Line, _ = strconv.Atoi(m[2])
		f.Column, _ = strconv.Atoi(m[3])
		if f.Line >= 1 && f.Line <= len(lines) {
			f.text = lines[f.Line-1]
		}
		out = append(out, f)
	}
	return out.sorted()
}

// widest is how many characters of a line are shown.
const widest = 100

// shownLine is the part of a line around a column, without what a terminal would obey,
// and the index of the column in it.
func shownLine(text string, column int) (string, int) {
	runes := []rune(text)
	for i, c := range runes {
		if c < ' ' || c == 0x7f || c >= 0x80 && c < 0xa0 || c >= 0x2028 && c <= 0x202e || c >= 0x2066 && c <= 0x2069 || c == 0xfffd {
			runes[i] = ' '
		}
	}
	at := min(max(column-1, 0), len(runes))
	from := max(0, at-widest/2)
	return strings.TrimRight(string(runes[from:min(len(runes), from+widest)]), " "), at - from
}

// Faults are all that is wrong with a text, in its order. It is never empty.
type Faults []Fault

// mostTold is how many faults are told at once.
const mostTold = 20

// Error gives each fault as a compiler does.
func (f Faults) Error() string {
	var words []string
	for _, x := range f[:min(len(f), mostTold)] {
		words = append(words, x.Error())
	}
	if more := len(f) - mostTold; more > 0 {
		words = append(words, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(words, "\n")
}

// sorted gives the faults by their place, each once.
func (f Faults) sorted() Faults {
	slices.SortStableFunc(f, func(a, b Fault) int { return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) })
	return slices.CompactFunc(f, func(a, b Fault) bool { return a.Line == b.Line && a.Column == b.Column && a.Words == b.Words })
}

// quoted is a word of an author for a message: short, and without what a terminal
// would obey.
func quoted(s string) string {
	const most = 40
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return fmt.Sprintf("%q", s)
}
