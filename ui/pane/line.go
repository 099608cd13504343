package pane

import (
	"fmt"
	"slices"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"github.com/charmbracelet/bubbles/textinput"

	"example.org/fray/ui/kit"
)

// Line is one line of text that is being typed.
type Line struct {
	input  textinput.Model
	marked bool // the text is marked: the first letter stands instead of it
	cut    bool // what was typed or pasted last had no room
}

const longestLine = 500

// NewLine is a line with a text, and the caret behind it.
func NewLine(text string) Line { return LongLine(text, longestLine) }

// LongLine is a line of at most so many letters.
func LongLine(text string, most int) Line {
	in := textinput.New()
	in.CharLimit = most
	in.Focus()
	in.SetValue(text)
	in.CursorEnd()
	return Line{input: in}
}

// Mark marks the whole text: what is typed next stands instead of it, and a key that moves the
// caret keeps it.
func (l *Line) Mark() { l.marked = l.Text() != "" }

// Marked reports whether the whole text is marked.
func (l *Line) Marked() bool { return l.marked }

// Text is what stands there.
func (l *Line) Text() string { return l.input.Value() }

// Set replaces the text, with the caret behind it.
func (l *Line) Set(text string) {
	l.input.SetValue(text)
	l.input.CursorEnd()
}

// Caret is the number of the letter behind the caret, from 0.
func (l *Line) Caret() int { return l.input.Position() }

// To puts the caret before a letter.
func (l *Line) To(caret int) { l.input.SetCursor(caret) }

// Key types a key and reports whether the text has changed. A message that is no key does
// nothing.
func (l *Line) Key(msg tea.Msg) bool {
	k, is := msg.(tea.KeyMsg)
	if !is {
		return false
	}
	before := l.input.Value()
	replaces := slices.Contains([]tea.KeyType{tea.KeyRunes, tea.KeySpace, tea.KeyBackspace, tea.KeyDelete}, k.Type) && !k.Alt
	if l.marked && replaces || k.Type == tea.KeyCtrlU {
		l.input.SetValue("")
	}
	l.marked = false
	l.cut = !k.Alt && len(k.Runes) > l.input.CharLimit-utf8.RuneCountInString(l.input.Value())
	l.input, _ = l.input.Update(k)
	return l.input.Value() != before
}

// Cut says that the last text that was typed or pasted was too long and was cut; nil if it
// was not.
func (l *Line) Cut() Intent {
	if !l.cut {
		return nil
	}
	return Say{fmt.Sprintf("shortened: at most %d characters fit here", l.input.CharLimit)}
}

// Draw draws the line behind a label.
func (l *Line) Draw(look *kit.Look, label string, w int) string {
	r := look.Row(w).Mark(true).Put(kit.Title, label).Space(1)
	return r.Typed(l.Text(), l.Caret(), r.Left()).String()
}
