package paper

import (
	"fmt"
	"slices"
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
	card  *card
	lines []pane.Line
	at    int
}

func notesOf(o *card) *notes {
	v, _ := o.Page.Get(cardNotes)
	n := &notes{card: o}
	for text := range strings.SplitSeq(v.Text(), "\n") {
		n.lines = append(n.lines, newParagraph(text))
	}
	n.at = len(n.lines) - 1
	return n
}

func newParagraph(text string) pane.Line { return pane.LongLine(text, model.LongestNote) }

func (n *notes) text() string {
	var all []string
	for i := range n.lines {
		all = append(all, n.lines[i].Text())
	}
	return strings.TrimRight(strings.Join(all, "\n"), "\n ")
}

func (n *notes) Title(f pane.Frame) string { return f.Table.NameOf(n.card.who) + ": notes" }

// Whole implements pane.Whole.
func (n *notes) Whole() {}

func (n *notes) Draw(f pane.Frame) []string {
	w, h := f.W, f.H
	var out []string
	on := 0
	for i := range n.lines {
		text, caret := []rune(n.lines[i].Text()), n.lines[i].Caret()
		for _, s := range segments(text, w-4) {
			x := kit.Field{Value: string(text[s.from:s.to]), Caret: -1}
			if i == n.at && caret >= s.from && (caret < s.to || s.to == len(text)) {
				x.On, x.Caret = true, caret-s.from
				on = len(out)
			}
			row, _ := f.Look.Fields([]kit.Field{x}, w)
			out = append(out, row...)
		}
	}
	out = f.Look.Scrolled(out, on, w, min(len(out), h-1))
	used := utf8.RuneCountInString(n.text())
	ink := kit.Dim
	if used > model.LongestNote {
		ink = kit.Bad
	}
	return append(out, f.Look.Row(w).Space(1).Put(ink, fmt.Sprintf("%d of %d letters", used, model.LongestNote)).String())
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

var noteKeys = slices.Concat(pane.In("notes", "Notes",
	pane.Typing("the notes"),
	pane.Enter("line", "a new line", "new line"),
	pane.Binding{ID: "up", Keys: []string{"up", "ctrl+p"}, Label: "the paragraph above"},
	pane.Binding{ID: "down", Keys: []string{"down", "ctrl+n"}, Label: "the paragraph below"},
	pane.Binding{ID: "erase", Keys: []string{"backspace"}, Label: "the letter before, or join two paragraphs"},
), saving, []pane.Binding{pane.Back.Footed("back, with what is written")})

func (n *notes) Keys() []pane.Binding { return noteKeys }

func (n *notes) Key(f pane.Frame, k tea.KeyMsg) (pane.Overlay, pane.Wish) {
	if k.Paste {
		return n, n.paste(k)
	}
	l := &n.lines[n.at]
	switch f.Pressed(noteKeys, k) {
	case "back":
		n.hand()
		return n, pane.Close{Overlay: n}
	case "save":
		if used := utf8.RuneCountInString(n.text()); used > model.LongestNote {
			return n, pane.Fail{Words: fmt.Sprintf("notes have at most %d letters; these have %d", model.LongestNote, used)}
		}
		n.hand()
		return n, pane.All{pane.Close{Overlay: n}, n.card.save(f)}
	case "up":
		n.at = max(0, n.at-1)
	case "down":
		n.at = min(n.at+1, len(n.lines)-1)
	case "line":
		n.split()
	case "erase":
		if l.Caret() == 0 && n.at > 0 {
			n.join()
			break
		}
		l.Key(k)
	default:
		l.Key(k)
	}
	return n, nil
}

// paste types text of several lines, as far as there is room for it.
func (n *notes) paste(k tea.KeyMsg) (cut pane.Wish) {
	text := []rune(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(k.Runes)))
	if room := max(0, model.LongestNote-n.letters()); len(text) > room {
		text = text[:room]
		cut = pane.Say{Words: fmt.Sprintf("cut: it is too long to be pasted here, where there is room for %d letters", model.LongestNote)}
	}
	n.split() // what stands behind the caret goes on behind the last line
	behind := n.lines[n.at:]
	lines := slices.Clone(n.lines[:n.at])
	n.at--
	for i, part := range strings.Split(string(text), "\n") {
		if i > 0 {
			lines = append(lines, newParagraph(""))
			n.at++
		}
		lines[n.at].Key(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(part), Paste: true})
	}
	n.lines = slices.Concat(lines, behind)
	n.at++
	n.join()
	return cut
}

// letters are how many there are, the ends of lines too.
func (n *notes) letters() int {
	sum := len(n.lines) - 1
	for i := range n.lines {
		sum += utf8.RuneCountInString(n.lines[i].Text())
	}
	return sum
}

// hand gives the text to the card.
func (n *notes) hand() {
	if v, _ := n.card.Page.Get(cardNotes); v.Text() != n.text() {
		n.card.put(n.card.Page.With(cardNotes, engine.ValueOf(n.text())))
	}
}

// split begins a new paragraph at the caret.
func (n *notes) split() {
	text, at := []rune(n.lines[n.at].Text()), n.lines[n.at].Caret()
	after := newParagraph(string(text[at:]))
	after.To(0)
	lines := append([]pane.Line{}, n.lines[:n.at]...)
	lines = append(lines, newParagraph(string(text[:at])), after)
	n.lines = append(lines, n.lines[n.at+1:]...)
	n.at++
}

// join adds the paragraph to the one before.
func (n *notes) join() {
	before := n.lines[n.at-1].Text()
	l := newParagraph(before + n.lines[n.at].Text())
	l.To(utf8.RuneCountInString(before))
	n.lines = append(append(append([]pane.Line{}, n.lines[:n.at-1]...), l), n.lines[n.at+1:]...)
	n.at--
}
