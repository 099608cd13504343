package act

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/uitest"
)

// What stands in the log is what undo WORDS finds: damage, points, conditions, moves, names,
// whoever and whatever they name. It says how many acts go with it, and takes back those.
func TestUndoFindsWhatStandsInTheLog(t *testing.T) {
	found := 0
	for _, s := range uitest.Books() {
		for _, x := range []struct{ does, words string }{
			{"goblin 2 takes 3 damage", "goblin 2"}, {"brenna takes 2 damage", "brenna damage"}, {"effect brandt stunned", "stunned"}, {"rename goblin 1 to Ash", "ash"},
			{"place goblin 3 1", "goblin 3"}, {"visibility brandt hidden", "brandt"}, {"copy quillon", "quillon 2"}, {"note the bells ring", "bells"}, {"effect goblin 2 burning", "burning"},
		} {
			g, read := cellar(t, s)
			states := func() string {
				text, err := json.Marshal([]any{g.Table.State.Characters, g.Table.State.Effects})
				if err != nil {
					t.Fatal(err)
				}
				return string(text)
			}
			do := func(line string) bool {
				m := read(line)
				if len(m) == 0 || m[0].WhyNot != "" || m[0].Command == nil && m[0].Offer == nil {
					return false
				}
				c := m[0].Command
				if c == nil {
					c = m[0].Offer.Begin
				}
				if _, err := decide.Decide(g.Table, uitest.GM, c, nil); err != nil {
					return false
				}
				g.Must(t, c)
				g.ThrowAll(t)
				return true
			}
			before := states()
			if !do(x.does) {
				continue
			}
			later := 1
			for _, line := range []string{"side quillon watchers", "notes quillon tired", "note it is late"} {
				if do(line) {
					later++
				}
			}
			all := read("undo " + x.words)
			if len(all) == 0 || all[0].WhyNot != "" || all[0].Times != later || !strings.HasPrefix(all[0].Does, fmt.Sprintf("undo %d acts, back to before: ", later)) {
				t.Errorf("%s: after %q and %d more, undo %q is %+v", s.ID, x.does, later-1, x.words, all)
				continue
			}
			found++
			err := all[0].UndoBack(uitest.GM, func() model.Table { return g.Table }, func(c model.Command) error {
				_, err := g.Do(uitest.GM, c)
				return err
			})
			if got := states(); err != nil || got != before {
				t.Errorf("%s: undo %q leaves\n%s, not\n%s (%v)", s.ID, x.words, got, before, err)
			}
			if all := read("undo zebra"); all[0].WhyNot == "" {
				t.Errorf("%s: undo zebra is %+v", s.ID, all[0])
			}
		}
	}
	if found < 70 {
		t.Errorf("only %d acts were found", found)
	}
}

// A second of one name is numbered where it is said, and refused with a name that is free where
// it is written; whom a seat cannot see is not told so.
func TestNoTwoHaveOneName(t *testing.T) {
	s := uitest.Books()[0]
	g, read := cellar(t, s)
	for _, line := range []string{"rename goblin 1 to Ash", "rename goblin 2 to ash", "rename goblin 3 Ash", "copy quillon", "add quillon", "another ash", "rename ash 2 to ASH 2"} {
		m := read(line)
		if len(m) == 0 || m[0].WhyNot != "" || m[0].Command == nil {
			t.Fatalf("%q: %+v", line, m)
		}
		g.Must(t, m[0].Command)
		taken := map[string]bool{}
		for _, c := range g.Table.Characters() {
			if taken[strings.ToLower(c.Name)] {
				t.Errorf("after %q two are called %s", line, c.Name)
			}
			taken[strings.ToLower(c.Name)] = true
		}
	}
	own := *g.Table.Characters()[0]
	own.Name = "Brandt"
	if _, err := decide.Decide(g.Table, uitest.GM, model.Edit{Who: own.ID, Character: own}, nil); err == nil || !strings.Contains(err.Error(), "Brandt 2 is free") {
		t.Errorf("a card with a name that somebody has: %v", err)
	}
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	brandt := *g.Table.Characters()[5]
	brandt.Hidden = true
	g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"), model.Edit{Who: brandt.ID, Character: brandt})
	own = *g.Table.Characters()[0]
	own.Name = brandt.Name
	if _, err := decide.Decide(g.Table, mira, model.Edit{Who: own.ID, Character: own}, nil); err != nil {
		t.Errorf("a player learns of a hidden %s: %v", brandt.Name, err)
	}
}
