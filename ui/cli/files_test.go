package cli

import (
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"example.org/fray/saves"
)

// openFile opens the table of a file to play it.
func openFile(a *app, path string) (*saves.Live, error) { return place{a.files(), path}.open(a) }

// lookAtFile opens the table of a file read-only.
func lookAtFile(a *app, path string) (*saves.Live, error) { return place{a.files(), path}.look(a) }

// makeFile makes a table in the folder.
func makeFile(a *app, name, system string) (*saves.Live, error) {
	return makeIn(a, a.files(), name, system)
}

// TestTextsOfWindows writes each kind of text that people write as programs of Windows do: a byte
// order mark changes nothing, and of UTF-16 it is said what to do.
func TestTextsOfWindows(t *testing.T) {
	h := newHome(t)
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	star, play := file("pit.star"), file("pit.play")
	if r := h.fray("", "rulebook", "new", star); r.status != done {
		t.Fatal(r.err)
	}
	if r := h.fray("", "play", "Yard", "--new", "--plain"); r.status != done {
		t.Fatal(r.err)
	}
	exported := h.fray("", "export", "Yard")
	if err := errors.Join(os.WriteFile(file("yard.json"), []byte(exported.out), 0o600), os.WriteFile(play, []byte("table d6\nscene The docks\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(h.config, "fray", "config.toml")
	if err := errors.Join(os.MkdirAll(filepath.Dir(config), 0o700), os.WriteFile(config, []byte("theme = \"light\"\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for path, args := range map[string][]string{
		star:              {"rulebook", "check", star},
		play:              {"test", play},
		config:            {"paths"},
		file("yard.json"): {"check", file("yard.json")},
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		wide := utf16.Encode([]rune(string(text)))
		little, _ := binary.Append(nil, binary.LittleEndian, wide)
		big, _ := binary.Append(nil, binary.BigEndian, wide)
		for name, c := range map[string]struct {
			text []byte
			good bool
		}{
			"plain":                     {text, true},
			"marked":                    {append([]byte("\ufeff"), text...), true},
			"UTF-16":                    {append([]byte{0xff, 0xfe}, little...), false},
			"UTF-16, the other way":     {append([]byte{0xfe, 0xff}, big...), false},
			"UTF-16 that is not marked": {little, false},
		} {
			if err := os.WriteFile(path, c.text, 0o600); err != nil {
				t.Fatal(err)
			}
			r := h.fray("", args...)
			said := strings.Join(strings.Fields(r.out+r.err), " ") // the lines are broken by the length of the path
			if named := strings.Contains(said, "UTF-16") && strings.Contains(said, "save it again as UTF-8"); named == c.good || path != config && (r.status == done) != c.good {
				t.Errorf("%s, %s: exit %d: %s", filepath.Base(path), name, r.status, said)
			}
			if path == config && c.good && strings.Contains(said, "config.toml, line") {
				t.Errorf("config.toml, %s: %s", name, said)
			}
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
