package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"
	"github.com/pelletier/go-toml/v2"

	"example.org/fray/ui"
	"example.org/fray/ui/kit"
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

// configFile is where config.toml is looked for.
func configFile(a *app) string {
	dir := a.env("XDG_CONFIG_HOME")
	if !filepath.IsAbs(dir) {
		dir = xdg.ConfigHome
	}
	return filepath.Join(dir, "fray", "config.toml")
}

// conf is the config, read once.
func (a *app) conf() *config {
	if a.config == nil {
		c := &config{path: configFile(a), mouse: true, reveal: true}
		text, err := os.ReadFile(c.path)
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
		switch s.path[0] {
		case "keys":
			own.take(s)
		case "themes":
		case "theme":
			c.readTheme(s)
		case "mouse":
			c.flag(s, &c.mouse)
		case "reveal":
			c.flag(s, &c.reveal)
		case "ascii":
			c.flag(s, &c.ascii)
		case "plain":
			c.flag(s, &c.plain)
		default:
			c.wrong(s.line, "there is no setting %q%s It is ignored", s.path[0],
				meant(s.path[0], []string{"keys", "themes", "theme", "mouse", "reveal", "ascii", "plain"}))
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
	names := c.themeNames()
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
		i := indexOf(names, name)
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

func indexOf(list []string, s string) int {
	for i, have := range list {
		if have == s {
			return i
		}
	}
	return -1
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
	out := ui.Settings{Keys: c.keys, Themes: c.themeNames(), Mouse: readTaste(a).Mouse, Quiet: !c.reveal, Keep: func(t ui.Taste) { keepTaste(a, t) }, Crashes: crashFile(a)}
	if len(c.trouble) > 0 {
		out.Trouble = c.trouble[0]
	}
	if n := len(c.trouble) - 1; n > 0 {
		out.Trouble += fmt.Sprintf(" (and %d more: 'fray paths' lists them)", n)
	}
	return out
}
