package ui

import (
	"context"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// reopened is a table of which only the end of the log is there at first.
type reopened struct {
	*memory
	whole model.Table
}

func newReopened(tb testing.TB) *reopened {
	g := vault(tb)
	whole := g.table
	shot, err := whole.Snapshot()
	if err != nil {
		tb.Fatal(err)
	}
	if g.table, err = model.Restore(whole.Rules(), shot, whole.Seq()); err != nil {
		tb.Fatal(err)
	}
	return &reopened{g, whole}
}

// Older reads the log, as saves.Live does.
func (g *reopened) Older(context.Context) error {
	g.table = g.whole
	g.changes <- struct{}{}
	return nil
}

// A table that is opened again has all of its log, and what can be taken back.
func TestLogComesBack(t *testing.T) {
	g := newReopened(t)
	s := newScreen(t, g.memory, "dark", kit.Unicode, 120, 36)
	s.shows("The log is being read")
	s.cfg.Game = g
	s.Model = New(s.cfg)
	s.w, s.h = 120, 36
	s.readPast()()
	<-s.changes
	s.Update(changed{})
	s.shows("The table The Vault Job", "Seraph joins the table")
	s.press("u")
	s.shows("undo: Sun-Ruler joins the table")
}

// Whoever is faster than the disk can take back all the same.
func TestUndoBeforeTheLogIsRead(t *testing.T) {
	g := newReopened(t)
	if why := noUndo(newScreen(t, g.memory, "dark", kit.Unicode, 120, 36).Model); why != "" {
		t.Error(why)
	}
}

func TestPlainLogComesBack(t *testing.T) {
	var out strings.Builder
	if err := Plain(Config{Game: newReopened(t), Seat: gm}, strings.NewReader("log 9\n"), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "Seraph joins the table") {
		t.Error(out.String())
	}
}
