package model_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/script"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
)

// The plays of tables hold: those of testdata, those of each rulebook's testdata/table,
// and those next to the rulebooks that are texts. After each command the log is folded
// again from its beginning and must give the same table.
func TestTablePlays(t *testing.T) {
	for _, pattern := range []string{"testdata/*.play", "../engine/*/testdata/table/*.play", "../engine/books/*-table.play"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Errorf("no plays in %s: %v", pattern, err)
		}
		for _, f := range files {
			t.Run(playName(f), func(t *testing.T) {
				text, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				play, err := phrase.ParseTablePlay(f, string(text))
				if err != nil {
					t.Fatal(err)
				}
				for _, failure := range play.Run(rulesWith(t, rulebookOfPlay(string(text))), phrase.Gate{Decide: decide.Decide, Turns: decide.Turns, Free: decide.Free, NextDue: decide.NextDue}, foldsAgain(t)) {
					t.Error(failure)
				}
			})
		}
	}
}

// rulebookOfPlay returns the rulebook that a play of a table names.
func rulebookOfPlay(text string) string {
	for line := range strings.Lines(text) {
		if id, ok := strings.CutPrefix(line, "table "); ok {
			return strings.TrimSpace(id)
		}
	}
	return ""
}

// foldsAgain returns a check that a log folds to the table that it came from.
func foldsAgain(t *testing.T) func(model.Table, []model.Event) error {
	return func(table model.Table, log []model.Event) error {
		again := model.New(table.Rulebooks)
		for _, e := range log {
			again = again.Apply(e)
		}
		if got, want := state(t, again), state(t, table); got != want {
			return errors.New("the log folds to another table:\n" + got + "\n" + want)
		}
		return nil
	}
}

// playName names a play: fire-coat, or contest/king for one of a rulebook.
func playName(file string) string {
	name := strings.TrimSuffix(filepath.Base(file), ".play")
	if of, found := strings.CutPrefix(filepath.ToSlash(file), "../engine/"); found {
		system, _, _ := strings.Cut(of, "/")
		name = system + "/" + name
	}
	return name
}

// textsRead keeps the rulebooks that are texts, read once for all tests.
var textsRead sync.Map

// rulesWith returns the rulebooks, with the one named system if that is a text.
func rulesWith(t testing.TB, system string) model.Rulebooks {
	t.Helper()
	out := allRules()
	if text, ok := books.Text(system); ok {
		read, _ := textsRead.LoadOrStore(system, sync.OnceValues(func() (*engine.System, error) { return script.Load(system, text) }))
		sys, err := read.(func() (*engine.System, error))()
		if err != nil {
			t.Fatal(err)
		}
		out[system] = sys
	}
	return out
}

func itoa(n int) string { return strconv.Itoa(n) }

func allRules() model.Rulebooks {
	out := model.Rulebooks{}
	for _, s := range systems.All() {
		out[s.ID] = s
	}
	return out
}
