package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
)

func checkCommand(a *app) *cobra.Command {
	hash := ""
	c := &cobra.Command{
		Use:   "check FILE",
		Short: "Check that a table is undamaged and its dice are fair",
		Long: `Check a table: its file and its backups; every event against the one
before it; every die that fray threw against the seed of its session; and every
finished roll against today's rules. The exit status is 4 if anything is
damaged or was changed.

With FILE.json an exported table is checked, the gamemaster's or a player's own:
it leads up to the hash of the log, and what it shows is what was logged.
--hash checks that the log leads up to a hash you noted: one is shown at the end
of a session, and its first digits stand with each roll. What a check proves and
what it cannot: fray help fairness.`,
		Example:           "  fray check vault\n  fray check ./evening.fray --json\n  fray check vault.json",
		Annotations:       map[string]string{keepSafe: "fray check NAME\tthe file, the dice, every change"},
		Args:              between(1, 1, "a table, such as: fray check vault"),
		ValidArgsFunction: completeTable(a),
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := checkTable(a, args[0], hash)
			if err != nil {
				return err
			}
			if err := tellReport(a, r, hash != ""); err != nil {
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

func checkTable(a *app, name, hash string) (saves.Report, error) {
	if isExport(name) {
		r, err := transfer.CheckExport(name, rules(), readRulebookText, hash)
		if broken, is := errors.AsType[*transfer.BadImport](err); is && broken.Damaged {
			err = fmt.Errorf("%w; 'fray import' takes what can be read of it", err)
		}
		return r, err
	}
	p, err := a.find(name)
	if err != nil {
		return saves.Report{}, err
	}
	return p.check(hash)
}

// isExport reports whether a name is that of an exported table.
func isExport(name string) bool { return strings.EqualFold(filepath.Ext(name), ".json") }

// reportJSON is a report with one field that says whether all is well.
type reportJSON struct {
	Good bool `json:"good"`
	saves.Report
}

func tellReport(a *app, r saves.Report, asked bool) error {
	if a.json {
		return a.document(reportJSON{r.Good(), r})
	}
	a.text("", r.Path)
	a.line("  %d %s; %d dice drawn again and correct in %d %s", r.Events, plural(int(r.Events), "event", "events"),
		r.Dice, r.Sessions, plural(r.Sessions, "session", "sessions"))
	if r.Replayed > 0 {
		a.line("  %d finished %s repeated", r.Replayed, plural(r.Replayed, "roll", "rolls"))
	}
	if r.Open > 0 {
		a.line("  the dice of %d %s cannot be checked: the seed has not been revealed", r.Open, plural(r.Open, "session", "sessions"))
	}
	if r.Mixed > 0 {
		a.text("  ", fmt.Sprintf("players' words are mixed into the dice of %d %s: %s", r.Mixed, plural(r.Mixed, "session", "sessions"), clean(strings.Join(r.Words.Added, ", "))))
	}
	for _, w := range r.Counts() {
		a.text("  ", w)
	}
	for _, w := range r.Otherwise {
		a.text("  ", "today's rules give another result: "+w)
	}
	for _, w := range r.Wrong {
		a.text("  ", "wrong: "+w)
	}
	for _, g := range r.Missing {
		a.text("  ", "missing: "+g.String())
	}
	for _, b := range r.Begun {
		a.text("  ", b.String())
	}
	if r.Withheld > 0 {
		a.line("  %d %s withheld: only %s here", r.Withheld, plural(r.Withheld, "line is", "lines are"), plural(r.Withheld, "its digest is", "their digests are"))
	}
	for _, w := range r.Proofs {
		a.text("  ", "proved: "+w)
	}
	for _, w := range r.NotProved {
		a.text("  ", "not proved: "+w)
	}
	if r.Fix != "" {
		a.text("  ", r.Fix)
	}
	for _, w := range r.Uncompared {
		a.text("  ", "not compared: "+w)
	}
	if r.Hash != "" {
		a.text("  ", "newest hash "+r.Hash)
	}
	switch {
	case r.Vouched > 0 && !r.Good():
		a.line("  event %d has the hash that you noted, but not everything up to there is as it was", r.Vouched)
	case r.Vouched > 0:
		a.line("  the log leads up to the hash that you noted, at event %d", r.Vouched)
	case !asked && r.Good() && r.Remembered == 0 && !isExport(r.Path):
		a.text("  ", "this machine remembers nothing of the table: its backups and its own lines are all that it was compared with. To know that nobody replaced it, add --hash with a hash you noted")
	case !asked && r.Good():
		a.text("  ", "this checks the file only against itself: to know that nobody replaced it, add --hash with a hash you noted")
	}
	switch {
	case r.Good() && len(r.Uncompared) > 0:
		a.line("  what could be compared is in order")
	case r.Good():
		a.line("  everything is in order")
	}
	return nil
}
