package cli

import (
	"github.com/spf13/cobra"

	"example.org/fray/saves"
)

// pathsJSON is where things are.
type pathsJSON struct {
	Saves  string         `json:"saves"`
	State  string         `json:"state"` // where screens stood last time
	Config string         `json:"config"`
	Wrong  []string       `json:"config_wrong"` // what config.toml says that cannot be used
	Tables []saves.Listed `json:"tables"`
}

func pathsCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "paths",
		Short: "Show where tables and settings are kept",
		Long: `Show where the tables, the saved screen state and config.toml are, and list the
mistakes in config.toml, line by line.`,
		Example:     "  fray paths\n  fray paths --json --saves ./tables",
		Annotations: map[string]string{keepSafe: "fray paths\twhere tables and config.toml are"},
		Args:        between(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			tables, err := saves.List(a.folder())
			if err != nil {
				return err
			}
			p := pathsJSON{Saves: a.folder(), State: stateFile(a), Config: a.conf().path,
				Wrong: append([]string{}, a.conf().trouble...), Tables: append([]saves.Listed{}, tables...)}
			if a.json {
				return a.document(p)
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
			return nil
		},
	}
}
