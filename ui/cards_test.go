package ui

import (
	"reflect"
	"testing"

	"example.org/fray/model"
	"example.org/fray/model/scene"
	"example.org/fray/ui/uitest"
)

// A key of a card is about what the card shows: "again" on the card of a result repeats that
// act though the selection has gone on to whoever acts next, and undo does not take back what
// somebody else has done since.
func TestCardsKeysAreAboutTheCard(t *testing.T) {
	seen := 0
	for _, sys := range uitest.Books() {
		g := uitest.Seated(t, sys)
		s := gamemaster(t, g, 120, 36)
		who := s.at.Selected
		c, _ := g.Table.Character(who)
		acted := ""
		for _, o := range s.acts.Offered(g.Table, c, sys) {
			if yes, _ := sys.IsAttack(o.Rule, o.Params, c.Pages[sys.ID]); yes && len(o.Against) > 0 {
				acted = o.Action
				s.obey(s.acts.Open(s.frame(), scene.DraftOf(o)))
				break
			}
		}
		if acted == "" {
			continue
		}
		s.press("enter")
		for range 12 { // what is asked after the dice
			if _, open := s.table.Roll(rollOf(s)); !open {
				break
			}
			s.press("enter")
		}
		if name := reflect.TypeOf(s.over.Top()); s.over.Top() == nil || name.Elem().Name() != "rollResult" {
			continue
		}
		seen++
		for _, other := range g.Table.Characters() {
			if other.ID != who {
				s.choose(other) // as the screen does for whoever acts next
				break
			}
		}
		g.Must(t, model.Note{Text: "somebody else does something"})
		s.Update(changed{})
		seq := g.Table.Seq()
		if s.press("u"); g.Table.Seq() != seq {
			t.Errorf("%s: undo on the card takes back what it does not show", sys.ID)
		}
		s.press("r")
		about := s.over.Top()
		if about == nil || about.About(s.frame()).Progress.Who != who || about.About(s.frame()).Progress.Action != acted {
			t.Errorf("%s: again repeats another act than the card shows:\n%s", sys.ID, s.plain())
		}
	}
	if seen < 3 {
		t.Errorf("only %d cards were seen", seen)
	}
}

func rollOf(s *screen) string {
	if all := s.table.Rolls(); len(all) > 0 {
		return all[0].ID
	}
	return ""
}
