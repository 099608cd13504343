package form

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Text is an overlay in which a text of several lines is written. Each paragraph is a line.
type Text struct {
	Head func(pane.Frame) string
	Hint string                                             // above it; "" for nothing
	Most int                                                // letters
	Keep func(text string)                                  // is told it where it is left; may be nil
	Does string                                             // what saving does, for the footer
	Done func(f pane.Frame, text string) (then pane.Intent) // what saving does; it closes the overlay, if all is well

	lines []pane.Line
	at    int
}

// Written puts a text into the overlay.
func (n *Text) Written(text string) *Text {
	n.lines = nil
	for line := range strings.SplitSeq(text, "\n") {
		n.lines = append(n.lines, n.newParagraph(line))
	}
	n.at = len(n.lines) - 1
	return n
}

func (n *Text) newParagraph(text string) pane.Line { return pane.LongLine(text, n.Most) }

func (n *Text) text() string {
	var all []string
	for i := range n.lines {
		all = append(all, n.lines[i].Text())
	}
	return strings.TrimRight(strings.Join(all, "\n"), "\n ")
}

// About implements pane.Overlay.
func (n *Text) About(f pane.Frame) pane.About { return pane.About{Title: n.Head(f), Whole: true} }

// Draw implements pane.Overlay.
func (n *Text) Draw(f pane.Frame) []string {
	var head, out []string
	if n.Hint != "" {
		head = append(f.Paragraphs(kit.Dim, n.Hint), f.Look.Blank(f.W))
	}
	w, h := f.W, max(2, f.H-len(head))
	on := 0
	for i := range n.lines {
		text, caret := []rune(n.lines[i].Text()), n.lines[i].Caret()
		for _, s := range segments(text, w-4) {
			r := f.Look.Row(w).Space(2)
			if i == n.at && caret >= s.from && (caret < s.to || s.to == len(text)) {
				on = len(out)
				r.Typed(string(text[s.from:s.to]), caret-s.from, w-2)
			} else {
				r.Put(kit.Text, string(text[s.from:s.to]))
			}
			out = append(out, r.String())
		}
	}
	out = f.Look.Scrolled(out, on, w, min(len(out), h-1))
	used := utf8.RuneCountInString(n.text())
	ink := kit.Dim
	if used > n.Most {
		ink = kit.Bad
	}
	return append(append(head, out...), f.Look.Row(w).Space(1).Put(ink, fmt.Sprintf("%d of %d characters", used, n.Most)).String())
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

var textKeys = slices.Concat(pane.In("notes", "Notes",
	pane.Typing("the notes"),
	pane.Enter("line", "new line", "new line"),
	pane.Binding{ID: "up", Keys: []string{"up", "ctrl+p"}, Label: "previous paragraph"},
	pane.Binding{ID: "down", Keys: []string{"down", "ctrl+n"}, Label: "next paragraph"},
	pane.Binding{ID: "erase", Keys: []string{"backspace"}, Label: "delete a character, or join two paragraphs"},
), Saving, []pane.Binding{pane.Back.Footed("keep it and go back")})

// Keys implements pane.Overlay.
func (n *Text) Keys(pane.Frame) []pane.Binding {
	return pane.Footer(textKeys, "type", "the text", "save", n.Does, "line", "new line", "back", "keep it and go back")
}

// Update implements pane.Overlay.
func (n *Text) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if k, is := msg.(tea.KeyMsg); is && k.Paste {
		return n, n.paste(k)
	}
	l := &n.lines[n.at]
	switch f.Pressed(textKeys, msg) {
	case "back":
		if n.Keep != nil {
			n.Keep(n.text())
		}
		return n, pane.Close{}
	case "save":
		if used := utf8.RuneCountInString(n.text()); used > n.Most {
			return n, pane.Fail{Words: fmt.Sprintf("at most %d characters fit; this is %d", n.Most, used)}
		}
		return n, n.Done(f, n.text())
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
		l.Key(msg)
	default:
		l.Key(msg)
	}
	return n, nil
}

// paste types text of several lines, as far as there is room for it.
func (n *Text) paste(k tea.KeyMsg) (cut pane.Intent) {
	text := []rune(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(k.Runes)))
	if room := max(0, n.Most-n.letters()); len(text) > room {
		text = text[:room]
		cut = pane.Say{Words: fmt.Sprintf("shortened: at most %d characters fit here", n.Most)}
	}
	n.split() // what stands behind the caret goes on behind the last line
	behind := n.lines[n.at:]
	lines := slices.Clone(n.lines[:n.at])
	n.at--
	for i, part := range strings.Split(string(text), "\n") {
		if i > 0 {
			lines = append(lines, n.newParagraph(""))
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
func (n *Text) letters() int {
	sum := len(n.lines) - 1
	for i := range n.lines {
		sum += utf8.RuneCountInString(n.lines[i].Text())
	}
	return sum
}

// split begins a new paragraph at the caret.
func (n *Text) split() {
	text, at := []rune(n.lines[n.at].Text()), n.lines[n.at].Caret()
	after := n.newParagraph(string(text[at:]))
	after.To(0)
	lines := append([]pane.Line{}, n.lines[:n.at]...)
	lines = append(lines, n.newParagraph(string(text[:at])), after)
	n.lines = append(lines, n.lines[n.at+1:]...)
	n.at++
}

// join adds the paragraph to the one before.
func (n *Text) join() {
	before := n.lines[n.at-1].Text()
	l := n.newParagraph(before + n.lines[n.at].Text())
	l.To(utf8.RuneCountInString(before))
	n.lines = append(append(append([]pane.Line{}, n.lines[:n.at-1]...), l), n.lines[n.at+1:]...)
	n.at--
}
