//go:build linux

package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.org/fray/model"
	"example.org/fray/ui/uitest"
)

// plainFile is what files that are made of a name are called.
var plainFile = regexp.MustCompile(`^(-|[\pL\pN]+)*(-session-\d+|-fight-\d+)?(-\d+)?(\.fray(\.index|\.backups)?|\.json|\.html|\.star)?$|^0+\d+\.fray\.gz$`)

// Names of tables, characters, encounters, seats and rulebooks from anywhere make files with safe
// names in the folder that is meant, write over nothing, and are told without a byte that could
// steer a terminal: by every command and by what the screen and the host do with them.
func TestHostileNames(t *testing.T) {
	t.Chdir(t.TempDir())
	root := t.TempDir()
	names := uitest.EveryHostileName()
	if len(names) < 100 {
		t.Fatalf("only %d names", len(names))
	}
	h := home{"", filepath.Join(root, "state"), filepath.Join(root, "config")}
	saves := func(n int) string { return filepath.Join(root, "folder", "tables", fmt.Sprint(n)) }
	var diaries []string // what stands where a name may lead
	for n := range names {
		for _, file := range []string{"unnamed.fray", "evil.fray", "shelf/unnamed.json", "shelf/evil.json", "exports/evil-fight-1.html", "x.fray", "../evil.fray", "../../evil.fray", "../y.fray"} {
			path := filepath.Join(saves(n), file)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("Dear diary"), 0o600)); err != nil {
				t.Fatal(err)
			}
			diaries = append(diaries, path)
		}
	}
	before := contents(t, root)
	said := func(what string, r result) {
		t.Helper()
		switch {
		case r.status < done || r.status > damaged:
			t.Errorf("%s: it breaks: %+v", what, r)
		case rawWords.MatchString(strings.ReplaceAll(r.err, "%!v(x)", "")):
			t.Errorf("%s: in raw words: %s", what, r.err)
		case uitest.Steering.MatchString(r.out) || uitest.Steering.MatchString(r.err):
			t.Errorf("%s: with control characters: %q %q", what, r.out, r.err)
		}
	}
	file := filepath.Join(root, "config", "in.json")
	brings := func(doc any) result {
		t.Helper()
		text, err := json.Marshal(doc)
		if err == nil {
			err = errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, text, 0o600))
		}
		if err != nil {
			t.Fatal(err)
		}
		r := h.fray("", "import", file, "--json")
		said("import", r)
		return r
	}
	sheet := map[string]any{"d6": map[string]any{"move": 10}}
	tried := 0
	for i, name := range names {
		if i%4 != 0 && !*everyFolder {
			continue
		}
		tried++
		h.saves = saves(i)
		a := &app{env: h.env, in: strings.NewReader(""), out: io.Discard, err: io.Discard}
		long := len([]rune(model.Clean(name, 1000))) > model.LongestName
		who := map[string]any{"name": name, "systems": sheet}
		r := brings(map[string]any{"fray": 2, "table": map[string]any{"name": name, "system": "d6", "characters": []any{who}}})
		var made importJSON
		if err := json.Unmarshal([]byte(r.out), &made); (err != nil) != (r.status != done) {
			t.Fatalf("%q: %+v", name, r)
		}
		if made.Path == "" && !long && model.Clean(name, 60) != "" {
			t.Errorf("%q is not imported: %s", name, r.err)
		}
		brings(who)
		brings(map[string]any{"shelf": "gang", "name": name, "characters": []any{who, who}})
		if live, err := makeIn(a, a.files(), name, "d6"); err == nil { // as the screen and a host of all tables do
			_, replayErr := newExport(a, name, "-fight-1.html", func(w io.Writer) error { _, err := io.WriteString(w, "x"); return err })
			_, exportErr := exportSession(a, live, 1)
			if err := errors.Join(replayErr, exportErr, live.Close()); err != nil {
				t.Errorf("%q: %v", name, err)
			}
		} else if !long && model.Clean(name, 60) != "" {
			t.Errorf("%q: no table: %v", name, err)
		}
		if made.Path == "" || strings.ContainsRune(name, 0) {
			continue // no argument of a command can hold it
		}
		commands := [][]string{
			{"show", made.Path}, {"show", made.Path, "--", name}, {"show", made.Path, "--json"}, {"log", made.Path, "--as-seen-by=" + name}, {"log", made.Path, "--grep=" + name}, {"export", made.Path}, {"export", made.Path, "--as", "md"},
			{"check", made.Path}, {"restore", made.Path}, {"restore", made.Path, "1"}, {"restore", "--", made.Path, name}, {"foretell", made.Path}, {"replay", made.Path}, {"invite", made.Path, "--as=" + name}, {"invite", made.Path, "--characters=" + name},
			{"--plain", "play", made.Path}, {"paths"}, {"__complete", "log", name}, {"log", "--", name}, {"check", "--", name}, {"roll", "--sheet=" + name, "d6", "check"}, {"rulebook", "show", "--", name}, {"rulebook", "add", "--", name},
			{"rulebook", "remove", "--", name}, {"systems", "--", name}, {"join", "--plain", "--", name}, {"test", "--", name}, {"import", "--", name}, {"--store=" + name, "log", "x"},
		}
		for j, args := range commands {
			if (tried+j)%5 != 0 && !*everyFolder || args[0] == "test" && strings.Trim(name, "./") == "" { // which would be all files there are
				continue
			}
			if r := h.fray("say "+name+"\nquit\n", args...); args[0] != "export" || r.status != done || len(args) > 2 {
				said(fmt.Sprintf("fray %q", args), r)
			} else if said("export", result{r.status, strings.ReplaceAll(r.out, "\r", "\n"), r.err}); !json.Valid([]byte(r.out)) {
				t.Errorf("the export of %q is no JSON", name)
			}
		}
		if !strings.ContainsRune(name, '/') && !strings.HasSuffix(name, ".fray") { // a path is where somebody types that it is
			said("play --new", h.fray("", "play", "--new", "--rulebook", "d6", "--", name))
		}
	}
	for _, path := range diaries {
		if now, err := os.ReadFile(path); err != nil || string(now) != "Dear diary" {
			t.Errorf("%s is written over: %.80q, %v", path, now, err)
		}
	}
	after := contents(t, root)
	if stray := changesOf(before, after, filepath.Join(root, "folder", "tables"), h.state, h.config); len(stray) > 0 {
		t.Errorf("outside of the folder stand %q", stray)
	}
	for _, path := range changesOf(before, after, h.state, h.config) {
		if !plainFile.MatchString(filepath.Base(path)) {
			t.Errorf("a file is called %q", path)
		}
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("where the program ran stand %v, %v", left, err)
	}
}
