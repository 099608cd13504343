package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func init() {
	cobra.MousetrapHelpText = "" // allow starting fray by double click
}

// commands lists every command in the order of 'fray help'.
var commands = []func(*app) *cobra.Command{
	playCommand, demoCommand, rollCommand, oddsCommand, systemsCommand, logCommand, showCommand,
	foretellCommand, replayCommand, exportCommand, importCommand, checkCommand, restoreCommand, rulebookCommand, testCommand, hostCommand, inviteCommand, joinCommand,
	storeCommand,
	pathsCommand, completionCommand, manCommand,
}

// root returns the root command.
func root(a *app) *cobra.Command {
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
  fray play "Harbour Lights" --rulebook d6
  fray demo --plain
  fray roll d6 check code=4D difficulty=8
  fray odds easiness pool dice=2 easiness=4 --json`,
		Annotations:  map[string]string{toPlay: "fray\topen the last table, or the start page"},
		SilenceUsage: true, SilenceErrors: true, // Run prints errors
		PersistentPreRun: func(*cobra.Command, []string) { a.sweep() },
		RunE: func(c *cobra.Command, args []string) error {
			if version {
				return printVersion(a)
			}
			return openLast(a, playFlags{})
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
		return misusef("there is no command %q%s 'fray --help' lists the commands", args[0], suggestion(args[0], names))
	}
	c.SetFlagErrorFunc(flagMisuse)
	c.Flags().BoolVarP(&version, "version", "v", false, "print the version")
	c.PersistentFlags().BoolVar(&a.json, "json", false, "print one JSON document")
	c.PersistentFlags().BoolVar(&a.ascii, "ascii", false, "draw with ASCII characters only")
	c.PersistentFlags().BoolVar(&a.plain, "plain", false, "play in plain numbered lines, for screen readers and pipes")
	c.PersistentFlags().StringVar(&a.saves, "saves", "", "keep tables in this `FOLDER`, instead of $FRAY_SAVES or $XDG_DATA_HOME/fray")
	c.PersistentFlags().StringVar(&a.storeURL, "store", "", "keep tables in the PostgreSQL database at this `URL`, or in several with blanks between, instead of $FRAY_STORE")
	all := []*cobra.Command{c}
	for _, command := range commands {
		all = append(all, command(a))
	}
	c.AddCommand(all[1:]...)
	c.SetHelpCommand(helpCommand(a, all))
	return c
}

// flagMisuse explains an error in a flag, and suggests the nearest flag.
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
		words = "unknown flag " + typed + suggestion(typed, names)
	case errors.As(err, &invalid):
		is := "true or false"
		switch v := invalid.GetFlag().Value.(type) {
		case *oneOf:
			is = v.list()
		default:
			if v.Type() == "uint64" {
				is = "a whole number, 0 or more"
			}
		}
		words = fmt.Sprintf("--%s cannot be %q: it must be %s.", invalid.GetFlag().Name, invalid.GetValue(), is)
	}
	return misusef("%s '%s --help' lists the flags", words, c.CommandPath())
}

// needs requires at least that many arguments; which describes them.
func needs(least int, which string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < least {
			return misusef("'%s' needs %s", c.CommandPath(), which)
		}
		return nil
	}
}

// between requires least to most arguments; which describes them.
func between(least, most int, which string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > most {
			return misusef("'%s' does not expect %q. Usage: %s", c.CommandPath(), args[most], c.UseLine())
		}
		return needs(least, which)(c, args)
	}
}
