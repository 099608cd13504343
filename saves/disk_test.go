package saves_test

import (
	"errors"
	"math/rand/v2"
	"os"
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

// disk is a disk below SQLite that keeps account of every write and sync, and
// can be full or broken.
type disk struct {
	mu     sync.Mutex
	log    []diskOp
	room   int // bytes that can still be written; -1: any number
	broken bool
	noSync bool
	gate   chan struct{} // a sync waits for it, when there is one
	unplug func()        // the system's own disk again
}

// diskOp is one thing that happened to a file.
type diskOp struct {
	kind string // write, truncate, sync, delete, gone (and the folder synced); or ack: a command came back
	file string
	off  int64
	data []byte
	seq  uint64
}

func useDisk(t *testing.T) *disk {
	d := &disk{room: -1}
	d.unplug = saves.UseDisk(d)
	t.Cleanup(d.unplug)
	return d
}

func (d *disk) note(op diskOp) {
	d.mu.Lock()
	defer d.mu.Unlock()
	op.file = filepath.Base(op.file)
	d.log = append(d.log, op)
}

func (d *disk) set(room int, broken bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.room, d.broken = room, broken
}

func (*disk) Open(string, vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	return nil, 0, sqlite3.CANTOPEN
}

func (d *disk) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, flags, err := vfs.Find("os").(vfs.VFSFilename).OpenFilename(name, flags)
	if err != nil {
		return nil, flags, err
	}
	return &diskFile{f, d, name.String()}, flags, nil
}

func (d *disk) Delete(path string, sync bool) error {
	kind := "delete"
	if sync {
		kind = "gone"
	}
	d.note(diskOp{kind: kind, file: path})
	return vfs.Find("os").Delete(path, sync)
}

func (*disk) Access(path string, flags vfs.AccessFlag) (bool, error) {
	return vfs.Find("os").Access(path, flags)
}

func (*disk) FullPathname(path string) (string, error) { return vfs.Find("os").FullPathname(path) }

type diskFile struct {
	vfs.File
	d    *disk
	name string
}

func (f *diskFile) SharedMemory() vfs.SharedMemory {
	return f.File.(vfs.FileSharedMemory).SharedMemory()
}

func (f *diskFile) WriteAt(b []byte, off int64) (int, error) {
	f.d.mu.Lock()
	room, broken := f.d.room, f.d.broken
	if room >= 0 {
		f.d.room = max(0, room-len(b))
	}
	f.d.mu.Unlock()
	if broken {
		return 0, &os.PathError{Op: "write", Path: f.name, Err: syscall.EIO}
	}
	if room >= 0 && room < len(b) {
		// A full disk takes what fits.
		n, _ := f.File.WriteAt(b[:room], off)
		return n, &os.PathError{Op: "write", Path: f.name, Err: syscall.ENOSPC}
	}
	f.d.note(diskOp{kind: "write", file: f.name, off: off, data: append([]byte(nil), b...)})
	return f.File.WriteAt(b, off)
}

func (f *diskFile) Truncate(size int64) error {
	f.d.note(diskOp{kind: "truncate", file: f.name, off: size})
	return f.File.Truncate(size)
}

func (f *diskFile) Sync(flags vfs.SyncFlag) error {
	f.d.mu.Lock()
	gate := f.d.gate
	f.d.mu.Unlock()
	if gate != nil {
		<-gate
	}
	f.d.mu.Lock()
	broken := f.d.broken || f.d.noSync
	f.d.mu.Unlock()
	if broken {
		return &os.PathError{Op: "sync", Path: f.name, Err: syscall.EIO}
	}
	f.d.note(diskOp{kind: "sync", file: f.name})
	return nil // what is synced is what the log says; the real disk may sleep
}

// failSync lets syncs fail, and nothing else.
func (d *disk) failSync(fail bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.noSync = fail
}

// hold lets syncs wait for the channel; nil lets them through.
func (d *disk) hold(gate chan struct{}) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.gate = gate
}

func (d *disk) count(kind string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	n := 0
	for _, op := range d.log {
		if op.kind == kind {
			n++
		}
	}
	return n
}

// image is what a disk holds that lost its power: all that was synced, and of
// the rest whatever it had got to, in halves too.
func (d *disk) image(ops []diskOp, rng *rand.Rand) map[string][]byte {
	kept := map[string][]byte{}
	var loose []diskOp
	apply := func(op diskOp) {
		b, there := kept[op.file]
		if !there && op.kind == "delete" {
			return
		}
		switch op.kind {
		case "write":
			if need := int(op.off) + len(op.data); len(b) < need {
				b = append(b, make([]byte, need-len(b))...)
			}
			copy(b[op.off:], op.data)
		case "truncate":
			b = b[:min(len(b), int(op.off))]
		case "delete":
			delete(kept, op.file)
			return
		}
		kept[op.file] = b
	}
	for _, op := range ops {
		if op.kind != "sync" && op.kind != "gone" {
			if op.kind != "ack" {
				loose = append(loose, op)
			}
			continue
		}
		var rest []diskOp
		for _, l := range loose {
			if l.file == op.file {
				apply(l)
			} else {
				rest = append(rest, l)
			}
		}
		loose = rest
		if op.kind == "gone" {
			delete(kept, op.file)
		}
	}
	for _, l := range loose {
		switch rng.IntN(3) {
		case 0:
			apply(l)
		case 1:
			if l.kind == "write" {
				l.data = l.data[:rng.IntN(len(l.data)/512+1)*512]
				apply(l)
			}
		}
	}
	return kept
}

// A power cut at any moment takes nothing back that a screen has shown.
func TestPowerCut(t *testing.T) {
	d := useDisk(t)
	defer saves.CheckpointAt(12)()
	dir := t.TempDir()
	l, err := saves.Make(filepath.Join(dir, "vault.fray"), rules, "The Vault", "toy", testDeps())
	if err != nil {
		t.Fatal(err)
	}
	made := len(d.log)
	p := newPlayer(7)
	for range 150 {
		p.play(t, l, 1)
		d.note(diskOp{kind: "ack", seq: l.Now().Seq()})
	}
	want := l.Now().Seq()
	_ = l.Close()
	d.unplug()
	last := uint64(0)
	for _, op := range d.log {
		last = max(last, op.seq)
	}
	if last != want {
		t.Fatalf("%d acknowledged, %d done", last, want)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	more := 0
	for n := range often(40, 80) {
		cut := made + rng.IntN(len(d.log)-made)
		acked := uint64(1)
		for _, op := range d.log[:cut] {
			acked = max(acked, op.seq)
		}
		to := t.TempDir()
		for name, b := range d.image(d.log[:cut], rng) {
			if err := os.WriteFile(filepath.Join(to, name), b, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(to, "vault.fray")
		r, err := saves.Check(path, rules, "")
		if err != nil || !r.Good() || r.Events < acked {
			t.Fatalf("cut %d at %d of %d: %d events of %d are there: %v %v", n, cut, len(d.log), r.Events, acked, r.Wrong, err)
		}
		if r.Events > acked {
			more++
		}
		if n%8 > 0 {
			continue
		}
		again, err := saves.Open(path, rules, testDeps())
		if err != nil {
			t.Fatalf("cut %d at %d: %v", n, cut, err)
		}
		do(t, again, note(1))
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d operations, %d cuts of 80 kept a commit that nobody had been told of", len(d.log), more)
}

// A full disk takes nothing: the table stands, and goes on when there is room.
func TestFullDisk(t *testing.T) {
	d := useDisk(t)
	l, err := saves.Make(filepath.Join(t.TempDir(), "vault.fray"), rules, "The Vault", "toy", testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	who := do(t, l, model.Join{Character: character("Ash")}).Characters()[0].ID
	want := whole(t, l.Now())
	for _, room := range []int{0, 24, 600, 4096, 5000} {
		d.set(room, false)
		_, err := l.Do(program, model.Begin{Who: who, System: "toy", Action: "check"})
		var full *saves.Full
		if !errors.As(err, &full) || !strings.Contains(err.Error(), "make room and do it again") {
			t.Fatalf("with room for %d bytes: %v", room, err)
		}
		if got := whole(t, l.Now()); got != want {
			t.Fatalf("with room for %d bytes the table became %s", room, got)
		}
	}
	d.set(-1, true)
	if _, err := l.Do(program, note(1)); err == nil {
		t.Error("a broken disk took an event")
	}
	d.set(-1, false)
	table := do(t, l, model.Begin{Who: who, System: "toy", Action: "check"})
	if table.Seq() != 4 { // the evening, the roll
		t.Errorf("after the full disk the table has %d events", table.Seq())
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := saves.Check(l.Path(), rules, ""); err != nil || !r.Good() || r.Dice < 4 {
		t.Errorf("after the full disk: %+v, %v", r, err)
	}
}

// Making a table on a full disk leaves nothing behind.
func TestMakeOnFullDisk(t *testing.T) {
	d := useDisk(t)
	for _, room := range []int{0, 3000, 9000, 20_000} {
		dir := t.TempDir()
		d.set(room, false)
		_, err := saves.Make(filepath.Join(dir, "vault.fray"), rules, "The Vault", "toy", testDeps())
		var full *saves.Full
		if !errors.As(err, &full) {
			t.Fatalf("with room for %d bytes: %v", room, err)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("with room for %d bytes, %v is left", room, left)
		}
	}
}
