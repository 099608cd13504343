package index

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"

	"example.org/fray/saves"
)

// kind says what is in a block.
type kind uint8

const (
	about         kind = 1 + iota // whose index it is: Hash of the log's first line, First the edition of its snapshots
	snapshot                      // the table after event Seq
	dropped                       // snapshots from event Seq on are forgotten
	known                         // who may know of the events from First to Seq; see audiences
	ofKinds                       // events of some kinds, as JSON
	words                         // the words of the events from First to Seq: whom they name, what all are told, what only others are told
	droppedWords                  // all words before are forgotten
	remembered                    // a key, whose hash is First, and its value
	checked                       // a check has reached event Seq
	numberOfKinds                 // the end of the list
)

// head is the beginning of a block.
type head struct {
	Mark    [4]byte
	Kind    kind
	First   uint64
	Seq     uint64
	Hash    saves.Hash // of the line of event Seq
	Parts   [3]uint32  // the lengths of the parts of its body
	BodySum uint32
	OwnSum  uint32 // of all before it
}

var (
	mark     = [4]byte{'f', 'r', 'a', 'y'}
	headSize = binary.Size(head{})
)

// mostBody is the length of a body beyond which a block is not read or written.
const mostBody = 64 << 20

func (h head) size() (n int64) {
	for _, part := range h.Parts {
		n += int64(part)
	}
	return n
}

// block is a block in a file or in memory.
type block struct {
	head
	in io.ReaderAt
	at int64 // where its body begins
}

// errForeign is the error of a file that this program has not made.
var errForeign = errors.New("it is not as this program makes it")

// encoded returns a block as it is written.
func encoded(h head, parts ...[]byte) ([]byte, error) {
	body := bytes.Join(parts, nil)
	h.Mark, h.BodySum = mark, crc32.ChecksumIEEE(body)
	for i, part := range parts {
		h.Parts[i] = uint32(min(len(part), mostBody+1))
	}
	if h.size() > mostBody {
		return nil, errors.New("it is too long to be kept")
	}
	raw, err := binary.Append(make([]byte, 0, headSize+len(body)), binary.LittleEndian, h)
	if err != nil {
		return nil, err
	}
	binary.LittleEndian.PutUint32(raw[headSize-4:], crc32.ChecksumIEEE(raw[:headSize-4]))
	return append(raw, body...), nil
}

// readBlock reads the head of a block; false if there is no whole one before the end.
func readBlock(in io.ReaderAt, at, end int64) (block, bool) {
	raw := make([]byte, headSize)
	if at+int64(headSize) > end {
		return block{}, false
	}
	if _, err := in.ReadAt(raw, at); err != nil {
		return block{}, false
	}
	b := block{in: in, at: at + int64(headSize)}
	_, err := binary.Decode(raw, binary.LittleEndian, &b.head)
	return b, err == nil && b.Mark == mark && b.OwnSum == crc32.ChecksumIEEE(raw[:headSize-4]) &&
		0 < b.Kind && b.Kind < numberOfKinds && b.size() <= min(mostBody, end-b.at)
}

// body reads the parts of a block into a buffer.
func (b block) body(buffer *[]byte) (parts [3][]byte, err error) {
	n := int(b.size())
	if cap(*buffer) < n {
		*buffer = make([]byte, n)
	}
	raw := (*buffer)[:n]
	if _, err := b.in.ReadAt(raw, b.at); err != nil && n > 0 {
		return parts, err
	}
	if crc32.ChecksumIEEE(raw) != b.BodySum {
		return parts, errForeign
	}
	for i, length := range b.Parts {
		parts[i], raw = raw[:length:length], raw[length:]
	}
	return parts, nil
}

// openPlain opens a file, which must be a regular one. One that is written must have no
// other name: what is written to it would be written to a file elsewhere.
func openPlain(path string, writes bool) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || writes && saves.Links(info) > 1 {
		return nil, errForeign
	}
	flags := os.O_RDONLY
	if writes {
		flags = os.O_RDWR | os.O_APPEND
	}
	f, err := os.OpenFile(path, flags, 0)
	if err != nil {
		return nil, err
	}
	if now, err := f.Stat(); err != nil || !os.SameFile(info, now) {
		_ = f.Close()
		return nil, errForeign // it was replaced meanwhile
	}
	return f, nil
}
