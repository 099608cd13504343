package saves

import (
	"bytes"
	"cmp"
	"context"
	"io/fs"
	"os"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves/fairdice"

	"github.com/ncruces/go-sqlite3/vfs"
)

// UseDisk lets the tests put their own disk below the files.
func UseDisk(d vfs.VFSFilename) (restore func()) {
	was := system
	system = func() vfs.VFSFilename { return d }
	return func() { system = was }
}

// CheckpointAt lets pages go into the file sooner.
func CheckpointAt(pages int) (restore func()) {
	was := checkpointAt
	checkpointAt = pages
	return func() { checkpointAt = was }
}

// CleanJSON is what imports go through.
var CleanJSON = cleanJSON

// Versions is how many forms of the file there have been.
func Versions() int { return len(steps) }

// Slug is the file name of a table's.
var Slug = slug

// PageOf reads a piece of a table's log.
func PageOf(l *Live, before uint64, most int) ([]model.Event, error) {
	b, err := l.reader()
	if err != nil {
		return nil, err
	}
	defer func() { _ = b.drop() }()
	return b.page(before, most)
}

// Tend is what is done a minute after something was written.
func Tend(l *Live) { l.tend() }

// NoSync spares tests that look at other things the waiting for the disk.
func NoSync() (restore func()) {
	was := synced
	synced = false
	return func() { synced = was }
}

// AddStep lets the file have a newer form.
func AddStep(sql string) (restore func()) {
	was := steps
	steps = append(steps[:len(steps):len(steps)], sql)
	return func() { steps = was }
}

// CheckBodies is Check of a log that is nowhere, chained anew; old is a hash
// that was kept of another.
func CheckBodies(bodies [][]byte, rules model.Rules, old string) Report {
	r := Report{}
	checkLog(Chained(bodies), &r, rules, old, nil)
	return r
}

// CheckGaps is Check of a log that is nowhere; an event of nil is missing.
func CheckGaps(bodies [][]byte, rules model.Rules) Report {
	r := Report{}
	s := Chained(bodies)
	s.findGaps(&pool{})
	r.Missing = s.gaps
	checkLog(s, &r, rules, "", nil)
	return r
}

// Fingerprint is that of a seed in hex.
func Fingerprint(seed string) string {
	var s fairdice.Seed
	_ = s.UnmarshalText([]byte(seed))
	return s.Fingerprint()
}

// Chained is a log of these events.
func Chained(bodies [][]byte) *Tale {
	s := &tale{}
	var state digest
	for i, b := range bodies {
		state = chain(state, uint64(i)+1, b)
		s.lines = append(s.lines, told{uint64(i) + 1, b, bytes.Clone(state[:])})
	}
	return s
}

// Tale is a log.
type Tale = tale

// Forge writes a table's file with these events; with hashes of its own they
// are kept as they are.
func Forge(path string, bodies [][]byte, hashes [][]byte) error {
	s := Chained(bodies)
	for i := range hashes {
		s.lines[i].hash = hashes[i]
	}
	return s.build(path, &pool{})
}

// LogOf are the events of a table, and their hashes.
func LogOf(path string) (bodies, hashes [][]byte, err error) {
	b, err := lookBook(path)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = b.drop() }()
	s, err := b.tale()
	if err != nil {
		return nil, nil, err
	}
	for _, l := range s.lines {
		bodies, hashes = append(bodies, l.body), append(hashes, l.hash)
	}
	return bodies, hashes, nil
}

// Ground is what the tests put below all files that SQLite does not write. before
// is asked before each call.
func Ground(before Before) (restore func()) {
	was := land
	land = faulty{systemFiles{}, before}
	hold = func(name string) (f *os.File, err error) {
		if failed := before("lock", name, func() error { f, err = holdFile(name); return err }); failed != nil {
			return nil, failed
		}
		return f, err
	}
	return func() { land, hold = was, holdFile }
}

type faulty struct {
	systemFiles
	before Before
}

// Before is asked before each call: run does the call now, and its error is the
// call's; or the call is done otherwise, later or not at all.
type Before func(call, name string, run func() error) error

func (f faulty) do(call, name string, run func() error) error { return f.before(call, name, run) }

func (f faulty) create(name string) (groundFile, error) {
	return f.open("create", name, f.systemFiles.create)
}
func (f faulty) extend(name string) (groundFile, error) {
	return f.open("extend", name, f.systemFiles.extend)
}

func (f faulty) open(call, name string, open func(string) (groundFile, error)) (groundFile, error) {
	var file groundFile
	var failed error
	err := f.before(call, name, func() error { file, failed = open(name); return failed })
	if file == nil {
		return nil, cmp.Or(err, fs.ErrInvalid) // there is no file without opening it
	}
	return faultyFile{file, f.before}, err
}

func (f faulty) rename(from, to string) error {
	return f.do("rename", to, func() error { return f.systemFiles.rename(from, to) })
}

func (f faulty) link(from, to string) error {
	return f.do("link", to, func() error { return f.systemFiles.link(from, to) })
}

func (f faulty) remove(name string) error {
	return f.do("remove", name, func() error { return f.systemFiles.remove(name) })
}

func (f faulty) cut(name string, size int64) error {
	return f.do("cut", name, func() error { return f.systemFiles.cut(name, size) })
}

type faultyFile struct {
	groundFile
	before Before
}

func (f faultyFile) Write(b []byte) (int, error) {
	whole, torn := bytes.Clone(b), false
	err := f.before("write", f.Name(), func() error {
		_, err := f.groundFile.Write(whole)
		torn = true
		return err
	})
	if err != nil && !torn {
		n, _ := f.groundFile.Write(b[:len(b)/2])
		return n, err
	}
	return len(b), err
}

func (f faultyFile) Sync() error { return f.before("sync", f.Name(), func() error { return nil }) }

// OnNetwork lets every folder be on a network.
func OnNetwork(kind string) (restore func()) {
	network = func(string) string { return kind }
	return func() { network = networkOf }
}

// SaidOf is what is searched.
var SaidOf = saidOf

// Unescape takes back what EscapeJSON did.
var Unescape = unescape

// Settle moves what waits in the write-ahead log into the file.
func Settle(l *Live) {
	l.write.Lock()
	defer l.write.Unlock()
	l.book.settle()
}

// Index is what is done behind a commit.
func Index(l *Live) { l.indexed(context.Background()) }

// Behind lets the index follow the commits sooner.
func Behind(d time.Duration) (restore func()) {
	was := behind
	behind = d
	return func() { behind = was }
}

// Indexed gives the newest event in the index, and the newest of which it says who
// may know of it: 0 without an index.
func Indexed(l *Live) (upTo, known uint64) {
	l.finding.Lock()
	defer l.finding.Unlock()
	x, err := l.opened(l.Now(), namesOf(l.Now()))
	if err != nil {
		return 0, 0
	}
	return x.upTo, x.known
}

// CatchUp does what is done a moment after the last commit.
func CatchUp(l *Live) { l.catchUp() }

// IndexOpen reports whether the index takes memory.
func IndexOpen(l *Live) bool {
	l.finding.Lock()
	defer l.finding.Unlock()
	return l.finding.index != nil
}
