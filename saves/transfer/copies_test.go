package transfer_test

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
	"example.org/fray/saves/transfer"
)

// copied is a table with a character of whom every field says something.
type copied struct {
	*testing.T
	model.Table
}

func (x *copied) do(c model.Command) {
	x.Helper()
	facts, err := decide.Decide(x.Table, theGM, c, nil)
	if err != nil {
		x.Fatalf("%T: %v", c, err)
	}
	x.Table = x.Apply(model.Event{Seq: x.Seq() + 1, By: theGM, Facts: facts, Did: c})
}

func (x *copied) newest() *model.Character {
	all := x.Characters()
	return all[len(all)-1]
}

// filled sets every field of a character, so that a new field cannot be forgotten.
func filled(t *testing.T, owner string) model.Character {
	page := supermen.System.Templates[0].Page.With("vp_lost", engine.ValueOf(3))
	known := map[string]any{
		"Owner": owner, "Shown": model.ShownOpen, "Side": engine.Side("wardens"), "Awards": map[string]int{"gold": 7},
		"Pages":      map[string]engine.Page{"supermen": page},
		"Conditions": []model.Effect{{Words: "enraged", Until: model.ByMoment, At: 40, Does: []model.Add{{System: "supermen", Field: "strength", N: 2}}}, {Words: "afraid", Until: model.ByTurn}, {Words: "cursed", Until: model.ByTreated}},
	}
	var c model.Character
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if f.Tag.Get("json") == "-" { // no part of a character, but of how a seat sees one
			continue
		}
		switch x, special := known[f.Name]; {
		case special:
			v.Field(i).Set(reflect.ValueOf(x))
		case f.Type.Kind() == reflect.Bool:
			v.Field(i).SetBool(true)
		case f.Type.Kind() == reflect.String:
			v.Field(i).SetString("Some" + f.Name)
		default:
			t.Fatalf("the test does not know what to write in %s: say it here, and see that every copy keeps it", f.Name)
		}
	}
	return c
}

// differences names the fields in which a copy differs, but for those that it may lose.
func differences(was, is model.Character, loses ...string) (out []string) {
	a, b := reflect.ValueOf(was), reflect.ValueOf(is)
	for i := range a.NumField() {
		name := a.Type().Field(i).Name
		if !slices.Contains(loses, name) && fmt.Sprintf("%+v", a.Field(i)) != fmt.Sprintf("%+v", b.Field(i)) {
			out = append(out, fmt.Sprintf("%s: %+v became %+v", name, a.Field(i), b.Field(i)))
		}
	}
	return out
}

// Whichever way somebody is copied, kept, exported or brought back, everything comes along
// that is known of them beside the sheet: that nobody may see them, both notes, the side, the
// player, what they were awarded, that one hit fells them, and their conditions.
func TestCopiesKeepEverything(t *testing.T) {
	rulebooks := model.Rulebooks{"supermen": supermen.System}
	begin := func() (*copied, model.Character) {
		x := &copied{t, model.New(rulebooks)}
		x.do(model.Make{Name: "Vault", System: "supermen"})
		x.do(model.NameSeat{Seat: model.Seat{Role: model.Player}, Name: "Mira"})
		mira, _ := x.SeatOf("Mira")
		x.do(model.Go{Moment: 5})
		x.do(model.Join{Character: filled(t, mira.Key())})
		return x, x.CopyOf(x.newest())
	}
	file := func(r decide.ShelfItem) phrase.Prepared {
		t.Helper()
		b, err := transfer.ExportReady(&r)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := transfer.ImportReady(bytes.NewReader(b), rulebooks)
		if err != nil {
			t.Fatal(err)
		}
		return phrase.Prepared{Name: got.Name, Characters: got.Characters}
	}
	asNew := func(c model.Character) model.Character { return rulebooks.AsNew(c) }
	say := func(x *copied, line string) {
		t.Helper()
		for _, m := range (&phrase.Context{Table: x.Table, Seat: theGM, System: "supermen"}).Read(line) {
			if _, join := m.Command.(model.Join); join && m.WhyNot == "" {
				x.do(m.Command)
				return
			}
		}
		t.Fatalf("%q brings nobody", line)
	}
	ways := []struct {
		name  string
		does  func(x *copied, who *model.Character)
		want  func(model.Character) model.Character // nil: it comes as it was
		loses []string                              // beside the id
	}{
		{"copied as it stands", func(x *copied, who *model.Character) { x.do(model.Join{Character: x.CopyOf(who)}) }, nil, nil},
		{"copy, as a sentence", func(x *copied, who *model.Character) { say(x, "copy "+who.Name) }, nil, []string{"Name"}},
		{"another, as a sentence", func(x *copied, who *model.Character) { say(x, "another "+who.Name) }, asNew, []string{"Name", "Owner", "Encounter"}},
		{"arriving later", func(x *copied, who *model.Character) {
			x.do(model.Join{Character: x.CopyOf(who), Round: 2})
			x.do(model.Go{Moment: x.Time().Moments()})
		}, nil, nil},
		{"kept on the shelf", func(x *copied, who *model.Character) {
			x.do(file(decide.ShelfItem{Name: who.Name, Characters: []model.Character{x.CopyOf(who)}}).Join(x.Table, 1, 0))
		}, asNew, []string{"Name", "Encounter"}}, // one of another side than the heroes never comes hurt
		{"kept as an encounter", func(x *copied, who *model.Character) {
			c := asNew(x.CopyOf(who))
			x.do(file(decide.ShelfItem{Name: "Ambush", Characters: []model.Character{c, c}}).Join(x.Table, 1, 0))
		}, asNew, []string{"Name", "Encounter"}},
		{"removed, and that undone", func(x *copied, who *model.Character) {
			x.do(model.Leave{Who: who.ID})
			x.do(model.Undo{})
		}, nil, nil},
		{"removed, and brought back", func(x *copied, who *model.Character) {
			x.do(model.Leave{Who: who.ID})
			x.do(model.Return{Who: who.ID})
		}, nil, nil},
		{"exported with its table", func(x *copied, _ *model.Character) {
			b, err := x.Snapshot()
			if err == nil {
				x.Table, err = x.Restore(b, x.Seq())
			}
			if err != nil {
				t.Fatal(err)
			}
		}, nil, nil},
	}
	for _, way := range ways {
		x, was := begin()
		if len(was.Conditions) != 3 || !was.Hidden {
			t.Fatalf("the first is %+v", was)
		}
		way.does(x, x.newest())
		is := x.newest()
		got := x.CopyOf(is)
		if len(is.Conditions) > 0 {
			t.Errorf("%s: at the table it has conditions of its own: %+v", way.name, is.Conditions)
		}
		if way.want != nil {
			was = way.want(was)
		}
		if d := differences(was, got, way.loses...); len(d) > 0 {
			t.Errorf("%s:\n%s", way.name, strings.Join(d, "\n"))
		}
	}
}

// A copy at another table belongs to the player of that name there, and otherwise to nobody.
func TestCopiesFindTheirPlayer(t *testing.T) {
	who := model.Character{Name: "Seraph", Owner: "Mira", Side: engine.Heroes, Pages: map[string]engine.Page{"supermen": {}}}
	for player, count := range map[string]int{"Mira": 1, "mira": 1, "Tom": 0} {
		x := &copied{t, model.New(model.Rulebooks{"supermen": supermen.System})}
		x.do(model.Make{Name: "Vault", System: "supermen"})
		x.do(model.NameSeat{Seat: model.Seat{Role: model.Player}, Name: player})
		x.do(phrase.Prepared{Name: "Seraph", Characters: []model.Character{who}}.Join(x.Table, 1, 0))
		s, _ := x.SeatOf(player)
		if owns := s.Owns(x.newest()); owns != (count > 0) || !owns && x.newest().Owner != "" {
			t.Errorf("where %s plays, it belongs to %q", player, x.newest().Owner)
		}
	}
}

// What a file says of conditions is checked as any input is.
func TestCopiesWithBadConditions(t *testing.T) {
	x := &copied{t, model.New(model.Rulebooks{"supermen": supermen.System})}
	x.do(model.Make{Name: "Vault", System: "supermen"})
	for want, e := range map[string]model.Effect{
		"has no name":        {Until: model.ByScene},
		"ends with \"ever\"": {Words: "x", Until: "ever"},
		"lasts -1 moments":   {Words: "x", Until: model.ByTime, At: -1},
		"no sheet for":       {Words: "x", Until: model.ByScene, Does: []model.Add{{System: "d6", Field: "x", N: 1}}},
		"type a whole":       {Words: "x", Until: model.ByScene, Does: []model.Add{{System: "supermen", Field: "strength", N: 1 << 30}}},
	} {
		who := model.Character{Name: "Seraph", Pages: map[string]engine.Page{"supermen": {}}, Conditions: []model.Effect{e}}
		if _, err := decide.Decide(x.Table, theGM, model.Join{Character: who}, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
