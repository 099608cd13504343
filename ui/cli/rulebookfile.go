package cli

import (
	"errors"
	"io"
	"io/fs"
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
	"example.org/fray/saves/transfer"
)

// rulebookSuffix is what the name of a rulebook's text ends with.
const rulebookSuffix = ".star"

// isRulebookFile reports whether a rulebook is named by the path of its text.
func isRulebookFile(name string) bool { return strings.HasSuffix(name, rulebookSuffix) }

// readRulebook reads the text of a rulebook from a regular file of a sensible size.
func readRulebook(path string) (string, error) {
	f, err := transfer.OpenImport(path, model.LongestRulebook)
	if errors.Is(err, fs.ErrNotExist) {
		return "", misusef("there is no file %s", path)
	}
	if err != nil {
		return "", misuseOf(err)
	}
	defer func() { _ = f.Close() }() // it is only read
	text, err := io.ReadAll(io.LimitReader(f, model.LongestRulebook))
	return string(text), err
}

// readTexts remembers the rulebooks of texts by their hash. A table reads the same
// texts again and again, and compares rulebooks by their address.
var readTexts sync.Map

// readTogether is how many texts are remembered at once.
const readTogether = 64

// readRulebookText makes a rulebook of a text. It is what a table is handed.
func readRulebookText(text string) (*engine.System, error) {
	hash := model.HashRulebook(text)
	if sys, ok := readTexts.Load(hash); ok {
		return sys.(*engine.System), nil
	}
	sys, err := script.Load("the text", text)
	if err != nil {
		return nil, err
	}
	n := 0
	readTexts.Range(func(any, any) bool { n++; return true })
	if n >= readTogether {
		readTexts.Clear()
	}
	kept, _ := readTexts.LoadOrStore(hash, sys)
	return kept.(*engine.System), nil
}

// rulebookShelf is the folder of the rulebooks that were added.
func rulebookShelf(a *app) string { return filepath.Join(a.folder(), "rulebooks") }

// shelvedRulebook is where a rulebook that was added lies.
func shelvedRulebook(a *app, id string) string {
	return filepath.Join(rulebookShelf(a), id+rulebookSuffix)
}

// shelvedIDs are the rulebooks that were added.
func shelvedIDs(a *app) []string {
	files, _ := filepath.Glob(filepath.Join(rulebookShelf(a), "*"+rulebookSuffix)) // it fails only for a bad pattern
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), rulebookSuffix)
	}
	return files
}

// rulebookText gives the text of a rulebook that is named by a path, lies on the shelf or
// is part of the program as text; false for one that is built in otherwise, and for one
// that there is not.
func rulebookText(a *app, name string) (text string, ok bool, err error) {
	if isRulebookFile(name) {
		text, err = readRulebook(name)
		return text, err == nil, err
	}
	if !slices.Contains(shelvedIDs(a), name) {
		text, ok = books.Text(name)
		return text, ok, nil
	}
	text, err = readRulebook(shelvedRulebook(a, name))
	return text, err == nil, err
}

// rulebookTexts are the texts that a table on this machine can take up.
func rulebookTexts(a *app) phrase.Texts {
	return phrase.Texts{
		Names: func() []string {
			all := append(books.IDs(), shelvedIDs(a)...)
			slices.Sort(all)
			return slices.Compact(all)
		},
		Read: func(name string) (string, error) {
			name = fromHome(name)
			text, ok, err := rulebookText(a, name)
			if err == nil && !ok {
				_, err = systemOf(a, name) // it says what there is
			}
			if err == nil && !ok {
				err = misusef("%s is built in: every table has it", name)
			}
			return text, err
		},
	}
}

// systemOf finds a rulebook as it was typed: by its id, or by the path of its text.
func systemOf(a *app, id string) (*engine.System, error) {
	var ids []string
	for _, s := range systems.All() {
		if s.ID == id {
			return s, nil
		}
		ids = append(ids, s.ID)
	}
	text, ok, err := rulebookText(a, id)
	switch {
	case err != nil:
		return nil, err
	case ok && isRulebookFile(id):
		return script.Load(id, text)
	case ok && slices.Contains(shelvedIDs(a), id):
		return script.Load(id+rulebookSuffix, text)
	case ok:
		return readRulebookText(text)
	}
	ids = append(append(ids, books.IDs()...), shelvedIDs(a)...)
	return nil, misusef("there is no rulebook %q%s The rulebooks are %s", id, meant(id, ids), strings.Join(ids, ", "))
}

// allSystems are the rulebooks that are built in, and those of the shelf that can be
// read. It takes some ten milliseconds for each that is a text.
func allSystems(a *app) []*engine.System {
	out := systems.All()
	shelved := shelvedIDs(a)
	own := slices.DeleteFunc(books.IDs(), func(id string) bool { return slices.Contains(shelved, id) })
	for _, id := range append(own, shelved...) {
		if sys, err := systemOf(a, id); err == nil {
			out = append(out, sys)
		}
	}
	return out
}

// rulesBeside are the rulebooks that a play may be for: those that there are, and those
// whose text lies in the folder of the play or above it.
func rulesBeside(a *app, play string) model.Rulebooks {
	out := rules()
	for _, s := range allSystems(a) {
		out[s.ID] = s
	}
	out[dice.System.ID] = dice.System
	for dir, n := filepath.Dir(play), 0; n < 3; dir, n = filepath.Join(dir, ".."), n+1 {
		files, _ := filepath.Glob(filepath.Join(dir, "*"+rulebookSuffix))
		for _, f := range files {
			if text, err := readRulebook(f); err == nil {
				if sys, err := readRulebookText(text); err == nil && out[sys.ID] == nil {
					out[sys.ID] = sys
				}
			}
		}
	}
	return out
}
