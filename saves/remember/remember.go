// Package remember keeps beside the settings of a machine what was acknowledged of each table
// that was played on it: which table stood at its place, and the number and hash of its newest
// line. A table that is put back, cut off or replaced afterwards can be told by it, also after a
// kill: each append is remembered before anybody is shown what it says.
//
// It is one small file a table, written over in place, with no sync: what the log itself has
// synced is safe without it, and a power cut only makes it older. It is never written through a
// link.
package remember

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"example.org/fray/saves"
)

// Table is what is remembered of a table.
type Table struct {
	Path   string `json:"path"`   // of its file, or what stands for it
	ID     string `json:"id"`     // the hash of its first line
	Newest uint64 `json:"newest"` // number of its newest event
	Hash   string `json:"hash"`   // of the line of that event
	Name   string `json:"name"`   // what the table is called
}

// Known is the newest event of the table; zero where its hashes cannot be read.
func (t Table) Known() (known saves.Known) {
	id, err := saves.ParseHash(t.ID)
	if err != nil {
		id = saves.Hash{} // its first line is lost
	}
	hash, err := saves.ParseHash(t.Hash)
	if err != nil {
		return saves.Known{}
	}
	return saves.Known{ID: id, Reached: saves.Reached{Seq: t.Newest, Hash: hash}}
}

// File is the path of the file in a folder that remembers the table at a path.
func File(folder, path string) string {
	sum := sha256.Sum256([]byte(path))
	return filepath.Join(folder, hex.EncodeToString(sum[:16])+".json")
}

// mostBytes is how long such a file may be.
const mostBytes = 1 << 16

// Recall returns what is remembered in a file; false if nothing is.
func Recall(file string) (t Table, ok bool) {
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return t, false
	}
	f, err := os.Open(file)
	if err != nil {
		return t, false
	}
	defer func() { _ = f.Close() }() // it was only read
	b, err := io.ReadAll(io.LimitReader(f, mostBytes))
	if err != nil || json.Unmarshal(b, &t) != nil {
		return Table{}, false
	}
	return t, true
}

// Memory remembers one table. The zero value remembers nothing. Its methods may be called from
// any goroutine.
type Memory struct {
	mu   sync.Mutex // guards what follows
	file string     // "": nothing is remembered
	now  Table
	f    *os.File // nil until something is written
	size int      // of what stands in it
}

// Open reads what is remembered in a folder of the table at a path, and remembers that table from
// then on; "" as the folder: nothing is. false: nothing was.
func (m *Memory) Open(folder, path string) (t Table, ok bool) {
	if folder == "" {
		return t, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.close()
	name := m.now.Name
	m.file = File(folder, path)
	if m.now, ok = Recall(m.file); m.now.Name == "" {
		m.now.Name = name
	}
	m.now.Path = path
	return m.now, ok
}

// Path is that of the file; "" for none.
func (m *Memory) Path() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.file
}

// Now is what is remembered.
func (m *Memory) Now() Table {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// Call remembers the name of the table if an event with a body gives it one.
func (m *Memory) Call(body []byte) {
	if name := NameIn(body); name != "" {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.now.Name = name
	}
}

// Put remembers where the log ends. If that fails, the next opening has less to compare with.
func (m *Memory) Put(known saves.Known) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known.ID != (saves.Hash{}) { // else its first line is lost
		m.now.ID = known.ID.String()
	}
	m.now.Newest, m.now.Hash = known.Seq, known.Hash.String()
	if m.file == "" || known.Seq == 0 {
		return
	}
	b, err := json.Marshal(m.now)
	if err != nil || m.f == nil && m.open() != nil {
		return
	}
	size := len(b)
	for len(b) < m.size { // what was longer is covered
		b = append(b, ' ')
	}
	if _, err := m.f.WriteAt(append(b, '\n'), 0); err == nil {
		m.size = max(m.size, size)
	}
}

// open opens the file, which is to be our own: a link in its place is taken away.
func (m *Memory) open() error {
	if err := os.MkdirAll(filepath.Dir(m.file), 0o700); err != nil {
		return err
	}
	info, err := os.Lstat(m.file)
	if err == nil && (!info.Mode().IsRegular() || saves.Links(info) > 1) {
		if err := os.Remove(m.file); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(m.file, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if os.IsExist(err) {
		f, err = os.OpenFile(m.file, os.O_RDWR, 0o600)
	}
	if err != nil {
		return err
	}
	now, err := f.Stat()
	if err == nil && info != nil && info.Mode().IsRegular() && saves.Links(info) == 1 && !os.SameFile(info, now) {
		err = fmt.Errorf("%s was replaced just now", m.file)
	}
	if err != nil {
		_ = f.Close()
		return err
	}
	m.f, m.size = f, int(min(now.Size(), mostBytes))
	return nil
}

// Close gives the file back. What was put is remembered without it.
func (m *Memory) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.close()
}

func (m *Memory) close() {
	if m.f != nil {
		_ = m.f.Close() // it says nothing that anybody could act upon
		m.f, m.size = nil, 0
	}
}

// NameIn is the name that an event gives the table; "" for none.
func NameIn(body []byte) (name string) {
	if !bytes.Contains(body, []byte(`"table-made"`)) && !bytes.Contains(body, []byte(`"table-named"`)) {
		return ""
	}
	var e struct {
		Facts []struct {
			Kind string
			Fact struct{ Name string }
		}
	}
	_ = json.Unmarshal(body, &e) // what cannot be read names nothing
	for _, f := range e.Facts {
		if f.Kind == "table-made" || f.Kind == "table-named" {
			name = f.Fact.Name
		}
	}
	return name
}

// Standing is how a log stands to what is remembered of it.
type Standing int

// The standings of a log.
const (
	Same      Standing = iota // or longer, or nothing is remembered
	Another                   // it is another table
	Shorter                   // it ends before what is remembered
	Elsewhere                 // another event stands where the remembered one should
)

// Compare compares a log with what is remembered: the hash of its first line, its newest event,
// and the hash of the line of the remembered event. Zero hashes are of lines that are lost.
func Compare(known saves.Known, first saves.Hash, newest uint64, at saves.Hash) Standing {
	var lost saves.Hash
	switch {
	case known.Seq == 0 || at == known.Hash:
		return Same
	case first != known.ID && first != lost && known.ID != lost:
		return Another
	case newest < known.Seq:
		return Shorter
	case at != lost:
		return Elsewhere
	}
	return Same
}

// Words says of a table, by what people call it, how it stands; "" for Same.
func (s Standing) Words(called string, newest uint64, known saves.Known) string {
	switch s {
	case Another:
		return called + " is not the table that was last played here: another was put in its place"
	case Shorter:
		return fmt.Sprintf("%s ends at event %d, but event %d was written to it: it was put back to an older one", called, newest, known.Seq)
	case Elsewhere:
		return fmt.Sprintf("event %d of %s is not the one that was last written to it: it is from elsewhere", known.Seq, called)
	}
	return ""
}

// Behind says which events were written behind the newest that can be found, and where to look
// for them; "" where none were.
func Behind(newest, known uint64, where string) string {
	switch {
	case known == newest+1:
		return fmt.Sprintf("event %d was written, and is nowhere here: %s", known, where)
	case known > newest:
		return fmt.Sprintf("events %d to %d were written, and are nowhere here: %s", newest+1, known, where)
	}
	return ""
}
