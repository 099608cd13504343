package cli

import (
	"example.org/fray/saves"
)

// openFile opens the table of a file to play it.
func openFile(a *app, path string) (*saves.Live, error) { return place{a.files(), path}.open(a) }

// lookAtFile opens the table of a file read-only.
func lookAtFile(a *app, path string) (*saves.Live, error) { return place{a.files(), path}.look(a) }

// makeFile makes a table in the folder.
func makeFile(a *app, name, system string) (*saves.Live, error) {
	return makeIn(a, a.files(), name, system)
}
