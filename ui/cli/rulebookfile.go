package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"example.org/fray/engine"
	"example.org/fray/engine/books"
	"example.org/fray/engine/dice"
	"example.org/fray/engine/script"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"
)

// rulebookSuffix is the file name extension of a rulebook text.
const rulebookSuffix = ".star"

// isRulebookFile reports whether name is the path of a rulebook text.
func isRulebookFile(name string) bool { return strings.HasSuffix(name, rulebookSuffix) }

// readRulebook reads a rulebook text. It refuses special files and texts that are too long.
func readRulebook(path string) (string, error) {
	f, err := transfer.OpenImport(path, model.LongestRulebook)
	if errors.Is(err, fs.ErrNotExist) {
		return "", misusef("there is no file %s", path)
	}
	if err != nil {
		return "", misuseOf(err)
	}
	defer func() { _ = f.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(f, model.LongestRulebook))
	return string(text), err
}

// compiledTexts caches rulebooks by the hash of their text. A table reads the same texts many
// times, and compares rulebooks by pointer.
var compiledTexts sync.Map

// maxCompiled is the size at which the cache is emptied.
const maxCompiled = 64

// readRulebookText compiles a rulebook text; it is the ReadRulebook of every table.
func readRulebookText(text string) (*engine.System, error) {
	hash := model.HashRulebook(text)
	if sys, ok := compiledTexts.Load(hash); ok {
		return sys.(*engine.System), nil
	}
	sys, err := script.Load("the text", text)
	if err != nil {
		return nil, err
	}
	n := 0
	compiledTexts.Range(func(any, any) bool { n++; return true })
	if n >= maxCompiled {
		compiledTexts.Clear()
	}
	kept, _ := compiledTexts.LoadOrStore(hash, sys)
	return kept.(*engine.System), nil
}

// rulebookShelf returns the folder of the rulebooks that were added.
func rulebookShelf(a *app) string { return filepath.Join(a.folder(), "rulebooks") }

// shelvedRulebook returns the path of an added rulebook.
func shelvedRulebook(a *app, id string) string {
	return filepath.Join(rulebookShelf(a), id+rulebookSuffix)
}

// shelvedIDs returns the ids of the added rulebooks.
func shelvedIDs(a *app) ([]string, error) {
	files, err := filesEnding(rulebookShelf(a), rulebookSuffix)
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), rulebookSuffix)
	}
	return files, err
}

// filesEnding returns the paths of the files in a folder whose names end in a certain way,
// in order. A folder that is not there has none.
func filesEnding(folder, ending string) (out []string, err error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, saves.ExplainRead(folder, err)
	}
	for _, e := range entries {
		if e.Type()&^fs.ModeSymlink == 0 && strings.HasSuffix(e.Name(), ending) {
			out = append(out, filepath.Join(folder, e.Name()))
		}
	}
	return out, nil
}

// rulebookText returns the text of the rulebook with this path or id. ok is false if there
// is none, or if it is built in as Go code.
func rulebookText(a *app, name string) (text string, ok bool, err error) {
	if isRulebookFile(name) {
		text, err = readRulebook(name)
		return text, err == nil, err
	}
	shelved, err := shelvedIDs(a)
	if err != nil {
		return "", false, err
	}
	if !slices.Contains(shelved, name) {
		text, ok = books.Text(name)
		return text, ok, nil
	}
	text, err = readRulebook(shelvedRulebook(a, name))
	return text, err == nil, err
}

// rulebookTexts returns the texts that a table on this machine can add.
func rulebookTexts(a *app) phrase.Texts {
	return phrase.Texts{
		Names: func() []string {
			shelved, _ := shelvedIDs(a) // whoever takes one is told why none can be read
			all := append(books.IDs(), shelved...)
			slices.Sort(all)
			return slices.Compact(all)
		},
		Read: func(name string) (string, error) {
			name = expandHome(a, name)
			text, ok, err := rulebookText(a, name)
			if err == nil && !ok {
				_, err = systemOf(a, name) // for an error that lists the rulebooks
			}
			if err == nil && !ok {
				err = misusef("%s is built in: every table has it", name)
			}
			var faults script.Faults
			if _, wrong := script.Load(strings.TrimSuffix(name, rulebookSuffix)+rulebookSuffix, text); err == nil && errors.As(wrong, &faults) {
				err = errors.New(faults[0].Brief()) // which names the file
			}
			return text, err
		},
	}
}

// systemOf returns the rulebook with this id or path.
func systemOf(a *app, id string) (*engine.System, error) {
	var ids []string
	for _, s := range systems.All() {
		if s.ID == id {
			return s, nil
		}
		ids = append(ids, s.ID)
	}
	text, ok, err := rulebookText(a, id)
	if err != nil {
		return nil, err
	}
	shelved, err := shelvedIDs(a)
	switch {
	case err != nil:
		return nil, err
	case ok && isRulebookFile(id):
		return script.Load(id, text)
	case ok && slices.Contains(shelved, id):
		return script.Load(id+rulebookSuffix, text)
	case ok:
		return readRulebookText(text)
	}
	ids = append(append(ids, books.IDs()...), shelved...)
	return nil, misusef("there is no rulebook %q%s The rulebooks are %s", id, suggestion(id, ids), strings.Join(ids, ", "))
}

// allSystems returns the built-in rulebooks and the valid ones that were added. Each text
// takes about 10 ms.
func allSystems(a *app) []*engine.System {
	out := systems.All()
	shelved, _ := shelvedIDs(a) // whoever takes one is told why none can be read
	own := slices.DeleteFunc(books.IDs(), func(id string) bool { return slices.Contains(shelved, id) })
	for _, id := range append(own, shelved...) {
		if sys, err := systemOf(a, id); err == nil {
			out = append(out, sys)
		}
	}
	return out
}

// rulesBeside returns the rulebooks for a play: the one that is being checked, which may be
// nil, those whose text is in the play's folder or above it, and all known ones.
func rulesBeside(a *app, play string, checked *engine.System) model.Rulebooks {
	out := model.Rulebooks{}
	for _, s := range systems.All() {
		out[s.ID] = s
	}
	if checked != nil {
		out[checked.ID] = checked
	}
	for dir, n := filepath.Dir(play), 0; n < 3; dir, n = filepath.Join(dir, ".."), n+1 {
		files, _ := filesEnding(dir, rulebookSuffix) // a play needs none of them
		for _, f := range files {
			if text, err := readRulebook(f); err == nil {
				if sys, err := readRulebookText(text); err == nil && out[sys.ID] == nil {
					out[sys.ID] = sys
				}
			}
		}
	}
	there := append(allSystems(a), dice.System)
	for _, s := range rules() {
		there = append(there, s)
	}
	for _, s := range there {
		if out[s.ID] == nil {
			out[s.ID] = s
		}
	}
	return out
}
