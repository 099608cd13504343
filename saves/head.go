package saves

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

const headSuffix = ".head"

// head is the newest event, as the file beside the table knows it.
type head struct {
	Seq  uint64    `json:"seq"`
	Hash string    `json:"hash"`
	Name string    `json:"name"`          // of the table
	Time time.Time `json:"time"`          // of the newest event
	Sum  string    `json:"sum,omitempty"` // of all of these; older ones have none
}

func (h head) is(hash digest) bool { return h.Hash == hex.EncodeToString(hash[:]) }

// digest gives the hash as bytes.
func (h head) digest() (d digest) {
	b, _ := hex.DecodeString(h.Hash)
	copy(d[:], b)
	return d
}

// sum is over all that the head says.
func (h head) sum() string {
	d := sha256.Sum256(fmt.Appendf(nil, "%d %s %q %s", h.Seq, h.Hash, h.Name, h.Time.UTC().Format(time.RFC3339Nano)))
	return hex.EncodeToString(d[:8])
}

// longestHead is far more bytes than a head can have.
const longestHead = 1 << 16

// readHead reads the head file; false when it is missing or unreadable, which
// costs the protection and nothing else.
func readHead(path string) (head, bool) {
	h, err := loadHead(path)
	return h, err == nil
}

var errHead = errors.New("the head file is damaged")

// loadHead reads the head file. The errors are that it is not there, or for
// others only, and errHead.
func loadHead(path string) (head, error) {
	info, err := os.Stat(path + headSuffix)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return head{}, err
	}
	if err != nil || !info.Mode().IsRegular() || info.Size() > longestHead {
		return head{}, errHead
	}
	b, err := os.ReadFile(path + headSuffix)
	if errors.Is(err, fs.ErrPermission) {
		return head{}, err
	}
	if err != nil {
		return head{}, errHead
	}
	var h head
	if err := json.Unmarshal(b, &h); err != nil || h.Seq == 0 || len(h.Hash) != 2*len(digest{}) || string(b) != h.line() {
		return head{}, errHead
	}
	return h, nil
}

// line is the head as its file has it.
func (h head) line() string {
	if h.Sum != "" {
		h.Sum = h.sum()
	}
	b, _ := json.Marshal(h) // a time that cannot be written was never read
	return string(b) + "\n"
}

func (h head) write(path string, sync bool) error {
	h.Sum = h.sum()
	return replaceFile(path+headSuffix, sync, func(w io.Writer) error {
		_, err := io.WriteString(w, h.line())
		return err
	})
}
