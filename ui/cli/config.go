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

// config is what config.toml says. What is wrong in it is left out and told;
// it never keeps the program from starting.
type config struct {
	path    string
	keys    map[string][]string
	theme   string
	themes  []kit.Theme // those of the file
	mouse   bool
	reveal  bool // what dice came to is shown large
	ascii   bool
	plain   bool
	trouble []string // each names the file and the line
}

// onOff is a setting that is true or false.
type onOff struct {
	name, about string
	of          func(*config) *bool
}

// switches are the settings that are on or off.
var switches = []onOff{
	{"mouse", "Clicks and the wheel are taken.", func(c *config) *bool { return &c.mouse }},
	{"reveal", "What the dice come to is shown large before it goes to the log.", func(c *config) *bool { return &c.reveal }},
	{"ascii", "Everything is drawn with ASCII characters.", func(c *config) *bool { return &c.ascii }},
	{"plain", "Tables are played in numbered lines, for screen readers.", func(c *config) *bool { return &c.plain }},
}

// usual is the config without a file.
func usual(path string) *config { return &config{path: path, mouse: true, reveal: true} }

// commented is a config.toml in which everything stands as it is without one, each
// line commented out.
func commented() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	c := usual("")
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

// configFile is where config.toml is looked for.
func configFile(a *app) string {
	dir := a.env("XDG_CONFIG_HOME")
	if !filepath.IsAbs(dir) {
		dir = xdg.ConfigHome
	}
	return filepath.Join(dir, "fray", "config.toml")
}

// mostSmall is how many bytes are read of a file that is short when it is what it should
// be.
const mostSmall = 1 << 20

// readSmall reads a short regular file. A pipe or a device, which may never end, is
// refused.
func readSmall(path string) ([]byte, error) {
	f, err := transfer.OpenImport(path, mostSmall)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it is only read
	return io.ReadAll(io.LimitReader(f, mostSmall))
}

// conf is the config, read once.
func (a *app) conf() *config {
	if a.config == nil {
		c := usual(configFile(a))
		text, err := readSmall(c.path)
		switch {
		case err == nil:
			c.read(text)
		case !errors.Is(err, fs.ErrNotExist):
			c.trouble = append(c.trouble, fmt.Sprintf("the configuration cannot be read: %v", err))
		}
		a.config = c
	}
	return a.config
}

// wrong tells what is wrong in a line.
func (c *config) wrong(line int, format string, args ...any) {
	c.trouble = append(c.trouble, fmt.Sprintf("%s, line %d: %s", c.path, line, fmt.Sprintf(format, args...)))
}

func (c *config) read(text []byte) {
	var any map[string]any
	var bad *toml.DecodeError
	if err := toml.Unmarshal(text, &any); errors.As(err, &bad) {
		line, column := bad.Position()
		c.wrong(line, "column %d: %s. The whole file is ignored", column, strings.TrimPrefix(bad.Error(), "toml: "))
		return
	} else if err != nil {
		c.trouble = append(c.trouble, fmt.Sprintf("%s: %v. The whole file is ignored", c.path, err))
		return
	}
	all := settings(text)
	c.readThemes(all) // before the name of one
	own := &rebinding{config: c, keys: map[string][]string{}, lines: map[string]int{}}
	for _, s := range all {
		switch at := slices.IndexFunc(switches, func(x onOff) bool { return x.name == s.path[0] }); {
		case at >= 0:
			c.flag(s, switches[at].of(c))
		case s.path[0] == "keys":
			own.take(s)
		case s.path[0] == "themes":
		case s.path[0] == "theme":
			c.readTheme(s)
		default:
			names := []string{"keys", "themes", "theme"}
			for _, x := range switches {
				names = append(names, x.name)
			}
			c.wrong(s.line, "there is no setting %q%s It is ignored", s.path[0], meant(s.path[0], names))
		}
	}
	c.keys = own.settled()
}

// flag reads a setting that is on or off.
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
	c.wrong(s.line, "%s must be true or false, without quotes", s.path[0])
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
		c.wrong(s.line, "theme must be the name of a theme; its colours go under [themes.NAME]")
		return
	}
	c.wrong(s.line, "there is no theme %q%s Choose from %s", s.value, meant(s.value, names), strings.Join(names, ", "))
}

// readThemes reads [themes.NAME]: inks over those of a theme called like.
func (c *config) readThemes(all []setting) {
	var names []string
	for _, s := range all {
		if s.path[0] != "themes" {
			continue
		}
		if len(s.path) != 3 || !s.text {
			c.wrong(s.line, `a theme starts with [themes.NAME], followed by lines such as: title = "bold #ffaa00 on 17"`)
			continue
		}
		name := s.path[1]
		i := slices.Index(names, name)
		if i < 0 {
			t := kit.Dark
			t.Name = name
			if _, built := kit.FindTheme(name); built {
				c.wrong(s.line, "%s is a built-in theme: choose another name", name)
				continue
			}
			names, c.themes = append(names, name), append(c.themes, t)
			i = len(names) - 1
			c.likeness(all, i)
		}
		if s.path[2] == "like" {
			continue
		}
		t, err := c.themes[i].With(map[string]string{s.path[2]: s.value})
		if err != nil {
			c.wrong(s.line, "%v", err)
			continue
		}
		c.themes[i] = t
	}
}

// likeness begins a theme as the one that it is to be like, wherever in its
// lines that stands.
func (c *config) likeness(all []setting, i int) {
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
			c.wrong(s.line, "\"like\" must name a built-in theme, and %q is not one%s Choose from %s", s.value, meant(s.value, built), strings.Join(built, ", "))
			continue
		}
		base.Name = name
		c.themes[i] = base
	}
}

// themeNames are all there are: those of the file last.
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

// screenSettings are those of the screen.
func screenSettings(a *app) ui.Settings {
	c := a.conf()
	p := readPreferences(a)
	out := ui.Settings{Keys: p.Keys, Themes: c.themeNames(), Mouse: p.Mouse, Quiet: !c.reveal, Keep: func(p ui.Preferences) { keepPreferences(a, p) }, Crashes: crashFile(a)}
	if len(c.trouble) > 0 {
		out.Trouble = c.trouble[0]
	}
	if n := len(c.trouble) - 1; n > 0 {
		out.Trouble += fmt.Sprintf(" (and %d more: 'fray paths' lists them)", n)
	}
	return out
}
