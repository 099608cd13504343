package model_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/phrase"
)

// Plays of tables hold: those of testdata, and those of each rulebook's own
// testdata/table. After each command the log is folded again from its beginning
// and must give the same table.
func TestTablePlays(t *testing.T) {
	for _, pattern := range []string{"testdata/*.play", "../engine/*/testdata/table/*.play"} {
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
				for _, failure := range play.Run(allRules(), phrase.Gate{Decide: decide.Decide, Turns: decide.Turns, Free: decide.Free, NextDue: decide.NextDue}, foldsAgain(t)) {
					t.Error(failure)
				}
			})
		}
	}
}

// foldsAgain returns a check that a log folds to the table that it came from.
func foldsAgain(t *testing.T) func(model.Table, []model.Event) error {
	return func(table model.Table, log []model.Event) error {
		again := model.New(allRules())
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

func itoa(n int) string { return strconv.Itoa(n) }

func allRules() model.Rules {
	out := model.Rules{}
	for _, s := range systems.All() {
		out[s.ID] = s
	}
	return out
}
