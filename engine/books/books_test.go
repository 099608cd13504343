package books_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/enginetest"
	"example.org/fray/engine/plays"
	"example.org/fray/engine/script"
)

// read reads the text of a rulebook.
func read(t testing.TB, id string) *engine.System {
	t.Helper()
	text, ok := books.Text(id)
	if !ok {
		t.Fatalf("there is no rulebook %s", id)
	}
	sys, err := script.Load(id+".star", text)
	if err != nil {
		t.Fatal(err)
	}
	if sys.ID != id {
		t.Fatalf("%s.star is the rulebook %s", id, sys.ID)
	}
	return sys
}

func TestSystems(t *testing.T) {
	for _, id := range books.IDs() {
		t.Run(id, func(t *testing.T) { enginetest.TestSystem(t, read(t, id)) })
	}
}

// The plays of rolls beside the rulebooks. Those of tables are run by model/phrase.
func TestPlays(t *testing.T) {
	for _, id := range books.IDs() {
		sys, file := read(t, id), id+".play"
		text, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		play, err := plays.Parse(file, string(text))
		if err != nil {
			t.Error(err)
			continue
		}
		for _, f := range play.Run(sys, nil) {
			t.Errorf("%s\n\t%.600s", f, strings.Join(f.Notes, "\n\t"))
		}
	}
}

// Every file of the folder is a rulebook that is offered, or a play of one.
func TestNothingIsLeftOut(t *testing.T) {
	files, _ := filepath.Glob("*.star")
	if all := books.IDs(); len(files) != len(all) {
		t.Errorf("there are the files %v, and offered are %v", files, all)
	}
}

// template gives the sheet of a template.
func template(t testing.TB, sys *engine.System, id string) engine.Page {
	t.Helper()
	for _, x := range sys.Templates {
		if x.ID == id {
			return x.Page
		}
	}
	t.Fatalf("%s has no template %s", sys.ID, id)
	return engine.Page{}
}
