package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/model/view"
	"example.org/fray/ui/act"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// messages are what others have said and shown.
type messages struct {
	heard uint64       // the newest event of the whole log up to which they were told
	pages []model.Show // what was shown to everybody, and not yet here
	ended int          // the newest session whose end they were told
}

// hear tells what others have said since the last time, and keeps the pages that were
// shown to everybody. busy reports that an overlay lies on top.
func (x *messages) hear(f pane.Frame, busy bool) pane.Intent {
	after := x.heard
	if x.heard = f.Table.WholeSeq(); after == 0 || after >= x.heard {
		return nil
	}
	var told pane.Intent
	for _, e := range view.Messages(f.Table, after) {
		if e.By != f.Seat {
			told = pane.Tell{Words: kit.Clean(view.Tell(f.Table, e.Facts[0], false)[0].Text)}
		}
	}
	if pages := f.Table.Shows(after); f.Seat.Role != model.GM && len(pages) > 0 {
		x.pages = append(x.pages, pages...)
		if busy {
			told = pane.Tell{Words: "close this to see what the gamemaster shows: " + kit.Clean(pages[0].Head)}
		}
	}
	return told
}

// tellOver tells a player that the session has ended, what its dice were drawn from and
// how the log can be vouched for.
func (m *Model) tellOver(f pane.Frame) pane.Intent {
	x := &m.messages
	was, first := x.ended, x.heard == 0
	if x.ended = f.Table.Ended.Number; first || x.ended <= was || f.Seat.Role == model.GM {
		return nil
	}
	if m.over.Top() != nil {
		return pane.Tell{Words: "the session is over: " + f.KeyOf("dice") + " shows the seed of its dice"}
	}
	return pane.Push{Overlay: &pane.Notice{Head: "The session is over", Text: scene.FairText(f.Table, endingOf(m))}}
}

// turnPage opens the next page that was shown to everybody, as soon as no overlay lies on
// top.
func (x *messages) turnPage(busy bool) pane.Intent {
	if busy || len(x.pages) == 0 {
		return nil
	}
	next := x.pages[0]
	x.pages = x.pages[1:]
	return pane.Push{Overlay: act.Shown(next)}
}

// showAll asks the gamemaster what to show to everybody. For others it opens again what
// was shown last.
func showAll(m *Model) tea.Cmd {
	if m.seat.Role != model.GM {
		return m.obey(act.ShownLast(m.frame()))
	}
	log := paneOf("log")
	entry, whole := m.panes[log].(pane.Log).Under(m.frameOf(log))
	return m.obey(m.acts.ShowAll(m.frame(), entry, whole, m.at.Focus == log))
}

func showWords(f pane.Frame) string {
	if f.Seat.Role != model.GM {
		return "see again what the gamemaster showed"
	}
	return "show something to everybody"
}
