package logfile

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"example.org/fray/saves/logtest"
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

// A table that is made of others' lines, as imports and restored backups are, is there whole or
// not at all, whenever the program is killed; what is left is hidden, and the next one removes it.
func TestKilledUnfinished(t *testing.T) {
	kills := 0
	for at := 1; ; at++ {
		d := &killedDisk{disk: newDisk(1), at: at}
		o := options()
		o.fsys = d
		killed := func() (killed bool) {
			defer func() {
				if r := recover(); r != nil {
					killed = true
				}
			}()
			l, err := Begin("/tables", o)
			for n := uint64(1); err == nil && n <= 40; n += 10 {
				err = l.Append(t.Context(), n-1, logtest.Events(n, n+9))
			}
			if err == nil {
				err = l.Finish("../The Vault")
			}
			if err != nil {
				t.Fatal(err)
			}
			_ = l.Close()
			return false
		}()
		for _, data := range d.names {
			data.locked = nil
		}
		o.fsys = d.disk
		for name := range d.names {
			if base := filepath.Base(name); filepath.Ext(base) != Suffix || strings.HasPrefix(base, ".") {
				continue
			}
			l, err := Look(name, o)
			if err != nil {
				t.Fatalf("killed at call %d: %v", at, err)
			}
			if got := logtest.ReadAll(t, l, 0); len(got) != 40 || name != "/tables/the-vault.fray" || l.Findings() != nil {
				t.Fatalf("killed at call %d: %s has %d of 40 events", at, name, len(got))
			}
			done(t, l)
		}
		if l, err := Begin("/tables", o); err != nil {
			t.Fatal(err)
		} else {
			done(t, l)
			for name := range d.names {
				if strings.HasPrefix(filepath.Base(name), unfinished) && name != l.Path() {
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
}
