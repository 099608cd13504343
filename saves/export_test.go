package saves

import "github.com/ncruces/go-sqlite3/vfs"

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
