package saves_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
)

func export(t testing.TB, path string) string {
	t.Helper()
	l, err := saves.Look(path, rules)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var b bytes.Buffer
	if err := l.Export(&b, program); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func imported(t testing.TB, text string) (string, []string) {
	t.Helper()
	path, notes, err := saves.Import(strings.NewReader(text), t.TempDir(), rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	if r, err := saves.Check(path, rules, ""); err != nil || !r.Good() {
		t.Fatalf("the imported table: %+v %v", r, err)
	}
	return path, notes
}

// What is exported, imported and exported again is the same.
func TestRoundTrip(t *testing.T) {
	path := played(t, 200)
	want := export(t, path)
	to, notes := imported(t, want)
	if len(notes) > 0 {
		t.Errorf("the import notes %v", notes)
	}
	if got := export(t, to); got != want {
		t.Errorf("after the round trip\n%.2000s\nwas\n%.2000s", got, want)
	}
	lines, err := os.ReadFile(path + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	to, _ = imported(t, string(lines))
	if got := export(t, to); got != want {
		t.Error("the readable copy makes another table")
	}
	// A copy that ends in the middle of a line makes what is whole of it.
	cut := bytes.LastIndexByte(lines[:len(lines)-20], '\n') + 30
	to, notes = imported(t, string(lines[:cut]))
	if len(notes) != 1 || !strings.Contains(notes[0], "was left out") {
		t.Errorf("a copy that is cut notes %v", notes)
	}
	l, err := saves.Open(to, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	do(t, l, note(1))
	half := len(lines) / 2
	lines[half+bytes.Index(lines[half:], []byte(`"facts"`))+3] ^= 1 // in an event, not in the hash before it
	to, notes, err = saves.Import(bytes.NewReader(lines), t.TempDir(), rules, testDeps())
	if err != nil || len(notes) != 2 || !strings.Contains(notes[0], "is not what was written") || !strings.Contains(notes[1], "is missing") {
		t.Fatalf("a copy with a bad line: %q %v", notes, err)
	}
	if r, err := saves.Check(to, rules, ""); err != nil || r.Good() || len(r.Wrong) > 0 || len(r.Missing) != 1 || r.Events != uint64(bytes.Count(lines, []byte("\n"))-1) {
		t.Errorf("imported with a bad line: %+v %v", r, err)
	}
}

// Dice that are changed by hand do not fall so again.
func TestChangedDice(t *testing.T) {
	text := export(t, played(t, 60))
	face := regexp.MustCompile(`("dice":"2d6","faces":\[)(\d)(.*"thrown":true)`)
	changed := face.ReplaceAllStringFunc(text, func(s string) string {
		m := face.FindStringSubmatch(s)
		return m[1] + string('1'+(m[2][0]-'0')%6) + m[3]
	})
	if changed == text {
		t.Fatal("no dice in the export")
	}
	path, _, err := saves.Import(strings.NewReader(changed), t.TempDir(), rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	r, err := saves.Check(path, rules, "")
	if err != nil || r.Good() || !strings.Contains(strings.Join(r.Wrong, "\n"), "the session's seed gives") {
		t.Errorf("%+v %v", r, err)
	}
}

func TestHostileImport(t *testing.T) {
	text := export(t, played(t, 30))
	evil := strings.ReplaceAll(text, `"The Vault"`, `"../\u001b]0;owned\u0007/../\u202e"`)
	dir := t.TempDir()
	path, _, err := saves.Import(strings.NewReader(evil), dir, rules, testDeps())
	if err != nil || filepath.Dir(path) != dir {
		t.Fatalf("%s %v", path, err)
	}
	if got := export(t, path); strings.ContainsAny(got, "\x1b\x07\u202e") || strings.Contains(got, `\u001b`) || !strings.Contains(got, "␛") {
		t.Errorf("the import kept an escape: %.300q", got)
	}
	for what, text := range map[string]string{
		"nothing":              "",
		"not JSON":             "dear diary",
		"a list":               "[1,2]",
		"a number":             "7",
		"another document":     `{"name":"Ash","systems":{}}`,
		"a newer form":         `{"fray":9,"table":{}}`,
		"no first event":       `{"fray":1,"log":[{"seq":1,"facts":[{"kind":"noted","fact":{"text":"x"}}]}]}`,
		"events of numbers":    `{"fray":1,"log":[1]}`,
		"a log of words":       `{"fray":1,"log":"x"}`,
		"a rulebook not here":  `{"fray":1,"table":{"name":"x","system":"none"}}`,
		"a table of no name":   `{"fray":1,"table":{"system":"toy"}}`,
		"a number beyond all":  `{"fray":1,"table":{"name":"x","system":"toy","characters":[{"name":"a","systems":{"toy":{"strength":9999}}}]}}`,
		"deep brackets":        strings.Repeat("[", 100_000),
		"a line without event": `{"hash":"00","event":{}}`,
	} {
		dir := t.TempDir()
		_, _, err := saves.Import(strings.NewReader(text), dir, rules, testDeps())
		var no *saves.BadImport
		if !errors.As(err, &no) {
			t.Errorf("%s: %v", what, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s left %v", what, left)
		}
	}
}

// A table without its log is made anew.
func TestImportWithoutLog(t *testing.T) {
	l := makeTable(t)
	a := do(t, l, model.Join{Character: character("Ash")}).Characters()[0].ID
	b := do(t, l, model.Join{Character: character("Birch")}).Characters()[1].ID
	do(t, l, model.SetHouse{System: "toy", Rule: "ones", Value: engine.ValueOf("hard")})
	do(t, l, model.Scene{Place: "The roof"})
	do(t, l, model.SetOrder{Order: []string{b, a}, Turn: b})
	do(t, l, model.Leave{Who: a})
	do(t, l, model.Begin{Who: b, System: "toy", Action: "check"})
	text, err := json.Marshal(map[string]any{"fray": 1, "table": l.Now()})
	if err != nil {
		t.Fatal(err)
	}
	path, notes := imported(t, string(text))
	if len(notes) != 1 || !strings.Contains(notes[0], "1 pending actions and open rolls") {
		t.Errorf("the import notes %v", notes)
	}
	got, err := saves.Look(path, rules)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	table := got.Now()
	if c := table.Characters(); table.Name != "The Vault" || len(c) != 1 || c[0].Name != "Birch" || table.Clock.Place != "The roof" ||
		len(table.Clock.Order) != 1 || table.Clock.Turn != c[0].ID || len(table.House["toy"].Paths()) != 1 {
		t.Errorf("the table is %s", exported(t, table))
	}
}
