package pane

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model/view"
	"example.org/fray/ui/game"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/picker"
)

// search finds text in the log while it is typed. The search runs on another goroutine.
type search struct {
	line  Line
	game  game.Game
	found hits
	list  picker.Picker      // of what was found
	asked string             // the text that is being searched for
	waits bool               // it was so when the search began
	leave context.CancelFunc // ends the search that is running
}

// waiting reports whether the search for a text waits for the index.
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

// OpenSearch opens a search of the log, in which the text of the filter that is set is
// typed over.
func OpenSearch(f Frame, g game.Game) Intent {
	line := NewLine(f.Filter.Text)
	line.Mark()
	return Push{Overlay: search{line: line, game: g, leave: func() {}}}
}

// look begins a search for what is typed.
func (s search) look(f Frame) (search, Intent) {
	text := s.line.Text()
	if text == s.asked {
		return s, nil
	}
	s.leave()
	s.asked = text
	ctx, leave := context.WithCancel(context.Background())
	s.leave = leave
	return s, All{Fetch{Run: func() any { return waiting{text, s.game.Indexing()} }}, Fetch{Run: func() any {
		defer leave()
		h := hits{text: text}
		h.seqs, h.err = s.game.Search(ctx, f.Seat, text, mostHits+1)
		if h.more = len(h.seqs) > mostHits; h.more {
			h.seqs = h.seqs[:mostHits]
		}
		return h
	}}}
}

// About implements Overlay.
func (s search) About(Frame) About { return About{Title: "Find in the log"} }

// Draw implements Overlay.
func (s search) Draw(f Frame) []string {
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

var searchKeys = slices.Concat(Finding[:1], In("search", "Searching",
	Enter("go", "go there", "go there")), []Binding{Back}, Finding[1:])

// Keys implements Overlay.
func (s search) Keys(Frame) []Binding { return searchKeys }

// Update implements Overlay.
func (s search) Update(f Frame, msg tea.Msg) (Overlay, Intent) {
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
		return s, Close{}
	case "go":
		return s, s.open()
	}
	s.line.Key(msg)
	s, look := s.look(f)
	return s, And(look, s.line.Cut())
}

// open shows only what was found, and goes to the entry that was chosen.
func (s search) open() Intent {
	s.leave()
	seq := uint64(0)
	if at := s.list.At(); s.found.text == s.line.Text() && at > 0 {
		seq = s.found.seqs[at]
	}
	return All{Close{}, Find{Filter: Filter{Text: s.line.Text()}, Entry: seq}, Focus{Pane: "log"}}
}
