package paper

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// Finder finds events of the log: the newest of them, and how many there are in
// all. ctx ends when somebody typed on.
type Finder func(ctx context.Context, text string, most int) (found []uint64, all int, err error)

// search finds text in the log while it is typed.
type search struct {
	line  pane.Line
	find  Finder
	open  func(text string, seq uint64) pane.Intent
	found hits
	asked string // the text that is being searched for
	leave context.CancelFunc
	at    int
}

// hits are what was found for a text.
type hits struct {
	text string
	seqs []uint64
	all  int
	err  error
}

// mostHits is how many events are listed.
const mostHits = 100

// Search opens the search of the log, with a text that is typed over. open is
// what is done with the text and the event that was chosen, 0 where none was
// found.
func Search(text string, find Finder, open func(text string, seq uint64) pane.Intent) pane.Intent {
	s := &search{line: pane.Suggested(text), find: find, open: open, leave: func() {}}
	return pane.All{pane.Push{Overlay: s}, s.look()}
}

// look searches for what is typed, behind the screen.
func (s *search) look() pane.Intent {
	text := s.line.Text()
	if text == s.asked {
		return nil
	}
	s.leave()
	s.asked = text
	ctx, leave := context.WithCancel(context.Background())
	s.leave = leave
	return pane.Fetch{
		Run: func() any {
			defer leave()
			h := hits{text: text}
			h.seqs, h.all, h.err = s.find(ctx, text, mostHits)
			return h
		},
		Then: func(_ pane.Frame, got any) pane.Intent {
			if h := got.(hits); h.text == s.asked {
				s.found, s.at = h, 0
			}
			return nil
		},
	}
}

// About implements pane.Overlay.
func (s *search) About(pane.Frame) pane.About { return pane.About{Title: "Find in the log"} }

// Draw implements pane.Overlay.
func (s *search) Draw(f pane.Frame) []string {
	out := []string{s.line.Draw(f.Look, "text", f.W)}
	words := fmt.Sprintf("%d found", s.found.all)
	switch {
	case s.line.Text() == "":
		words = "finds entries with all the words; leave it empty to see the whole log"
	case s.found.err != nil:
		words = s.found.err.Error()
	case s.found.text != s.line.Text():
		words = "searching"
	case s.found.all == 0:
		words = "nothing in the log matches"
	case s.found.all > len(s.found.seqs):
		words += fmt.Sprintf("; showing the newest %d", len(s.found.seqs))
	}
	out = append(out, Paragraphs(f, kit.Dim, words)...)
	if s.line.Text() == "" || len(s.found.seqs) == 0 {
		return out
	}
	items := make([]kit.Item, len(s.found.seqs))
	for i, seq := range s.found.seqs {
		label, name := view.HeadlineOf(f.Table, seq)
		items[i] = kit.Item{Label: label, Aside: name}
	}
	return append(out, f.Look.List(items, s.at, f.W, min(len(items), max(1, f.H-len(out))))...)
}

var searchKeys = slices.Concat(pane.Finding[:1], pane.In("search", "Searching",
	pane.Enter("go", "go there", "go there")), []pane.Binding{pane.Back}, pane.Finding[1:])

// Keys implements pane.Overlay.
func (s *search) Keys(pane.Frame) []pane.Binding { return searchKeys }

// Update implements pane.Overlay.
func (s *search) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if to, ok := f.Found(msg, s.at, len(s.found.seqs)); ok {
		s.at = to
		return s, nil
	}
	switch f.Pressed(searchKeys, msg) {
	case "back":
		s.leave()
		return s, pane.Close{}
	case "go":
		seq := uint64(0)
		if s.found.text == s.line.Text() && s.at > 0 && s.at < len(s.found.seqs) {
			seq = s.found.seqs[s.at]
		}
		s.leave()
		return s, pane.All{pane.Close{Overlay: s}, s.open(s.line.Text(), seq)}
	default:
		s.line.Key(msg)
		return s, pane.All{s.look(), s.line.Cut()}
	}
}
