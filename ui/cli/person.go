package cli

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"example.org/fray/model/decide"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/people"
)

// peopleFiles are templates as files, and the shelf, as the screen reads and writes
// them.
func peopleFiles(a *app) people.Files {
	return people.Files{
		Read:  func(path string) (decide.ShelfItem, []string, error) { return readReady(a, path) },
		Write: func(path string, r *decide.ShelfItem, over bool) error { return writeReady(a, path, r, over) },
		Shelf: func() ([]people.Piece, error) { return shelved(a) },
		Keep:  func(r *decide.ShelfItem) error { _, err := transfer.Shelve(a.folder(), r, time.Now()); return err },
		Drop:  func(path string) error { return transfer.Unshelve(a.folder(), path) },

		Parse: func(text string) (decide.ShelfItem, []string, error) {
			return transfer.ImportReady(strings.NewReader(text), rules())
		},
		Text: readyText,
	}
}

func readyText(r *decide.ShelfItem) (string, error) {
	b, err := transfer.ExportReady(r)
	return string(b), err
}

func readReady(a *app, path string) (decide.ShelfItem, []string, error) {
	f, err := transfer.OpenImport(atHome(a, path), transfer.MostSheet)
	if err != nil {
		return decide.ShelfItem{}, nil, err
	}
	defer func() { _ = f.Close() }()
	return transfer.ImportReady(f, rules())
}

// writeReady writes a file whole or not at all. Without over it leaves one that
// is there, and says so with fs.ErrExist.
func writeReady(a *app, path string, r *decide.ShelfItem, over bool) error {
	b, err := transfer.ExportReady(r)
	if err != nil {
		return err
	}
	return transfer.WriteFile(atHome(a, path), b, over)
}

func shelved(a *app) ([]people.Piece, error) {
	all, err := transfer.Shelf(a.folder(), rules())
	out := make([]people.Piece, 0, len(all))
	for _, x := range all {
		out = append(out, people.Piece{Path: x.Path, Ready: x.Ready, Left: x.Left, Wrong: x.Wrong})
	}
	return out, err
}

// atHome puts the home folder in the place of ~.
func atHome(a *app, path string) string {
	home := a.env("HOME")
	if rest, ok := strings.CutPrefix(path, "~"); ok && home != "" && (rest == "" || os.IsPathSeparator(rest[0])) {
		return filepath.Join(home, rest)
	}
	return path
}
