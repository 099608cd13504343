package ui

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.org/fray/ui/lines"
	"example.org/fray/ui/uitest"

	"example.org/fray/model"
	"example.org/fray/ui/kit"
)

// reopened is a table that holds nothing of its log, as after an evening long ago.
func reopened(tb testing.TB) *uitest.Memory {
	g := uitest.Vault(tb)
	whole := g.Table
	shot, err := whole.Snapshot()
	if err != nil {
		tb.Fatal(err)
	}
	t, err := whole.Restore(shot, whole.Seq())
	if err != nil {
		tb.Fatal(err)
	}
	g.Table = t.WithReader(kept{whole})
	return g
}

// kept is where the log is, a few events at a time.
type kept struct{ whole model.Table }

// Page implements model.LogReader.
func (k kept) Page(before uint64) (out []model.Event, err error) {
	for l := range k.whole.LogFrom(before - 1) {
		if out = append(out, l.Event); len(out) == 3 {
			break
		}
	}
	return out, nil
}

// Snapshot implements model.LogReader.
func (k kept) Snapshot(uint64) (model.Table, error) { return model.New(k.whole.Rulebooks), nil }

// Audiences implements model.LogReader: whoever wants to know reads the log.
func (k kept) Audiences(uint64, func([]string, []uint32)) error {
	return errors.ErrUnsupported
}

// LastOfKind implements model.LogReader.
func (k kept) LastOfKind(string, uint64) (uint64, error) { return 0, errors.ErrUnsupported }

// A table that is opened again has all of its log, and what can be taken back.
func TestLogComesBack(t *testing.T) {
	s := newScreen(t, reopened(t), "dark", kit.Unicode, 120, 36)
	s.shows("The table The Vault Job", "Seraph joins the table")
	all := s.table.Characters()
	for n := range 2 {
		s.press("u")
		s.shows("undo: " + all[len(all)-1-n].Name + " joins the table")
	}
	s.press("U")
	s.shows("redo: " + all[len(all)-2].Name + " joins the table")
}

func TestPlainLogComesBack(t *testing.T) {
	var out strings.Builder
	if err := lines.Play(lines.Config{Game: reopened(t), Seat: uitest.GM}, strings.NewReader("log 9\n"), &out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "Seraph joins the table") {
		t.Error(out.String())
	}
}

// Undo asks before it reaches into an evening that is over.
func TestUndoAsksBeforeAnEarlierSession(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, model.Note{Text: "the alarm goes off"}, model.EndSession{})
	s := newScreen(t, g, "dark", kit.Unicode, 120, 36)
	was := s.table.Seq()
	s.press("u")
	s.shows("earlier session", "undo: Note: the alarm goes off")
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
	s.typed("3", "/")
	s.shows("finds entries with all the words")
	s.typed("'gua")
	s.shows("3 found", "The 3. guard comes in", "The 1. guard comes in")
	s.typed("'rd 2.")
	s.shows("1 found", "The 2. guard")
	s.typed("'x")
	s.shows("nothing in the log matches")
	s.typed("backspace", "backspace", "backspace", "backspace", "down", "down", "enter")
	s.shows("Log: /guard", "The 1. guard comes in")
	if on := s.panes[paneOf("log")].Place().On; on != fmt.Sprint(g.Now().Seq()-3000+11) {
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
