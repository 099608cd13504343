package saves_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
)

// A new form of the file gets a file of its own beside the older ones, made
// with: go test ./saves -run TestReleased -make. Released ones never change.
var makeReleased = flag.Bool("make", false, "write testdata/vN.fray of the present form, unless it is there")

// Files of the last form open, fold to what they were, and go on.
func TestReleased(t *testing.T) {
	newest := filepath.Join("testdata", fmt.Sprintf("v%d", saves.Versions()))
	if *makeReleased {
		makeRelease(t, newest)
	}
	files, err := filepath.Glob("testdata/v*.fray")
	if err != nil || len(files) != 1 {
		t.Fatalf("%d released files: there should be one, of form %d", len(files), saves.Versions())
	}
	for _, file := range files {
		path := filepath.Join(t.TempDir(), "released.fray")
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if r, err := saves.Check(path, all(), ""); err != nil || !r.Good() || r.Dice < 10 {
			t.Errorf("%s: %+v %v\nIf only the snapshot differs, the model folds or writes tables otherwise than it did: raise edition in snapshot.go", file, r, err)
		}
		l, err := saves.Open(path, all(), testDeps())
		if err != nil {
			t.Fatal(err)
		}
		was, err := os.ReadFile(file[:len(file)-len(saves.Suffix)] + ".json")
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range l.Events(0) {
			if err != nil {
				t.Fatal(err)
			}
			if e.By.Role == "" {
				t.Errorf("%s: event %d is nobody's", file, e.Seq)
			}
			for _, f := range e.Facts {
				if u, ok := f.(model.Unknown); ok {
					t.Errorf("%s: event %d has a fact %s that is no longer known", file, e.Seq, u.Is)
				}
			}
		}
		compare(t, file, was, exported(t, l.Now()))
		do(t, l, note(1))
		do(t, l, model.Undo{})
		do(t, l, model.Undo{})
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if r, err := saves.Check(path, all(), ""); err != nil || !r.Good() {
			t.Errorf("%s, played on: %+v %v", file, r, err)
		}
	}
}

// compare finds everything that was exported then in what is exported now,
// which may say more.
func compare(t *testing.T, at string, was []byte, is string) {
	t.Helper()
	var a, b any
	if err := json.Unmarshal(was, &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(is), &b); err != nil {
		t.Fatal(err)
	}
	within(t, at, a, b)
}

func within(t *testing.T, at string, a, b any) {
	t.Helper()
	switch a := a.(type) {
	case map[string]any:
		b, _ := b.(map[string]any)
		for k := range a {
			within(t, at+"."+k, a[k], b[k])
		}
	case []any:
		b, _ := b.([]any)
		if len(a) != len(b) {
			t.Errorf("%s had %d, now %d", at, len(a), len(b))
			return
		}
		for i := range a {
			within(t, fmt.Sprintf("%s[%d]", at, i), a[i], b[i])
		}
	default:
		if a != b {
			t.Errorf("%s was %v, now %v", at, a, b)
		}
	}
}

func makeRelease(t *testing.T, name string) {
	if _, err := os.Stat(name + ".fray"); err == nil {
		t.Fatalf("%s.fray is there: released files don't change", name)
	}
	l, err := saves.Make(filepath.Join(t.TempDir(), "released.fray"), all(), "The First Table", "supermen", testDeps())
	if err != nil {
		t.Fatal(err)
	}
	for _, begin := range []model.Begin{
		{System: "supermen", Action: "move"}, {System: "supermen", Action: "discern", Params: engine.PageOf("hidden", true)},
		{System: "d6", Action: "check", Params: engine.PageOf("code", "4D", "difficulty", "8")},
		{System: "trip", Action: "trip", Params: engine.PageOf("target", 4, "difficulty", 15)},
		{System: "easiness", Action: "pool", Params: engine.PageOf("dice", 3, "easiness", 4)},
		{System: "contest", Action: "simple", Params: engine.PageOf("acting", 12)},
	} {
		tpl := all()[begin.System].Templates[0]
		joined := do(t, l, model.Join{Character: model.Character{Name: tpl.Name, Notes: tpl.Note, Pages: map[string]engine.Page{begin.System: tpl.Page}}})
		begin.Who = joined.Characters()[len(joined.Characters())-1].ID
		playOut(t, l, begin)
	}
	cast := l.Now().Characters()
	do(t, l, model.Note{Text: "A note\nof two lines, and an accent: Zoë.", Private: true})
	do(t, l, model.Write{Who: cast[0].ID, System: "supermen", Set: []model.Change{{Field: "strength", To: engine.ValueOf(17)}}, Why: "a potion"})
	do(t, l, model.Undo{})
	do(t, l, model.Redo{})
	do(t, l, note(1))
	do(t, l, model.Undo{})
	do(t, l, model.Leave{Who: cast[1].ID})
	do(t, l, model.Return{Who: cast[1].ID})
	do(t, l, model.Leave{Who: cast[2].ID})
	do(t, l, model.Rename{Name: "The First Table of All", System: "supermen"})
	do(t, l, model.Next{})
	playOut(t, l, model.Begin{Who: cast[0].ID, System: "supermen", Action: "move"})
	do(t, l, model.EndSession{})
	do(t, l, model.Begin{Who: cast[1].ID, System: "supermen", Action: "move"}) // its decision stays open
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l2, err := saves.Look(l.Path(), all())
	if err != nil {
		t.Fatal(err)
	}
	defer l2.Close()
	state := exported(t, l2.Now())
	if len(l2.Now().Rolls()) != 1 || len(l2.Now().Pending()) == 0 {
		t.Fatalf("the release has too little in it: %s", state)
	}
	b, err := os.ReadFile(l.Path())
	if err != nil {
		t.Fatal(err)
	}
	_ = os.MkdirAll("testdata", 0o755)
	if err := os.WriteFile(name+".fray", b, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name+".json", []byte(state+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// playOut plays a roll to its end; shares go to the first use.
func playOut(t *testing.T, l *saves.Live, begin model.Begin) {
	t.Helper()
	table := do(t, l, begin)
	for len(table.Rolls()) > 0 {
		r := table.Rolls()[0]
		step, err := table.Step(r)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := step.Open.Nothing()
		if step.Open.Wants == engine.Sharing {
			s := step.Open.Uses[0]
			n := step.Open.Total
			if s.Most > 0 {
				n = min(n, s.Most)
			}
			if s.WhyNot == "" {
				a = step.Open.Given(engine.Shares{s.ID: n})
			}
		}
		table = do(t, l, model.Answer{Roll: r.ID, At: len(r.Tape), Answer: a})
	}
}
