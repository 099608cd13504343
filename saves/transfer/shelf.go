package transfer

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer/foreign"
)

// ShelfFolder is where templates lie that any table can use, beside the tables.
func ShelfFolder(folder string) string { return filepath.Join(folder, "shelf") }

// Shelved is a file on the shelf.
type Shelved struct {
	Path  string
	Kept  time.Time // when it was written last
	Ready decide.ShelfItem
	Left  []string // of another program's: what is not taken
	Wrong string   // why it cannot be read, "" when it can
}

// mostShelved is how many files are read of a shelf.
const mostShelved = 2000

// Shelf gives what lies on the shelf of a folder, the newest first. What
// somebody else has put there is read as any import is; what cannot be read
// says so.
func Shelf(folder string, rules model.Rulebooks) ([]Shelved, error) {
	dir := ShelfFolder(folder)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, saves.ExplainRead(dir, err)
	}
	var out []Shelved
	for _, e := range entries {
		if !e.Type().IsRegular() || strings.HasPrefix(e.Name(), ".") || filepath.Ext(e.Name()) != ".json" || len(out) == mostShelved {
			continue
		}
		x := Shelved{Path: filepath.Join(dir, e.Name())}
		if info, err := e.Info(); err == nil {
			x.Kept = info.ModTime()
		}
		x.Ready, x.Left, err = readReadyFile(x.Path, rules)
		if err != nil {
			x.Wrong = err.Error()
			x.Ready = decide.ShelfItem{Name: strings.TrimSuffix(e.Name(), ".json")}
		}
		out = append(out, x)
	}
	slices.SortStableFunc(out, func(a, b Shelved) int { return b.Kept.Compare(a.Kept) })
	return out, nil
}

func readReadyFile(path string, rules model.Rulebooks) (decide.ShelfItem, []string, error) {
	f, err := OpenImport(path, MostSheet)
	if err != nil {
		return decide.ShelfItem{}, nil, err
	}
	defer func() { _ = f.Close() }() // it is only read
	return ImportReady(f, rules)
}

// readyJSON is a template in a file. That of a character alone is the file of a
// character.
type readyJSON struct {
	Shelf      string                  `json:"shelf"` // gang, row, effect
	Name       string                  `json:"name"`
	Characters []model.Character       `json:"characters,omitempty"`
	System     string                  `json:"system,omitempty"`
	List       string                  `json:"list,omitempty"`
	Row        map[string]engine.Value `json:"row,omitempty"`
	Effect     *model.Effect           `json:"effect,omitempty"`
}

// mostGang is how many characters a template brings at once.
const mostGang = 100

// ImportReady reads a template: a file of the shelf, of a character, or of
// another program that [ImportCharacter] knows. left says what was not taken of
// that. The error is a *BadImport.
func ImportReady(r io.Reader, rules model.Rulebooks) (ready decide.ShelfItem, left []string, err error) {
	b, err := readSheet(r)
	if err != nil {
		return ready, nil, err
	}
	var in readyJSON
	if clean, err := cleanJSON(b); err == nil && json.Unmarshal(clean, &in) == nil && in.Shelf != "" {
		ready, err = in.ready(rules)
		return ready, nil, err
	}
	c, left, err := ImportCharacter(bytes.NewReader(b), rules)
	return decide.ShelfItem{Name: c.Name, Characters: []model.Character{c}}, left, err
}

func (in readyJSON) ready(rules model.Rulebooks) (decide.ShelfItem, error) {
	name, err := model.CleanWithin("the name", in.Name, model.LongestName)
	out := decide.ShelfItem{Name: name}
	switch {
	case err != nil:
		return out, bad("%v", err)
	case in.Shelf == "gang" && len(in.Characters) > 0 && len(in.Characters) <= mostGang:
		for _, x := range in.Characters {
			c, err := imported(x)
			if err == nil {
				err = checkPages(&c, rules)
			}
			if err != nil {
				return out, err
			}
			out.Characters = append(out.Characters, c)
		}
	case in.Shelf == "row" && in.List != "" && len(in.Row) > 0:
		out.System, out.List, out.Row = in.System, in.List, in.Row
		if s, ok := rules[in.System]; ok {
			if err := s.Sheet.Check(out.Page(engine.Page{}, "r1")); err != nil {
				return out, bad("%s, %s: %v", out.Name, s.Name, err)
			}
		}
	case in.Shelf == "effect" && in.Effect != nil:
		e := *in.Effect
		e.ID, e.Who, e.Since, e.Of, e.At = "", "", 0, "", max(e.At, 0)
		out.Effect = &e
	default:
		return out, bad("the file says it is of a shelf, and is not a gang, row or effect")
	}
	return out, nil
}

// ExportReady gives a template as JSON, as ImportReady reads it.
func ExportReady(r *decide.ShelfItem) ([]byte, error) {
	if len(r.Characters) == 1 {
		return ExportCharacter(&r.Characters[0])
	}
	out := readyJSON{Name: r.Name, System: r.System, List: r.List, Row: r.Row, Effect: r.Effect}
	switch {
	case r.Effect != nil:
		out.Shelf = "effect"
	case r.Row != nil:
		out.Shelf = "row"
	default:
		out.Shelf = "gang"
		out.Characters = r.Characters
	}
	b, err := json.MarshalIndent(out, "", "  ")
	return append(b, '\n'), err
}

// Shelve puts a template on the shelf, in a file of its own, and gives its
// path. One that is there already word for word is only the newest again.
func Shelve(folder string, r *decide.ShelfItem, now time.Time) (path string, err error) {
	b, err := ExportReady(r)
	if err != nil {
		return "", err
	}
	if len(b) > MostSheet {
		return "", bad("%s is longer than %d MB", r.Name, MostSheet>>20)
	}
	dir := ShelfFolder(folder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", saves.Explain(dir, err)
	}
	if info, err := os.Lstat(dir); err != nil || !info.IsDir() {
		return "", bad("the shelf %s is not a folder", dir)
	}
	path, err = saves.NewFile(dir, r.Name, ".json", func(path string) error {
		err := WriteFile(path, false, Bytes(b))
		if errors.Is(err, fs.ErrExist) && holds(path, b) {
			return os.Chtimes(path, now, now)
		}
		return err
	})
	if err != nil {
		_ = os.Remove(dir) // where it is empty
	}
	return path, err
}

// holds reports whether a file is a regular one of that content.
func holds(path string, b []byte) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(b)) {
		return false
	}
	there, err := os.ReadFile(path)
	return err == nil && bytes.Equal(there, b)
}

// Unshelve takes a file off the shelf, for good.
func Unshelve(folder, path string) error {
	if filepath.Dir(path) != filepath.Clean(ShelfFolder(folder)) {
		return bad("%s is not on the shelf", path)
	}
	return os.Remove(path)
}

// IsReady reports whether a file is a template or a character, of fray or of
// another program, and so no table.
func IsReady(b []byte) bool {
	if len(b) > MostSheet {
		return false
	}
	if _, ok, _ := foreign.Read(b); ok {
		return true
	}
	var is struct {
		Systems, Shelf, Table, Log json.RawMessage
	}
	return json.Unmarshal(b, &is) == nil && (is.Systems != nil || is.Shelf != nil) && is.Table == nil && is.Log == nil
}
