package ui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// notes writes the notes about a character, a paragraph a line.
type notes struct {
	quiet
	card  *card
	lines []line
	at    int
}

func (o *card) openNotes(m *Model) tea.Cmd {
	v, _ := o.page.Get(cardNotes)
	n := &notes{card: o}
	for text := range strings.SplitSeq(v.Text(), "\n") {
		n.lines = append(n.lines, newParagraph(text))
	}
	n.at = len(n.lines) - 1
	m.push(n)
	return nil
}

func newParagraph(text string) line {
	l := newLine("")
	l.input.CharLimit = model.LongestNote
	l.input.SetValue(text)
	l.input.CursorEnd()
	return l
}

func (n *notes) text() string {
	var all []string
	for i := range n.lines {
		all = append(all, n.lines[i].text())
	}
	return strings.TrimRight(strings.Join(all, "\n"), "\n ")
}

func (n *notes) title(m *Model) string { return pane.Name(m.table, n.card.who) + ": notes" }

func (n *notes) whole() {}

func (n *notes) draw(m *Model, w, h int) []string {
	var out []string
	on := 0
	for i := range n.lines {
		text, caret := []rune(n.lines[i].text()), n.lines[i].caret()
		for _, s := range segments(text, w-4) {
			f := kit.Field{Value: string(text[s.from:s.to]), Caret: -1}
			if i == n.at && caret >= s.from && (caret < s.to || s.to == len(text)) {
				f.On, f.Caret = true, caret-s.from
				on = len(out)
			}
			row, _ := m.look.Fields([]kit.Field{f}, w)
			out = append(out, row...)
		}
	}
	out = m.look.Scrolled(out, on, w, min(len(out), h-1))
	used := utf8.RuneCountInString(n.text())
	ink := kit.Dim
	if used > model.LongestNote {
		ink = kit.Bad
	}
	return append(out, m.look.Row(w).Space(1).Put(ink, fmt.Sprintf("%d of %d letters", used, model.LongestNote)).String())
}

// segment is a part of a paragraph that is drawn on one line.
type segment struct{ from, to int }

// segments breaks a paragraph behind spaces where it can, so that no part
// takes more than w cells.
func segments(text []rune, w int) []segment {
	var out []segment
	from, space := 0, 0
	for i := range text {
		if kit.Width(kit.Clean(string(text[from:i+1]))) > w && i > from {
			to := i
			if space > from {
				to = space
			}
			out = append(out, segment{from, to})
			from = to
		}
		if text[i] == ' ' {
			space = i + 1
		}
	}
	return append(out, segment{from, len(text)})
}

func (n *notes) key(m *Model, k tea.KeyMsg) tea.Cmd {
	if k.Paste {
		n.paste(k)
		return nil
	}
	l := &n.lines[n.at]
	switch k.String() {
	case "esc":
		n.hand()
		m.without(n)
	case "f2", "ctrl+s":
		if used := utf8.RuneCountInString(n.text()); used > model.LongestNote {
			return m.fail(fmt.Sprintf("notes have at most %d letters; these have %d", model.LongestNote, used))
		}
		n.hand()
		m.without(n)
		return n.card.save(m)
	case "up", "ctrl+p":
		n.at = max(0, n.at-1)
	case "down", "ctrl+n":
		n.at = min(n.at+1, len(n.lines)-1)
	case "enter":
		n.split()
	case "backspace":
		if l.caret() == 0 && n.at > 0 {
			n.join()
			break
		}
		l.key(k)
	default:
		l.key(k)
	}
	return nil
}

// paste types text of several lines.
func (n *notes) paste(k tea.KeyMsg) {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(k.Runes))
	for i, part := range strings.Split(text, "\n") {
		if i > 0 {
			n.split()
		}
		n.lines[n.at].key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(part), Paste: true})
	}
}

// hand gives the text to the card.
func (n *notes) hand() {
	if v, _ := n.card.page.Get(cardNotes); v.Text() != n.text() {
		n.card.put(n.card.page.With(cardNotes, engine.ValueOf(n.text())))
	}
}

// split begins a new paragraph at the caret.
func (n *notes) split() {
	text, at := []rune(n.lines[n.at].text()), n.lines[n.at].caret()
	after := newParagraph(string(text[at:]))
	after.input.CursorStart()
	lines := append([]line{}, n.lines[:n.at]...)
	lines = append(lines, newParagraph(string(text[:at])), after)
	n.lines = append(lines, n.lines[n.at+1:]...)
	n.at++
}

// join adds the paragraph to the one before.
func (n *notes) join() {
	before := n.lines[n.at-1].text()
	l := newParagraph(before + n.lines[n.at].text())
	l.input.SetCursor(utf8.RuneCountInString(before))
	n.lines = append(append(append([]line{}, n.lines[:n.at-1]...), l), n.lines[n.at+1:]...)
	n.at--
}

func (n *notes) hints(*Model) []hint {
	return []hint{{"type", "the notes"}, {"enter", "new line"}, {"f2", "save"}, {"esc", "back, with what is written"}}
}
