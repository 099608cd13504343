package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/adrg/xdg"

	"example.org/fray/engine"
	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui"
	"example.org/fray/ui/start"
)

// tableShelf is the folder of tables, for the screen.
func tableShelf(a *app) *start.Shelf {
	return &start.Shelf{
		List: func() ([]start.Spine, error) { return tableSpines(a) },
		Open: func(path string) (start.Table, error) {
			a.open.wait(path)
			live, err := openLive(a, path)
			return seated(a, live, entrance{}, err)
		},
		Demo: func(guided bool) (start.Table, error) {
			live, err := demoLive(rules(), "")
			return seated(a, live, entrance{demo: true, guided: guided}, err)
		},
		Make: func(name, system string) (start.Table, error) {
			live, err := makeLive(a, pathFor(a, name), name, system)
			return seated(a, live, entrance{fresh: true}, err)
		},
		Import:  func(file string) (start.Table, error) { return importTable(a, file) },
		Delete:  func(path string) error { return logfile.Remove(path, rememberedFolder(a)) },
		Systems: func() []*engine.System { return allSystems(a) },
	}
}

// openTables are the tables that this program holds. The one that somebody leaves is closed
// behind the next one, and whoever is back before that is done has to wait for it.
type openTables struct {
	mu     sync.Mutex
	closed map[string]chan struct{} // by path; closed once the table is
}

// closingTakes is how long a table that is being closed is waited for.
const closingTakes = 5 * time.Second

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
	case <-time.After(closingTakes):
	}
}

// held notes that a table is open, and gives what closes it with a note that it is not.
func (o *openTables) held(path string, shut func() error) func() error {
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

// pathFor is where a table of that name is kept. A name is no path here: the
// screen asks for a name.
func pathFor(a *app, name string) string {
	plain := strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || r == '.' {
			return ' '
		}
		return r
	}, name)
	return logfile.PathFor(a.folder(), cmp.Or(strings.TrimSpace(plain), "table"))
}

// seated is the screen's config for a table that was opened.
func seated(a *app, live *saves.Live, how entrance, err error) (ui.Config, error) {
	if err != nil {
		return ui.Config{}, err
	}
	return tableScreen(a, live, how)
}

// fromHome gives the path of a file that was typed at a screen, where no shell puts the
// home folder in the place of ~.
func fromHome(file string) string {
	if rest, home := strings.CutPrefix(file, "~"); home && (rest == "" || os.IsPathSeparator(rest[0])) {
		return filepath.Join(xdg.Home, rest)
	}
	return file
}

func importTable(a *app, file string) (ui.Config, error) {
	f, err := transfer.OpenImport(fromHome(file), 0)
	if err != nil {
		return ui.Config{}, err
	}
	defer func() { _ = f.Close() }() // it is only read
	head, err := io.ReadAll(io.LimitReader(f, transfer.MostSheet+1))
	if err != nil {
		return ui.Config{}, err
	}
	if transfer.IsReady(head) {
		return ui.Config{}, toShelf(a, head)
	}
	path, notes, err := importLog(a, file, head, io.MultiReader(bytes.NewReader(head), f))
	if err != nil {
		return ui.Config{}, err
	}
	live, err := openLive(a, path)
	cfg, err := seated(a, live, entrance{}, err)
	cfg.News = strings.Join(append([]string{"imported to " + path}, notes...), "; ")
	return cfg, err
}

// toShelf puts what is no table on the shelf. There is no table to open then,
// which the error says.
func toShelf(a *app, b []byte) error {
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

// tableSpines reads what each table holds. One that cannot be read says so.
func tableSpines(a *app) ([]start.Spine, error) {
	all, err := logfile.List(a.folder(), rememberedFolder(a))
	out := make([]start.Spine, 0, len(all))
	for _, l := range all {
		if path, err := filepath.Abs(l.Path); err == nil {
			l.Path = path
		}
		out = append(out, spine(a, l))
	}
	return out, err
}

func spine(a *app, l logfile.Listed) start.Spine {
	sp := start.Spine{Path: l.Path, Name: l.Name, Events: l.Seq, Played: l.Played.Local()}
	if l.Gone {
		return sp // opening it puts it together from its backups
	}
	live, err := lookLive(a, l.Path)
	if err != nil {
		sp.Wrong = err.Error()
		return sp
	}
	defer func() { _ = live.Close() }() // it is only looked at
	t := live.Now()
	sp.Events, sp.System = t.Seq(), t.SystemName(t.System)
	for _, c := range t.Characters() {
		sp.Characters = append(sp.Characters, c.Name)
	}
	return sp
}
