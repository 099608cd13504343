package saves

import (
	"bytes"

	"example.org/fray/model"

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
// is asked before each call what it is to do: nil lets it through.
func Ground(before func(call, name string) error) (restore func()) {
	was := land
	land = faulty{systemFiles{}, before}
	return func() { land = was }
}

type faulty struct {
	systemFiles
	before func(call, name string) error
}

func (f faulty) create(name string) (groundFile, error) {
	return f.open("create", name, f.systemFiles.create)
}
func (f faulty) extend(name string) (groundFile, error) {
	return f.open("extend", name, f.systemFiles.extend)
}

func (f faulty) open(call, name string, open func(string) (groundFile, error)) (groundFile, error) {
	if err := f.before(call, name); err != nil {
		return nil, err
	}
	file, err := open(name)
	return faultyFile{file, f.before}, err
}

func (f faulty) rename(from, to string) error {
	if err := f.before("rename", to); err != nil {
		return err
	}
	return f.systemFiles.rename(from, to)
}

func (f faulty) link(from, to string) error {
	if err := f.before("link", to); err != nil {
		return err
	}
	return f.systemFiles.link(from, to)
}

func (f faulty) remove(name string) error {
	if err := f.before("remove", name); err != nil {
		return err
	}
	return f.systemFiles.remove(name)
}

func (f faulty) cut(name string, size int64) error {
	if err := f.before("cut", name); err != nil {
		return err
	}
	return f.systemFiles.cut(name, size)
}

type faultyFile struct {
	groundFile
	before func(call, name string) error
}

func (f faultyFile) Write(b []byte) (int, error) {
	if err := f.before("write", f.Name()); err != nil {
		n, _ := f.groundFile.Write(b[:len(b)/2]) // torn
		return n, err
	}
	return f.groundFile.Write(b)
}

func (f faultyFile) Sync() error {
	if err := f.before("sync", f.Name()); err != nil {
		return err
	}
	return nil
}

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
