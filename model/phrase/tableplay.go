package phrase

import (
	"errors"
	"fmt"
	"strings"

	"example.org/fray/engine/plays"
)

// TablePlay is a play of a table. [ParseTablePlay] reads its text and
// [TablePlay.Run] plays it.
type TablePlay struct {
	Name  string // where it was read, for messages
	lines []playLine
}

// playLine is a command, a check, or the refusal that the command above must get.
type playLine struct {
	number  int // from 1
	text    string
	words   []string
	answers []string // to the roll that the command starts or continues
}

// IsTablePlay reports whether a text is the play of a table: its first word is
// "table".
func IsTablePlay(text string) bool {
	for l := range strings.Lines(text) {
		if w := strings.Fields(l); len(w) > 0 && w[0][0] != '#' {
			return w[0] == "table"
		}
	}
	return false
}

// forms are the commands and their forms. A word in small letters stands for itself, one
// in capitals for any one word, and "…" for any number of words.
var forms = map[string]string{
	"table":    "table SYSTEM",
	"rule":     "rule SYSTEM.NAME VALUE",
	"join":     "join NAME SYSTEM: …",
	"leave":    "leave NAME",
	"return":   "return NAME",
	"turnto":   "turnto NAME PLACE",
	"answer":   "answer NAME",
	"scene":    "scene …",
	"go":       "go UNIT",
	"order":    "order",
	"declare":  "declare NAME NUMBER",
	"wait":     "wait NAME …",
	"step-in":  "step-in NAME",
	"rest":     "rest NAME SPAN TIMES",
	"set":      "set NAME KEY …",
	"take":     "take NAME ACTION …",
	"evening":  "evening WHAT",
	"effect":   "effect NAME UNTIL …",
	"treat":    "treat NAME",
	"cancel":   "cancel NAME",
	"delay":    "delay NAME UNIT",
	"drop":     "drop NAME",
	"everyone": "everyone SYSTEM ACTION …",
	"together": "together ACTION … of … against …",
	"next":     "next …",
	"undo":     "undo …",
	"redo":     "redo …",
	"back":     "back …",
}

// answerable are the commands that can have answers below them, besides actions.
const answerable = "take answer"

// ParseTablePlay reads the text of a play of a table. The error is a
// *plays.SyntaxError.
func ParseTablePlay(name, text string) (TablePlay, error) {
	p := TablePlay{Name: name}
	err := plays.ReadLines(name, text, plays.Reader{
		Line: func(x plays.Line) error {
			l := playLine{number: x.Number, text: x.Text, words: strings.Fields(x.Text)}
			if (len(p.lines) == 0) != (l.words[0] == "table") {
				return errNoTable
			}
			if right := l.wrongForm(); right != "" {
				return fmt.Errorf("%q is not understood: write '%s'", x.Text, right)
			}
			p.lines = append(p.lines, l)
			return nil
		},
		Below: func(x plays.Line) error {
			if len(p.lines) == 0 {
				return errors.New("an answer comes before the first command")
			}
			last := &p.lines[len(p.lines)-1]
			if !last.mayBeAnswered() {
				return fmt.Errorf("nothing is asked by %q: answers stand below an action, take or answer", last.text)
			}
			if len(strings.Fields(x.Text)) < 2 {
				return fmt.Errorf("%q has no answer: write faces, an option, speed:17,ep:9 or a number", x.Text)
			}
			last.answers = append(last.answers, x.Text)
			return nil
		},
	})
	switch {
	case err != nil:
		return TablePlay{}, err
	case len(p.lines) == 0:
		return TablePlay{}, &plays.SyntaxError{File: name, Line: 1, Words: errNoTable.Error()}
	}
	return p, nil
}

var errNoTable = errors.New("a play of a table begins with one line such as 'table d6'")

// mayBeAnswered reports whether a line can have answers below it.
func (l playLine) mayBeAnswered() bool {
	if l.isCheck() || l.words[0] == "refused" {
		return false
	}
	_, command := forms[l.words[0]]
	return !command || strings.Contains(answerable, l.words[0])
}

func (l playLine) isCheck() bool { return l.words[0] == ">" }

// wrongForm returns the form of a line that does not have it, and "" for a line that does.
func (l playLine) wrongForm() string {
	if l.isCheck() {
		return l.wrongCheckForm()
	}
	if l.words[0] == "refused" {
		return formIfShort("refused …", l.words, 2)
	}
	form, known := forms[l.words[0]]
	if !known {
		return formIfShort("NAME ACTION …", l.words, 2)
	}
	least := 0
	for w := range strings.FieldsSeq(form) {
		if w != "…" {
			least++
		}
	}
	if !strings.Contains(form, "…") && len(l.words) > least {
		return form
	}
	switch l.words[0] {
	case "table", "scene", "order":
	case "together":
		of, against := indexOf(l.words, "of"), indexOf(l.words, "against")
		if of < 2 || against < of+2 || against == len(l.words)-1 {
			return form
		}
	case "join", "effect":
		if !strings.Contains(l.text, ":") {
			return form
		}
	case "evening":
		if l.words[len(l.words)-1] != "begin" && l.words[len(l.words)-1] != "end" {
			return "evening begin' or 'evening end"
		}
	}
	return formIfShort(form, l.words, least)
}

// wrongCheckForm is wrongForm for a check.
func (l playLine) wrongCheckForm() string {
	if len(l.words) < 2 {
		return "> NAME.FIELD=VALUE"
	}
	form, known := checks[l.words[1]]
	if !known {
		for _, w := range l.words[1:] {
			path, _, ok := strings.Cut(w, "=")
			if _, field, dotted := strings.Cut(path, "."); !ok || !dotted || field == "" {
				return "> NAME.FIELD=VALUE"
			}
		}
		return ""
	}
	return formIfShort("> "+form, l.words, 1+len(strings.Fields(strings.ReplaceAll(form, " …", ""))))
}

// formIfShort returns the form if there are fewer words than it needs.
func formIfShort(form string, words []string, least int) string {
	if len(words) < least {
		return form
	}
	return ""
}

func indexOf(words []string, word string) int {
	for i, w := range words {
		if w == word {
			return i
		}
	}
	return -1
}
