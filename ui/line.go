package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"github.com/charmbracelet/bubbles/textinput"

	"example.org/fray/ui/kit"
)

// line is one line of text that is being typed.
type line struct {
	input   textinput.Model
	offered bool // the text is only a suggestion: the first letter stands instead of it
}

const longestLine = 500

func newLine(text string) line {
	in := textinput.New()
	in.CharLimit = longestLine
	in.Focus()
	in.SetValue(text)
	in.CursorEnd()
	return line{input: in}
}

// suggested is a line with a text that is taken, changed or typed over.
func suggested(text string) line {
	l := newLine(text)
	l.offered = true
	return l
}

func (l *line) text() string { return l.input.Value() }

func (l *line) caret() int { return l.input.Position() }

// key types k; it reports whether the text is another now.
func (l *line) key(k tea.KeyMsg) bool {
	before := l.input.Value()
	if l.offered && (k.Type == tea.KeyRunes || k.Type == tea.KeySpace) {
		l.input.SetValue("")
	}
	l.offered = false
	l.input, _ = l.input.Update(k)
	return l.input.Value() != before
}

func (l *line) draw(look *kit.Look, label string, w int) string {
	lines, _ := look.Fields([]kit.Field{{Label: label, Value: l.text(), On: true, Caret: l.caret()}}, w)
	return lines[0]
}
