// Package servetest has what the tests of hosts share: a folder of tables, which are served alone
// or together.
package servetest

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logfile"
	"example.org/fray/ui/serve"
	"example.org/fray/ui/uitest"
)

// Folder is a folder of tables, with the records of their hosts.
type Folder struct {
	testing.TB
	saves.Tables
	Store *logfile.Store
}

// NewFolder returns an empty folder. Its tables have the same dice in every test.
func NewFolder(tb testing.TB) *Folder {
	tb.Helper()
	root := tb.TempDir()
	f := &Folder{TB: tb, Store: &logfile.Store{
		Folder: filepath.Join(root, "tables"), State: filepath.Join(root, "state"), Kept: filepath.Join(root, "kept"),
	}}
	f.Tables = TablesOf(f.Store)
	return f
}

// TablesOf returns the tables of a store by the built-in rulebooks, with the same dice in every
// test.
func TablesOf(s saves.Store) saves.Tables {
	var seeds atomic.Uint32
	return saves.Tables{Store: s, Rules: uitest.AllRules(), Index: index.OpenOrLook, Deps: saves.Deps{
		Now: time.Now, Seed: func() [32]byte { return [32]byte{byte(seeds.Add(1) - 1)} },
	}}
}

// Makes makes a table of a rulebook, with that many characters of its templates, and closes it.
func (f *Folder) Makes(name, system string, characters int) {
	f.Helper()
	if err := f.makes(name, system, characters).Close(); err != nil {
		f.Fatal(err)
	}
}

// Begins is like Makes, but the table stays open until the test ends.
func (f *Folder) Begins(name, system string, characters int) *saves.Live {
	f.Helper()
	return f.untilEnd(f.makes(name, system, characters))
}

func (f *Folder) makes(name, system string, characters int) *saves.Live {
	f.Helper()
	s := uitest.Book(f, system)
	f.Rules[system] = s
	live, err := f.Tables.Make(f.Context(), model.Make{Name: name, System: system})
	if err != nil {
		f.Fatal(err)
	}
	Fills(f, live, s, characters)
	return live
}

// Fills gives a table that many characters of the templates of its rulebook.
func Fills(tb testing.TB, live *saves.Live, s *engine.System, characters int) {
	tb.Helper()
	for i := range characters {
		x := uitest.Template(s, i)
		name := x.Name
		if n := i / len(s.Templates); n > 0 {
			name += fmt.Sprint(" ", n+1)
		}
		if _, err := live.Do(uitest.GM, model.Join{Character: model.Character{Name: name, Side: x.Side, Pages: map[string]engine.Page{s.ID: x.Page}}}); err != nil {
			tb.Fatal(err)
		}
	}
}

// Serves has a host serve all tables of the folder, and make others.
func (f *Folder) Serves(host *serve.HostConfig) {
	host.Tables, host.Systems = f.Tables, systems.All
	host.New = func(name, system string) (model.Make, error) {
		return model.Make{Name: name, System: system}, nil
	}
}

// PathOf returns the path of a table.
func (f *Folder) PathOf(name string) string {
	f.Helper()
	path, err := f.Store.Find(f.Context(), name)
	if err != nil {
		f.Fatal(err)
	}
	return path
}

// Opens opens a table until the test ends.
func (f *Folder) Opens(name string) *saves.Live {
	f.Helper()
	live, err := f.Tables.Open(f.Context(), f.PathOf(name))
	if err != nil {
		f.Fatal(err)
	}
	return f.untilEnd(live)
}

// untilEnd closes a table when the test ends.
func (f *Folder) untilEnd(live *saves.Live) *saves.Live {
	f.Cleanup(func() {
		if err := live.Close(); err != nil {
			f.Error(err)
		}
	})
	return live
}

// At does something at a table that nobody has open.
func (f *Folder) At(name string, do func(*saves.Live)) {
	f.Helper()
	live, err := f.Tables.Open(f.Context(), f.PathOf(name))
	if err != nil {
		f.Fatal(err)
	}
	do(live)
	if err := live.Close(); err != nil {
		f.Fatal(err)
	}
}

// Records opens the records of a table.
func (f *Folder) Records(name string) saves.Records {
	f.Helper()
	log, err := f.Store.Look(f.Context(), f.PathOf(name))
	if err != nil {
		f.Fatal(err)
	}
	kept, err := f.Store.Records(f.Context(), log)
	if err == nil {
		err = log.Close()
	}
	if err != nil {
		f.Fatal(err)
	}
	return kept
}

// Guests returns the guest list of a table.
func (f *Folder) Guests(name string) *serve.GuestList {
	f.Helper()
	g, err := serve.OpenGuestList(f.Records(name))
	if err != nil {
		f.Fatal(err)
	}
	return g
}

// Invites makes an invite to a table that is good for an hour.
func (f *Folder) Invites(name string, seat model.Seat) (words string) {
	f.Helper()
	words, err := f.Guests(name).Invite(model.Table{}, serve.Invite{Seat: seat, Expires: time.Now().Add(time.Hour)})
	if err != nil {
		f.Fatal(err)
	}
	return words
}
