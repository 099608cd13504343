package logfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Remembered is what is remembered of a table outside of its file, so that a file that was
// replaced or rolled back can be told.
type Remembered struct {
	Path   string `json:"path"`   // of its file
	ID     string `json:"id"`     // the hash of its first line
	Newest uint64 `json:"newest"` // number of its newest event
	Hash   string `json:"hash"`   // of the line of that event
	Name   string `json:"name"`   // what the table is called
}

// memory remembers one table, in a file of its own that is named after the path.
type memory struct {
	mu    sync.Mutex // guards what follows
	file  string     // "": nothing is remembered
	now   Remembered
	later *time.Timer
}

// rememberAfter is the delay between an append and its being remembered, so that no append
// waits for it. If it is lost, the next opening compares with an older event.
const rememberAfter = time.Second

func rememberedIn(folder, path string) string {
	sum := sha256.Sum256([]byte(path))
	return filepath.Join(folder, hex.EncodeToString(sum[:16])+".json")
}

// Recall returns what is remembered, in a folder, of the table whose file is at path; false
// if nothing is.
func Recall(folder, path string) (r Remembered, ok bool) {
	if folder == "" {
		return r, false
	}
	return recall(rememberedIn(folder, rememberedPath(path)))
}

// rememberedPath is the path under which a table is remembered: whole, and without
// symbolic links.
func rememberedPath(path string) string {
	if real, err := (system{}).resolve(path); err == nil {
		path = real
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	return path
}

func recall(file string) (r Remembered, ok bool) {
	f, err := system{}.open(file, os.O_RDONLY)
	if err != nil {
		return r, false
	}
	defer func() { _ = f.Close() }()
	b, err := io.ReadAll(io.NewSectionReader(f, 0, 1<<16))
	return r, err == nil && json.Unmarshal(b, &r) == nil
}

// open reads what is remembered of the table at a path, and remembers that table from then
// on.
func (m *memory) open(folder, path string) (r Remembered, ok bool) {
	if folder == "" {
		return r, false
	}
	full, err := filepath.Abs(path)
	if err != nil {
		return r, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.file = rememberedIn(folder, full)
	r, ok = recall(m.file)
	m.now = r
	m.now.Path = full
	return r, ok
}

// name remembers the name of the table if the event in body gives it one.
func (m *memory) name(body []byte) {
	if name := nameIn(body); name != "" {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.now.Name = name
	}
}

// name is what the table is called, as far as that is remembered.
func (l *File) name() string {
	l.memory.mu.Lock()
	defer l.memory.mu.Unlock()
	return l.memory.now.Name
}

// newest is the newest event that is remembered; 0: none is.
func (m *memory) newest() uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now.Newest
}

// nameIn is the name that an event gives the table; "" for none.
func nameIn(body []byte) (name string) {
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

// put remembers where the log ends. It is written a while later.
func (m *memory) put(e *end) {
	if m.file == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.ID, m.now.Newest, m.now.Hash = e.First.String(), e.Newest, e.Hash.String()
	if m.later == nil {
		m.later = time.AfterFunc(rememberAfter, m.write)
	}
}

// write writes what is remembered. If it fails, the next opening has less to compare with.
func (m *memory) write() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.later != nil {
		m.later.Stop()
		m.later = nil
	}
	if m.file == "" || m.now.Newest == 0 {
		return
	}
	b, err := json.Marshal(m.now)
	if err != nil || (system{}).mkdir(filepath.Dir(m.file)) != nil {
		return
	}
	_ = replace(system{}, m.file, func(w io.Writer) error {
		_, err := w.Write(append(b, '\n'))
		return err
	})
}
