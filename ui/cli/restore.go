package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"example.org/fray/saves"
	"example.org/fray/ui/serve"
)

// backupsJSON lists the backups of a table, oldest first.
type backupsJSON struct {
	Path    string         `json:"path"`
	Backups []saves.Backup `json:"backups"`
}

func restoreCommand(a *app) *cobra.Command {
	deleted := false
	c := &cobra.Command{
		Use:   "restore NAME [BACKUP]",
		Short: "List a table's backups, or restore one as a new table",
		Long: `List the backups of a table: fray keeps the log of each of the last ten
sessions, by number. With BACKUP, that backup becomes a new table, named after
the session; the table itself is not touched. With --deleted, people can come
again to a table that its gamemaster has deleted at a host of all tables.`,
		Example:           "  fray restore vault\n  fray restore vault 12\n  fray restore vault --deleted",
		Annotations:       map[string]string{keepSafe: "fray restore NAME\tbackups, and how to bring one back"},
		Args:              between(1, 2, "a table, such as: fray restore vault"),
		ValidArgsFunction: completeTable(a),
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := a.find(args[0])
			if err != nil {
				return err
			}
			if deleted {
				return bringBack(a, p)
			}
			if len(args) == 1 {
				return tellBackups(a, p)
			}
			to, notes, err := restoreBackup(a, p, args[1])
			if err != nil {
				return err
			}
			if a.json {
				return a.document(importJSON{to, append([]string{}, notes...)})
			}
			a.line("restored as %s", clean(to))
			for _, n := range notes {
				a.text("  ", n)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&deleted, "deleted", false, "bring back a table that was deleted at a host of all tables")
	return c
}

// bringBack makes a table available again that was deleted at a host.
func bringBack(a *app, p place) error {
	live, err := p.look(a)
	if err != nil {
		return err
	}
	name := live.Now().Name
	records, err := live.Records(context.Background())
	if err != nil {
		return err
	}
	was, err := serve.BringBack(records)
	switch err := errors.Join(err, records.Close(), live.Close()); {
	case err != nil:
		return err
	case !was:
		return misusef("%s was not deleted at a host", name)
	}
	a.text("", name+" is there again for those who have a seat")
	return nil
}

func tellBackups(a *app, p place) error {
	all, err := p.store.Backups(context.Background(), p.name)
	if err != nil {
		return err
	}
	if a.json {
		return a.document(backupsJSON{p.name, append([]saves.Backup{}, all...)})
	}
	if len(all) == 0 {
		a.text("", "no backups yet: one is made at the end of each session")
	}
	for _, b := range all {
		a.line("%-6d %6d %s, the last on %s", b.Session, b.Events, plural(int(b.Events), "event ", "events"), b.Time.Local().Format("2006-01-02 15:04"))
	}
	return nil
}
