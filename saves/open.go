package saves

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves/fairdice"

	"github.com/ncruces/go-sqlite3"
)

// Damage is met here, and in one way: a table is opened without a byte being
// written. If anything about it is odd, everything that stands at its path and
// beside it is read as it is, and the log put together from that; only then is
// a new file written, and the ones that were found are kept aside.

// opened is a table that could be opened, and what was found at it.
type opened struct {
	book  *book
	table model.Table
	dice  *fairdice.Session // of the session that is under way
	found *Findings
	words []string // what else there is to say
	late  string   // which events nobody may have been told of
}

// suffixes are of all files that make a table.
var suffixes = []string{"", "-wal", "-shm", "-journal", headSuffix, copySuffix}

// openTable opens the table at path to be written by whoever holds its lock.
func openTable(path string, l *lock, rules model.Rules, now func() time.Time) (opened, error) {
	o, odd, err := inPlace(path, rules, openToWrite)
	if err != nil {
		return o, err
	}
	keep := &keeper{path: path, now: now()}
	if odd != nil {
		if o, err = o.mend(odd, keep, rules); err != nil {
			return o, err
		}
	}
	return o.finish(keep, l)
}

// finish makes a table that was read one that is written, with all that stands
// beside it.
func (o opened) finish(keep *keeper, l *lock) (opened, error) {
	o.book.lock = l
	if err := o.book.start(keep.now); err != nil {
		_ = o.book.drop()
		return o, explain(keep.path, err)
	}
	o.beside(keep)
	if len(keep.kept) > 0 {
		o.found.Kept = keep.kept
	}
	if !o.found.some() {
		o.found = nil
	}
	return o, nil
}

// inPlace opens the file and reads the table, and writes nothing. odd is what
// is wrong with it, if it may be damaged; err is why it can't be opened at all.
func inPlace(path string, rules model.Rules, open func(string) (*book, error)) (o opened, odd, err error) {
	o.found = &Findings{Path: path}
	if !odds(path) {
		_, err := readHeader(path)
		return o, nil, err
	}
	after := besideAfter(path)
	torn := false
	if h, err := readHeader(path); err == nil && !h.empty {
		torn = rawLog(path).torn
		o.book, odd = open(path)
	} else if odd = err; err == nil {
		odd = unfinished(path)
	}
	if odd == nil {
		if odd = o.read(rules); odd == nil {
			odd = o.book.checkEnd(after, torn)
		}
	}
	if odd == nil || isA[*Damaged](odd) || isA[*NotFray](odd) || errors.Is(odd, fs.ErrNotExist) {
		return o, odd, nil
	}
	if o.book != nil {
		_ = o.book.drop()
	}
	return o, nil, odd
}

// read reads the table, and the dice of its session.
func (o *opened) read(rules model.Rules) (err error) {
	if o.table, err = o.book.load(rules); err != nil {
		return err
	}
	dice, elsewhere, err := o.book.readSession(o.table.Dice)
	if o.dice = dice; elsewhere {
		o.dice = nil // neither table may tell the dice of the other
	}
	return explain(o.book.path, err)
}

// odds reports whether there is anything at path that could be a table: its
// file, or what stands beside one.
func odds(path string) bool {
	info, err := os.Stat(path)
	if err == nil {
		return info.Mode().IsRegular()
	}
	return exists(path+"-wal") || exists(path+copySuffix) || len(backupsOf(path)) > 0 || len(keptOf(path)) > 0
}

// besideAfter is the newest event that a copy or a backup knows of.
func besideAfter(path string) uint64 {
	after := uint64(0)
	if end, err := readCopyEnd(path + copySuffix); err == nil && end.sound() {
		after = end.last.seq
	}
	if all := backupsOf(path); len(all) > 0 {
		last := all[len(all)-1]
		if end, err := readCopyEnd(last.Path); err == nil && filepath.Ext(last.Path) == copySuffix && end.sound() {
			after = max(after, end.last.seq)
		}
	}
	return after
}

// sound reports whether the number of the last event can be believed, which one
// flipped bit makes another.
func (e copyEnd) sound() bool { return e.next && numbered(e.last.body, e.last.seq) }

// rawLog reads the write-ahead log alone.
func rawLog(path string) *rawFile {
	f := &rawFile{size: pageSizeOf(path), newest: map[uint32]int{}}
	f.wal, _ = readRegular(path + "-wal") // none is as good as an error here
	f.readFrames()
	return f
}

// checkEnd compares the end of the log with what others know of it.
func (b *book) checkEnd(beside uint64, torn bool) error {
	switch {
	case b.known.Seq > b.seq:
		return b.damaged("its log ends at event %d, but event %d was written", b.seq, b.known.Seq)
	case beside > b.seq:
		return b.damaged("its log ends at event %d, but what stands beside it goes on to %d", b.seq, beside)
	case torn:
		return b.damaged("its write-ahead log is damaged in its middle")
	}
	return nil
}

// gathered reads whatever there is of the table at path and tells what is wrong
// with it. Without a tale there is nothing to put together: the file is sound
// as it stands, or the error says why it cannot be opened.
func (o opened) gathered(path string, odd error, rules model.Rules) (opened, *pool, *tale, error) {
	if stranger(path, odd) {
		return o, nil, nil, odd
	}
	p, raw := gather(path)
	s := p.tell()
	if o.sound(s, raw, rules) {
		return o, nil, nil, nil
	}
	if o.book != nil {
		_ = o.book.drop()
		o.book = nil
	}
	if s.events() == 0 {
		return o, nil, nil, odd
	}
	o.found.tell(odd, p, s, raw)
	return o, p, s, nil
}

// mend puts the log together from whatever there is, and writes the table's
// file anew where it is not the whole of that.
func (o opened) mend(odd error, keep *keeper, rules model.Rules) (opened, error) {
	path := keep.path
	o, p, s, err := o.gathered(path, odd, rules)
	if s == nil {
		return o, err
	}
	fresh := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
	removeFiles(fresh)
	err = s.build(fresh, p)
	if err == nil {
		err = keep.replace(path, fresh)
	}
	if err != nil {
		removeFiles(fresh)
		return o, explain(path, err)
	}
	found := o.found
	o, odd, err = inPlace(path, rules, openToWrite)
	o.found = found
	if err == nil && o.book == nil {
		err = odd
	}
	return o, err
}

// stranger reports whether a file that is no table was never one, so that there
// is no need to read it.
func stranger(path string, odd error) bool {
	if !isA[*NotFray](odd) || exists(path+"-wal") || exists(path+headSuffix) || exists(path+copySuffix) || len(backupsOf(path)) > 0 || len(keptOf(path)) > 0 {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer func() { _ = f.Close() }()
	var b [16]byte
	_, _ = f.ReadAt(b[:], 0)
	return string(b[:15]) != "SQLite format 3"
}

// sound reports whether the file is all that there is, and reads it.
func (o *opened) sound(s *tale, raw *rawFile, rules model.Rules) bool {
	if o.book == nil || raw == nil || len(raw.bad) > 0 || len(s.gaps) > 0 {
		return false
	}
	end, hash := s.end()
	if end != o.book.seq || !bytes.Equal(hash, o.book.hash[:]) || !o.book.whole() {
		return false
	}
	return o.read(rules) == nil
}

// whole reports whether every event can be read and follows from the others.
func (b *book) whole() bool {
	return b.bodies(0, func(uint64, line) bool { return true }) == nil
}

// tell says in words what was found.
func (f *Findings) tell(odd error, p *pool, s *tale, raw *rawFile) {
	words := odd.Error()
	var bad *Damaged
	var alien *NotFray
	switch {
	case errors.As(odd, &bad):
		words = fmt.Sprintf("%s is damaged: %s", filepath.Base(f.Path), bad.What)
	case errors.As(odd, &alien):
		words = fmt.Sprintf("%s is damaged: it is %s", filepath.Base(f.Path), alien.What)
	case errors.Is(odd, fs.ErrNotExist):
		words = fmt.Sprintf("%s is not there", filepath.Base(f.Path))
	}
	pages := raw != nil && len(raw.bad) > 0 && raw.ours()
	if bad == nil || bad.What != aPage && bad.What != unread || !pages && !raw.tornAt() {
		f.wrong("%s", words)
	}
	if pages {
		f.wrong("%s is damaged: %d of its %d pages no longer %s what was written", filepath.Base(f.Path), len(raw.bad), raw.count(), plural(uint64(len(raw.bad)), "holds", "hold"))
	}
	if raw.tornAt() {
		f.wrong("the write-ahead log of %s is damaged in its middle", filepath.Base(f.Path))
	}
	f.Events, f.Missing, f.Brought = s.events(), s.gaps, s.brought(p)
}

// build writes the log into a new file at path, with the seed of the session
// that is under way.
func (s *tale) build(path string, p *pool) error {
	b, err := createFile(path, nil, false)
	if err != nil {
		return err
	}
	if err = b.conn.Exec(`BEGIN IMMEDIATE`); err == nil {
		for _, l := range s.lines {
			if err = b.insertRow(l.seq, l.body, l.hash); err != nil {
				break
			}
		}
	}
	if err == nil {
		if dice := s.session(p); dice != nil {
			err = writeSeeds(b.conn, dice, nil) // at home wherever the file is put
		}
	}
	if err == nil {
		err = b.conn.Exec(`COMMIT`)
	}
	if err != nil {
		_ = b.drop()
		return err
	}
	return b.close()
}

// replace puts a new file in the place of a table's, which is kept.
func (k *keeper) replace(path, fresh string) error {
	for _, suffix := range []string{"", "-wal"} {
		if err := k.hold(path + suffix); err != nil {
			return err
		}
	}
	syncFolder(path)
	for _, suffix := range []string{"-wal", "-shm"} { // the new file must not meet the old log
		if err := removeFile(path + suffix); err != nil {
			return err
		}
	}
	if err := moveFile(fresh, path); err != nil {
		return err
	}
	syncFolder(path)
	return nil
}

// beside looks at head and copy, which are there to help and never in the way.
func (o *opened) beside(keep *keeper) {
	b := o.book
	name := filepath.Base(b.path)
	h, err := loadHead(b.path)
	switch {
	case errors.Is(err, errHead):
		o.found.wrong("the head file %s is damaged; it only says how far the log goes, and is written anew", name+headSuffix)
		_ = keep.aside(b.path + headSuffix)
	case err == nil && h.Seq <= b.seq:
		if h.Seq < b.seq {
			o.late = lateWords(h.Seq+1, b.seq)
		}
		if hash, err := b.hashAt(h.Seq); err == nil && !h.is(hash) {
			o.found.wrong("the head file %s knows another event %d than the one that stands in the table: one of them is from elsewhere", name+headSuffix, h.Seq)
			_ = keep.aside(b.path + headSuffix)
		}
	case err == nil: // it has been told what is missing
		_ = keep.hold(b.path + headSuffix)
	}
	was := len(keep.kept)
	if n, err := b.copiedSoFar(keep); err == nil {
		b.copied, b.copyKnown = n, true
	}
	if len(keep.kept) > was && exists(keep.kept[was]) {
		o.found.wrong("the copy %s is damaged, or of another table; it is written anew", name+copySuffix)
	}
	if o.found.some() && o.found.Events == 0 {
		o.found.Events = b.seq
	}
	b.newest = head{Seq: b.seq, Hash: b.hash.String(), Name: o.table.Name, Time: b.ended}
	b.headLags = err != nil || h.Seq < b.seq
	if o.found.some() || o.late != "" {
		_ = b.writeHead(true)
	}
	if kind := network(b.path); kind != "" {
		o.words = append(o.words, fmt.Sprintf("%s is on a network folder (%s): locks and syncs may not hold there. A folder of this machine is safer, and the copy can go to the network.", name, kind))
	}
}

// network is networkOf; tests put their own here.
var network = networkOf

// lateWords are of events that stand in the log, though the program may have ended
// before it could tell anybody: the head is written a while after them.
func lateWords(first, last uint64) string {
	if first == last {
		return fmt.Sprintf("Event %d was being written when the program ended, and stands.", first)
	}
	return fmt.Sprintf("Events %d to %d were written last when the program ended, and stand.", first, last)
}

// lookTable opens the table at path to be looked at. Where it is damaged, what
// can be read of it stands in a file elsewhere.
func lookTable(path string, rules model.Rules) (opened, error) {
	o, odd, err := inPlace(path, rules, lookBook)
	if err != nil || odd == nil {
		return o, err
	}
	if o.book != nil && held(path) { // who writes it meets what is odd
		return o, nil
	}
	o, p, s, err := o.gathered(path, odd, rules)
	if s == nil {
		return o, err
	}
	temp, err := throwaway("", lookFolder, time.Now())
	if err != nil {
		return o, err
	}
	found, file := o.found, filepath.Join(temp, filepath.Base(path))
	lock, err := takeLock(file)
	if err == nil {
		err = s.build(file, p)
	}
	if err == nil {
		o, odd, err = inPlace(file, rules, lookBook)
	}
	if err == nil && o.book == nil {
		err = odd
	}
	if err != nil {
		lock.release()
		_ = os.RemoveAll(temp)
		return o, err
	}
	o.found, o.book.path, o.book.temp, o.book.lock = found, path, temp, lock
	return o, nil
}

// ours reports whether the file can have been a table at all.
func (f *rawFile) ours() bool { return bytes.HasPrefix(f.main, []byte("SQLite format 3\x00")) }

func pageSizeOf(path string) int {
	b := make([]byte, headerSize)
	f, err := os.Open(path)
	if err != nil {
		return 4096
	}
	defer func() { _ = f.Close() }()
	if n, _ := f.ReadAt(b, 0); n < len(b) {
		return 4096
	}
	return pageSize(b)
}

const checkpointAll = sqlite3.CHECKPOINT_TRUNCATE
