package logfile

import (
	"bytes"
	"compress/gzip"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"example.org/fray/saves"
)

// recovery is what a log is put together from: the lines of files and of memory. The files
// stay open until it is closed.
type recovery struct {
	saves.Recovery
	open []io.Closer
	tail []saves.Line // of the first file, what stands behind its last sound line and was one
}

// addFile takes the sound lines of a file.
func (r *recovery) addFile(words string, f file) error {
	lead := r.Lead() == nil
	info, err := f.Stat()
	if err != nil {
		return err
	}
	s := r.Source(words, func(p saves.Place) ([]byte, error) {
		text := make([]byte, p.Size)
		_, err := f.ReadAt(text, p.At)
		return text, err
	})
	return chunks(f, 0, info.Size(), func(c chunk) bool {
		found := s.Len()
		s.Torn = !linesIn(c, func(p saves.Place, _ []byte) { s.Add(p) })
		switch {
		case !lead:
		case s.Len() > found:
			r.tail = nil
		case c.whole() && len(r.tail) < mostTail:
			body, _, hash, _ := saves.Unseal(c.text)
			r.tail = append(r.tail, saves.Line{Seq: saves.SeqOf(body), Hash: hash})
		}
		return true
	})
}

// mostTail is how many lines behind the last sound one are counted.
const mostTail = 10_000

// inMemory begins a source whose lines are kept in memory, and gives what adds one.
func (r *recovery) inMemory(words string) (add func(saves.Place, []byte)) {
	var texts [][]byte
	s := r.Source(words, func(p saves.Place) ([]byte, error) { return texts[p.At], nil })
	return func(p saves.Place, text []byte) {
		p.At = int64(len(texts))
		texts = append(texts, bytes.Clone(text))
		s.Add(p)
	}
}

// addTexts takes lines from memory.
func (r *recovery) addTexts(words string, texts [][]byte) {
	known := r.Hashes()
	add := r.inMemory(words)
	for _, text := range texts {
		if p, _, sound := readPlace(chunk{text: text, ended: true}); sound && !known[p.Hash] {
			add(p, text)
		}
	}
}

// mostUnpacked bounds what a backup may unpack to: a small archive can be made to
// fill any disk.
const mostUnpacked = 4 << 30

// addPacked takes the lines of a compressed backup, up to where it can be unpacked; false where
// it cannot be at all.
func (r *recovery) addPacked(words string, in io.Reader) bool {
	unpacked, err := gzip.NewReader(in)
	if err != nil {
		return false
	}
	known := r.Hashes()
	add := r.inMemory(words)
	_ = chunksOf(io.LimitReader(unpacked, mostUnpacked), 0, func(c chunk) bool {
		if p, _, sound := readPlace(c); sound && !known[p.Hash] {
			add(p, c.text)
		}
		return true
	})
	return true
}

// sealEnd matches the end of every line. If a line feed is lost, one chunk holds two lines.
var sealEnd = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`","hash":"[0-9a-f]{64}"\}`) })

// linesIn gives the line that a chunk is, and reports whether it is sound; if not, it gives
// the sound lines inside the chunk.
func linesIn(c chunk, add func(p saves.Place, text []byte)) (sound bool) {
	one := func(c chunk) bool {
		p, _, sound := readPlace(c)
		if sound {
			add(p, c.text)
		}
		return sound
	}
	if one(c) {
		return true
	}
	if c.tooLong {
		return false
	}
	start, left := 0, mostTried
	for _, at := range sealEnd().FindAllIndex(c.text, -1) {
		for start < at[1] && left > 0 { // a piece of another line may stand before it
			open := bytes.Index(c.text[start:at[1]], []byte(`{"`))
			if open < 0 {
				break
			}
			start += open
			if left -= at[1] - start; one(chunk{at: c.at + int64(start), text: c.text[start:at[1]], ended: true}) {
				break
			}
			start++
		}
		start = at[1]
	}
	return false
}

// mostTried bounds the bytes in which sound lines inside a chunk are looked for.
const mostTried = 2 * longestLine

// write writes a log that was put together.
func write(t *saves.Rebuilt, w io.Writer) error {
	for i := range t.Lines {
		text, err := t.Lines[i].Text()
		if err == nil {
			_, err = w.Write(append(text[:len(text):len(text)], '\n'))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// close closes the files of the sources.
func (r *recovery) close() {
	for _, f := range r.open {
		_ = f.Close()
	}
}

// addBeside takes the lines of the backups of the log at path, the newest first, and of
// files that were set aside.
func (r *recovery) addBeside(fsys fileSystem, path string) error {
	all, err := backups(fsys, path)
	if err != nil {
		return err
	}
	for _, b := range slices.Backward(all) {
		if f, err := fsys.open(b.Path, os.O_RDONLY); err == nil {
			r.addPacked("from a backup", io.NewSectionReader(f, 0, b.Size))
			_ = f.Close()
		}
	}
	kept, err := keptBeside(fsys, path)
	for _, name := range slices.Backward(kept) {
		f, err := fsys.open(name, os.O_RDONLY)
		if err != nil {
			continue
		}
		r.open = append(r.open, f)
		const words = "from a file that was kept"
		if strings.HasSuffix(name, backupSuffix) {
			r.addPacked(words, io.NewSectionReader(f, 0, math.MaxInt64))
		} else {
			_ = r.addFile(words, f) // as far as it can be read
		}
	}
	return err
}

// keptBeside lists the files that were set aside of the log at path.
func keptBeside(fsys fileSystem, path string) (out []string, err error) {
	folder := filepath.Dir(path)
	names, err := fsys.list(folder)
	for _, name := range names {
		if strings.HasPrefix(name, filepath.Base(path)+keptSuffix) {
			out = append(out, filepath.Join(folder, name))
		}
	}
	return out, err
}
