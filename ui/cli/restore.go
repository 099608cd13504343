package cli

import (
	"github.com/spf13/cobra"

	"example.org/fray/saves/logfile"
)

// backupsJSON lists the backups of a table, oldest first.
type backupsJSON struct {
	Path    string           `json:"path"`
	Backups []logfile.Backup `json:"backups"`
}

func restoreCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "restore NAME [BACKUP]",
		Short: "List a table's backups, or restore one as a new table",
		Long: `List the backups of a table: fray keeps the log of each of the last ten
sessions, by number. With BACKUP, that backup becomes a new table, named after
the session; the table itself is not touched.`,
		Example:           "  fray restore vault\n  fray restore vault 12",
		Annotations:       map[string]string{keepSafe: "fray restore NAME\tbackups, and how to bring one back"},
		Args:              between(1, 2, "a table, such as: fray restore vault"),
		ValidArgsFunction: completeTable(a),
		RunE: func(_ *cobra.Command, args []string) error {
			path, err := a.find(args[0])
			if err != nil {
				return err
			}
			if len(args) == 1 {
				return tellBackups(a, path)
			}
			to, notes, err := restoreBackup(a, path, args[1])
			if err != nil {
				return err
			}
			if a.json {
				return a.document(importJSON{to, append([]string{}, notes...)})
			}
			a.text("", "restored as "+to)
			for _, n := range notes {
				a.text("  ", n)
			}
			return nil
		},
	}
}

func tellBackups(a *app, path string) error {
	all := logfile.Backups(path)
	if a.json {
		return a.document(backupsJSON{path, append([]logfile.Backup{}, all...)})
	}
	if len(all) == 0 {
		a.text("", "no backups yet: one is made at the end of each session")
	}
	for _, b := range all {
		a.line("%-6d %6d %s, the last on %s", b.Session, b.Events, plural(int(b.Events), "event ", "events"), b.Time.Local().Format("2006-01-02 15:04"))
	}
	return nil
}
