package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// The kinds of records that a host keeps of a table's guests.
const (
	ofKeys        = "keys"        // a Guest, by key
	ofInvites     = "invites"     // an Invite, by its words
	ofPreferences = "preferences" // a ui.Preferences, by key
	ofPlaces      = "places"      // a ui.Place, by seat
	ofServed      = "served"      // where the table is served, or was last: one string
)

// records are small values of a table that only this user reads, each a file by
// its kind and id. Several programs may use them at a time: each call is one step
// of the file system.
type records struct{ dir string }

// idOf is an id that tells nothing of what it stands for.
func idOf(of string) string {
	sum := sha256.Sum256([]byte(of))
	return hex.EncodeToString(sum[:])
}

// recordsOf are the records of a table. Their folders are made with the first of a
// kind.
func recordsOf(folder, table string) records {
	return records{filepath.Join(folder, "tables", idOf(table))}
}

func (r records) file(kind, id string) string { return filepath.Join(r.dir, kind, id) }

// ids gives those of a kind.
func (r records) ids(kind string) []string {
	entries, err := os.ReadDir(filepath.Join(r.dir, kind))
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if e.Type().IsRegular() && filepath.Ext(e.Name()) == "" {
			out = append(out, e.Name())
		}
	}
	return out
}

// get reads a record into a value.
func (r records) get(kind, id string, to any) error {
	b, err := os.ReadFile(r.file(kind, id))
	if err != nil {
		return err
	}
	return json.Unmarshal(b, to)
}

// put writes a record, whole or not at all.
func (r records) put(kind, id string, what any) error {
	b, err := json.Marshal(what)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(r.dir, kind), 0o700); err != nil {
		return err
	}
	return writeWhole(r.file(kind, id), b, os.Rename)
}

// remove forgets a record; one that is not there is forgotten already.
func (r records) remove(kind, id string) error {
	if err := os.Remove(r.file(kind, id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// take reads a record that nobody else can take from then on: give puts it back.
// The error is fs.ErrNotExist where there is none.
func (r records) take(kind, id string, to any) (give func() error, err error) {
	file := r.file(kind, id)
	mine := file + ".taken"
	if err := os.Rename(file, mine); err != nil {
		return nil, err
	}
	b, err := os.ReadFile(mine)
	if err == nil {
		err = json.Unmarshal(b, to)
	}
	return func() error { return os.Rename(mine, file) }, err
}

// taken forgets a record that was taken.
func (r records) taken(kind, id string) { _ = os.Remove(r.file(kind, id) + ".taken") }

// writeWhole writes a file that only this user reads, whole or not at all: put
// is os.Rename or, where one that is there must stay, os.Link.
func writeWhole(name string, text []byte, put func(from, to string) error) error {
	f, err := os.CreateTemp(filepath.Dir(name), "*.new") // its rights are 0600
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // it is not there any more, once renamed
	_, err = f.Write(text)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return put(f.Name(), name)
}
