package cli

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	mango "github.com/muesli/mango-cobra"
	"github.com/muesli/roff"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func init() {
	cobra.MousetrapHelpText = "" // fray may be started with a double click
}

func (s *shell) root() *cobra.Command {
	version := false
	c := &cobra.Command{
		Use:   "fray",
		Short: "Run tabletop RPGs in a terminal: sheets, rules, exact odds, a log",
		Long: `fray runs tabletop role-playing games in a terminal. It keeps the character
sheets, knows the rules, tracks whose turn it is, and logs everything that
happens.

Without a command it opens the last table. The first time, you can choose
between a guided tour of one minute, a demo, a new table and importing one.

Keys, theme and mouse are set in config.toml; 'fray paths' shows where it is
and what is wrong in it.`,
		Example: `  fray demo
  fray play "The Vault Job"
  fray play "Harbour Lights" --system d6
  fray demo --plain
  fray roll d6 check code=4D difficulty=8
  fray odds easiness pool dice=2 easiness=4 --json`,
		SilenceUsage: true, SilenceErrors: true, // Run tells them
		RunE: func(c *cobra.Command, args []string) error {
			if version {
				return s.version()
			}
			return s.last(opening{})
		},
	}
	c.Args = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		var names []string
		for _, sub := range c.Commands() {
			names = append(names, sub.Name())
		}
		return misusef("there is no command %q%s 'fray --help' lists the commands", args[0], meant(args[0], names))
	}
	c.SetFlagErrorFunc(flagMisuse)
	c.Flags().BoolVarP(&version, "version", "v", false, "print the version")
	c.PersistentFlags().BoolVar(&s.json, "json", false, "print one JSON document")
	c.PersistentFlags().BoolVar(&s.ascii, "ascii", false, "draw with ASCII characters only")
	c.PersistentFlags().BoolVar(&s.plain, "plain", false, "play in plain numbered lines, for screen readers and pipes")
	c.PersistentFlags().StringVar(&s.saves, "saves", "", "keep tables in this `FOLDER`, instead of $FRAY_SAVES or $XDG_DATA_HOME/fray")
	hosts := hosting{s.sit()}
	c.AddCommand(s.play(), s.demo(), s.roll(), s.odds(), s.systems(), s.log(), s.show(),
		s.export(), s.importing(), s.check(), s.restore(), s.test(), hosts.host(), hosts.invite(), hosts.join(), s.paths(), s.completion(), s.man())
	c.SetHelpCommand(s.helping())
	return c
}

// flagMisuse says what is wrong with a flag, and which was meant.
func flagMisuse(c *cobra.Command, err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	words := err.Error() + "."
	var unknown *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		typed := "--" + unknown.GetSpecifiedName()
		words = "unknown flag " + typed + meant(typed, names)
	case errors.As(err, &invalid):
		is := "true or false"
		if invalid.GetFlag().Value.Type() == "uint64" {
			is = "a whole number, 0 or more"
		}
		words = fmt.Sprintf("--%s cannot be %q: it must be %s.", invalid.GetFlag().Name, invalid.GetValue(), is)
	}
	return misusef("%s '%s --help' lists the flags", words, c.CommandPath())
}

// needs wants so many arguments, and says which.
func needs(least int, which string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < least {
			return misusef("'%s' needs %s", c.CommandPath(), which)
		}
		return nil
	}
}

// between wants from least to most arguments.
func between(least, most int, which string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > most {
			return misusef("'%s' does not expect %q. Usage: %s", c.CommandPath(), args[most], c.UseLine())
		}
		return needs(least, which)(c, args)
	}
}

// What .ci/release writes into the program; elsewhere the go command knows more.
var (
	release  string // v1.2.0
	released string // the day, 2026-01-31
)

type versionJSON struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`
	Changed  bool   `json:"changed,omitempty"` // built from a tree with changes
	Go       string `json:"go"`
}

func (s *shell) version() error {
	v := versionJSON{Version: "unknown", Go: runtime.Version()}
	if info, ok := debug.ReadBuildInfo(); ok {
		v.Version = cmp.Or(release, info.Main.Version, "(devel)")
		v.Time = released
		for _, set := range info.Settings {
			switch set.Key {
			case "vcs.revision":
				v.Revision = set.Value
			case "vcs.time":
				v.Time = set.Value
			case "vcs.modified":
				v.Changed = set.Value == "true"
			}
		}
	}
	if s.json {
		return s.document(v)
	}
	words := "fray " + v.Version
	if v.Revision != "" {
		words += " " + v.Revision[:min(len(v.Revision), 12)]
	}
	s.tell().line("%s %s", words, v.Go)
	return nil
}

func (s *shell) man() *cobra.Command {
	return &cobra.Command{
		Use:     "man",
		Short:   "Print the man page",
		Example: "  fray man > ~/.local/share/man/man1/fray.1",
		Args:    between(0, 0, ""),
		RunE: func(c *cobra.Command, _ []string) error {
			unquote(c.Root())
			page, err := mango.NewManPage(1, c.Root())
			if err != nil {
				return err
			}
			text := page.WithLongDescription(unwrap(c.Root().Long)).Build(dated{roff.NewDocument()})
			if s.json {
				return s.document(map[string]string{"man": text})
			}
			s.write([]byte(text))
			return nil
		},
	}
}

// dated is a man page of the day of the release: the same program has to write
// the same page tomorrow.
type dated struct{ *roff.Document }

// Heading implements mango's Builder.
func (d dated) Heading(section uint, title, description string, today time.Time) {
	if day, err := time.Parse(time.DateOnly, released); err == nil {
		today = day
	}
	d.Document.Heading(section, title, description, today)
}

// unwrap makes one line of each paragraph: roff takes a line's end for that of
// a paragraph.
func unwrap(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		paragraphs[i] = strings.ReplaceAll(p, "\n", " ")
	}
	return strings.Join(paragraphs, "\n")
}

// unquote takes the quotes off the names of values, which cobra's help reads
// and mango prints.
func unquote(c *cobra.Command) {
	plain := func(f *pflag.Flag) { f.Usage = strings.ReplaceAll(f.Usage, "`", "") }
	c.Flags().VisitAll(plain)
	c.PersistentFlags().VisitAll(plain)
	for _, sub := range c.Commands() {
		unquote(sub)
	}
}
