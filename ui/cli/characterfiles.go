package cli

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/adrg/xdg"

	"example.org/fray/model/decide"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/people"
)

// peopleFiles returns the shelf and the character files for the screen.
func peopleFiles(a *app) people.Files {
	return people.Files{
		Read:   func(path string) (decide.ShelfItem, []string, error) { return readReady(a, path) },
		Write:  func(path string, r *decide.ShelfItem, over bool) error { return writeReady(a, path, r, over) },
		Shelf:  func() ([]people.ShelfFile, error) { return shelved(a) },
		Add:    func(r *decide.ShelfItem) error { _, err := transfer.Shelve(a.folder(), r, time.Now()); return err },
		Delete: func(path string) error { return transfer.Unshelve(a.folder(), path) },

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
	f, err := transfer.OpenImport(expandHome(a, path), transfer.MostSheet)
	if err != nil {
		return decide.ShelfItem{}, nil, err
	}
	defer func() { _ = f.Close() }()
	return transfer.ImportReady(f, rules())
}

// writeReady writes a file atomically. If it exists and over is false, the error is
// fs.ErrExist.
func writeReady(a *app, path string, r *decide.ShelfItem, over bool) error {
	b, err := transfer.ExportReady(r)
	if err != nil {
		return err
	}
	return transfer.WriteFile(expandHome(a, path), over, transfer.Bytes(b))
}

func shelved(a *app) ([]people.ShelfFile, error) {
	all, err := transfer.Shelf(a.folder(), rules())
	out := make([]people.ShelfFile, 0, len(all))
	for _, x := range all {
		out = append(out, people.ShelfFile{Path: x.Path, Item: x.Ready, NotImported: x.Left, Problem: x.Wrong})
	}
	return out, err
}

// expandHome replaces a leading ~ in a path that was typed on the screen, where no shell does.
func expandHome(a *app, path string) string {
	home := cmp.Or(a.env("HOME"), xdg.Home)
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		return filepath.Join(home, rest)
	}
	return path
}
