package index

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"slices"
	"sync"

	"example.org/fray/saves"
	"example.org/fray/saves/unfinished"
)

// Index is the index of one log, in a file or in memory. It implements [saves.Index].
type Index struct {
	path  string // of its file; "": it is in memory
	look  bool   // the file is only read, and what is added stays in memory
	place bool   // what was added while looking is in the file once it is closed

	mu      sync.Mutex // guards what follows
	log     saves.Hash // whose index it is to be
	edition int
	open    bool
	over    bool
	file    *os.File // nil: there is none that fits
	end     int64    // of what was read of the file
	count   int64    // blocks that were read of it
	useless int64    // bytes of blocks that do not count any more
	added   bool     // there are blocks in memory
	blocks  [numberOfKinds][]block
	kinds   map[string][]uint64 // the events of each kind; nil: they were not read yet
	buffer  []byte
}

var _ saves.Index = (*Index)(nil)

// Open returns the index in the file at path. The file is made on first use if there is
// none that can be read. If it cannot be written the index is in memory.
func Open(path string) *Index { return &Index{path: path} }

// Look returns the index in the file at path, which is only read: what is added is kept in
// memory.
func Look(path string) *Index { return &Index{path: path, look: true} }

// OpenOrLook returns the index in the file at path, to be written or only read; see
// [saves.Tables].
func OpenOrLook(path string, write bool) saves.Index { return &Index{path: path, look: !write} }

// OpenCopy is like Look, but what was added takes its place in the file when the index is
// closed: programs that use the file meanwhile are not disturbed. The error is that the
// folder cannot be written.
func OpenCopy(path string) (*Index, error) {
	f, err := newFile(path)
	if err != nil {
		return nil, err
	}
	unfinished.Drop(f)
	return &Index{path: path, look: true, place: true}, nil
}

// Memory returns an index in memory.
func Memory() *Index { return &Index{} }

// Of makes it the index of a log; see [saves.Index].
func (x *Index) Of(log saves.Hash, edition int) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.log, x.edition = log, edition
	if x.open && !x.fits() {
		x.drop()
	}
	return nil // what there is of it is opened when somebody asks
}

// fits reports whether what is open is the index of the log.
func (x *Index) fits() bool {
	a := x.blocks[about]
	return x.log == saves.Hash{} || len(a) > 0 && a[0].Hash == x.log && a[0].First == uint64(x.edition)
}

// ready reads which blocks there are, on first use.
func (x *Index) ready() error {
	if x.over {
		return saves.ErrClosed
	}
	if x.open {
		return nil
	}
	x.open = true
	if x.path == "" {
		return nil
	}
	f, err := openPlain(x.path, !x.look)
	if err != nil {
		return nil //nolint:nilerr // it is as if there were none, and made on the first addition
	}
	x.file = f
	if err := x.readOn(); len(x.blocks[about]) == 0 || !x.fits() {
		x.drop()
		x.open = true
	} else if err != nil && !x.look {
		return f.Truncate(x.end) // what is damaged is made again
	}
	return nil
}

// readOn reads the blocks of the file that were not read before. The error is that it could
// not read all.
func (x *Index) readOn() error {
	info, err := x.file.Stat()
	if err != nil {
		return err
	}
	for x.end < info.Size() {
		b, ok := readBlock(x.file, x.end, info.Size())
		if !ok || (x.end == 0) != (b.Kind == about) || x.count > 4*mostCount(info.Size()) {
			return errForeign
		}
		x.end, x.count = b.at+b.size(), x.count+1
		x.take(b)
	}
	return nil
}

// take adds a block to those that count, and takes away those that do not any more.
func (x *Index) take(b block) {
	all := x.blocks[b.Kind]
	forget := func(k kind, which func(block) bool) {
		x.blocks[k] = slices.DeleteFunc(x.blocks[k], func(b block) bool {
			out := which(b)
			if out {
				x.useless += int64(headSize) + b.size()
			}
			return out
		})
	}
	switch b.Kind {
	case dropped:
		forget(snapshot, func(o block) bool { return o.Seq >= b.Seq })
		return
	case droppedWords:
		forget(words, func(block) bool { return true })
		return
	case checked, about:
		forget(b.Kind, func(block) bool { return true })
	case remembered:
		forget(remembered, func(o block) bool { return o.First == b.First })
	case known, words:
		if b.First != last(all).Seq+1 { // another program has added the same
			x.useless += int64(headSize) + b.size()
			return
		}
	case snapshot:
		forget(snapshot, func(o block) bool { return o.Seq >= b.Seq })
		all = x.blocks[snapshot]
		if old := len(all) - snapshotsKept; old > 0 && all[old-1].Seq/snapshotStep == all[old].Seq/snapshotStep {
			seq := all[old].Seq
			forget(snapshot, func(o block) bool { return o.Seq == seq })
		}
	case ofKinds:
		if x.kinds != nil && x.addKinds(b) != nil {
			x.kinds = nil
		}
	}
	x.blocks[b.Kind] = append(x.blocks[b.Kind], b)
}

// last returns the last of some blocks; its Seq is 0 if there is none.
func last(all []block) (b block) {
	if len(all) > 0 {
		b = all[len(all)-1]
	}
	return b
}

// add adds a block.
func (x *Index) add(h head, parts ...[]byte) error {
	raw, err := encoded(h, parts...)
	if err != nil {
		return err
	}
	if len(x.blocks[about]) == 0 && h.Kind != about {
		if x.path != "" && !x.look {
			if err := x.begin(); err != nil {
				x.path = "" // it cannot be written
			}
		}
		if err := x.add(head{Kind: about, First: uint64(x.edition), Hash: x.log}); err != nil {
			return err
		}
	}
	if x.path == "" || x.look {
		if b, ok := readBlock(bytes.NewReader(raw), 0, int64(len(raw))); ok {
			x.take(b)
			x.added = true
		}
		return nil
	}
	// It is written behind whatever another program on this machine, which plays the same
	// table of a database, has written meanwhile.
	if _, err := x.file.Write(raw); err != nil {
		return errors.Join(err, x.file.Truncate(x.end))
	}
	return x.readOn()
}

// begin makes the file anew.
func (x *Index) begin() (err error) {
	if err := removeFile(x.path); err != nil {
		return err
	}
	x.file, err = os.OpenFile(x.path, os.O_RDWR|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o600)
	x.end = 0
	return err
}

func removeFile(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// Forget forgets everything; see [saves.Index].
func (x *Index) Forget() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.drop()
	if x.look {
		x.path = "" // it is of no use
	}
	if x.path == "" {
		return nil
	}
	return removeFile(x.path)
}

// drop closes the file, if any, and forgets what is in memory.
func (x *Index) drop() {
	if x.file != nil {
		_ = x.file.Close() // nothing of it is missed
	}
	x.file, x.open, x.added, x.end, x.count, x.useless, x.kinds, x.buffer = nil, false, false, 0, 0, 0, nil, nil
	x.blocks = [numberOfKinds][]block{}
}

// Rest closes the file until somebody asks; see [saves.Index].
func (x *Index) Rest() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.file != nil && !x.look {
		x.tidy()
		x.drop()
	}
	x.kinds, x.buffer = nil, nil
}

// Close closes the index; see [saves.Index].
func (x *Index) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.tidy()
	x.drop()
	x.over = true
	return nil
}

// asked calls what with the index open.
func (x *Index) asked(what func() error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if err := x.ready(); err != nil {
		return err
	}
	var err error
	if x.file != nil && !x.look {
		err = x.readOn() // what another program has written
	}
	if err == nil {
		err = what()
	}
	if err != nil {
		return fmt.Errorf("the index %s: %w", x.path, err)
	}
	return nil
}

// part reads a part of a block. It is valid until the next is read.
func (x *Index) part(b block, n int) ([]byte, error) {
	parts, err := b.body(&x.buffer)
	return parts[n], err
}

// Checked returns the event that an unfinished check has reached; see [saves.Index].
func (x *Index) Checked() (seq uint64, err error) {
	err = x.asked(func() error { seq = last(x.blocks[checked]).Seq; return nil })
	return seq, err
}

// SetChecked keeps the event that a check has reached; see [saves.Index].
func (x *Index) SetChecked(seq uint64) error {
	return x.asked(func() error { return x.add(head{Kind: checked, Seq: seq}) })
}

const (
	snapshotsKept = 3    // of the newest
	snapshotStep  = 4096 // events, of each of which one older snapshot stays
)

// Snapshot returns the newest snapshot up to an event; see [saves.Index].
func (x *Index) Snapshot(upTo uint64) (at saves.Reached, body []byte, err error) {
	err = x.asked(func() error {
		for _, b := range slices.Backward(x.blocks[snapshot]) {
			if b.Seq <= upTo {
				at = saves.Reached{Seq: b.Seq, Hash: b.Hash}
				body, err = x.part(b, 0)
				body = bytes.Clone(body)
				return err
			}
		}
		return nil
	})
	return at, body, err
}

// Known gives the newest event that there is a snapshot of.
func (x *Index) Known() (known saves.Known) {
	at, _, err := x.Snapshot(math.MaxInt64)
	if err != nil {
		return known
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if a := x.blocks[about]; len(a) > 0 {
		known = saves.Known{ID: a[0].Hash, Reached: at}
	}
	return known
}

// AddSnapshot keeps a snapshot; see [saves.Index].
func (x *Index) AddSnapshot(at saves.Reached, body []byte) error {
	return x.asked(func() error { return x.add(head{Kind: snapshot, Seq: at.Seq, Hash: at.Hash}, body) })
}

// DropSnapshots forgets the snapshots from an event on; see [saves.Index].
func (x *Index) DropSnapshots(from uint64) error {
	return x.asked(func() error {
		if last(x.blocks[snapshot]).Seq < from {
			return nil
		}
		return x.add(head{Kind: dropped, Seq: from})
	})
}

// mostRemembered is the length beyond which a value is not kept.
const mostRemembered = 1 << 16

func hashOfKey(key string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(key)) // it cannot fail
	return h.Sum64()
}

// Remembered returns what was kept under a key; see [saves.Index].
func (x *Index) Remembered(key string) (value string, err error) {
	err = x.asked(func() error {
		for _, b := range x.blocks[remembered] {
			if b.First != hashOfKey(key) {
				continue
			}
			parts, err := b.body(&x.buffer)
			if err == nil && string(parts[0]) == key {
				value = string(parts[1])
			}
			return err
		}
		return nil
	})
	return value, err
}

// Remember keeps a value; see [saves.Index].
func (x *Index) Remember(key, value string) error {
	if len(key)+len(value) > mostRemembered {
		return nil
	}
	return x.asked(func() error {
		return x.add(head{Kind: remembered, First: hashOfKey(key)}, []byte(key), []byte(value))
	})
}
