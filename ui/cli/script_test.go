package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/engine/systems"
	"example.org/fray/ui/uitest"
)

// result is the result of a command.
type result struct {
	status   int
	out, err string
}

// home is a set of new folders in which a program keeps its files.
type home struct{ saves, state, config string }

func newHome(t *testing.T) home {
	dir := t.TempDir()
	return home{filepath.Join(dir, "tables"), filepath.Join(dir, "state"), filepath.Join(dir, "config")}
}

func (h home) env(key string) string {
	return map[string]string{"FRAY_SAVES": h.saves, "XDG_STATE_HOME": h.state, "XDG_CONFIG_HOME": h.config}[key]
}

func (h home) fray(stdin string, args ...string) result {
	var out, err bytes.Buffer
	status := Run(args, strings.NewReader(stdin), &out, &err, h.env)
	return result{status, out.String(), err.String()}
}

// TestScripts runs the commands of testdata/*.txt and compares their output. A line "$ fray
// …" is a command. Below it are its output, its errors after "! " and, unless it is 0,
// its status after "? ".
func TestScripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no scripts", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			got := played(t, string(text))
			if *uitest.Update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != string(text) {
				t.Errorf("%s", difference(string(text), got))
			}
		})
	}
}

// played runs the commands of a script, and returns the script with their present output.
func played(t *testing.T, text string) string {
	h := newHome(t)
	home, _ := filepath.Abs("testdata")
	var b strings.Builder
	for _, l := range strings.Split(text, "\n") {
		command, is := strings.CutPrefix(l, "$ fray ")
		if strings.HasPrefix(l, "#") {
			fmt.Fprintln(&b, l)
		}
		if !is {
			continue
		}
		fmt.Fprintln(&b, l)
		args := fields(command)
		for i, a := range args {
			if rest, in := strings.CutPrefix(a, "@"); in {
				args[i] = filepath.Join(home, rest)
			}
		}
		r := h.fray("", args...)
		b.WriteString(r.out)
		for _, e := range strings.Split(strings.TrimSuffix(r.err, "\n"), "\n") {
			if e != "" {
				fmt.Fprintln(&b, "!", e)
			}
		}
		if r.status != 0 {
			fmt.Fprintln(&b, "?", r.status)
		}
		fmt.Fprintln(&b)
	}
	var books []string
	for _, s := range systems.All() {
		books = append(books, s.ID)
	}
	return strings.NewReplacer(h.saves, "SAVES", home, "HERE", strings.Join(books, ", "), "RULEBOOKS").Replace(b.String())
}

// fields splits a command at spaces outside single quotes.
func fields(command string) []string {
	var out []string
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			out = append(out, part)
			continue
		}
		out = append(out, strings.Fields(part)...)
	}
	return out
}

// difference returns the first line that differs, below its command.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	command := ""
	for i := range max(len(w), len(g)) {
		var a, b string
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if strings.HasPrefix(a, "$ ") {
			command = a
		}
		if a != b {
			return fmt.Sprintf("%s\nwant %s\ngot  %s", command, a, b)
		}
	}
	return "nothing"
}
