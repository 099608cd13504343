package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/saves"
)

func (s *shell) check() *cobra.Command {
	hash := ""
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Check that a table is undamaged and its dice are fair",
		Long: `Check a table: its file, its copy and its backups; every event against the one
before it; every die that fray threw against the seed of its session; and every
finished roll against today's rules. The exit status is 4 if anything is
damaged or was changed.

With FILE.json an exported table is checked. A player's own export is enough to
draw the open dice again. --hash checks that the log contains an event with a
hash you noted: one is shown at the end of a session, and every export contains
one.`,
		Example:           "  fray check vault\n  fray check ./evening.fray --json\n  fray check vault.json",
		Args:              between(1, 1, "a table, such as: fray check vault"),
		ValidArgsFunction: s.completeTable,
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := s.checked(args[0], hash)
			if err != nil {
				return err
			}
			if err := s.tell().tellReport(r, hash != ""); err != nil {
				return err
			}
			if !r.Good() {
				return errDamaged
			}
			return nil
		},
	}
	c.Flags().StringVar(&hash, "hash", "", "a `HASH` that you noted: the log must contain it")
	return c
}

func (s *shell) checked(name, hash string) (saves.Report, error) {
	if strings.EqualFold(filepath.Ext(name), ".json") {
		return saves.CheckExport(name, rules(), hash)
	}
	path, err := s.find(name)
	if err != nil {
		return saves.Report{}, err
	}
	return saves.Check(path, rules(), hash)
}

// reportJSON is a report that says in one word whether all is well.
type reportJSON struct {
	Good bool `json:"good"`
	saves.Report
}

func (s teller) tellReport(r saves.Report, asked bool) error {
	if s.json {
		return s.document(reportJSON{r.Good(), r})
	}
	s.text("", r.Path)
	s.line("  %d %s; %d dice drawn again and correct in %d %s", r.Events, plural(int(r.Events), "event", "events"),
		r.Dice, r.Sessions, plural(r.Sessions, "session", "sessions"))
	if r.Replayed > 0 {
		s.line("  %d finished %s repeated", r.Replayed, plural(r.Replayed, "roll", "rolls"))
	}
	if r.Open > 0 {
		s.line("  the dice of %d %s cannot be checked: the seed has not been revealed", r.Open, plural(r.Open, "session", "sessions"))
	}
	if r.Mixed > 0 {
		s.text("  ", fmt.Sprintf("players' words are mixed into the dice of %d %s: %s", r.Mixed, plural(r.Mixed, "session", "sessions"), clean(strings.Join(r.Words.Added, ", "))))
	}
	if r.Words.Passes > 0 {
		s.text("  ", fmt.Sprintf("players were passed over %d %s", r.Words.Passes, plural(r.Words.Passes, "time", "times")))
	}
	if len(r.Words.Passed) > 0 {
		s.text("  ", "passed over, so they added no word: "+strings.Join(r.Words.Passed, ", "))
	}
	if r.Restarts > 0 {
		s.text("  ", fmt.Sprintf("%d %s within twelve hours of the one before, with new seeds for the dice", r.Restarts, plural(r.Restarts, "session began", "sessions began")))
	}
	if r.Undone > 0 {
		s.line("  %d %s undone", r.Undone, plural(r.Undone, "throw was", "throws were"))
	}
	for _, w := range r.Otherwise {
		s.text("  ", "today's rules give another result: "+w)
	}
	for _, w := range r.Wrong {
		s.text("  ", "wrong: "+w)
	}
	for _, g := range r.Missing {
		s.text("  ", "missing: "+g.String())
	}
	for i, w := range r.Proofs {
		if i < len(r.Proofs)-1 {
			w = "shown: " + w
		}
		s.text("  ", w)
	}
	if r.Fix != "" {
		s.text("  ", r.Fix)
	}
	if r.Hash != "" {
		s.text("  ", "newest hash "+r.Hash)
	}
	switch {
	case r.Vouched > 0:
		s.line("  event %d has the hash that you noted: up to there, this is the log you played", r.Vouched)
	case !asked && r.Good():
		s.text("  ", "this checks the file only against itself: to know that nobody replaced it, add --hash with a hash you noted")
	}
	if r.Good() {
		s.line("  everything is in order")
	}
	return nil
}

// backupsJSON are the backups of a table, the oldest first.
type backupsJSON struct {
	Path    string         `json:"path"`
	Backups []saves.Backup `json:"backups"`
}

func (s *shell) restore() *cobra.Command {
	return &cobra.Command{
		Use:   "restore NAME [BACKUP]",
		Short: "List a table's backups, or restore one as a new table",
		Long: `List the backups of a table. fray makes one at the end of every session, and
one before a newer version changes the format of the file. With BACKUP, that
backup becomes a new table, named after the session; the table itself is not
touched.`,
		Example:           "  fray restore vault\n  fray restore vault 2026-03-01",
		Args:              between(1, 2, "a table, such as: fray restore vault"),
		ValidArgsFunction: s.completeTable,
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := s.find(args[0])
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return s.tell().tellBackups(path)
			}
			to, notes, err := saves.Restore(path, args[1], rules(), deps())
			if err != nil {
				return err
			}
			if s.json {
				return s.document(importJSON{to, append([]string{}, notes...)})
			}
			s.tell().text("", "restored as "+to)
			for _, n := range notes {
				s.tell().text("  ", n)
			}
			return nil
		},
	}
}

func (s teller) tellBackups(path string) error {
	all := saves.Backups(path)
	if s.json {
		return s.document(backupsJSON{path, append([]saves.Backup{}, all...)})
	}
	if len(all) == 0 {
		s.text("", "no backups yet: one is made at the end of each session")
	}
	for _, b := range all {
		s.line("%-14s %6d %s, the last on %s", clean(b.Name), b.Events, plural(int(b.Events), "event ", "events"), b.Time.Local().Format("2006-01-02 15:04"))
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
		Use:   "paths",
		Short: "Show where tables and settings are kept",
		Long: `Show where the tables, the saved screen state and config.toml are, and list the
mistakes in config.toml, line by line.`,
		Example: "  fray paths\n  fray paths --json --saves ./tables",
		Args:    between(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			tables, err := saves.List(s.folder())
			if err != nil {
				return err
			}
			p := pathsJSON{Saves: s.folder(), State: s.sit().stateFile(), Config: s.conf().path,
				Wrong: append([]string{}, s.conf().trouble...), Tables: append([]saves.Listed{}, tables...)}
			if s.json {
				return s.document(p)
			}
			s.tell().line("tables   %s", clean(p.Saves))
			s.tell().line("state    %s", clean(p.State))
			s.tell().line("config   %s", clean(p.Config))
			for _, w := range p.Wrong {
				s.tell().text("  ", w)
			}
			for _, t := range tables {
				s.tell().line("  %s  %s", t.Played.Local().Format("2006-01-02 15:04"), clean(t.Name+"  "+t.Path))
			}
			return nil
		},
	}
}
