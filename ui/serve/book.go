package serve

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
)

// Guest is somebody whose key has a seat at the table.
type Guest struct {
	Key   string     `json:"key"` // as in authorized_keys, without a comment
	Seat  model.Seat `json:"seat"`
	Since time.Time  `json:"since"`
}

// Fingerprint is what people compare.
func (g Guest) Fingerprint() string {
	k, err := parseKey(g.Key)
	if err != nil {
		return ""
	}
	return ssh.FingerprintSHA256(k)
}

// Book is who may come to one table: keys, and invites that are not used yet.
// Several programs may use one at a time, but only the one that serves the table
// admits and revokes.
type Book struct {
	dir string

	mu     sync.Mutex
	guests map[string]Guest // by their keys, as in the files
}

// OpenBook gives the book of the table with that id, in a folder that only
// this user can read.
func OpenBook(folder, table string) (*Book, error) {
	b := &Book{dir: filepath.Join(folder, "tables", fileName([]byte(table))), guests: map[string]Guest{}}
	for _, dir := range []string{b.keys(), b.invites()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, fmt.Errorf("the guest list cannot be saved: %w", err)
		}
	}
	for _, file := range filesIn(b.keys()) {
		var g Guest
		if readFile(file, &g) == nil && g.Key != "" {
			b.guests[g.Key] = g
		}
	}
	return b, nil
}

func (b *Book) keys() string    { return filepath.Join(b.dir, "keys") }
func (b *Book) invites() string { return filepath.Join(b.dir, "invites") }

// fileName is a name that tells nothing of what it stands for.
func fileName(of []byte) string {
	sum := sha256.Sum256(of)
	return hex.EncodeToString(sum[:])
}

func (b *Book) keyFile(k ssh.PublicKey) string { return filepath.Join(b.keys(), fileName(k.Marshal())) }

// Guest gives whose key k is; false when it is nobody's.
func (b *Book) Guest(k ssh.PublicKey) (Guest, bool) {
	if k == nil {
		return Guest{}, false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	g, ok := b.guests[keyText(k)]
	return g, ok
}

// Guests gives everybody, by name.
func (b *Book) Guests() []Guest {
	b.mu.Lock()
	defer b.mu.Unlock()
	all := slices.Collect(maps.Values(b.guests))
	slices.SortFunc(all, func(x, y Guest) int { return strings.Compare(x.Seat.Name+x.Key, y.Seat.Name+y.Key) })
	return all
}

// Admit gives k a seat, or another one.
func (b *Book) Admit(k ssh.PublicKey, seat model.Seat, now time.Time) error {
	g := Guest{keyText(k), seat, now.UTC()}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := writeFile(b.keyFile(k), g); err != nil {
		return err
	}
	b.guests[g.Key] = g
	return nil
}

// Revoke takes k's seat away.
func (b *Book) Revoke(k ssh.PublicKey) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.guests, keyText(k))
	if err := os.Remove(b.keyFile(k)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func keyText(k ssh.PublicKey) string {
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(k)))
}

func parseKey(text string) (ssh.PublicKey, error) {
	k, _, _, _, err := ssh.ParseAuthorizedKey([]byte(text))
	return k, err
}

func filesIn(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		if e.Type().IsRegular() && filepath.Ext(e.Name()) == "" {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out
}

func readFile(name string, to any) error {
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return json.Unmarshal(b, to)
}

func writeFile(name string, what any) error {
	b, err := json.Marshal(what)
	if err != nil {
		return err
	}
	return writeWhole(name, b, os.Rename)
}

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
