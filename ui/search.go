package ui

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model/view"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// finder finds events of the log: the newest of them, and no more than most. ctx ends
// when somebody typed on.
type finder func(ctx context.Context, text string, most int) (found []uint64, err error)

// search finds text in the log while it is typed.
type search struct {
	line   pane.Line
	find   finder
	found  hits
	list   picker.Picker // of what was found
	asked  string        // the text that is being searched for
	behind func() bool   // reports whether the index is far behind
	waits  bool          // it was far behind when the text was asked for
	leave  context.CancelFunc
}

// waiting tells whether a search for a text waits for the index.
type waiting struct {
	text  string
	waits bool
}

// hits are what was found for a text.
type hits struct {
	text string
	seqs []uint64
	more bool // there are more than are listed
	err  error
}

// mostHits is how many events are listed.
const mostHits = 100

// openSearch finds in the log what is typed, which is typed over the filter that is set.
func openSearch(m *Model) tea.Cmd {
	find := func(_ context.Context, text string, most int) (found []uint64, err error) {
		found, _ = view.SearchLog(m.table, text, most)
		return found, nil
	}
	behind := func() bool { return false }
	if g, ok := m.game.(searcher); ok {
		seat := m.seat
		behind = g.Indexing
		find = func(ctx context.Context, text string, most int) ([]uint64, error) {
			return g.Search(ctx, seat, text, most)
		}
	}
	return m.obey(pane.Push{Overlay: search{line: pane.Suggested(m.at.Filter.Text), find: find, behind: behind, leave: func() {}}})
}

// look searches for what is typed, behind the screen.
func (s search) look() (search, pane.Intent) {
	text := s.line.Text()
	if text == s.asked {
		return s, nil
	}
	s.leave()
	s.asked = text
	ctx, leave := context.WithCancel(context.Background())
	s.leave = leave
	find, behind := s.find, s.behind
	return s, pane.All{pane.Fetch{Run: func() any { return waiting{text, behind()} }}, pane.Fetch{Run: func() any {
		defer leave()
		h := hits{text: text}
		h.seqs, h.err = find(ctx, text, mostHits+1)
		if h.more = len(h.seqs) > mostHits; h.more {
			h.seqs = h.seqs[:mostHits]
		}
		return h
	}}}
}

// About implements pane.Overlay.
func (s search) About(pane.Frame) pane.About { return pane.About{Title: "Find in the log"} }

// Draw implements pane.Overlay.
func (s search) Draw(f pane.Frame) []string {
	out := []string{s.line.Draw(f.Look, "text", f.W)}
	words := fmt.Sprintf("%d found", len(s.found.seqs))
	switch {
	case s.line.Text() == "":
		words = "finds entries with all the words; leave it empty to see the whole log"
	case s.found.err != nil:
		words = s.found.err.Error()
	case s.found.text != s.line.Text():
		words = "searching"
		if s.waits {
			words = "searching: the words of the log are still being indexed"
		}
	case len(s.found.seqs) == 0:
		words = "nothing in the log matches"
	case s.found.more:
		words = fmt.Sprintf("more than %d found; showing the newest of them", mostHits)
	}
	for _, l := range kit.Wrap(words, f.W-2) {
		out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Dim, l).String())
	}
	if s.line.Text() == "" {
		return out
	}
	return append(out, s.list.Draw(f.Look, f.W, f.H-len(out), nil)...)
}

var searchKeys = slices.Concat(pane.Finding[:1], pane.In("search", "Searching",
	pane.Enter("go", "go there", "go there")), []pane.Binding{pane.Back}, pane.Finding[1:])

// Keys implements pane.Overlay.
func (s search) Keys(pane.Frame) []pane.Binding { return searchKeys }

// Update implements pane.Overlay.
func (s search) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if h, brought := msg.(hits); brought {
		if h.text == s.asked {
			s.found = h
			entries := make([]picker.Entry, len(h.seqs))
			for i, seq := range h.seqs {
				headline, name := view.HeadlineOf(f.Table, seq)
				entries[i] = picker.Entry{Name: kit.Clean(headline), Aside: name}
			}
			s.list = picker.New(entries)
		}
		return s, nil
	}
	if w, told := msg.(waiting); told {
		s.waits = w.waits && w.text == s.asked
		return s, nil
	}
	does := f.Pressed(searchKeys, msg)
	if list, moved := s.list.Move(does, f.H-2, false); moved {
		s.list = list
		return s, nil
	}
	switch does {
	case "back":
		s.leave()
		return s, pane.Close{}
	case "go":
		return s, s.open()
	}
	s.line.Key(msg)
	s, look := s.look()
	return s, pane.And(look, s.line.Cut())
}

// open shows only what was found, and goes to the entry that was chosen.
func (s search) open() pane.Intent {
	s.leave()
	seq := uint64(0)
	if at := s.list.At(); s.found.text == s.line.Text() && at > 0 {
		seq = s.found.seqs[at]
	}
	return pane.All{pane.Close{}, pane.Find{Filter: pane.Filter{Text: s.line.Text()}}, pane.Focus{Pane: "log"}, pane.Own{Intent: func(m *Model) tea.Cmd {
		log := paneOf("log")
		m.panes[log] = m.panes[log].(pane.Log).Onto(seq)
		return nil
	}}}
}
