package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"example.org/fray/saves/logfile"
	"example.org/fray/saves/postgres"
	"example.org/fray/saves/transfer"
)

// app is what a command runs in.
type app struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	json     bool            // --json
	saves    string          // --saves
	storeURL string          // --store
	store    *postgres.Store // see database
	plain    bool            // --plain
	ascii    bool            // --ascii
	config   *config         // see conf
	lost     error           // why some output was not written
	open     openTables      // on a screen
}

// document writes one JSON document.
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

// write writes output. The first failure is told at the end.
func (a *app) write(b []byte) {
	if _, err := a.out.Write(b); err != nil && a.lost == nil {
		a.lost = fmt.Errorf("the output cannot be written: %w", err)
	}
}

// folder is where tables are.
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

// find is locate for a table that must be there.
func (a *app) find(name string) (string, error) {
	path, err := a.locate(name)
	var unread *fs.PathError
	var away *postgres.Away
	if errors.As(err, &unread) || errors.As(err, &away) {
		return "", err
	}
	return path, misuseOf(err)
}

// inLines reports whether the table is played in plain lines. config.toml can
// say so for terminals, not for pipes: what is read there stays what it was. A
// terminal that can move no cursor has nothing else.
func (a *app) inLines() bool {
	return !a.json && (a.plain || (a.conf().plain || a.env("TERM") == "dumb") && isTerminal(a.out) && isTerminal(a.in))
}

// onTerminal reports whether there is a terminal to show the screen on.
func (a *app) onTerminal() bool { return !a.json && isTerminal(a.out) && isTerminal(a.in) }
