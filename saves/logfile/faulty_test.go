package logfile

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/saves"
	"example.org/fray/saves/logtest"
	"example.org/fray/saves/unfinished"
)

var (
	flips = flag.Int("flips", 60, "random damages to a file")
	cuts  = flag.Int("cuts", 20, "power cuts at random moments")
)

func init() { backUpAfter = time.Hour } // these disks are not for two goroutines at a time

// disk is a file system in memory that forgets, tears and reorders what was not
// synced when the power is cut, and fails at a chosen call.
type disk struct {
	rand   *rand.Rand
	names  map[string]*diskData
	synced map[string]*diskData // what the names stand for after a power cut
	failAt int                  // the call that fails; 0: none
	calls  int
	failed bool
}

// diskData is what a name stands for.
type diskData struct {
	now, safe []byte
	pending   []pendingWrite // since the last sync
	locked    *diskFile
	mode      fs.FileMode
}

// pendingWrite is a write or, with no text, a truncation that is not synced.
type pendingWrite struct {
	at   int64
	text []byte
	cut  bool
}

type diskFile struct {
	d    *disk
	data *diskData
	name string
}

type diskInfo struct {
	data *diskData
	name string
}

func (i diskInfo) Name() string       { return filepath.Base(i.name) }
func (i diskInfo) Size() int64        { return int64(len(i.data.now)) }
func (i diskInfo) Mode() fs.FileMode  { return i.data.mode }
func (i diskInfo) ModTime() time.Time { return testTime }
func (i diskInfo) IsDir() bool        { return i.data.mode.IsDir() }
func (i diskInfo) Sys() any           { return nil }

var errDisk = errors.New("the disk failed")

func newDisk(seed uint64) *disk {
	return &disk{rand: rand.New(rand.NewPCG(seed, 1)), names: map[string]*diskData{}, synced: map[string]*diskData{}}
}

// fails counts a call and reports whether it is the one that fails.
func (d *disk) fails() bool {
	d.calls++
	if d.calls == d.failAt {
		d.failed = true
		return true
	}
	return false
}

func (d *disk) open(name string, flag int) (file, error) {
	if d.fails() {
		return nil, errDisk
	}
	data, there := d.names[name]
	switch {
	case there && flag&os.O_EXCL != 0:
		return nil, fs.ErrExist
	case !there && flag&os.O_CREATE == 0:
		return nil, fs.ErrNotExist
	case !there:
		data = &diskData{}
		d.names[name] = data
	}
	return &diskFile{d: d, data: data, name: name}, nil
}

func (d *disk) stat(name string) (fs.FileInfo, error) {
	data, there := d.names[name]
	if !there {
		return nil, fs.ErrNotExist
	}
	return diskInfo{data, name}, nil
}

func (d *disk) same(a, b fs.FileInfo) bool { return a.(diskInfo).data == b.(diskInfo).data }

func (d *disk) rename(from, to string) error {
	if d.fails() {
		return errDisk
	}
	d.names[to] = d.names[from]
	delete(d.names, from)
	return nil
}

func (d *disk) link(from, to string) error {
	if d.fails() {
		return errDisk
	}
	data, there := d.names[from]
	if !there {
		return fs.ErrNotExist
	}
	d.names[to] = data
	return nil
}

func (d *disk) remove(name string) error { delete(d.names, name); return nil }

func (d *disk) mkdir(name string) error {
	if d.names[name] == nil {
		d.names[name] = &diskData{mode: fs.ModeDir | 0o700}
	}
	return nil
}

func (d *disk) resolve(name string) (string, error) {
	if d.names[name] == nil {
		return "", fs.ErrNotExist
	}
	return name, nil
}

func (d *disk) list(folder string) ([]string, error) {
	var out []string
	for name := range d.names {
		if filepath.Dir(name) == folder {
			out = append(out, filepath.Base(name))
		}
	}
	slices.Sort(out)
	return out, nil
}

// sweep removes what nobody writes, as the system does.
func (d *disk) sweep(folder string) {
	names, _ := d.list(folder) // it gives nil
	for _, name := range names {
		if f, err := d.open(filepath.Join(folder, name), os.O_RDWR); strings.HasPrefix(name, unfinished.Prefix) && err == nil {
			if f.lock() == nil {
				_ = d.remove(filepath.Join(folder, name))
			}
			_ = f.Close()
		}
	}
}

func (d *disk) syncFolder(string) error {
	if d.fails() {
		return errDisk
	}
	d.synced = maps.Clone(d.names)
	return nil
}

func (f *diskFile) ReadAt(b []byte, at int64) (int, error) {
	return bytes.NewReader(f.data.now).ReadAt(b, at)
}

func (f *diskFile) WriteAt(b []byte, at int64) (int, error) {
	w := pendingWrite{at: at, text: bytes.Clone(b)}
	if f.d.fails() {
		w.text = w.text[:f.d.rand.IntN(len(b)+1)]
		f.data.do(w)
		return len(w.text), errDisk
	}
	f.data.do(w)
	return len(b), nil
}

func (f *diskFile) Truncate(size int64) error {
	if f.d.fails() {
		return errDisk
	}
	f.data.do(pendingWrite{at: size, cut: true})
	return nil
}

// do makes a write that a power cut may take back.
func (data *diskData) do(w pendingWrite) {
	data.pending = append(data.pending, w)
	data.now = w.on(data.now)
}

func (w pendingWrite) on(b []byte) []byte {
	if w.cut {
		return bytes.Clone(b[:min(int64(len(b)), w.at)])
	}
	b = bytes.Clone(b)
	if need := int(w.at) + len(w.text); need > len(b) {
		b = append(b, make([]byte, need-len(b))...)
	}
	copy(b[w.at:], w.text)
	return b
}

func (f *diskFile) Sync() error {
	if f.d.fails() {
		return errDisk
	}
	f.data.safe, f.data.pending = f.data.now, nil
	return nil
}

func (f *diskFile) Stat() (fs.FileInfo, error) { return diskInfo{f.data, f.name}, nil }

func (f *diskFile) Close() error {
	if f.data.locked == f {
		f.data.locked = nil
	}
	return nil
}

func (f *diskFile) lock() error {
	if f.data.locked != nil {
		return unfinished.ErrLocked
	}
	f.data.locked = f
	return nil
}

// cutPower leaves what was synced, and of the rest a part in any order, torn at any
// place.
func (d *disk) cutPower() {
	names := d.synced
	if d.rand.IntN(2) == 0 {
		names = d.names // the system had written the names already
	}
	d.names = maps.Clone(names)
	seen := map[*diskData]bool{}
	for _, data := range d.names {
		if seen[data] {
			continue
		}
		seen[data] = true
		left := data.safe
		d.rand.Shuffle(len(data.pending), func(i, j int) {
			data.pending[i], data.pending[j] = data.pending[j], data.pending[i]
		})
		for _, w := range data.pending {
			switch d.rand.IntN(3) {
			case 0:
				continue
			case 1:
				if !w.cut {
					w.text = w.text[:d.rand.IntN(len(w.text)+1)]
				}
			}
			left = w.on(left)
		}
		*data = diskData{now: left, safe: left, mode: data.mode}
	}
	d.synced = maps.Clone(d.names)
	d.failAt = 0
}

func (d *disk) options() Options {
	o := options()
	o.fsys = d
	return o
}

const diskPath = "/tables/table.fray"

// After a power cut at any moment, or a call that failed, all that was acknowledged
// stands, and what was refused does not.
func TestPowerCuts(t *testing.T) {
	for n := range *cuts {
		d := newDisk(uint64(n))
		l, err := Create(diskPath, d.options())
		if err != nil {
			t.Fatal(err)
		}
		safe := uint64(0) // the newest event that was acknowledged
		unsure := false   // a refused one may stand: what a failed append left could not be taken away
		for range 6 {
			d.failAt = d.calls + 1 + d.rand.IntN(60)
			for range 1 + d.rand.IntN(12) {
				lines := logtest.Events(safe+1, safe+1+d.rand.Uint64N(3))
				if d.rand.IntN(4) == 0 {
					lines = append(lines, logtest.Other("a seed"))
				}
				if err := l.Append(t.Context(), safe, lines); err == nil {
					safe += uint64(len(lines))
					if lines[len(lines)-1].Seq == 0 {
						safe--
					}
				} else if !d.failed {
					t.Fatalf("cut %d: nothing had failed: %v", n, err)
				}
				unsure = l.dirty
				if d.rand.IntN(5) == 0 {
					_ = l.Backup(t.Context())
				}
			}
			d.failAt = 0
			kill := d.rand.IntN(3) > 0
			if kill {
				d.cutPower()
			} else {
				_ = l.Close()
			}
			for _, data := range d.names {
				data.locked = nil
			}
			if l, err = Open(diskPath, d.options()); err != nil && safe == 0 { // nothing was acknowledged: there is no table yet
				l, err = Create(diskPath, d.options())
			}
			if err != nil {
				t.Fatalf("cut %d: opened again: %v", n, err)
			}
			got := logtest.ReadAll(t, l, 0)
			logtest.CheckChain(t, got)
			events := uint64(0)
			for _, line := range got {
				if line.Seq == 0 {
					continue
				}
				if events++; line.Seq != events || line.Body == nil && line.Seq <= safe {
					t.Fatalf("cut %d: event %d of %d is missing; told: %s", n, events, safe, told(l))
				}
			}
			if events < safe || events > safe && !unsure && !kill {
				t.Fatalf("cut %d, killed %v: %d of %d events stand; told: %s", n, kill, events, safe, told(l))
			}
			safe = events
		}
		_ = l.Close()
	}
}

// Whatever bits flip, lines vanish or come twice: no damage goes unnoticed, every
// event whose line is untouched stands, and what was found is kept.
func TestDamages(t *testing.T) {
	for n := range *flips {
		d := newDisk(uint64(n))
		l, err := Create(diskPath, d.options())
		if err != nil {
			t.Fatal(err)
		}
		for seq := uint64(0); seq < 30; seq++ {
			if err := l.Append(t.Context(), seq, logtest.Events(seq+1, seq+1)); err != nil {
				t.Fatal(err)
			}
		}
		was := logtest.ReadAll(t, l, 0)
		_ = l.Close()
		data := d.names[diskPath]
		sound := bytes.Clone(data.now)
		data.now = damage(d.rand, bytes.Clone(sound))
		spoiled := bytes.Clone(data.now)
		intact := map[uint64]bool{}
		for _, line := range was {
			intact[line.Seq] = bytes.Contains(spoiled, line.Body[:len(line.Body)-1]) && bytes.Contains(spoiled, []byte(line.Hash.String()+`"}`))
		}
		if l, err = Open(diskPath, d.options()); err != nil {
			t.Fatalf("damage %d: %v", n, err)
		}
		got := map[uint64]saves.Line{}
		for _, line := range logtest.ReadAll(t, l, 0) {
			got[line.Seq] = line
		}
		lost := 0
		for _, line := range was {
			if there := bytes.Equal(got[line.Seq].Body, line.Body); !there {
				if lost++; intact[line.Seq] && l.Findings() == nil {
					t.Errorf("damage %d: event %d is lost without a word", n, line.Seq)
				}
			}
		}
		if lost > 0 && told(l) == "" || !bytes.Equal(bytes.TrimRight(spoiled, "\n"), bytes.TrimRight(sound, "\n")) && l.Findings() == nil {
			t.Errorf("damage %d goes unnoticed, %d events are lost", n, lost)
		}
		if f := l.Findings(); f != nil && len(f.Kept) > 0 {
			kept := d.names[f.Kept[0]].now
			if !bytes.Contains(spoiled, bytes.TrimRight(kept, "\n")) {
				t.Errorf("damage %d: what was kept is not what was found", n)
			}
		} else if f != nil && !strings.Contains(told(l), "names") {
			t.Errorf("damage %d: nothing was kept; told: %s", n, told(l))
		}
		_ = l.Close()
	}
}

// damage does something to a file.
func damage(r *rand.Rand, b []byte) []byte {
	at := r.IntN(len(b))
	switch r.IntN(5) {
	case 0:
		return append(b[:at], b[min(len(b), at+1+r.IntN(1000)):]...) // a part is missing
	case 1:
		clear(b[at:min(len(b), at+512)]) // a sector was not written
		return b
	case 2:
		lines := bytes.SplitAfter(b, []byte{'\n'})
		i, j := r.IntN(len(lines)-1), r.IntN(len(lines)-1)
		lines[i], lines[j] = lines[j], lines[i]
		return bytes.Join(lines, nil)
	}
	b[at] ^= 1 << r.IntN(8)
	return b
}

// Of every call that the package makes, each fails once; nothing that was
// acknowledged is lost.
func TestEveryCallFails(t *testing.T) {
	for failAt := 1; ; failAt++ {
		d := newDisk(uint64(failAt))
		d.failAt = failAt
		safe := uint64(0)
		if l, err := Create(diskPath, d.options()); err == nil {
			for range 5 {
				if l.Append(t.Context(), safe, logtest.Events(safe+1, safe+1)) == nil {
					safe++
				}
			}
			_ = l.Backup(t.Context())
			_ = l.Close()
		}
		if !d.failed {
			if failAt < 10 {
				t.Fatalf("only %d calls", failAt)
			}
			return
		}
		d.cutPower()
		if safe == 0 {
			continue
		}
		for _, data := range d.names {
			data.locked = nil
		}
		l, err := Open(diskPath, d.options())
		if err != nil {
			t.Fatalf("call %d: %v", failAt, err)
		}
		if seq, _, _ := l.Newest(t.Context()); seq < safe {
			t.Errorf("call %d: event %d of %d is the newest", failAt, seq, safe)
		}
		_ = l.Close()
	}
}

var _ io.ReaderAt = (*diskFile)(nil)

// Any bit of a file that is another is told.
func TestEveryFlipIsTold(t *testing.T) {
	d := newDisk(1)
	l, err := Create(diskPath, d.options())
	if err != nil {
		t.Fatal(err)
	}
	for seq := range uint64(2) {
		if err := l.Append(t.Context(), seq, logtest.Events(seq+1, seq+1)); err != nil {
			t.Fatal(err)
		}
	}
	_ = l.Close()
	sound := bytes.Clone(d.names[diskPath].now)
	for at := range sound {
		for bit := range 8 {
			spoiled := bytes.Clone(sound)
			spoiled[at] ^= 1 << bit
			d := newDisk(1)
			d.names[diskPath] = &diskData{now: spoiled, safe: spoiled}
			l, err := Open(diskPath, d.options())
			if err != nil {
				continue // it is told that this is no table
			}
			if len(l.Findings().Lines()) == 0 {
				t.Errorf("bit %d of byte %d (%q) was another, and nothing is told", bit, at, sound[at])
			}
			_ = l.Close()
		}
	}
}
