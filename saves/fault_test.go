package saves_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
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

var apart = flag.Int("calls", 10, "how far apart the calls are that TestEveryCallFails lets something become of")

// A fault is what becomes of a call: it fails, a write of it half done; it is
// said to be done and is not; or it is done, but behind the next that changes
// something.
type fault int

const (
	failing fault = iota
	dropping
	reordering
	faultCount
)

func (f fault) String() string { return [...]string{"fails", "is dropped", "comes late"}[f] }

// faults count every call to a file, SQLite's and others, and let something
// become of one, or of all from one on.
type faults struct {
	mu    sync.Mutex
	n     int
	at    int // which call; 0: none
	ever  bool
	what  fault
	calls []string
	late  []func() error // done behind the call that changes something next
	due   []func() error // done before any other
}

func (f *faults) begin(at int, ever bool, what fault) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.n, f.at, f.ever, f.what, f.calls = 0, at, ever, what, nil
	for _, run := range append(f.due, f.late...) { // the system has them
		_ = run()
	}
	f.due, f.late = nil, nil
}

func (f *faults) before(call, name string, run func() error) error {
	f.mu.Lock()
	f.n++
	f.calls = append(f.calls, call+" "+filepath.Base(name))
	due := f.due
	f.due = nil
	hit := f.at > 0 && (f.n == f.at || f.ever && f.n > f.at)
	changes := call != "read" && call != "open" && call != "create" && call != "extend" && call != "lock"
	what := f.what
	if changes {
		f.due, f.late = f.late, nil
	}
	if hit && what == reordering && changes {
		f.late = append(f.late, run)
	}
	f.mu.Unlock()
	for _, late := range due {
		_ = late()
	}
	switch {
	case !hit || what != failing && !changes:
		return run()
	case what == failing:
		return syscall.EIO
	}
	return nil
}

// faultyDisk is the disk below SQLite.
type faultyDisk struct{ f *faults }

func (faultyDisk) Open(string, vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	return nil, 0, sqlite3.CANTOPEN
}

func (d faultyDisk) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (file vfs.File, out vfs.OpenFlag, err error) {
	failed := d.f.before("open", name.String(), func() error {
		file, out, err = vfs.Find("os").(vfs.VFSFilename).OpenFilename(name, flags)
		return nil
	})
	if failed != nil {
		return nil, flags, sqlite3.CANTOPEN
	}
	if err != nil {
		return nil, flags, err
	}
	return faultyDiskFile{file, d.f, name.String()}, out, nil
}

// as gives an error of the layer above, where a call failed.
func as(err error, code error) error {
	if errors.Is(err, syscall.EIO) {
		return code
	}
	return err
}

func (d faultyDisk) Delete(path string, sync bool) error {
	return as(d.f.before("delete", path, func() error { return vfs.Find("os").Delete(path, false) }), sqlite3.IOERR_DELETE)
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

func (f faultyDiskFile) ReadAt(b []byte, off int64) (n int, err error) {
	failed := f.f.before("read", f.name, func() error { n, err = f.File.ReadAt(b, off); return nil })
	if failed != nil {
		return 0, sqlite3.IOERR_READ
	}
	return n, err
}

func (f faultyDiskFile) WriteAt(b []byte, off int64) (int, error) {
	whole := bytes.Clone(b)
	err := f.f.before("write", f.name, func() error { _, err := f.File.WriteAt(whole, off); return err })
	if errors.Is(err, syscall.EIO) {
		n, _ := f.File.WriteAt(b[:len(b)/2], off) // torn
		return n, sqlite3.IOERR_WRITE
	}
	return len(b), err
}

func (f faultyDiskFile) Truncate(size int64) error {
	return as(f.f.before("truncate", f.name, func() error { return f.File.Truncate(size) }), sqlite3.IOERR_TRUNCATE)
}

func (f faultyDiskFile) Sync(vfs.SyncFlag) error {
	return as(f.f.before("sync", f.name, func() error { return nil }), sqlite3.IOERR_FSYNC)
}

// Whatever becomes of whichever call to whichever file, once or from then on: what
// was acknowledged is there afterwards, what was not is not, or stands in what the
// player is told; and nothing else is changed.
func TestEveryCallFails(t *testing.T) {
	for what := range faultCount {
		for _, ever := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v, for ever %v", what, ever), func(t *testing.T) { everyCall(t, what, ever) })
		}
	}
}

func everyCall(t *testing.T, what fault, ever bool) {
	f := &faults{}
	defer saves.UseDisk(faultyDisk{f})()
	defer saves.Ground(f.before)()
	path := played(t, 12)
	whole := filesOf(t, path)
	f.begin(0, false, failing)
	session(t, copyTable(t, path), 0)
	calls := len(f.calls)
	if calls < 80 {
		t.Fatalf("a session has %d calls: %v", calls, f.calls)
	}
	for at := 1 + int(what)%*apart; at <= calls; at += *apart {
		dir := t.TempDir()
		path := filepath.Join(dir, "vault.fray")
		whole.write(t, path)
		f.begin(at, ever, what)
		acked := session(t, path, at)
		f.begin(0, false, failing)
		l, err := saves.Open(path, rules, testDeps())
		if err != nil {
			t.Fatalf("call %d of %d, for ever %v: %v", at, calls, ever, err)
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
			told := !a.ok && strings.Contains(l.Late(), "stand")
			if !contains(notes, a.text, a.ok) && !told {
				t.Errorf("call %d of %d, for ever %v: %q was acknowledged %v; the log has %q, and says %q", at, calls, ever, a.text, a.ok, notes, l.Late())
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
			if _, err := l.Do(program, model.BeginSession{}); err != nil && errors.As(err, &no) {
				t.Error(err)
			}
		}
	}
	return out
}
