package index

import (
	"encoding/json"
	"os"
	"path/filepath"

	"example.org/fray/saves"
	"example.org/fray/saves/unfinished"
)

const (
	mostUseless = 1 << 20 // bytes of blocks that do not count any more, beside as many that do
	wordsAtOnce = 1 << 18 // bytes of words that are put into one block
	knownAtOnce = 8192    // events whose audiences are put into one block
)

// mostCount is how many blocks a file of a size may have, since all their heads are read
// when it is opened.
func mostCount(size int64) int64 { return 4096 + size>>14 }

// tidy writes the index whole, in the place of its file, if that is of use. If it fails the
// file stays as it is.
func (x *Index) tidy() {
	switch {
	case x.place && x.added:
	case !x.look && x.file != nil && (x.count > mostCount(x.end) || x.useless > max(mostUseless, x.end/2)):
	default:
		return
	}
	f, err := newFile(x.path)
	if err != nil {
		return
	}
	err = x.writeTo(f)
	if x.file != nil {
		_ = x.file.Close() // on some systems nothing that is open can be replaced
		x.file, x.open = nil, false
	}
	if err != nil {
		unfinished.Drop(f)
		return
	}
	_ = unfinished.Finish(f, x.path, true) // else the file stays as it is
}

// newFile makes the file that is to take the place of an index.
func newFile(path string) (*os.File, error) {
	return unfinished.Create(filepath.Dir(path), saves.IndexSuffix)
}

// writeTo writes all that counts, with many small blocks put together.
func (x *Index) writeTo(f *os.File) error {
	put := func(h head, parts ...[]byte) error {
		raw, err := encoded(h, parts...)
		if err == nil {
			_, err = f.Write(raw)
		}
		return err
	}
	if err := x.readKinds(); err != nil {
		return err
	}
	kinds, err := json.Marshal(x.kinds)
	if err != nil {
		return err
	}
	for _, all := range [][]block{x.blocks[about], x.blocks[snapshot], x.blocks[remembered], x.blocks[checked]} {
		for _, b := range all {
			parts, err := b.body(&x.buffer)
			if err == nil {
				err = put(b.head, parts[:]...)
			}
			if err != nil {
				return err
			}
		}
	}
	if err := put(head{Kind: ofKinds}, kinds); err != nil {
		return err
	}
	first, a := uint64(1), audiences{}
	for i, b := range x.blocks[known] {
		some, err := x.audiencesOf(b)
		if err != nil {
			return err
		}
		who := append([]string{""}, some.who...)
		for _, n := range some.of {
			a.add(who[n])
		}
		if len(a.of) < knownAtOnce && i < len(x.blocks[known])-1 {
			continue
		}
		in, of, err := a.encoded()
		if err == nil {
			err = put(head{Kind: known, First: first, Seq: b.Seq, Hash: b.Hash}, in, of)
		}
		if err != nil {
			return err
		}
		first, a = b.Seq+1, audiences{}
	}
	var said, apart []byte
	first = 1
	for i, b := range x.blocks[words] {
		parts, err := b.body(&x.buffer)
		if err != nil {
			return err
		}
		said, apart = append(said, parts[1]...), append(apart, parts[2]...)
		if len(said)+len(apart) < wordsAtOnce && i < len(x.blocks[words])-1 {
			continue
		}
		if err := put(head{Kind: words, First: first, Seq: b.Seq, Hash: b.Hash}, parts[0], said, apart); err != nil {
			return err
		}
		first, said, apart = b.Seq+1, said[:0], apart[:0]
	}
	return nil
}
