package cli

import (
	"bytes"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"example.org/fray/saves/transfer"
)

func importCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "import FILE",
		Short: "Import a table, or put a character on the shelf",
		Long: `Make a new table from a file that 'fray export' wrote. - reads standard input.
An import that is cut short leaves nothing behind.

A character goes on the shelf, where every table can use it: one that fray
wrote, or a D6 character from Foundry VTT's OpenD6 ("Export Data" of an actor)
or from OpenD6 Toolkit. fray lists what it could not import.`,
		Example:     "  fray import vault.json\n  fray import vault.json --saves ./tables\n  fray import fvtt-Actor-juno-marsh.json",
		Annotations: map[string]string{keepSafe: "fray import table.json\timport a table or a character"},
		Args:        between(1, 1, "a file, such as: fray import vault.json"),
		RunE: func(_ *cobra.Command, args []string) error {
			return importFile(a, args[0])
		},
	}
}

// importJSON is the JSON of an imported table.
type importJSON struct {
	Path  string   `json:"path"`
	Notes []string `json:"notes"` // what was not imported or looks odd
}

func importFile(a *app, name string) error {
	from := a.in
	if name != "-" {
		f, err := transfer.OpenImport(name, 0)
		if err != nil {
			return misuseOf(err)
		}
		defer func() { _ = f.Close() }()
		from = f
	}
	head, err := io.ReadAll(io.LimitReader(from, transfer.MostSheet+1))
	if err != nil {
		return misusef("the file cannot be read: %v", err)
	}
	if transfer.IsReady(head) {
		return importReady(a, name, head)
	}
	from = io.MultiReader(bytes.NewReader(head), from)
	// Reading a large file creates much garbage, so collect it more often to keep memory
	// small.
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	path, notes, err := importLog(a, from)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if a.json {
		return a.document(importJSON{path, append([]string{}, notes...)})
	}
	a.line("imported to %s", clean(path)) // in one piece, to be copied
	for _, n := range notes {
		a.text("  ", n)
	}
	return nil
}

// importReady puts a character, or another item for tables, on the shelf.
func importReady(a *app, name string, b []byte) error {
	ready, left, err := transfer.ImportReady(bytes.NewReader(b), rules())
	path := ""
	if err == nil {
		path, err = transfer.Shelve(a.folder(), &ready, time.Now())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if a.json {
		return a.document(importJSON{path, append([]string{}, left...)})
	}
	a.text("", ready.Name+" is now on the shelf, for any table to use: "+path)
	if len(left) > 0 {
		a.line("not imported:")
	}
	for _, l := range left {
		a.text("  ", l)
	}
	return nil
}
