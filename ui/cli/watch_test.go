package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
)

// TestEveryFaultOfAWatchedTextIsTold spoils the text of a rulebook in many ways while its table is
// played. Each time all that is wrong is told, and which text the table goes on with; and nothing
// more once it is right again.
func TestEveryFaultOfAWatchedTextIsTold(t *testing.T) {
	h := newHome(t)
	file := filepath.Join(t.TempDir(), "pit.star")
	if r := h.fray("", "rulebook", "new", file); r.status != done {
		t.Fatal(r.err)
	}
	made, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	good := string(made)
	a := &app{env: h.env, saves: h.saves}
	live, err := makeNamed(a, "Yard", file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = live.Close() }()
	w := watchedText{live: live, path: file}
	saved := time.Date(2026, 5, 1, 20, 0, 0, 0, time.Local)
	looks := func() []string {
		saved = saved.Add(time.Minute)
		if _, err := os.Stat(file); err == nil {
			if err := os.Chtimes(file, saved, saved); err != nil {
				t.Fatal(err)
			}
		}
		w.look() // it has changed, and may be changing still
		before := strings.Join(live.Found(), "\n")
		for range 2 {
			w.look()
		}
		if len(live.Found()) > 0 && strings.Join(live.Found(), "\n") == before {
			t.Errorf("told again, or before it was looked at: %s", before)
		}
		return strings.Split(strings.Join(live.Found(), "\n"), "\n")
	}
	write := func(text string) {
		if err := os.RemoveAll(file); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if told := looks(); told[0] != "" || w.id != "pit" {
		t.Fatalf("of the text that the table has: %q, id %q", told, w.id)
	}
	goesOn := func() string {
		return "The table goes on with the text of pit that was saved at " + w.saved.Format(time.TimeOnly) + "."
	}
	for name, c := range map[string]struct {
		spoil func()
		wants []string
	}{
		"a syntax error": {func() { write(strings.Replace(good, "def strike(r):", "def strike(r:", 1)) }, []string{`pit.star:`, `":" stands where ")" is expected.`}},
		"three faults":   {func() { write(good + "\nfoo()\nbar()\nbaz()\n") }, []string{"foo", "bar", "baz"}},
		"half of it":     {func() { write(good[:len(good)/2]) }, []string{"pit.star"}},
		"a field that is gone": {func() {
			write(strings.Replace(good, "guard = stats.int(", "_ = stats.int(", 1))
		}, []string{"pit.star"}},
		"binary":           {func() { write("\x00\x01\xff\xfe\x80") }, []string{"pit.star"}},
		"empty":            {func() { write("") }, []string{"pit.star"}},
		"too long":         {func() { write(good + strings.Repeat("# more\n", model.LongestRulebook/7)) }, []string{"pit.star", "at most"}},
		"gone":             {func() { _ = os.Remove(file) }, []string{"There is no file"}},
		"a folder":         {func() { _ = os.Remove(file); _ = os.Mkdir(file, 0o700) }, []string{"pit.star"}},
		"another rulebook": {func() { write(strings.Replace(good, `"pit"`, `"yard"`, 1)) }, []string{`another rulebook, "yard"`, `write "pit" again`}},
	} {
		t.Run(name, func(t *testing.T) {
			before := live.Now().WholeSeq()
			c.spoil()
			told := looks()
			if len(told) < 2 || told[len(told)-1] != goesOn() {
				t.Fatalf("told is %q, and not at last %q", told, goesOn())
			}
			for _, want := range c.wants {
				if !strings.Contains(strings.Join(told, "\n"), want) {
					t.Errorf("%q is not told: %q", want, told)
				}
			}
			if live.Now().WholeSeq() != before {
				t.Error("the log has grown")
			}
			good += "# mended\n"
			write(good)
			if told := looks(); told[0] != "" {
				t.Errorf("mended, it is told: %q", told)
			}
			if has, _ := live.Now().RulebookText("pit"); has.Text != good {
				t.Error("the mended text was not taken")
			}
		})
	}
	live.OnlyLook()
	write(good + "# never\n")
	if told := looks(); len(told) < 2 || !strings.Contains(told[0], "was not taken: "+saves.ErrLooking.Error()) {
		t.Errorf("where the table can only be looked at, it is told: %q", told)
	}
}
