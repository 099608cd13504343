package logfile

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/saves"
	"example.org/fray/saves/logtest"
	"example.org/fray/saves/unfinished"
)

var errKilled = errors.New("killed")

// killedDisk ends the program at one of its calls that change something.
type killedDisk struct {
	*disk
	at, calls int
}

func (d *killedDisk) changes() {
	if d.calls++; d.calls == d.at {
		panic(errKilled)
	}
}

func (d *killedDisk) open(name string, flag int) (file, error) {
	d.changes()
	f, err := d.disk.open(name, flag)
	return killedFile{f, d}, err
}

func (d *killedDisk) rename(from, to string) error { d.changes(); return d.disk.rename(from, to) }
func (d *killedDisk) link(from, to string) error   { d.changes(); return d.disk.link(from, to) }
func (d *killedDisk) remove(name string) error     { d.changes(); return d.disk.remove(name) }

type killedFile struct {
	file
	d *killedDisk
}

func (f killedFile) WriteAt(b []byte, at int64) (int, error) {
	f.d.changes()
	return f.file.WriteAt(b, at)
}

func (f killedFile) Sync() error { f.d.changes(); return f.file.Sync() }

// way is something that makes or writes files of a table, on a disk where a table with 20 events
// and a backup of 10 is played.
type way struct {
	do func(*testing.T, Options) error

	// leaves are the files that a whole run leaves, beside the table, with how many events each
	// holds, or 0 for a file that is no log; of a run that is killed each is there so, or not at all.
	leaves map[string]int
}

var ways = map[string]way{
	"made of others' lines, as imports and copies out of a store are": {func(t *testing.T, o Options) error {
		l, err := Begin("/tables", o)
		for n := uint64(1); err == nil && n <= 40; n += 10 {
			err = l.Append(t.Context(), n-1, logtest.Events(n, n+9))
		}
		if err == nil {
			err = l.Finish("../The Vault")
		}
		if err == nil {
			err = l.Close()
		}
		return err
	}, map[string]int{"/tables/the-vault.fray": 40, "/tables/the-vault.fray.backups/000001.fray.gz": 0}},
	"new": {func(t *testing.T, o Options) error {
		l, err := Create("/tables/new.fray", o)
		if err == nil {
			err = l.Append(t.Context(), 0, append([]saves.Line{logtest.Other("seed")}, logtest.Events(1, 3)...))
		}
		if err == nil {
			err = l.Close()
		}
		return err
	}, map[string]int{"/tables/new.fray": 3, "/tables/new.fray.backups/000001.fray.gz": 0}},
	"restored": {func(t *testing.T, o Options) error {
		_, _, err := Restore(diskPath, 1, "again", func(log saves.Log) error {
			return errors.Join(log.Append(t.Context(), 10, logtest.Events(11, 11)), log.Close())
		}, o)
		return err
	}, map[string]int{"/tables/again.fray": 11}},
	"gone, and put together from its backups": {func(t *testing.T, o Options) error {
		delete(o.fsys.(*killedDisk).names, diskPath)
		l, err := Open(diskPath, o)
		if err == nil {
			err = l.Close()
		}
		return err
	}, nil},
	"damaged, and repaired": {func(t *testing.T, o Options) error {
		data := o.fsys.(*killedDisk).names[diskPath]
		data.now = bytes.Replace(data.now, []byte("misses 15"), []byte("misses 16"), 1)
		l, err := Open(diskPath, o)
		if err == nil {
			err = errors.Join(l.Backup(t.Context()), l.Close())
		}
		return err
	}, nil},
}

// Whatever makes or writes the files of a table leaves the old state or the new one, whenever the
// program is killed, and at most files under names which say that they are unfinished. Whoever
// plays or makes a table next removes them.
func TestKilledAnywhere(t *testing.T) {
	for name, w := range ways {
		t.Run(name, func(t *testing.T) {
			kills := 0
			for at := 1; ; at++ {
				d := &killedDisk{disk: newDisk(1), at: -1}
				o := options()
				o.fsys = d
				l, err := Create(diskPath, o)
				if err != nil {
					t.Fatal(err)
				}
				add(t, l, 10)
				done(t, l)
				l = openOn(t, o)
				add(t, l, 20)
				if err := l.f.Close(); err != nil {
					t.Fatal(err)
				}
				d.at, d.calls = at, 0
				killed := killedWhile(t, func() error { return w.do(t, o) })
				for _, data := range d.names {
					data.locked = nil
				}
				o.fsys = d.disk
				w.look(t, o, at, killed)
				done(t, openOn(t, o))
				if l, err := Begin("/tables", o); err != nil {
					t.Fatal(err)
				} else {
					done(t, l)
					for name := range d.names {
						if strings.Contains(name, "/"+unfinished.Prefix) && name != l.Path() && !strings.Contains(name, "the-vault") && !strings.Contains(name, "new.fray.backups") {
							t.Errorf("killed at call %d: %s is left", at, name)
						}
					}
				}
				if !killed {
					break
				}
				kills++
			}
			if kills < 10 {
				t.Errorf("only %d kills", kills)
			}
		})
	}
}

// openOn opens the table of a disk.
func openOn(t *testing.T, o Options) *File {
	t.Helper()
	l, err := Open(diskPath, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func killedWhile(t *testing.T, do func() error) (killed bool) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil && r != errKilled { //nolint:errorlint // it is the very one
			panic(r)
		} else if r != nil {
			killed = true
		}
	}()
	if err := do(); err != nil {
		t.Fatal(err)
	}
	return false
}

// look looks at what stands on a disk after a kill, or after a whole run.
func (w way) look(t *testing.T, o Options, at int, killed bool) {
	t.Helper()
	d := o.fsys.(*disk)
	for name := range d.names {
		events, expected := w.leaves[name]
		base := filepath.Base(name)
		own := name == diskPath || strings.HasPrefix(name, diskPath+backupFolder) || strings.HasPrefix(name, diskPath+keptSuffix)
		switch {
		case strings.HasPrefix(base, unfinished.Prefix), own, d.names[name].mode.IsDir():
			continue
		case !expected:
			t.Errorf("killed at call %d: %s is there", at, name)
		case events == 0:
			r := &recovery{}
			f, err := d.open(name, os.O_RDONLY)
			if err != nil || !r.addPacked("", io.NewSectionReader(f, 0, int64(len(d.names[name].now)))) || !r.Rebuild().Whole() {
				t.Errorf("killed at call %d: %s is no whole backup: %v", at, name, err)
			}
		default:
			l, err := Look(name, o)
			if err != nil {
				t.Fatalf("killed at call %d: %v", at, err)
			}
			if seq, _, _ := l.Newest(t.Context()); seq != uint64(events) || l.Findings() != nil {
				t.Errorf("killed at call %d: %s has %d of %d events; told: %s", at, name, seq, events, told(l))
			}
			done(t, l)
		}
	}
	for name := range w.leaves {
		if !killed && d.names[name] == nil {
			t.Errorf("%s is not there", name)
		}
	}
}
