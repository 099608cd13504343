package sheet_test

import (
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/sheet"
	"example.org/fray/ui/uitest"
)

// overlays runs the overlays of this package in a test.
type overlays struct {
	*uitest.Overlays
	drafts form.Drafts
}

func openTable(t *testing.T, g *uitest.Memory) *overlays {
	return &overlays{uitest.NewOverlays(t, g, uitest.GM), form.Drafts{}}
}

// edit opens the sheet of the selected character and types keys there.
func (s *overlays) edit(keys ...string) {
	s.Helper()
	s.Obey(sheet.EditSheet(s.Frame, s.drafts, ""))
	s.Type(keys...)
}

func (s *overlays) field(name, system, path string) engine.Value {
	s.Helper()
	return s.Frame.Table.Rulebooks[system].Sheet.Read(s.Named(name).Pages[system]).Value(path)
}

func TestRowsMovedAndTakenOff(t *testing.T) {
	s := openTable(t, uitest.Vault(t))
	before := s.Named("Seraph").Pages["supermen"].RowIDs("powers")
	if len(before) < 2 {
		t.Fatalf("Seraph has the powers %v: two are needed", before)
	}
	s.edit("/", "'electric", "enter", "shift+down", "f2", "'tidied", "enter")
	after := s.Named("Seraph").Pages["supermen"].RowIDs("powers")
	if after[0] != before[1] || after[1] != before[0] {
		t.Fatalf("the powers are %v, they were %v", after, before)
	}
	if e, _ := s.Frame.Table.NextUndo(); len(e.Facts) != 1 {
		t.Errorf("it was %d facts", len(e.Facts))
	}
	s.edit("/", "'electric", "enter", "delete")
	s.Shows("1 change")
	s.Type("ctrl+y")
	if o := s.Top().(*sheet.Editor); o.Loses(s.Frame) != "" {
		t.Errorf("taken back, there is still %s", o.Loses(s.Frame))
	}
	s.Type("ctrl+r", "f2", "enter")
	if got := s.Named("Seraph").Pages["supermen"].RowIDs("powers"); len(got) != len(before)-1 {
		t.Errorf("the powers are %v", got)
	}
}

// TestSheetChangesUnderTheForm checks that saving keeps what others changed while the form
// was open.
func TestSheetChangesUnderTheForm(t *testing.T) {
	s := openTable(t, uitest.Vault(t))
	who := s.Named("Seraph").ID
	s.edit("'strength", "enter", "4", "2", "enter")
	if _, err := s.Game.Do(uitest.GM, model.Write{Who: who, System: "supermen", Set: []model.Change{
		{Field: "agility", To: engine.ValueOf(31)}, {Field: "strength", To: engine.ValueOf(5)}, {Field: "powers/" + s.Named("Seraph").Pages["supermen"].RowIDs("powers")[0]}}}); err != nil {
		t.Fatal(err)
	}
	s.See()
	s.Type("f2", "enter")
	for path, want := range map[string]int{"strength": 42, "agility": 31} {
		if got := s.field("Seraph", "supermen", path).Int(); got != want {
			t.Errorf("%s is %d, want %d", path, got, want)
		}
	}
	s.edit("'strength", "enter", "7", "enter")
	if _, err := s.Game.Do(uitest.GM, model.Leave{Who: who}); err != nil {
		t.Fatal(err)
	}
	s.See()
	s.Shows("no longer at the table")
}

// TestPrintedNumbers enters the numbers printed on a paper sheet, and reads the number
// worked out from them beside the form.
func TestPrintedNumbers(t *testing.T) {
	s := openTable(t, uitest.WithRulebooks(uitest.Vault(t)))
	s.edit("'move roll", "enter", "2", "6", "enter")
	s.Shows("26  (worked out 29)")
	s.Type("f2", "'the sheet says so", "enter")
	if drawn := uitest.Plain(pane.Sheet{}.Draw(s.Frame.Sized(90, 60, false))); !strings.Contains(drawn, "26 (29)") {
		t.Errorf("the sheet does not show both numbers:\n%s", drawn)
	}
}
