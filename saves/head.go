package saves

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

const headSuffix = ".head"

// head is the newest event, as the file beside the table knows it.
type head struct {
	Seq  uint64    `json:"seq"`
	Hash string    `json:"hash"`
	Name string    `json:"name"` // of the table
	Time time.Time `json:"time"` // of the newest event
}

func (h head) is(hash digest) bool { return h.Hash == hex.EncodeToString(hash[:]) }

// readHead reads the head file; false when it is missing or unreadable, which
// costs the protection and nothing else.
func readHead(path string) (head, bool) {
	b, err := os.ReadFile(path + headSuffix)
	if err != nil {
		return head{}, false
	}
	var h head
	if err := json.Unmarshal(b, &h); err != nil || h.Seq == 0 {
		return head{}, false
	}
	return h, true
}

func (h head) write(path string, sync bool) error {
	b, err := json.Marshal(h)
	if err != nil {
		return err
	}
	return replaceFile(path+headSuffix, append(b, '\n'), sync)
}

// replaceFile writes a file under another name and then renames it, so that
// the old content or the new is there at any moment, and never half of it.
// Only the holder of the table's lock does this.
func replaceFile(name string, content []byte, sync bool) error {
	f, err := newFile(name)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	return finishFile(f, name, err, sync)
}

// newFile begins the file that will replace name. What a crash left of an
// earlier one is written over.
func newFile(name string) (*os.File, error) {
	return os.Create(filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".new"))
}

// finishFile closes the new file f and gives it its name, or removes it when
// something went wrong.
func finishFile(f *os.File, name string, err error, sync bool) error {
	if err == nil && sync {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// syncFolder makes the names in the folder of path safe from a power cut.
// Where folders cannot be synced, the system does it in its own time.
func syncFolder(path string) {
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return
	}
	_ = d.Sync()
	_ = d.Close()
}
