package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/postgres"
	"example.org/fray/saves/transfer"
	"example.org/fray/saves/unfinished"
)

// app holds what every command needs: streams, environment, global flags and open tables.
type app struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	json     bool            // --json
	saves    string          // --saves
	storeURL string          // --store
	linked   []string        // what is to be told of links that were replaced
	store    *postgres.Store // opened by database
	plain    bool            // --plain
	ascii    bool            // --ascii
	config   *config         // read by conf
	writeErr error           // the first error in writing to out
	open     openTables      // tables open on a screen
}

// document writes v as one JSON document.
func (a *app) document(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	a.write(transfer.EscapeJSON(b.Bytes()))
	return nil
}

// write writes output. report returns the first error.
func (a *app) write(b []byte) {
	if _, err := a.out.Write(b); err != nil && a.writeErr == nil {
		a.writeErr = fmt.Errorf("the output cannot be written: %w", err)
	}
}

// folder returns the folder of tables.
func (a *app) folder() string {
	for _, dir := range []string{a.saves, a.env("FRAY_SAVES")} {
		if dir != "" {
			return dir
		}
	}
	if data := a.env("XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "fray")
	}
	return logfile.Folder("")
}

// sweep removes what killed programs have left unfinished in the folders that the program writes
// in, and in the one where it was started.
func (a *app) sweep() {
	logfile.Sweep(a.folder())
	for _, folder := range []string{exportFolder(a), transfer.ShelfFolder(a.folder()), rulebookShelf(a), filepath.Dir(stateFile(a)), "."} {
		unfinished.Sweep(folder)
	}
}

// find finds a table by name. The error has suggestions if there is none.
func (a *app) find(name string) (place, error) {
	p, err := a.locate(name)
	var unread *fs.PathError
	var away *saves.Away
	if errors.As(err, &unread) || errors.As(err, &away) {
		return place{}, err
	}
	return p, misuseOf(err)
}

// inLines reports whether a table is played in plain lines. The setting in config.toml
// counts only on a terminal, so that the output of pipes does not depend on it. A terminal
// without cursor movement always uses lines.
func (a *app) inLines() bool {
	return !a.json && (a.plain || (a.conf().plain || a.env("TERM") == "dumb") && isTerminal(a.out) && isTerminal(a.in))
}

// onTerminal reports whether the full screen can be shown.
func (a *app) onTerminal() bool { return !a.json && isTerminal(a.out) && isTerminal(a.in) }
