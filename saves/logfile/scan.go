package logfile

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"example.org/fray/saves"
)

// longestLine is the most bytes of a line that are read into memory. A real line has less
// than a tenth of it; a stranger's file may have any length.
const longestLine = 16 << 20

// chunk is the text between two line feeds of a file.
type chunk struct {
	at      int64  // of its first byte
	text    []byte // valid until the next chunk is read
	ended   bool   // a line feed follows it
	tooLong bool   // only its beginning was read
}

// lineEnd ends every line.
const lineEnd = `"}`

// whole reports whether all of a line stands there, sound or not: it was not being written when
// the program or the machine ended.
func (c chunk) whole() bool { return !c.tooLong && bytes.HasSuffix(c.text, []byte(lineEnd)) }

// chunks yields the chunks of a file between two offsets that are not empty, until yield
// returns false.
func chunks(r io.ReaderAt, from, to int64, yield func(chunk) bool) error {
	return chunksOf(io.NewSectionReader(r, from, max(0, to-from)), from, yield)
}

// chunksOf is chunks for a reader whose first byte is at an offset of the file.
func chunksOf(r io.Reader, at int64, yield func(chunk) bool) error {
	in := bufio.NewReaderSize(r, 1<<16)
	var text []byte
	for {
		text = text[:0]
		c := chunk{at: at}
		for {
			part, err := in.ReadSlice('\n')
			at += int64(len(part))
			if len(text)+len(part) <= longestLine {
				text = append(text, part...)
			} else {
				c.tooLong = true
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				continue
			}
			if err != nil && !errors.Is(err, io.EOF) {
				return err
			}
			c.ended = err == nil
			break
		}
		c.text = bytes.TrimSuffix(text, []byte{'\n'})
		if len(c.text) > 0 && !yield(c) || !c.ended {
			return nil
		}
	}
}

// readPlace reads a line, and reports whether it is sound by itself: whether its own hash
// is right.
func readPlace(c chunk) (p saves.Place, body []byte, sound bool) {
	if c.tooLong {
		return p, nil, false
	}
	body, before, hash, sound := saves.Unseal(c.text)
	if !sound {
		return p, nil, false
	}
	lost, err := saves.LostIn(body)
	return saves.Place{Seq: saves.SeqOf(body), Before: before, Hash: hash, Lost: lost, At: c.at, Size: len(c.text)}, body, err == nil
}

// end is where a log ends, as far as it has been read.
type end struct {
	saves.Chain
	at    int64   // where the next line begins
	open  bool    // the last line lacks its line feed
	text  []byte  // of the last line, for comparison with the file
	marks []int64 // where events stand, one of every so many; see marked. 0: not known, else one more
}

// mark is where an event stands.
type mark struct {
	seq uint64
	at  int64
}

// every is the number of events between two whose offsets are remembered.
const every = 16

func marked(seq uint64) bool { return seq%every == 1 }

// mark remembers the offset of an event.
func (e *end) mark(m mark) {
	n := int(m.seq / every)
	for len(e.marks) <= n {
		e.marks = append(e.marks, 0)
	}
	e.marks[n] = m.at + 1
}

// markBefore returns an offset at or a little before the line of an event; false if none is
// remembered.
func (e *end) markBefore(seq uint64) (at int64, ok bool) {
	if seq <= 1 {
		return 0, true
	}
	n := int((seq - 1) / every)
	if n >= len(e.marks) || e.marks[n] == 0 {
		return 0, false
	}
	return e.marks[n] - 1, true
}

// follow moves the end behind the next line; false if that line does not follow.
func (e *end) follow(p saves.Place, text []byte, ended bool) bool {
	if !e.Follow(p) {
		return false
	}
	if marked(p.Seq) {
		e.mark(mark{p.Seq, p.At})
	}
	e.at, e.open = p.At+int64(p.Size), !ended
	if ended {
		e.at++
	}
	e.text = append(e.text[:0], text...)
	return true
}

// known is what is remembered of the log.
func (e *end) known() saves.Known {
	return saves.Known{ID: e.First, Reached: saves.Reached{Seq: e.Newest, Hash: e.Hash}}
}

// scan reads lines from where e ends as long as each follows from the one before, and
// returns the first chunk that does not; nil if all do.
func (e *end) scan(r io.ReaderAt, size int64, each func(saves.Place, []byte)) (odd *chunk, err error) {
	err = chunks(r, e.at, size, func(c chunk) bool {
		p, _, sound := readPlace(c)
		if !sound || !e.follow(p, c.text, c.ended) {
			odd = &chunk{at: c.at, text: bytes.Clone(c.text), ended: c.ended, tooLong: c.tooLong}
			return false
		}
		if each != nil {
			each(p, c.text)
		}
		return true
	})
	return odd, err
}

// startOf finds, by binary search, an offset from which on all lines after the event with
// the number after are met.
func startOf(r io.ReaderAt, size int64, after uint64) (int64, error) {
	low, high := int64(0), size // the event with the number after begins at or behind low
	for high-low > 1<<16 {
		middle := low + (high-low)/2
		seq, at, err := eventBehind(r, middle, high)
		switch {
		case err != nil:
			return 0, err
		case seq == 0 || seq > after:
			high = middle
		default:
			low = at
		}
	}
	return low, nil
}

// eventBehind finds the first event that begins after an offset; 0 for none.
func eventBehind(r io.ReaderAt, from, to int64) (seq uint64, at int64, err error) {
	first := true
	err = chunks(r, from, to, func(c chunk) bool {
		if first { // perhaps the middle of a line
			first = false
			return true
		}
		if p, _, sound := readPlace(c); sound && p.Seq > 0 {
			seq, at = p.Seq, c.at
			return false
		}
		return true
	})
	return seq, at, err
}
