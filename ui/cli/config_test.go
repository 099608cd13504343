package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

func configOf(t *testing.T, text string) *config {
	c := &config{path: "config.toml", mouse: true}
	c.read([]byte(text))
	return c
}

func TestConfig(t *testing.T) {
	c := configOf(t, `
theme = "night"
mouse = false
ascii = true
plain = true
[keys]
next = ["f2", "space"]
undo = "ctrl+u"
zoom = []
notes = "P m"
[themes.night]
title = "bold #ffaa00 on 17"
like = "light"
`)
	if c.problems != nil {
		t.Fatal(c.problems)
	}
	if c.theme != "night" || c.mouse || !c.ascii || !c.plain {
		t.Errorf("%+v", c)
	}
	if !slices.Equal(c.keys["next"], []string{"f2", " "}) || !slices.Equal(c.keys["undo"], []string{"ctrl+u"}) || c.keys["zoom"] == nil {
		t.Error(c.keys)
	}
	night, ok := c.findTheme("night")
	if !ok || night.Dark || !night.Inks[kit.Title].Bold || night.Inks[kit.Title].Fore.TrueColor != "#ffaa00" || night.Inks[kit.Text] != kit.Light.Inks[kit.Text] {
		t.Errorf("night: %+v", night)
	}
	if names := c.themeNames(); names[len(names)-1] != "night" {
		t.Error(names)
	}
}

// TestConfigTrouble checks that a problem is reported with its line and a suggestion, and
// that the other settings take effect.
func TestConfigTrouble(t *testing.T) {
	for _, c := range []struct {
		text string
		says []string
	}{
		{"mouse = yes", []string{"line 1", "The whole file is ignored"}},
		{"mouse = \"off\"", []string{"line 1: mouse must be true or false"}},
		{"[keys]\nnxet = \"n\"", []string{"line 2", `there is no key action "nxet"; did you mean "next"?`}},
		{"[keys]\n\nact = \"n\"", []string{"line 3", `act and next cannot both have the key "n": act keeps`}},
		{"[keys]\nnext = \"f2\"\nact = \"f2\"", []string{"line 3", `act and next cannot both have the key "f2": act keeps`}},
		{"[keys]\nact = \"x\"", []string{"line 2", "act and hurt (Men & Supermen)"}},
		{"[keys]\nact = \"ctrl+m\"", []string{"line 2", "choose another key"}},
		{"[keys]\nact = \"ctrl+c\"", []string{"ctrl+c always leaves"}},
		{"[keys]\nact = \"foo\"", []string{`"foo" is not a key`}},
		{"[keys]\nact = \"P n\"", []string{`"P n" is a menu key, and act is not in that menu`}},
		{"[keys]\nact = 3", []string{`act must be a key in quotes`}},
		{"keys = \"n\"", []string{"keys go under [keys]"}},
		{"theme = \"ligth\"", []string{"line 1", `did you mean "light"?`, "high-contrast"}},
		{"[themes.night]\ntilte = \"red\"", []string{"line 2", "choose from text, dim"}},
		{"[themes.night]\ntitle = \"redd\"", []string{"line 2", "not a colour"}},
		{"[themes.dark]\ntitle = \"red\"", []string{"line 2", "dark is a built-in theme"}},
		{"[themes.night]\nlike = \"drak\"", []string{"line 2", `did you mean "dark"?`}},
		{"[themes]\nnight = \"red\"", []string{"line 2", "[themes.NAME]"}},
		{"[theme]\nname = \"dark\"", []string{"line 2", "theme must be the name"}},
		{"colour = \"red\"\nmouse = false", []string{"line 1", `no setting "colour"`, "ignored"}},
	} {
		got := configOf(t, c.text)
		said := strings.Join(got.problems, "\n")
		for _, want := range c.says {
			if !strings.Contains(said, want) {
				t.Errorf("%q says %q, without %q", c.text, said, want)
			}
		}
		if strings.HasSuffix(c.text, "mouse = false") && got.mouse {
			t.Error("the rest of the file does not count")
		}
	}
}

// TestConfigSwapsKeys exchanges two keys.
func TestConfigSwapsKeys(t *testing.T) {
	c := configOf(t, "[keys]\nnext = \"u\"\nundo = \"n\"")
	if c.problems != nil || c.keys["next"][0] != "u" || c.keys["undo"][0] != "n" {
		t.Error(c.problems, c.keys)
	}
}

// TestDefaultKeys checks that no two default keys clash in one place, and that config.toml
// can name each of them.
func TestDefaultKeys(t *testing.T) {
	for i, place := range keyPlaces() {
		owner := map[string]string{}
		for _, k := range place {
			for _, key := range k.Keys {
				if owner[key] != "" && owner[key] != k.Name {
					t.Errorf("place %d: %s and %s both have %q", i, owner[key], k.Name, key)
				}
				owner[key] = k.Name
				if _, err := pane.ParseKey(key); err != nil && key != " " {
					t.Errorf("%s: %v", k.Name, err)
				}
			}
		}
	}
}

func TestPathsTellsOfConfig(t *testing.T) {
	h := newHome(t)
	file := filepath.Join(h.config, "fray", "config.toml")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("theme = \"ligth\""), 0o644); err != nil {
		t.Fatal(err)
	}
	if r := h.fray("", "paths"); r.status != done || !strings.Contains(r.out, "config.toml, line 1") {
		t.Errorf("%+v", r)
	}
	if r := h.fray("", "systems"); r.status != done {
		t.Errorf("a bad config stops the program: %+v", r)
	}
	s := &app{env: h.env}
	if words := screenSettings(s).Trouble; !strings.Contains(words, "line 1") {
		t.Errorf("the screen says %q", words)
	}
}

// TestPreferencesAreKept checks that what was chosen on the screen stays until the config
// changes.
func TestPreferencesAreKept(t *testing.T) {
	h := newHome(t)
	begin := readPreferences(&app{env: h.env})
	if !begin.Same(ui.Preferences{Mouse: true}) { // no theme: the terminal is asked for its background
		t.Errorf("it begins as %+v", begin)
	}
	chosen := ui.Preferences{Theme: "light", Keys: map[string][]string{"undo": {"f5"}}}
	storePreferences(&app{env: h.env}, chosen)
	if got := readPreferences(&app{env: h.env}); !got.Same(chosen) {
		t.Errorf("kept %+v", got)
	}
	s := &app{env: h.env, config: &config{theme: "mono", mouse: true}}
	if got := readPreferences(s); !got.Same(ui.Preferences{Theme: "mono", Mouse: true}) {
		t.Errorf("the config says mono: %+v", got)
	}
}

// TestCommentedConfigChangesNothing checks that the output of 'fray paths --config' is a
// config.toml that changes nothing, both as it is and with every line uncommented.
func TestCommentedConfigChangesNothing(t *testing.T) {
	h := newHome(t)
	printed := h.fray("", "paths", "--config")
	if printed.status != done || !strings.Contains(printed.out, "# mouse = true\n") {
		t.Fatalf("%+v", printed)
	}
	var counts strings.Builder
	for line := range strings.Lines(printed.out) {
		if bare := strings.TrimPrefix(line, "# "); strings.Contains(bare, " = ") || strings.HasPrefix(bare, "[") {
			line = bare
		}
		counts.WriteString(line)
	}
	for _, text := range []string{printed.out, counts.String()} {
		c, was := defaultConfig("config.toml"), defaultConfig("config.toml")
		c.read([]byte(text))
		if len(c.problems) > 0 || c.mouse != was.mouse || c.reveal != was.reveal || c.plain || c.ascii {
			t.Errorf("%q", c.problems)
		}
	}
}

// TestHelpKeys checks that 'fray help keys' lists every binding, including those of the
// rulebooks.
func TestHelpKeys(t *testing.T) {
	h := newHome(t)
	r := h.fray("", "help", "keys")
	for _, words := range []string{"\nLog\n", "undo", "Men & Supermen\n"} {
		if !strings.Contains(r.out, words) {
			t.Errorf("no %q in %s", words, r.out)
		}
	}
	listed := document[[]keyJSON](t, h.fray("", "help", "keys", "--json"))
	known := map[string]bool{}
	for _, k := range listed {
		known[k.Name] = true
	}
	for _, place := range ui.Keys() {
		for _, k := range place {
			if !known[k.Name] {
				t.Errorf("%s is not told", k.Name)
			}
		}
	}
}
