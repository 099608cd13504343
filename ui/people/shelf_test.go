package people_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/d6"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/people"
	"example.org/fray/ui/uitest"
)

// memoryFiles is a Files in memory.
type memoryFiles struct {
	files map[string]decide.ShelfItem
	shelf []people.ShelfFile
}

func (d *memoryFiles) people() people.Files {
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
		Shelf: func() ([]people.ShelfFile, error) { return slices.Clone(d.shelf), nil },
		Add: func(r *decide.ShelfItem) error {
			d.shelf = slices.Insert(d.shelf, 0, people.ShelfFile{Path: r.Name, Item: *r})
			return nil
		},
		Delete: func(path string) error {
			d.shelf = slices.DeleteFunc(d.shelf, func(x people.ShelfFile) bool { return x.Path == path })
			return nil
		},
	}
}

func shelfRoom(t *testing.T) (*overlays, *memoryFiles) {
	s := openTable(t, uitest.Seated(t, d6.System))
	d := &memoryFiles{files: map[string]decide.ShelfItem{}}
	s.files = d.people()
	return s, d
}

// TestShelfTwoKeys keeps a character at one table and adds it to another with two keys; one
// undo removes it.
func TestShelfTwoKeys(t *testing.T) {
	s, d := shelfRoom(t)
	s.Type("C")
	s.Shows("The shelf is empty")
	s.Type("'keep rook", "enter")
	s.Shows("Rook is now on the shelf")
	s.Type("esc")

	other := openTable(t, uitest.Seated(t, d6.System))
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

// TestShelfGang keeps a numbered group as one item, finds it by typing, and adds it as one
// act.
func TestShelfGang(t *testing.T) {
	s, d := shelfRoom(t)
	for range 3 {
		s.Type("D")
	}
	s.Type("C", "'all 4", "enter", "esc")
	if len(d.shelf) != 1 || len(d.shelf[0].Item.Characters) != 4 {
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

// TestShelfOwnWeapon creates a weapon in a form with its odds, refuses an invalid code at
// its field, and adds the weapon to the selected character.
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
	if len(d.shelf) != 1 || d.shelf[0].Item.Row["code"] != engine.ValueOf("2D") {
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

// TestShelfCondition keeps a condition with its duration and puts it on somebody else.
func TestShelfCondition(t *testing.T) {
	s, d := shelfRoom(t)
	g := s.Game
	all := g.Table.Characters()
	g.Must(t, model.AddEffect{Who: all[0].ID, Words: "blinded", Until: model.ByScene, Adds: []model.Add{{System: "d6", Field: "scale", N: -2}}})
	s.See()
	s.Type("C", "'blinded", "enter", "esc", "J")
	if len(d.shelf) != 1 || d.shelf[0].Item.Effect == nil {
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

// TestShelfRefuses checks that an item that does not fit says why, and that removing one
// asks first.
func TestShelfRefuses(t *testing.T) {
	s, d := shelfRoom(t)
	d.shelf = []people.ShelfFile{
		{Path: "a", Item: decide.ShelfItem{Name: "Torch", System: "supermen", List: "weapons", Row: map[string]engine.Value{"name": engine.ValueOf("Torch")}}},
		{Path: "b", Item: decide.ShelfItem{Name: "torn"}, Problem: "the sheet is not JSON"},
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

// TestShelfRates shows how hard an encounter is for the heroes at the table, once that is
// worked out behind the screen, and anew when the heroes change.
func TestShelfRates(t *testing.T) {
	s, d := shelfRoom(t)
	at := slices.IndexFunc(d6.System.Templates, func(tpl engine.Template) bool { return tpl.ID == "footpad" })
	page := d6.System.Templates[at].Page
	for _, x := range [][2]string{{"melee combat", "12D"}, {"physique", "20D"}} { // each blow fells, none hurts
		var err error
		if page, err = d6.System.Write(page, x[0], x[1]); err != nil {
			t.Fatal(err)
		}
	}
	page = page.With("weapons/w1/code", engine.ValueOf("12D"))
	d.shelf = []people.ShelfFile{{Path: "ambush", Item: decide.ShelfItem{Name: "Ambush", Characters: []model.Character{{Name: "Footpad", Side: engine.Foes, Pages: map[string]engine.Page{"d6": page}}}}}}
	s.Type("C")
	s.Shows("Ambush", "character, deadly", "For the heroes here: deadly,")
	for _, c := range s.Game.Now().Characters() {
		if c.Side == engine.Heroes {
			s.Game.Must(t, model.Leave{Who: c.ID})
		}
	}
	s.See()
	if text := s.Text(); !strings.Contains(text, "Ambush") || strings.Contains(text, "deadly") {
		t.Errorf("it is rated without heroes:\n%s", text)
	}
}

// TestCopiesOnTheScreen copies somebody of whom every field says something, by each key and
// list of this screen; nothing is lost, and the shelf says who is hidden.
func TestCopiesOnTheScreen(t *testing.T) {
	whisper := model.Character{Name: "Whisper", Hidden: true, Shown: model.ShownOpen, DefenceOpen: true, Typed: true, Side: engine.Heroes, Awards: map[string]int{"gold": 3},
		Notes: "limps", GMNotes: "is the duke", Minion: true, Pages: map[string]engine.Page{"d6": uitest.Template(d6.System, 0).Page}}
	for name, way := range map[string]struct {
		keys   []string
		onward []string // afterwards, with the shelf
		asNew  bool
		shelf  string
	}{
		"D":                     {keys: []string{"D"}},
		"kept":                  {keys: []string{"C", "'keep whisper", "enter", "esc"}, onward: []string{"C", "enter"}, shelf: "character, hidden"},
		"as an encounter":       {keys: []string{"C", "'keep the", "enter", "'Ambush", "enter", "esc"}, onward: []string{"C", "enter"}, asNew: true, shelf: "1 hidden"},
		"like somebody, as new": {keys: []string{"c", "up", "'like whisper", "enter"}, asNew: true},
	} {
		s, d := shelfRoom(t)
		s.Game.Must(t, model.Join{Character: whisper})
		all := s.Game.Now().Characters()
		was := all[len(all)-1]
		s.Game.Must(t, model.AddEffect{Who: was.ID, Words: "cursed", Until: model.ByTreated})
		s.Frame.Selected, s.Frame.Marked = was.ID, []string{all[0].ID, was.ID}
		s.See()
		s.Type(way.keys...)
		if way.onward != nil {
			if len(d.shelf) != 1 {
				t.Fatalf("%s: on the shelf: %+v\n%s", name, d.shelf, s.Text())
			}
			s.Type("C")
			s.Shows(way.shelf)
			s.Type("esc")
			s.Type(way.onward...)
		}
		now := s.Game.Now()
		here := now.Characters()
		want, is := now.CopyOf(was), now.CopyOf(here[len(here)-1])
		if way.asNew {
			want = now.Rulebooks.AsNew(want)
		}
		want.Name, want.Encounter = is.Name, is.Encounter
		if len(here) <= len(all) || fmt.Sprintf("%+v", is) != fmt.Sprintf("%+v", want) {
			t.Errorf("%s: %d, then %d at the table:\n%+v\nis not\n%+v\n%s", name, len(all), len(here), is, want, s.Text())
		}
	}
}
