package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"example.org/fray/engine"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui"
	"example.org/fray/ui/start"
)

// tableStore returns the tables of the folder for the start screen.
func tableStore(a *app) *start.Store {
	return &start.Store{
		List: func() ([]start.TableInfo, error) { return tableInfos(a) },
		Open: func(path string) (start.Table, error) {
			a.open.wait(path)
			live, err := place{a.files(), path}.open(a)
			return screenOf(a, live, openOptions{}, err)
		},
		Demo: func(guided bool) (start.Table, error) {
			live, err := demoLive(a, rules(), "")
			return screenOf(a, live, openOptions{demo: true, guided: guided}, err)
		},
		Make: func(name, system string) (start.Table, error) {
			live, err := makeIn(a, a.files(), name, system)
			return screenOf(a, live, openOptions{fresh: true}, err)
		},
		Import:  func(file string) (start.Table, error) { return importTable(a, file) },
		Delete:  func(path string) error { return a.files().Delete(context.Background(), path) },
		Systems: func() []*engine.System { return allSystems(a) },
	}
}

// openTables tracks the tables that this program has open. A table that is left is closed
// in the background; opening it again waits for that.
type openTables struct {
	mu     sync.Mutex
	closed map[string]chan struct{} // by path; closed when the table is closed
}

// closeTimeout is how long wait waits at most.
const closeTimeout = 5 * time.Second

// wait waits until a table that was left is closed.
func (o *openTables) wait(path string) {
	o.mu.Lock()
	closed := o.closed[path]
	o.mu.Unlock()
	if closed == nil {
		return
	}
	select {
	case <-closed:
	case <-time.After(closeTimeout):
	}
}

// opened records that a table is open. The function that it returns closes the table and ends
// waiting for it.
func (o *openTables) opened(path string, shut func() error) func() error {
	closed := make(chan struct{})
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed == nil {
		o.closed = map[string]chan struct{}{}
	}
	o.closed[path] = closed
	return sync.OnceValue(func() error {
		defer close(closed)
		return shut()
	})
}

// screenOf returns the screen's configuration for an opened table, or err.
func screenOf(a *app, live *saves.Live, how openOptions, err error) (ui.Config, error) {
	if err != nil {
		return ui.Config{}, err
	}
	return tableScreen(a, live, how)
}

func importTable(a *app, file string) (ui.Config, error) {
	f, err := transfer.OpenImport(expandHome(a, file), 0)
	if err != nil {
		return ui.Config{}, err
	}
	defer func() { _ = f.Close() }() // it was only read
	head, err := io.ReadAll(io.LimitReader(f, transfer.MostSheet+1))
	if err != nil {
		return ui.Config{}, err
	}
	if transfer.IsReady(head) {
		return ui.Config{}, importToShelf(a, head)
	}
	path, notes, err := importLog(a, io.MultiReader(bytes.NewReader(head), f))
	if err != nil {
		return ui.Config{}, err
	}
	live, err := place{a.files(), path}.open(a)
	cfg, err := screenOf(a, live, openOptions{}, err)
	cfg.News = strings.Join(append([]string{"imported to " + path}, notes...), "; ")
	return cfg, err
}

// importToShelf puts an imported item on the shelf. There is no table to open then, which the
// error says.
func importToShelf(a *app, b []byte) error {
	ready, left, err := transfer.ImportReady(bytes.NewReader(b), rules())
	if err == nil {
		_, err = transfer.Shelve(a.folder(), &ready, time.Now())
	}
	if err != nil {
		return err
	}
	words := ready.Name + " is not a table: it is now on the shelf, for any table to use"
	if len(left) > 0 {
		words += fmt.Sprintf(". %d things were not imported; they are listed when you add it to a table", len(left))
	}
	return errors.New(words)
}

// tableInfos describes each table of the folder. A table that cannot be read says why.
func tableInfos(a *app) ([]start.TableInfo, error) {
	all, err := a.files().List(context.Background())
	out := make([]start.TableInfo, 0, len(all))
	for _, l := range all {
		if path, err := filepath.Abs(l.Path); err == nil {
			l.Path = path
		}
		out = append(out, spine(a, l))
	}
	return out, err
}

func spine(a *app, l saves.Listed) start.TableInfo {
	sp := start.TableInfo{Path: l.Path, Name: l.Name, Events: l.Seq, Played: l.Played.Local()}
	if l.Gone {
		return sp // opening it restores it from its backups
	}
	live, err := place{a.files(), l.Path}.look(a)
	if err != nil {
		sp.Problem = err.Error()
		return sp
	}
	defer func() { _ = live.Close() }() // it was only read
	t := live.Now()
	sp.Events, sp.System = t.Seq(), t.SystemName(t.System)
	sp.Evening = t.NextEveningWords(time.Now())
	for _, c := range t.Characters() {
		sp.Characters = append(sp.Characters, c.Name)
	}
	return sp
}
