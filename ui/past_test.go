package ui

import (
	"context"
	"example.org/fray/ui/lines"
	"example.org/fray/ui/uitest"
	"fmt"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// reopened is a table of which only the end of the log is there at first.
type reopened struct {
	*uitest.Memory
	whole model.Table
}

func newReopened(tb testing.TB) *reopened {
	g := uitest.Vault(tb)
	whole := g.Table
	shot, err := whole.Snapshot()
	if err != nil {
		tb.Fatal(err)
	}
	if g.Table, err = model.Restore(whole.Rules(), shot, whole.Seq()); err != nil {
		tb.Fatal(err)
	}
	return &reopened{g, whole}
}

// Older reads the log, as saves.Live does.
func (g *reopened) Older(context.Context) error {
	g.Table = g.whole
	g.Changes <- struct{}{}
	return nil
}

// A table that is opened again has all of its log, and what can be taken back.
func TestLogComesBack(t *testing.T) {
	g := newReopened(t)
	s := newScreen(t, g.Memory, "dark", kit.Unicode, 120, 36)
	s.shows("The log is being read")
	s.cfg.Game = g
	s.Model = New(s.cfg)
	s.size.w, s.size.h = 120, 36
	readPast(s.Model)()
	<-s.flight.changes
	s.Update(changed{})
	s.shows("The table The Vault Job", "Seraph joins the table")
	s.press("u")
	s.shows("undo: Sun-Ruler joins the table")
}

// Whoever is faster than the disk can take back all the same.
func TestUndoBeforeTheLogIsRead(t *testing.T) {
	g := newReopened(t)
	s := newScreen(t, g.Memory, "dark", kit.Unicode, 120, 36)
	for _, b := range s.keys.list {
		if why := b.WhyNot(s.frame()); b.Name() == "undo" && why != "" {
			t.Error(why)
		}
	}
}

func TestPlainLogComesBack(t *testing.T) {
	var out strings.Builder
	if err := lines.Play(lines.Config{Game: newReopened(t), Seat: uitest.GM}, strings.NewReader("log 9\n"), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "Seraph joins the table") {
		t.Error(out.String())
	}
}

// Undo asks before it reaches into an evening that is over.
func TestUndoAsksBeforeAnEarlierEvening(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, model.Note{Text: "the alarm goes off"}, model.EndEvening{})
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	was := s.table.Seq()
	s.press("u")
	s.shows("earlier evening", "undo: Note: the alarm goes off")
	s.press("enter")
	if s.table.Seq() != was {
		t.Error("the first choice takes it back")
	}
	s.press("u", "down", "enter")
	if s.table.Seq() != was+1 {
		t.Error("it is not taken back when it is chosen")
	}
}

// The log is searched while one types; what is chosen is gone to, however far
// back it lies.
func TestFindsAsOneTypes(t *testing.T) {
	g := crowd(t, 2, 40)
	for i := range 3000 {
		text := "nothing to tell"
		if i%1000 == 10 {
			text = fmt.Sprintf("The %d. guard comes in", i/1000+1)
		}
		if _, err := g.Do(uitest.GM, model.Note{Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	s := newScreen(t, g, "dark", kit.Unicode, 100, 30)
	s.typed("/")
	s.shows("all words must occur")
	s.typed("'gua")
	s.shows("3 found", "The 3. guard comes in", "The 1. guard comes in")
	s.typed("'rd 2.")
	s.shows("1 found", "The 2. guard")
	s.typed("'x")
	s.shows("nothing in the log is like that")
	s.typed("backspace", "backspace", "backspace", "backspace", "down", "down", "enter")
	s.shows("Log: /guard", "The 1. guard comes in")
	if on := s.panes[paneLog].Place().On; on != fmt.Sprint(g.Now().Seq()-3000+11) {
		t.Errorf("the cursor is on %s of %d", on, g.Now().Seq())
	}
	s.typed("/", "'nothing", "enter")
	s.shows("Log: /nothing", "nothing to tell")
	s.typed("/", "'guard", "esc")
	s.shows("Log: /nothing")
	s.typed("/")
	for range len("nothing") {
		s.typed("backspace")
	}
	s.typed("enter")
	if s.at.Filter.Text != "" {
		t.Errorf("the filter is left at %q", s.at.Filter.Text)
	}
}
