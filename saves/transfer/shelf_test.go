package transfer_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves/transfer"
)

// What is put on the shelf comes back word for word, newest first; the same
// again is no second one; a name that is taken gets a number.
func TestShelf(t *testing.T) {
	folder := t.TempDir()
	at := time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC)
	if all, err := transfer.Shelf(folder, rules); all != nil || err != nil {
		t.Fatalf("%v, %v", all, err)
	}
	ash, elm := character("Ash"), character("Elm")
	elm.Side = engine.Foes
	ready := []decide.ShelfItem{
		{Name: "Ash", Characters: []model.Character{ash}},
		{Name: "Trees", Characters: []model.Character{ash, elm}},
		{Name: "Climb", System: "toy", List: "skills", Row: map[string]engine.Value{"name": engine.ValueOf("Climb")}},
		{Name: "blind", Effect: &model.Effect{Words: "blind", Until: model.ByMoment, At: 30, Does: []model.Add{{System: "toy", Field: "strength", N: -2}}}},
	}
	for i := range ready {
		path, err := transfer.Shelve(folder, &ready[i], at.Add(time.Duration(i)*time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at.Add(time.Duration(i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
	again, err := transfer.Shelve(folder, &ready[0], at.Add(time.Hour))
	if err != nil || filepath.Base(again) != "ash.json" {
		t.Errorf("the same again: %s, %v", again, err)
	}
	other := character("Ash")
	other.Notes = "another"
	second, err := transfer.Shelve(folder, &decide.ShelfItem{Name: "Ash", Characters: []model.Character{other}}, at)
	if err != nil || filepath.Base(second) != "ash-2.json" {
		t.Errorf("another of the name: %s, %v", second, err)
	}
	if err := transfer.Unshelve(folder, second); err != nil {
		t.Error(err)
	}
	if err := transfer.Unshelve(folder, filepath.Join(folder, "vault.fray")); err == nil {
		t.Error("something was taken off that is not on the shelf")
	}
	all, err := transfer.Shelf(folder, rules)
	if err != nil || len(all) != 4 || all[0].Ready.Name != "Ash" || all[1].Ready.Name != "blind" {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, n := range []int{1, 2, 3} {
		got, want := all[3-i], ready[n]
		a, _ := transfer.ExportReady(&got.Ready)
		b, _ := transfer.ExportReady(&want)
		if string(a) != string(b) || !reflect.DeepEqual(got.Ready.Row, want.Row) {
			t.Errorf("%s\nbecame\n%s", b, a)
		}
	}
}

// What others have put on the shelf is read as any import: cleaned, checked,
// and what is wrong is said of that file alone.
func TestShelfHostile(t *testing.T) {
	folder := t.TempDir()
	dir := transfer.ShelfFolder(folder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"good.json":    `{"shelf":"gang","name":"A\u001b[2Jsh","characters":[{"name":"x\u202e","systems":{"toy":{"strength":3}}}]}`,
		"strong.json":  `{"shelf":"row","name":"s","system":"toy","list":"skills","row":{"name":12}}`,
		"empty.json":   `{"shelf":"gang","name":"nobody","characters":[]}`,
		"what.json":    `{"shelf":"map","name":"what"}`,
		"torn.json":    `{"shelf":"ga`,
		"long.json":    strings.Repeat(" ", transfer.MostSheet+1),
		"readme.txt":   "not on the shelf",
		".hidden.json": "{}",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	all, err := transfer.Shelf(folder, rules)
	if err != nil || len(all) != 6 {
		t.Fatalf("%d, %v", len(all), err)
	}
	for _, x := range all {
		good := filepath.Base(x.Path) == "good.json"
		if good != (x.Wrong == "") {
			t.Errorf("%s: %q", x.Path, x.Wrong)
		}
		if good && (x.Ready.Name != "A␛[2Jsh" || x.Ready.Characters[0].Name != "x‹U+202E›") {
			t.Errorf("it is not cleaned: %+v", x.Ready)
		}
	}
}

// A template that was made elsewhere is no table, and a table no template.
func TestIsReady(t *testing.T) {
	for text, want := range map[string]bool{
		`{"name":"Ash","systems":{"toy":{}}}`:                                         true,
		`{"shelf":"row"}`:                                                             true,
		`{"type":"vehicle","system":{},"_stats":{"systemId":"od6s"}}`:                 true,
		`{"template":{"name":"Space"},"attributes":[{"name":"Agility","skills":[]}]}`: true,
		`{"fray":1,"table":{},"log":[]}`:                                              false,
		`{"table":{},"systems":{}}`:                                                   false,
		`{"name":"Ash"}`:                                                              false,
		"{\"fray\":1}\n{\"seq\":1}":                                                   false,
		``:                                                                            false,
	} {
		if transfer.IsReady([]byte(text)) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
	_, _, err := transfer.ImportReady(strings.NewReader(`{"type":"vehicle","system":{},"_stats":{"systemId":"od6s"}}`), rules)
	var no *transfer.BadImport
	if !errors.As(err, &no) || !strings.Contains(err.Error(), "vehicle") {
		t.Error(err)
	}
}
