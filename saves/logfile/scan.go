package logfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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

// place is a line as it stands in a file.
type place struct {
	seq    uint64 // number of the event, 0 for a line that is none
	before saves.Hash
	hash   saves.Hash
	gap    *gap
	at     int64 // of its first byte
	size   int   // of its text
}

// gap is what a line says of events that are missing where it stands.
type gap struct {
	First uint64 `json:"first"`
	Last  uint64 `json:"last"` // First-1: none is missing, only the hashes do not follow
	Next  string `json:"next"` // the hash that the line behind the gap holds as that of the one before
}

// mostLost is the most events of a log that may be missing: a stranger's file can claim any
// number.
const mostLost = 1_000_000

func (g *gap) count() uint64 { return g.Last + 1 - g.First }

// gapBody is the body of the line that stands for missing events.
type gapBody struct {
	Lost *gap `json:"lost"`
}

func gapLine(g gap) []byte {
	b, err := json.Marshal(gapBody{&g})
	if err != nil {
		panic(fmt.Sprintf("a gap cannot be written: %v", err)) // it holds numbers and digits
	}
	return b
}

// next returns the hash after which the log goes on.
func (g *gap) next() saves.Hash {
	h, err := saves.ParseHash(g.Next)
	if err != nil {
		return saves.Hash{}
	}
	return h
}

// readPlace reads a line, and reports whether it is sound by itself: whether its own hash
// is right.
func readPlace(c chunk) (p place, body []byte, sound bool) {
	if c.tooLong {
		return p, nil, false
	}
	body, before, hash, sound := saves.Unseal(c.text)
	if !sound {
		return p, nil, false
	}
	p = place{seq: saves.SeqOf(body), before: before, hash: hash, at: c.at, size: len(c.text)}
	if bytes.HasPrefix(body, []byte(`{"lost":`)) {
		var g gapBody
		if err := json.Unmarshal(body, &g); err != nil || g.Lost == nil || g.Lost.Last > 1<<40 || g.Lost.Last+1 < g.Lost.First || g.Lost.count() > mostLost {
			return p, nil, false
		}
		p.gap = g.Lost
	}
	return p, body, true
}

// end is where a log ends, as far as it has been read.
type end struct {
	newest uint64     // number of the newest event
	last   saves.Hash // of the last line
	at     int64      // where the next line begins
	open   bool       // the last line lacks its line feed
	first  saves.Hash // of the first line, where that is known
	hash   saves.Hash // of the line of the newest event
	text   []byte     // of the last line, for comparison with the file
	lost   []gap
	gone   uint64  // events that are missing in all
	marks  []int64 // where events stand, one of every so many; see marked. 0: not known, else one more
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

// bears reports whether a gap may be added without too many events missing in all.
func (e *end) bears(g *gap) bool { return e.gone+g.count() <= mostLost }

// follow moves the end behind the next line; false if that line does not follow.
func (e *end) follow(p place, text []byte, ended bool) bool {
	if p.before != e.last || p.seq > 0 && p.seq != e.newest+1 {
		return false
	}
	if p.gap != nil && !e.bears(p.gap) {
		return false
	}
	if p.before == (saves.Hash{}) {
		e.first = p.hash
	}
	e.last = p.hash
	if p.seq > 0 {
		e.newest, e.hash = p.seq, p.hash
		if marked(p.seq) {
			e.mark(mark{p.seq, p.at})
		}
	}
	if p.gap != nil {
		e.newest, e.last = max(e.newest, p.gap.Last), p.gap.next()
		e.hash = e.last
		e.gone += p.gap.count()
		e.lost = append(e.lost, *p.gap)
	}
	e.at, e.open = p.at+int64(p.size), !ended
	if ended {
		e.at++
	}
	e.text = append(e.text[:0], text...)
	return true
}

// scan reads lines from where e ends as long as each follows from the one before, and
// returns the first chunk that does not; nil if all do.
func (e *end) scan(r io.ReaderAt, size int64, each func(place, []byte)) (odd *chunk, err error) {
	err = chunks(r, e.at, size, func(c chunk) bool {
		p, _, sound := readPlace(c)
		if !sound || !e.follow(p, c.text, c.ended) {
			odd = &chunk{at: c.at, text: bytes.Clone(c.text[:min(len(c.text), 80)]), ended: c.ended, tooLong: c.tooLong}
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
		if p, _, sound := readPlace(c); sound && p.seq > 0 {
			seq, at = p.seq, c.at
			return false
		}
		return true
	})
	return seq, at, err
}
