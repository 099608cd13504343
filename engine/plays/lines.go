package plays

import (
	"fmt"
	"strings"
	"unicode"
)

// Line is a line of a play, of a roll or of a table.
type Line struct {
	Number int    // from 1
	Text   string // without the space around it
	Word   string // its first word
	Rest   string // what stands behind that
}

// Reader is what the lines of a play do. All that plays have in common is where their lines end,
// which are comments, and which stand below another.
type Reader struct {
	Comment func(words string) // nil where comments say nothing
	Line    func(Line) error   // at the margin
	Below   func(Line) error   // indented, such as an answer below a roll
	End     func() error       // after the last line, of which its error is; may be nil
}

// ReadLines hands each line of a text to what it does. The error is a *SyntaxError.
func ReadLines(name, text string, to Reader) error {
	number := 0
	wrong := func(err error) error { return &SyntaxError{name, max(number, 1), err.Error()} }
	for raw := range strings.SplitSeq(text, "\n") {
		number++
		l := Line{Number: number, Text: strings.TrimSpace(raw)}
		l.Word, l.Rest, _ = strings.Cut(l.Text, " ")
		l.Rest = strings.TrimSpace(l.Rest)
		does := to.Line
		switch {
		case l.Text == "":
			continue
		case l.Text[0] == '#':
			if to.Comment != nil {
				to.Comment(l.Text[1:])
			}
			continue
		case strings.TrimRightFunc(raw, unicode.IsSpace) != l.Text:
			does = to.Below
		}
		if err := does(l); err != nil {
			return wrong(err)
		}
	}
	if to.End != nil {
		if err := to.End(); err != nil {
			return wrong(err)
		}
	}
	return nil
}

// SyntaxError says what is wrong with the text of a play, and what would be right.
type SyntaxError struct {
	File  string
	Line  int // from 1
	Words string
}

// Error is FILE:LINE and the words.
func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Words) }
