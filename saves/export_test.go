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
