package cli

import (
	"github.com/spf13/cobra"

	"example.org/fray/saves"
)

func (s *shell) check() *cobra.Command {
	return &cobra.Command{
		Use:   "check FILE",
		Short: "Integrity, the fold, the dice",
		Long: `Check a table: every page of its file, every event against the one before it,
whether the log leads to the table that was kept, and every die that the program
threw against the seed of its evening. Status 4 when something is damaged.`,
		Example:           "  fray check vault\n  fray check ./evening.fray --json",
		Args:              between(1, 1, "a table, such as: fray check vault"),
		ValidArgsFunction: s.completeTable,
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := s.find(args[0])
			if err != nil {
				return err
			}
			r, err := saves.Check(path, rules())
			if err != nil {
				return err
			}
			if err := s.tellReport(r); err != nil {
				return err
			}
			if !r.Good() {
				return errDamaged
			}
			return nil
		},
	}
}

// reportJSON is a report that says in one word whether all is well.
type reportJSON struct {
	Good bool `json:"good"`
	saves.Report
}

func (s *shell) tellReport(r saves.Report) error {
	if s.json {
		return s.document(reportJSON{r.Good(), r})
	}
	s.text("", r.Path)
	s.line("  %d %s, %d dice drawn again and found right in %d %s", r.Events, plural(int(r.Events), "event", "events"),
		r.Dice, r.Evenings, plural(r.Evenings, "evening", "evenings"))
	if r.Open > 0 {
		s.line("  the dice of %d %s cannot be checked: the seed was never shown", r.Open, plural(r.Open, "evening", "evenings"))
	}
	for _, w := range r.Wrong {
		s.text("  ", "damaged: "+w)
	}
	if r.Fix != "" {
		s.text("  ", r.Fix)
	}
	if r.Good() {
		s.line("  all is well")
	}
	return nil
}

// pathsJSON is where things are.
type pathsJSON struct {
	Saves  string         `json:"saves"`
	State  string         `json:"state"` // where screens stood last time
	Config string         `json:"config"`
	Wrong  []string       `json:"config_wrong"` // what config.toml says that cannot be used
	Tables []saves.Listed `json:"tables"`
}

func (s *shell) paths() *cobra.Command {
	return &cobra.Command{
		Use:     "paths",
		Short:   "Where things are",
		Long:    "Where tables, states and config.toml are; and what is wrong in config.toml, line by line.",
		Example: "  fray paths\n  fray paths --json --saves ./tables",
		Args:    between(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			tables, err := saves.List(s.folder())
			if err != nil {
				return err
			}
			p := pathsJSON{Saves: s.folder(), State: s.stateFile(), Config: s.conf().path,
				Wrong: append([]string{}, s.conf().trouble...), Tables: append([]saves.Listed{}, tables...)}
			if s.json {
				return s.document(p)
			}
			s.line("tables   %s", clean(p.Saves))
			s.line("state    %s", clean(p.State))
			s.line("config   %s", clean(p.Config))
			for _, w := range p.Wrong {
				s.text("  ", w)
			}
			for _, t := range tables {
				s.line("  %s  %s", t.Played.Local().Format("2006-01-02 15:04"), clean(t.Name+"  "+t.Path))
			}
			return nil
		},
	}
}
