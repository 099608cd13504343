package logfile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"example.org/fray/saves"
)

// recovery puts a log together from whatever lines can be found.
type recovery struct {
	sources []*source
	by      map[saves.Hash][]found // sound lines, by the hash of the line before
}

// source is a file or a list from which lines are taken.
type source struct {
	words  string      // "from a backup"
	r      io.ReaderAt // nil where the lines are in memory
	lines  []found     // in the order in which they stand
	torn   bool        // what stands at its end is no sound line
	closer io.Closer
}

// found is a sound line of a source.
type found struct {
	place
	from *source
	text []byte // nil: it is read from the source again
	nth  int    // among the lines of its source
}

// read gives the text of a line.
func (f *found) read() ([]byte, error) {
	if f.text != nil {
		return f.text, nil
	}
	text := make([]byte, f.size)
	_, err := f.from.r.ReadAt(text, f.at)
	return text, err
}

// addFile takes the sound lines of a file. The file stays open until the recovery is
// closed.
func (r *recovery) addFile(words string, f file) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	s := &source{words: words, r: f}
	r.sources = append(r.sources, s)
	return chunks(f, 0, info.Size(), func(c chunk) bool {
		s.torn = !s.take(c, false)
		return true
	})
}

// addTexts takes lines from memory.
func (r *recovery) addTexts(words string, texts [][]byte) {
	s := &source{words: words}
	r.sources = append(r.sources, s)
	for _, text := range texts {
		s.take(chunk{text: text, ended: true}, true)
	}
}

// mostUnpacked bounds what a backup may unpack to: a small archive can be made to
// fill any disk.
const mostUnpacked = 4 << 30

// addPacked takes the lines of a compressed backup, up to where it can be unpacked.
func (r *recovery) addPacked(words string, in io.Reader) {
	unpacked, err := gzip.NewReader(in)
	if err != nil {
		return
	}
	s := &source{words: words}
	r.sources = append(r.sources, s)
	known := r.hashes()
	_ = chunksOf(io.LimitReader(unpacked, mostUnpacked), 0, func(c chunk) bool {
		if p, _, sound := readPlace(c); sound && !known[p.hash] {
			s.add(c, true)
		}
		return true
	})
}

// hashes returns the hashes of all lines taken so far.
func (r *recovery) hashes() map[saves.Hash]bool {
	known := map[saves.Hash]bool{}
	for _, s := range r.sources {
		for _, l := range s.lines {
			known[l.hash] = true
		}
	}
	return known
}

// sealEnd matches the end of every line. If a line feed is lost, one chunk holds two lines.
var sealEnd = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`","hash":"[0-9a-f]{64}"\}`) })

// take takes the line that a chunk is, and reports whether it is sound; if not, it takes
// the sound lines inside the chunk.
func (s *source) take(c chunk, keep bool) (sound bool) {
	if s.add(c, keep) {
		return true
	}
	if c.tooLong {
		return false
	}
	start := 0
	for _, at := range sealEnd().FindAllIndex(c.text, -1) {
		if open := bytes.IndexByte(c.text[start:at[1]], '{'); open >= 0 {
			s.add(chunk{at: c.at + int64(start+open), text: c.text[start+open : at[1]], ended: true}, keep)
		}
		start = at[1]
	}
	return false
}

func (s *source) add(c chunk, keep bool) bool {
	p, _, sound := readPlace(c)
	if !sound {
		return false
	}
	f := found{place: p, from: s, nth: len(s.lines)}
	if keep {
		f.text = bytes.Clone(c.text)
	}
	s.lines = append(s.lines, f)
	return true
}

// rebuilt is a log that was put together. Each line follows from the one before, or from a
// line that says which events are missing.
type rebuilt struct {
	lines   []found
	end     end
	lost    []gap          // that no file had a line for yet
	brought map[string]int // events by the words of the source they came from, the first source aside
}

// rebuild puts the log together. The first source has precedence: if several lines follow,
// its line is taken, and after a gap its next line comes first. Lines that follow from no
// other are of another log and left out.
func (r *recovery) rebuild() *rebuilt {
	r.by = map[saves.Hash][]found{}
	for _, s := range r.sources {
		for _, l := range s.lines {
			r.by[l.before] = append(r.by[l.before], l)
		}
	}
	t := &rebuilt{brought: map[string]int{}}
	nth := -1 // of the lead, the newest line that was passed
	for {
		next, ok := r.next(t)
		if !ok {
			next, ok = r.behindGap(t, nth)
			if !ok {
				return t
			}
			g := gap{First: t.end.newest + 1, Last: max(next.seq, 1) - 1, Next: next.before.String()}
			if next.gap != nil {
				g.Last = next.gap.First - 1
			}
			text, hash := saves.Seal(t.end.last, gapLine(g))
			line := found{place: place{before: t.end.last, hash: hash, gap: &g, size: len(text)}, text: text}
			t.add(line)
			t.lost = append(t.lost, g)
		}
		if next.from == r.sources[0] {
			nth = max(nth, next.nth)
		} else if next.seq > 0 {
			t.brought[next.from.words]++
		}
		t.add(next)
	}
}

func (t *rebuilt) add(l found) {
	t.end.follow(l.place, nil, true)
	t.lines = append(t.lines, l)
}

// next returns the line that follows; of several, that of the first source.
func (r *recovery) next(t *rebuilt) (found, bool) {
	for _, l := range r.by[t.end.last] {
		if l.seq == 0 || l.seq == t.end.newest+1 {
			if l.gap == nil || l.gap.First == t.end.newest+1 && t.end.bears(l.gap) {
				return l, true
			}
		}
	}
	return found{}, false
}

// behindGap returns the line with which the log goes on after missing events: the next
// later event of the first source, or else the one of another source with the lowest
// number.
func (r *recovery) behindGap(t *rebuilt, nth int) (best found, ok bool) {
	first := func(l found) uint64 {
		if l.gap != nil {
			return l.gap.First
		}
		return l.seq
	}
	for _, s := range r.sources {
		for _, l := range s.lines {
			if first(l) <= t.end.newest || l.gap != nil && !t.end.bears(l.gap) || first(l)-t.end.newest > mostLost-t.end.gone || s == r.sources[0] && l.nth <= nth {
				continue
			}
			if !ok || first(l) < first(best) {
				best, ok = l, true
			}
		}
		if ok {
			return best, true
		}
	}
	return best, false
}

// write writes the log.
func (t *rebuilt) write(w io.Writer) error {
	for i := range t.lines {
		text, err := t.lines[i].read()
		if err == nil {
			_, err = w.Write(append(text[:len(text):len(text)], '\n'))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// words returns sentences that say how many events came from which other source.
func (t *rebuilt) words() []string {
	var out []string
	for words, n := range t.brought {
		out = append(out, fmt.Sprintf("%d of them %s", n, words))
	}
	slices.Sort(out)
	return out
}

// close closes the files of the sources.
func (r *recovery) close() {
	for _, s := range r.sources {
		if s.closer != nil {
			_ = s.closer.Close()
		}
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
		if r.addFile("from a file that was kept", f) == nil {
			r.sources[len(r.sources)-1].closer = f
			continue
		}
		_ = f.Close()
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
