package people_test

import (
	"fmt"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/contest"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/easiness"
	"example.org/fray/engine/supermen"
	"example.org/fray/engine/trip"
	"example.org/fray/ui/uitest"
)

// TestMakingByKeys creates a character in each rulebook, step by step with few keys.
func TestMakingByKeys(t *testing.T) {
	for _, c := range []struct {
		sys  *engine.System
		as   string // the letters that select an empty sheet
		keys []string
		want map[string]string
	}{
		{d6.System, "'aa", []string{"tab", "enter", "'agility 3D, strength 2D+1", "enter", "tab", "enter", "'dodge 4D", "enter"},
			map[string]string{"attributes/strength/role": "strength", "skills/dodge/attribute": "Agility"}},
		{supermen.System, "'a", []string{"1", "2", "enter", "1", "5", "enter"}, map[string]string{"strength": "12", "agility": "15"}},
		{easiness.System, "'a", []string{"'A courier", "enter", "tab", "3", "enter", "4", "enter"},
			map[string]string{"concept": "A courier", "attributes/strength/level": "3", "attributes/agility/level": "4"}},
		{trip.System, "'a", []string{"3", "enter", "tab", "enter", "'Spear 5 4, Dodge 6 2", "enter"}, map[string]string{"level": "3", "abilities/r1/target": "5", "abilities/r2/b": "2"}},
		{contest.System, "'aa", []string{"'Fences", "enter", "tab", "enter", "'Rapier 14", "enter"}, map[string]string{"abilities/r1/level": "14"}},
	} {
		t.Run(c.sys.ID, func(t *testing.T) {
			for _, size := range [][2]int{{98, 28}, {58, 15}} {
				s := openTable(t, uitest.Seated(t, c.sys))
				s.Frame.W, s.Frame.H = size[0], size[1]
				n := len(s.Frame.Table.Characters())
				s.Type("c", "up", c.as, "down", "'Nia", "enter")
				for _, k := range c.keys {
					s.Type(k)
					if strings.Contains(s.Text(), "Round of the last") {
						t.Error("what the rules keep is asked for")
					}
				}
				s.Type("f2")
				if all := s.Frame.Table.Characters(); len(all) != n+1 || all[n].Name != "Nia" || !s.Closed() {
					t.Fatalf("nobody has come:\n%s", s.Text())
				}
				for path, want := range c.want {
					if got := s.field("Nia", c.sys.ID, path).String(); got != want {
						t.Errorf("%s is %q, want %q", path, got, want)
					}
				}
			}
		})
	}
}

// TestMakingRefusesAtTheField checks that an invalid die code is refused at its field and
// does not reach the table, and that an unfinished character can be continued.
func TestMakingRefusesAtTheField(t *testing.T) {
	s := openTable(t, uitest.Seated(t, d6.System))
	n := len(s.Frame.Table.Characters())
	s.Type("c", "up", "'s", "down", "'Nia", "f3", "tab", "'3x")
	s.Shows("it must be a die code such as 4D or")
	s.Type("tab", "f2")
	if len(s.Frame.Table.Characters()) != n {
		t.Fatal("it came to the table")
	}
	s.Shows("it must be a die code such as 4D or")
	s.Type("backspace", "'D", "tab", "enter", "'dodge 9x", "enter")
	s.Shows("not a die code")
	s.Type("esc", "esc")
	s.Shows("kept, unfinished")
	s.Type("f3")
	s.Shows("restored as you left it")
	s.Type("f2")
	if v := s.field("Nia", "d6", "attributes/agility/code"); v.Text() != "3D" {
		t.Errorf("agility is %q", v)
	}
}

func TestSeveralAtOnce(t *testing.T) {
	s := openTable(t, uitest.Vault(t))
	s.Type("c", "'Thug", "up", "up", "up", "6", "enter")
	for i := range 6 {
		s.Named(fmt.Sprintf("Thug %d", i+1))
	}
	s.Shows("added 6 characters")
	s.Type("D")
	s.Named("Thug 7")
	s.Type("c", "up", "up", "up", "2", "enter") // several characters take their names from the template, numbered
	s.Named("Seraph 1")
	s.Named("Seraph 2")
}

// A form that was cancelled comes back empty, and the next newcomer is who is typed then.
func TestCancelledComesBackEmpty(t *testing.T) {
	s := openTable(t, uitest.Vault(t))
	n := len(s.Frame.Table.Characters())
	s.Type("c", "'Thug", "up", "up", "up", "6", "up", "esc")
	if len(s.Frame.Table.Characters()) != n {
		t.Fatal("leaving the form made somebody")
	}
	s.Type("c", "'Odo", "enter")
	if got := len(s.Frame.Table.Characters()); got != n+1 {
		t.Errorf("%d came, not 1", got-n)
	}
	s.Named("Odo")
}
