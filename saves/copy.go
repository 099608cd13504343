package saves

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

const copySuffix = ".jsonl"

// copyLine is a line of the readable copy: an event with its hash. An event
// that is lost has none but its number.
type copyLine struct {
	Hash  string          `json:"hash"`
	Event json.RawMessage `json:"event"`
	Lost  uint64          `json:"lost,omitempty"`
}

// copied is a line of a readable copy, as far as it can be read.
type copied struct {
	line  int
	seq   uint64
	body  []byte
	hash  []byte
	lost  bool // it says that its event is
	exact bool // it is as this program writes it
}

var (
	copyOpens = []byte(`{"hash":"`)
	copyMeets = []byte(`","event":`)
)

// eachCopied reads a copy line by line, damaged lines as far as they can be
// guessed at: their hashes tell who trusts them. No line is held for longer
// than yield runs.
func eachCopied(path string, yield func(copied) bool) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return &NotFray{path, "no regular file"}
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	return copiedLines(f, yield)
}

func copiedLines(r io.Reader, yield func(copied) bool) error {
	in := bufio.NewReaderSize(r, 1<<16)
	before := uint64(0)
	var b []byte // each line in the memory of the one before
	for n := 1; ; n++ {
		var err error
		b, err = readLine(in, b[:0])
		if len(b) > 0 {
			c := parseCopied(b, before)
			c.line, before = n, c.seq
			if !yield(c) {
				return nil
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// readLine reads a line of at most longestRow bytes; of a longer one the rest
// is passed over. It goes behind line.
func readLine(in *bufio.Reader, line []byte) ([]byte, error) {
	for {
		part, err := in.ReadSlice('\n')
		if len(line)+len(part) <= longestRow {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSuffix(line, []byte("\n")), err
		}
	}
}

// parseCopied takes a line apart where its parts stand, whatever else is wrong
// with it. A line that does not know its number follows the one before.
func parseCopied(b []byte, before uint64) copied {
	c := copied{seq: before + 1}
	const hashAt, hashEnds = 9, 9 + 2*len(digest{})
	bodyAt := hashEnds + len(copyMeets)
	if len(b) > bodyAt && b[bodyAt-1] == ':' {
		hash, said, again := make([]byte, len(digest{})), b[hashAt:hashEnds], [2 * len(digest{})]byte{}
		if _, err := hex.Decode(hash, said); err == nil {
			hex.Encode(again[:], hash)
			c.hash = hash
			c.exact = bytes.HasPrefix(b, copyOpens) && bytes.Equal(said, again[:]) && bytes.Equal(b[hashEnds:bodyAt], copyMeets) && b[len(b)-1] == '}'
		}
		c.body = b[bodyAt : len(b)-1]
	} else {
		var l copyLine
		if json.Unmarshal(b, &l) == nil {
			c.hash, _ = hex.DecodeString(l.Hash)
			c.body = l.Event
		}
		if l.Lost > 0 {
			c.seq, c.body, c.lost = l.Lost, nil, true
			c.exact = string(b) == lostLine(l.Hash, l.Lost)
			return c
		}
	}
	if seq := seqOf(c.body); seq > 0 {
		c.seq = seq
	}
	return c
}

// seqOf is the number that an event calls itself by; 0 when it cannot be read.
func seqOf(body []byte) uint64 {
	var e struct {
		Seq uint64 `json:"seq"`
	}
	if rest, ok := bytes.CutPrefix(body, []byte(`{"seq":`)); ok { // as all of ours begin
		n := 0
		for n < len(rest) && n < 18 && rest[n] >= '0' && rest[n] <= '9' {
			e.Seq = e.Seq*10 + uint64(rest[n]-'0')
			n++
		}
		if n > 0 && n < len(rest) && rest[n] == ',' {
			return e.Seq
		}
	}
	if json.Unmarshal(body, &e) != nil {
		return 0
	}
	return e.Seq
}

// copyEnd is where a copy ends: its last whole line, and how many bytes are
// behind that line.
type copyEnd struct {
	last  copied
	size  int64 // of all whole lines
	extra int64 // bytes of a line that was not finished
	next  bool  // its number follows the one of the line before it
}

// readCopyEnd reads the end of the copy at path, without reading all of it.
func readCopyEnd(path string) (copyEnd, error) {
	info, err := os.Stat(path)
	if err != nil {
		return copyEnd{}, err
	}
	if !info.Mode().IsRegular() {
		return copyEnd{}, &NotFray{path, "no regular file"}
	}
	f, err := os.Open(path)
	if err != nil {
		return copyEnd{}, err
	}
	defer func() { _ = f.Close() }()
	e := copyEnd{size: info.Size()}
	for want := int64(1 << 14); ; want *= 4 {
		from := max(0, info.Size()-want)
		b := make([]byte, info.Size()-from)
		if _, err := f.ReadAt(b, from); err != nil && !errors.Is(err, io.EOF) {
			return e, err
		}
		end := bytes.LastIndexByte(b, '\n') + 1
		e.extra = int64(len(b) - end)
		e.size = info.Size() - e.extra
		start := bytes.LastIndexByte(b[:max(0, end-1)], '\n') + 1
		before := bytes.LastIndexByte(b[:max(0, start-1)], '\n') + 1
		if before == 0 && from > 0 && want < longestRow {
			continue
		}
		if end > 0 {
			e.last = parseCopied(b[start:end-1], 0)
		}
		seq := uint64(0)
		if start > 0 {
			seq = parseCopied(b[before:start-1], 0).seq
		}
		e.next = e.last.seq == seq+1
		return e, nil
	}
}

// follow brings the readable copy up to the newest event. A copy that is not
// this table's, or is damaged, is kept aside first.
func (b *book) follow(keep *keeper) error {
	if b.unsynced {
		return nil
	}
	name := b.path + copySuffix
	if !b.copyKnown {
		from, err := b.copiedSoFar(keep)
		if err != nil {
			return explain(name, err)
		}
		b.copied, b.copyKnown = from, true
	}
	if b.copied >= b.seq {
		return nil
	}
	if b.copied == 0 {
		err := replaceFile(name, true, func(w io.Writer) error { return b.writeLines(w, 0) })
		if err == nil {
			b.copied = b.seq
		}
		return explain(name, err)
	}
	f, err := land.extend(name)
	if err != nil {
		return explain(name, err)
	}
	var size int64
	if info, err := os.Stat(name); err == nil {
		size = info.Size()
	}
	if err = written(f, size, true, func(w io.Writer) error { return b.writeLines(w, b.copied) }); err != nil {
		b.copied, b.copyKnown = 0, false // how far it came is to be found out
		return explain(name, err)
	}
	b.copied = b.seq
	return nil
}

// copiedSoFar tells up to which event the copy is this table's; 0 to begin
// anew.
func (b *book) copiedSoFar(keep *keeper) (uint64, error) {
	name := b.path + copySuffix
	end, err := readCopyEnd(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err == nil && end.last.seq > 0 && end.last.seq <= b.seq {
		hash, err := b.hashAt(end.last.seq)
		if err != nil {
			return 0, err // nobody can say whose it is
		}
		before, err := b.hashAt(end.last.seq - 1)
		if err != nil {
			return 0, err
		}
		known := before != digest{} || end.last.seq == 1
		if end.last.exact && string(hash[:]) == string(end.last.hash) &&
			(!known || end.last.body == nil || chain(before, end.last.seq, end.last.body) == hash) {
			if end.extra == 0 {
				return end.last.seq, nil
			}
			if b.begun(end) { // by a crash, and the log has all of it
				return end.last.seq, land.cut(name, end.size)
			}
		}
	}
	return 0, keep.aside(name)
}

// begun reports whether the bytes behind the last whole line of the copy are
// the beginning of the next one.
func (b *book) begun(end copyEnd) bool {
	if end.extra > longestRow {
		return false
	}
	f, err := os.Open(b.path + copySuffix)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	extra := make([]byte, end.extra)
	if _, err := f.ReadAt(extra, end.size); err != nil && !errors.Is(err, io.EOF) {
		return false
	}
	var next bytes.Buffer
	_ = b.writeLines(&limited{&next, end.extra}, end.last.seq) // it ends when there is enough
	return bytes.HasPrefix(next.Bytes(), extra)
}

// limited is a writer that fails when it has enough.
type limited struct {
	io.Writer
	room int64
}

func (l *limited) Write(b []byte) (int, error) {
	n, err := l.Writer.Write(b)
	if l.room -= int64(n); l.room <= 0 && err == nil {
		err = io.ErrShortWrite
	}
	return n, err
}

// writeLines writes the log after an event, one event a line.
func (b *book) writeLines(out io.Writer, after uint64) error {
	w := bufio.NewWriterSize(out, 1<<16)
	var failed error
	err := b.bodies(after, func(seq uint64, l line) bool {
		failed = writeLine(w, seq, l)
		return failed == nil
	})
	if err == nil {
		err = failed
	}
	if err == nil {
		err = w.Flush()
	}
	return err
}

func lostLine(hash string, seq uint64) string { return fmt.Sprintf(`{"hash":%q,"lost":%d}`, hash, seq) }

func writeLine(w *bufio.Writer, seq uint64, l line) error {
	if len(l.body) == 0 {
		hash := l.hash.String()
		if !l.known {
			hash = ""
		}
		_, err := w.WriteString(lostLine(hash, seq) + "\n")
		return err
	}
	// Body and hash are JSON already: marshalling them again costs more than
	// the rest of closing.
	for _, part := range [][]byte{copyOpens, []byte(l.hash.String()), copyMeets, l.body, []byte("}\n")} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}
