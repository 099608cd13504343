package people_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/people"
	"example.org/fray/ui/uitest"
)

// drawer is files and a shelf without a disk.
type drawer struct {
	files map[string]decide.ShelfItem
	shelf []people.Piece
}

func (d *drawer) people() people.Files {
	return people.Files{
		Read: func(path string) (decide.ShelfItem, []string, error) {
			r, ok := d.files[path]
			if !ok {
				return r, nil, errors.New("there is no file " + path)
			}
			return r, nil, nil
		},
		Write: func(path string, r *decide.ShelfItem, over bool) error {
			if _, there := d.files[path]; there && !over {
				return fmt.Errorf("%s: %w", path, fs.ErrExist)
			}
			d.files[path] = *r
			return nil
		},
		Shelf: func() ([]people.Piece, error) { return slices.Clone(d.shelf), nil },
		Keep: func(r *decide.ShelfItem) error {
			d.shelf = slices.Insert(d.shelf, 0, people.Piece{Path: r.Name, Ready: *r})
			return nil
		},
		Drop: func(path string) error {
			d.shelf = slices.DeleteFunc(d.shelf, func(x people.Piece) bool { return x.Path == path })
			return nil
		},
	}
}

func shelfRoom(t *testing.T) (*room, *drawer) {
	s := newRoom(t, uitest.Seated(t, d6.System))
	d := &drawer{files: map[string]decide.ShelfItem{}}
	s.files = d.people()
	return s, d
}

// What is kept at one table is put into another by the key of the shelf and
// enter, and one undo takes it back.
func TestShelfTwoKeys(t *testing.T) {
	s, d := shelfRoom(t)
	s.Type("C")
	s.Shows("The shelf is empty")
	s.Type("'keep rook", "enter")
	s.Shows("Rook is now on the shelf")
	s.Type("esc")

	other := newRoom(t, uitest.Seated(t, d6.System))
	other.files = d.people()
	n := len(other.Frame.Table.Characters())
	other.Type("C", "enter")
	all := other.Frame.Table.Characters()
	if len(all) != n+1 || all[n].Name != "Rook 2" || !other.Closed() {
		t.Fatalf("%d at the table, the last is %s:\n%s", len(all), all[len(all)-1].Name, other.Text())
	}
	other.Undo()
	if len(other.Frame.Table.Characters()) != n {
		t.Error("undo leaves them")
	}
}

// A gang is kept whole, found by typing, and comes as one act.
func TestShelfGang(t *testing.T) {
	s, d := shelfRoom(t)
	for range 3 {
		s.Type("D")
	}
	s.Type("C", "'all 4", "enter", "esc")
	if len(d.shelf) != 1 || len(d.shelf[0].Ready.Characters) != 4 {
		t.Fatalf("on the shelf: %+v", d.shelf)
	}
	n := len(s.Frame.Table.Characters())
	s.Type("C", "'gang rook", "enter")
	if all := s.Frame.Table.Characters(); len(all) != n+4 || all[n].Name == all[n+1].Name {
		t.Errorf("%d at the table, not %d more", len(all), 4)
	}
	s.Undo()
	if len(s.Frame.Table.Characters()) != n {
		t.Error("one undo does not take the gang back")
	}
}

// A weapon of one's own is a form with its odds beside it; it is put on the
// sheet of whoever is selected, and a wrong code is refused at its field.
func TestShelfOwnWeapon(t *testing.T) {
	s, d := shelfRoom(t)
	s.Type("C", "'own weapon", "enter")
	s.Shows("used by Rook")
	s.Type("'Arc lance", "enter", "'6D", "enter")
	s.Shows("Damage")
	before := s.Text()
	s.Type("up", "backspace", "backspace", "'2D", "enter")
	if s.Text() == before {
		t.Error("the odds do not follow the code")
	}
	s.Type("f2")
	if len(d.shelf) != 1 || d.shelf[0].Ready.Row["code"] != engine.ValueOf("2D") {
		t.Fatalf("on the shelf: %+v", d.shelf)
	}
	s.Shows("Arc lance")
	s.Type("enter")
	page := s.Frame.Table.Characters()[0].Pages["d6"]
	if !slices.ContainsFunc(page.RowIDs("weapons"), func(id string) bool {
		v, _ := page.Get("weapons/" + id + "/name")
		return v.Text() == "Arc lance"
	}) {
		t.Errorf("Rook has no lance:\n%s", s.Text())
	}
}

// A condition that holds is kept with how long it lasts, and laid on somebody
// else.
func TestShelfCondition(t *testing.T) {
	s, d := shelfRoom(t)
	g := s.Game
	all := g.Table.Characters()
	g.Must(t, model.AddEffect{Who: all[0].ID, Words: "blinded", Until: model.ByScene, Adds: []model.Add{{System: "d6", Field: "scale", N: -2}}})
	s.See()
	s.Type("C", "'blinded", "enter", "esc", "J")
	if len(d.shelf) != 1 || d.shelf[0].Ready.Effect == nil {
		t.Fatalf("on the shelf: %+v", d.shelf)
	}
	s.Frame.Selected = all[1].ID
	s.Type("C", "enter")
	found := false
	for _, e := range s.Frame.Table.ActiveEffects() {
		found = found || e.Who == all[1].ID && e.Words == "blinded"
	}
	if !found {
		t.Errorf("nobody else is blinded:\n%s", s.Text())
	}
}

// What cannot be put here says why; taking off asks first.
func TestShelfRefuses(t *testing.T) {
	s, d := shelfRoom(t)
	d.shelf = []people.Piece{
		{Path: "a", Ready: decide.ShelfItem{Name: "Torch", System: "supermen", List: "weapons", Row: map[string]engine.Value{"name": engine.ValueOf("Torch")}}},
		{Path: "b", Ready: decide.ShelfItem{Name: "torn"}, Wrong: "the sheet is not JSON"},
	}
	s.Type("C", "enter")
	s.Shows("has no sheet of Men & Supermen")
	s.Type("'torn", "enter")
	s.Shows("the sheet is not JSON")
	s.Type("delete", "enter")
	if len(d.shelf) != 2 {
		t.Error("taken off by the first answer")
	}
	s.Type("delete", "down", "enter")
	if len(d.shelf) != 1 || d.shelf[0].Path != "a" {
		t.Errorf("on the shelf: %+v", d.shelf)
	}
}
