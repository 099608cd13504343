package saves

// UseFileSystem lets the tests put their own file layer below SQLite.
func UseFileSystem(name string) (restore func()) {
	was := fileSystem
	fileSystem = name
	return func() { fileSystem = was }
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
