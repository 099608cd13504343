package saves_test

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"example.org/fray/model"
	"example.org/fray/saves"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"
)

// faults count every call to a file, SQLite's and others, and let one fail, or
// all from one on.
type faults struct {
	mu    sync.Mutex
	n     int
	at    int // which call fails; 0: none
	ever  bool
	calls []string
}

func (f *faults) before(call, name string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n++
	f.calls = append(f.calls, call+" "+filepath.Base(name))
	if f.at > 0 && (f.n == f.at || f.ever && f.n > f.at) {
		return syscall.EIO
	}
	return nil
}

func (f *faults) begin(at int, ever bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n, f.at, f.ever, f.calls = 0, at, ever, nil
}

// faultyDisk is the disk below SQLite.
type faultyDisk struct{ f *faults }

func (faultyDisk) Open(string, vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	return nil, 0, sqlite3.CANTOPEN
}

func (d faultyDisk) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	if d.f.before("open", name.String()) != nil {
		return nil, flags, sqlite3.CANTOPEN
	}
	file, flags, err := vfs.Find("os").(vfs.VFSFilename).OpenFilename(name, flags)
	if err != nil {
		return nil, flags, err
	}
	return faultyDiskFile{file, d.f, name.String()}, flags, nil
}

func (d faultyDisk) Delete(path string, sync bool) error {
	if d.f.before("delete", path) != nil {
		return sqlite3.IOERR_DELETE
	}
	return vfs.Find("os").Delete(path, false)
}

func (faultyDisk) Access(path string, flags vfs.AccessFlag) (bool, error) {
	return vfs.Find("os").Access(path, flags)
}

func (faultyDisk) FullPathname(path string) (string, error) { return vfs.Find("os").FullPathname(path) }

type faultyDiskFile struct {
	vfs.File
	f    *faults
	name string
}

func (f faultyDiskFile) SharedMemory() vfs.SharedMemory {
	return f.File.(vfs.FileSharedMemory).SharedMemory()
}

func (f faultyDiskFile) ReadAt(b []byte, off int64) (int, error) {
	if f.f.before("read", f.name) != nil {
		return 0, sqlite3.IOERR_READ
	}
	return f.File.ReadAt(b, off)
}

func (f faultyDiskFile) WriteAt(b []byte, off int64) (int, error) {
	if f.f.before("write", f.name) != nil {
		n, _ := f.File.WriteAt(b[:len(b)/2], off) // torn
		return n, sqlite3.IOERR_WRITE
	}
	return f.File.WriteAt(b, off)
}

func (f faultyDiskFile) Truncate(size int64) error {
	if f.f.before("truncate", f.name) != nil {
		return sqlite3.IOERR_TRUNCATE
	}
	return f.File.Truncate(size)
}

func (f faultyDiskFile) Sync(vfs.SyncFlag) error {
	if f.f.before("sync", f.name) != nil {
		return sqlite3.IOERR_FSYNC
	}
	return nil
}

// Whichever call to whichever file fails, once or from then on: what was
// acknowledged is there afterwards, what was not is not, or stands in what the
// player is told; and nothing else is changed.
func TestEveryCallFails(t *testing.T) {
	f := &faults{}
	defer saves.UseDisk(faultyDisk{f})()
	defer saves.Ground(f.before)()
	path := played(t, 12)
	whole := filesOf(t, path)
	f.begin(0, false)
	session(t, copyTable(t, path), 0)
	calls := len(f.calls)
	if calls < 80 {
		t.Fatalf("a session has %d calls: %v", calls, f.calls)
	}
	step := 1
	if testing.Short() {
		step = 7
	}
	rng := rand.New(rand.NewPCG(4, 4))
	for at := 1; at <= calls; at += step {
		ever := rng.IntN(2) == 0
		dir := t.TempDir()
		path := filepath.Join(dir, "vault.fray")
		whole.write(t, path)
		f.begin(at, ever)
		acked := session(t, path, at)
		f.begin(0, false)
		l, err := saves.Open(path, rules, testDeps())
		if err != nil {
			t.Fatalf("call %d of %d, for ever %v: %v", at, calls, ever, err)
		}
		if err := l.Older(t.Context()); err != nil {
			t.Fatal(err)
		}
		var notes []string
		for line := range l.Now().Log() {
			for _, x := range line.Event.Facts {
				if n, ok := x.(model.Noted); ok {
					notes = append(notes, n.Text)
				}
			}
		}
		for _, a := range acked {
			told := !a.ok && strings.Contains(strings.Join(l.Found(), " "), "stand")
			if !contains(notes, a.text, a.ok) && !told {
				t.Errorf("call %d of %d, for ever %v: %q was acknowledged %v; the log has %q, and says %q", at, calls, ever, a.text, a.ok, notes, l.Found())
			}
		}
		if l.Findings().Lost() > 0 {
			t.Errorf("call %d: %q", at, l.Found())
		}
		if err := l.Close(); err != nil {
			t.Errorf("call %d: %v", at, err)
		}
		if r, err := saves.Check(path, rules, ""); err != nil || !r.Good() {
			t.Errorf("call %d of %d, for ever %v: %+v %v", at, calls, ever, r, err)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	t.Logf("%d calls", calls)
}

func contains(notes []string, text string, want bool) bool {
	for _, n := range notes {
		if n == text {
			return want
		}
	}
	return !want
}

type said struct {
	text string
	ok   bool
}

// session plays a little and gives what was acknowledged.
func session(t *testing.T, path string, at int) (out []said) {
	t.Helper()
	l, err := saves.Open(path, rules, testDeps())
	if err != nil {
		return nil
	}
	defer l.Close()
	if l.ReadOnly() {
		return nil
	}
	for n := range 5 {
		text := note(1000*at + n).Text
		_, err := l.Do(program, model.Note{Text: text})
		out = append(out, said{text, err == nil})
		if n == 2 {
			saves.Tend(l)
			var no *model.Refused
			if _, err := l.Do(program, model.BeginEvening{}); err != nil && errors.As(err, &no) {
				t.Error(err)
			}
		}
	}
	return out
}
