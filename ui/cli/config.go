package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"

	"example.org/fray/saves/transfer"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
)

// config holds the settings of config.toml. Invalid settings are reported and ignored, so
// that the program always starts.
type config struct {
	path     string
	keys     map[string][]string
	theme    string
	themes   []kit.Theme // themes of the file
	mouse    bool
	reveal   bool // show the result of dice in large type
	ascii    bool
	plain    bool
	problems []string // problems, each with file and line
}

// boolSetting is a boolean setting.
type boolSetting struct {
	name, about string
	of          func(*config) *bool
}

// switches are the boolean settings.
var switches = []boolSetting{
	{"mouse", "Clicks and the wheel are taken.", func(c *config) *bool { return &c.mouse }},
	{"reveal", "What the dice come to is shown large before it goes to the log.", func(c *config) *bool { return &c.reveal }},
	{"ascii", "Everything is drawn with ASCII characters.", func(c *config) *bool { return &c.ascii }},
	{"plain", "Tables are played in numbered lines, for screen readers.", func(c *config) *bool { return &c.plain }},
}

// defaultConfig returns the default settings.
func defaultConfig(path string) *config { return &config{path: path, mouse: true, reveal: true} }

// commented returns a config.toml with every setting at its default and commented out.
func commented() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	c := defaultConfig("")
	line("# What fray is set to. Remove the # before a line to change it.\n")
	line("# The theme: %s, as the terminal is; %s; or one of your own.", kit.Auto, strings.Join(c.themeNames(), ", "))
	line("# theme = %q\n", kit.Auto)
	for _, x := range switches {
		line("# %s\n# %s = %t\n", x.about, x.name, *x.of(c))
	}
	line("# A theme of your own: colours are numbers from 0 to 255 or #rrggbb, with bold,")
	line("# underline, reverse and strike, and \"on\" before the background. What is left out")
	line("# is as in the theme that it is like.")
	line("# [themes.mine]\n# like = %q", kit.Dark.Name)
	line("# title = \"bold #ffaa00 on 17\"")
	line("\n# Keys: one, or several. 'fray help keys' shows them as they are.\n# [keys]")
	for _, g := range ui.KeyGroups() {
		line("\n# %s", g.Name)
		for _, k := range g.Keys {
			var keys []string
			for _, key := range k.Keys {
				if _, fixed := pane.Fixed[key]; !fixed {
					keys = append(keys, strconv.Quote(pane.KeyWord(key)))
				}
			}
			line("# %s = [%s]  # %s", k.Name, strings.Join(keys, ", "), k.Label)
		}
	}
	return b.String()
}

// configFile returns the path of config.toml.
func configFile(a *app) string {
	dir := a.env("XDG_CONFIG_HOME")
	if !filepath.IsAbs(dir) {
		dir = xdg.ConfigHome
	}
	return filepath.Join(dir, "fray", "config.toml")
}

// maxSmall is the largest size in bytes that readSmall reads.
const maxSmall = 1 << 20

// readSmall reads a small regular file. It refuses pipes and devices, which may never end.
func readSmall(path string) ([]byte, error) {
	f, err := transfer.OpenImport(path, maxSmall)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	return io.ReadAll(io.LimitReader(f, maxSmall))
}

// conf returns the settings, and reads config.toml the first time.
func (a *app) conf() *config {
	if a.config == nil {
		c := defaultConfig(configFile(a))
		text, err := readSmall(c.path)
		switch {
		case err == nil:
			c.read(text)
		case !errors.Is(err, fs.ErrNotExist):
			c.problems = append(c.problems, fmt.Sprintf("the configuration cannot be read: %v", err))
		}
		a.config = c
	}
	return a.config
}

// addProblem records a problem in a line.
func (c *config) addProblem(line int, format string, args ...any) {
	c.problems = append(c.problems, fmt.Sprintf("%s, line %d: %s", c.path, line, fmt.Sprintf(format, args...)))
}

func (c *config) read(text []byte) {
	var any map[string]any
	var bad *toml.DecodeError
	if err := toml.Unmarshal(text, &any); errors.As(err, &bad) {
		line, column := bad.Position()
		c.addProblem(line, "column %d: %s. The whole file is ignored", column, strings.TrimPrefix(bad.Error(), "toml: "))
		return
	} else if err != nil {
		c.problems = append(c.problems, fmt.Sprintf("%s: %v. The whole file is ignored", c.path, err))
		return
	}
	all := settings(text)
	c.readThemes(all) // themes come before the setting that names one
	own := &rebinding{config: c, keys: map[string][]string{}, lines: map[string]int{}}
	for _, s := range all {
		switch at := slices.IndexFunc(switches, func(x boolSetting) bool { return x.name == s.path[0] }); {
		case at >= 0:
			c.flag(s, switches[at].of(c))
		case s.path[0] == "keys":
			own.read(s)
		case s.path[0] == "themes":
		case s.path[0] == "theme":
			c.readTheme(s)
		default:
			names := []string{"keys", "themes", "theme"}
			for _, x := range switches {
				names = append(names, x.name)
			}
			c.addProblem(s.line, "there is no setting %q%s It is ignored", s.path[0], suggestion(s.path[0], names))
		}
	}
	c.keys = own.resolved()
}

// flag reads a boolean setting.
func (c *config) flag(s setting, to *bool) {
	if len(s.path) == 1 {
		switch s.value {
		case "true":
			*to = true
			return
		case "false":
			*to = false
			return
		}
	}
	c.addProblem(s.line, "%s must be true or false, without quotes", s.path[0])
}

func (c *config) readTheme(s setting) {
	names := append([]string{kit.Auto}, c.themeNames()...)
	for _, n := range names {
		if len(s.path) == 1 && s.text && n == s.value {
			c.theme = n
			return
		}
	}
	if len(s.path) > 1 {
		c.addProblem(s.line, "theme must be the name of a theme; its colours go under [themes.NAME]")
		return
	}
	c.addProblem(s.line, "there is no theme %q%s Choose from %s", s.value, suggestion(s.value, names), strings.Join(names, ", "))
}

// readThemes reads the tables [themes.NAME]: colours that replace those of the theme named
// by like.
func (c *config) readThemes(all []setting) {
	var names []string
	for _, s := range all {
		if s.path[0] != "themes" {
			continue
		}
		if len(s.path) != 3 || !s.text {
			c.addProblem(s.line, `a theme starts with [themes.NAME], followed by lines such as: title = "bold #ffaa00 on 17"`)
			continue
		}
		name := s.path[1]
		i := slices.Index(names, name)
		if i < 0 {
			t := kit.Dark
			t.Name = name
			if _, built := kit.FindTheme(name); built {
				c.addProblem(s.line, "%s is a built-in theme: choose another name", name)
				continue
			}
			names, c.themes = append(names, name), append(c.themes, t)
			i = len(names) - 1
			c.baseTheme(all, i)
		}
		if s.path[2] == "like" {
			continue
		}
		t, err := c.themes[i].With(map[string]string{s.path[2]: s.value})
		if err != nil {
			c.addProblem(s.line, "%v", err)
			continue
		}
		c.themes[i] = t
	}
}

// baseTheme sets theme i to the colours of the theme that its key like names, wherever in
// the table that key is.
func (c *config) baseTheme(all []setting, i int) {
	name := c.themes[i].Name
	for _, s := range all {
		if len(s.path) != 3 || s.path[0] != "themes" || s.path[1] != name || s.path[2] != "like" {
			continue
		}
		base, ok := kit.FindTheme(s.value)
		if !ok {
			var built []string
			for _, t := range kit.Themes {
				built = append(built, t.Name)
			}
			c.addProblem(s.line, "\"like\" must name a built-in theme, and %q is not one%s Choose from %s", s.value, suggestion(s.value, built), strings.Join(built, ", "))
			continue
		}
		base.Name = name
		c.themes[i] = base
	}
}

// themeNames returns the names of all themes, those of the file last.
func (c *config) themeNames() []string {
	var out []string
	for _, t := range append(kit.Themes[:len(kit.Themes):len(kit.Themes)], c.themes...) {
		out = append(out, t.Name)
	}
	return out
}

func (c *config) findTheme(name string) (kit.Theme, bool) {
	for _, t := range c.themes {
		if t.Name == name {
			return t, true
		}
	}
	return kit.FindTheme(name)
}

// screenSettings returns the settings for the screen.
func screenSettings(a *app) ui.Settings {
	c := a.conf()
	p := readPreferences(a)
	out := ui.Settings{Keys: p.Keys, Themes: c.themeNames(), Mouse: p.Mouse, Quiet: !c.reveal, Keep: func(p ui.Preferences) { storePreferences(a, p) }, Crashes: crashFile(a)}
	if len(c.problems) > 0 {
		out.Trouble = c.problems[0]
	}
	if n := len(c.problems) - 1; n > 0 {
		out.Trouble += fmt.Sprintf(" (and %d more: 'fray paths' lists them)", n)
	}
	return out
}
