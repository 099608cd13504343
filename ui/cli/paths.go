package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"example.org/fray/saves"
)

// pathsJSON lists the files and folders of the program.
type pathsJSON struct {
	Saves  string         `json:"saves"`
	State  string         `json:"state"` // cursor positions of earlier runs
	Config string         `json:"config"`
	Wrong  []string       `json:"config_wrong"` // problems in config.toml
	Tables []saves.Listed `json:"tables"`
}

func pathsCommand(a *app) *cobra.Command {
	settings := false
	c := &cobra.Command{
		Use:   "paths",
		Short: "Show where tables and settings are kept",
		Long: `Show where the tables, the saved screen state and config.toml are, and list the
mistakes in config.toml, line by line. With --config, print a config.toml with
every setting and every key at its default, all commented out.`,
		Example: "  fray paths\n  fray paths --json --saves ./tables\n  fray paths --config > config.toml",
		Annotations: map[string]string{
			keepSafe: "fray paths\twhere tables and config.toml are\n" +
				"fray paths --config\tevery setting, to put into config.toml",
		},
		Args: between(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			if settings {
				if a.json {
					return a.document(map[string]string{"config": commented()})
				}
				a.write([]byte(commented()))
				return nil
			}
			tables, err := a.files().List(context.Background()) // failing, where things are is told first
			p := pathsJSON{Saves: a.folder(), State: stateFile(a), Config: a.conf().path,
				Wrong: append([]string{}, a.conf().problems...), Tables: append([]saves.Listed{}, tables...)}
			if a.json {
				return errors.Join(a.document(p), err)
			}
			a.line("tables   %s", clean(p.Saves))
			a.line("state    %s", clean(p.State))
			a.line("config   %s", clean(p.Config))
			for _, w := range p.Wrong {
				a.text("  ", w)
			}
			for _, t := range tables {
				a.line("  %s  %s", t.Played.Local().Format("2006-01-02 15:04"), clean(t.Name+"  "+t.Path))
			}
			return err
		},
	}
	c.Flags().BoolVar(&settings, "config", false, "print a config.toml with every setting, commented out")
	return c
}
