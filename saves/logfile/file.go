package logfile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"example.org/fray/saves"
)

// File is the log of a table in a file.
type File struct {
	path string // where it is, without symbolic links
	fsys fileSystem
	now  func() time.Time
	why  error // why it cannot be appended to; nil when it can

	watch  saves.Watchers
	closed chan struct{}
	once   sync.Once

	mu       sync.Mutex // guards what follows
	f        file
	info     fs.FileInfo // which file it is
	end      end
	room     int64    // size of the file: what lies behind the end is line feeds
	dirty    bool     // a failed append may have left something behind the end
	session  [][]byte // texts of the lines that no backup may have yet
	found    *saves.Findings
	restored []found // the log of a damaged file that cannot be written; nil: the file is read
	sources  *recovery
}

var _ saves.Log = (*File)(nil)

// Options are what a log gets from outside.
type Options struct {
	Now func() time.Time // names what is kept aside; nil: time.Now

	// Newest is what is remembered of the log elsewhere: the number of its newest
	// event and the hash of the last line, when it was last closed. With it a file
	// that was put back to an older one is told. 0 where nothing is known.
	Newest     uint64
	NewestHash saves.Hash

	fsys fileSystem
}

func (o Options) file(path string) *File {
	l := &File{path: path, fsys: o.fsys, now: o.Now, closed: make(chan struct{})}
	if l.fsys == nil {
		l.fsys = system{}
	}
	if l.now == nil {
		l.now = time.Now
	}
	return l
}

// Create makes an empty log in a new file at path, and its folder. The errors are
// *saves.Taken, *saves.Unwritable and *saves.Full.
func Create(path string, o Options) (*File, error) {
	l := o.file(path)
	if err := l.fsys.mkdir(filepath.Dir(path)); err != nil {
		return nil, explain(path, err)
	}
	f, err := l.fsys.open(path, os.O_RDWR|os.O_CREATE|os.O_EXCL)
	if errors.Is(err, fs.ErrExist) {
		return nil, &saves.Taken{Path: path}
	}
	if err == nil {
		err = l.hold(f)
	}
	if err == nil {
		err = l.fsys.syncFolder(filepath.Dir(path))
	}
	if err != nil {
		return nil, explain(path, err)
	}
	return l, nil
}

// Open opens the log at path, to be appended to. A symbolic link is followed once,
// here. What is damaged is repaired as far as anything can be found; see
// [File.Findings]. The errors are *saves.InUse when another program has it open,
// *saves.NotFray, *saves.Unwritable, *saves.Full, *saves.Damaged when not one line
// is left, and one for which errors.Is(err, fs.ErrNotExist) holds.
func Open(path string, o Options) (*File, error) {
	l := o.file(path)
	real, err := l.fsys.resolve(path)
	if err != nil {
		return nil, explain(path, err)
	}
	l.path = real
	if err := l.openHeld(); err != nil {
		return nil, explain(real, err)
	}
	if err := l.load(o); err != nil {
		_ = l.f.Close()
		return nil, explain(real, err)
	}
	return l, nil
}

// Look opens the log at path to be read, whoever else has it open. Nothing is
// written: what can be put together of a damaged file is read from memory. The
// errors are those of Open but *saves.InUse and *saves.Unwritable.
func Look(path string, o Options) (*File, error) {
	l := o.file(path)
	real, err := l.fsys.resolve(path)
	if err != nil {
		return nil, explain(path, err)
	}
	l.path = real
	l.why = saves.ErrLooking
	if err := l.openToRead(); err != nil {
		return nil, explain(real, err)
	}
	if err := l.load(o); err != nil {
		_ = l.f.Close()
		return nil, explain(real, err)
	}
	return l, nil
}

// openHeld opens the file at the path to be written and takes its lock. The file may
// have been replaced between the two; then the next one is taken.
func (l *File) openHeld() error {
	for {
		f, err := l.fsys.open(l.path, os.O_RDWR)
		if err != nil {
			return err
		}
		if err := l.hold(f); err != nil {
			return err
		}
		if l.inPlace() {
			return nil
		}
		_ = f.Close()
	}
}

// hold takes the lock of an open file and makes it the one that is written.
func (l *File) hold(f file) error {
	if err := f.lock(); err != nil {
		_ = f.Close()
		if errors.Is(err, errLocked) {
			return &saves.InUse{Path: l.path}
		}
		return err
	}
	return l.use(f)
}

// use makes f the file that is read and written.
func (l *File) use(f file) error {
	info, err := f.Stat()
	if err != nil {
		_ = f.Close()
		return err
	}
	l.f, l.info, l.room = f, info, info.Size()
	return nil
}

func (l *File) openToRead() error {
	f, err := l.fsys.open(l.path, os.O_RDONLY)
	if err != nil {
		return err
	}
	return l.use(f)
}

// inPlace reports whether the file that is open is the one at its path.
func (l *File) inPlace() bool {
	there, err := l.fsys.stat(l.path)
	return err == nil && l.fsys.same(l.info, there)
}

// load reads the log and repairs it where that is needed.
func (l *File) load(o Options) error {
	if err := l.stranger(); err != nil {
		return err
	}
	if n := names(l.info); n > 1 {
		l.tell("%s has %d names (hard links): each of them is this table, and only one program can play it", filepath.Base(l.path), n)
	}
	odd, err := l.end.scan(l.f, l.room, func(_ place, text []byte) { l.remember(text) })
	if err != nil {
		return err
	}
	switch {
	case odd != nil && l.why != nil && !odd.ended:
		// Somebody else is writing this line now.
	case odd != nil:
		return l.repair(odd)
	case l.end.newest < o.Newest:
		l.tell("%s ends at event %d, but event %d was written to it: it was put back to an older one", filepath.Base(l.path), l.end.newest, o.Newest)
		return l.repair(nil)
	case l.end.newest == o.Newest && o.Newest > 0 && l.end.last != o.NewestHash:
		l.tell("event %d of %s is not the one that was last written to it: it is from elsewhere", o.Newest, filepath.Base(l.path))
	}
	return nil
}

// mostRemembered is how many bytes of lines are kept in memory at most until a backup
// has them: with them nothing is lost when the file is cut short in play.
const mostRemembered = 32 << 20

// remember keeps the text of a line until the next backup.
func (l *File) remember(text []byte) {
	if l.why != nil {
		return
	}
	l.session = append(l.session, bytes.Clone(text))
}

// stranger refuses a file that never was a log of fray.
func (l *File) stranger() error {
	start := make([]byte, 16)
	n, err := l.f.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	start = start[:n]
	switch {
	case bytes.HasPrefix(start, []byte("SQLite format 3")):
		return &saves.NotFray{Path: l.path, What: fmt.Sprintf("a table of an earlier fray; 'fray import %s' brings it over", filepath.Base(l.path))}
	case len(start) > 0 && bytes.IndexByte(start, '{') < 0 && len(bytes.Trim(start, "\n\x00")) > 0 && len(backups(l.fsys, l.path)) == 0:
		return &saves.NotFray{Path: l.path, What: "no text of JSON lines"}
	}
	return nil
}

// Findings is what was found damaged, at opening and since, and what was done about
// it; nil while nothing was.
func (l *File) Findings() *saves.Findings {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.found
}

// tell adds a sentence to what was found.
func (l *File) tell(format string, args ...any) {
	f := saves.Findings{Path: l.path}
	if l.found != nil {
		f = *l.found
	}
	f.Wrong = append(f.Wrong[:len(f.Wrong):len(f.Wrong)], fmt.Sprintf(format, args...))
	f.Events = l.end.newest
	l.found = &f
}

// Path is where the file is, without symbolic links.
func (l *File) Path() string { return l.path }

// Append adds lines; see [saves.Log]. When the file is no longer at its path, or no
// longer ends as it was left, the log is first written there again, and
// [File.Findings] tell it.
func (l *File) Append(ctx context.Context, after uint64, lines []saves.Line) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch err := l.usable(ctx); {
	case err != nil:
		return err
	case l.why != nil:
		return l.why
	case after != l.end.newest:
		return saves.ErrConflict
	}
	sealed, err := saves.SealAll(l.end.newest, l.end.last, lines)
	if err != nil || len(sealed) == 0 {
		return err
	}
	if err := l.inOrder(); err != nil {
		return err
	}
	var text []byte
	if l.end.open {
		text = append(text, '\n')
	}
	for _, s := range sealed {
		text = append(append(text, s.Text...), '\n')
	}
	if err := l.write(text); err != nil {
		return explain(l.path, err)
	}
	l.end.at, l.end.open = l.end.at+int64(len(text)), false
	l.end.text = append(l.end.text[:0], sealed[len(sealed)-1].Text...)
	for i, s := range sealed {
		lines[i].Hash, l.end.last = s.Hash, s.Hash
		l.end.newest = max(l.end.newest, s.Seq)
		l.remember(s.Text)
	}
	if err := l.inOrder(); err != nil { // it may have gone elsewhere meanwhile
		return err
	}
	l.watch.Tell()
	return nil
}

// roomAhead is how many line feeds are laid ready at once.
const roomAhead = 256 << 10

// write writes behind the end, reads it again and syncs it. After an error the file
// ends as before, or is dirty.
func (l *File) write(text []byte) error {
	if l.dirty {
		if err := l.wipe(); err != nil {
			return err
		}
	}
	if upTo := l.end.at + int64(len(text)); upTo > l.room {
		room := bytes.Repeat([]byte{'\n'}, int(upTo-l.room)+roomAhead)
		if _, err := l.f.WriteAt(room, l.room); err != nil {
			_ = l.f.Truncate(l.room) // no room ahead is no harm
		} else {
			l.room += int64(len(room))
		}
	}
	_, err := l.f.WriteAt(text, l.end.at)
	if err == nil {
		err = l.kept(text, l.end.at)
	}
	if err == nil {
		err = l.f.Sync()
	}
	if err == nil {
		l.room = max(l.room, l.end.at+int64(len(text)))
		return nil
	}
	l.dirty = true
	_ = l.wipe() // the next append tries again
	return err
}

// errNotKept is the error of a disk that took what was written and did not keep it.
var errNotKept = errors.New("the disk has not kept what was written to it")

// kept reads again what was written.
func (l *File) kept(text []byte, at int64) error {
	again := make([]byte, len(text))
	if _, err := l.f.ReadAt(again, at); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if !bytes.Equal(again, text) {
		return errNotKept
	}
	return nil
}

// wipe takes away what a failed append has left behind the end: nobody may read it
// later as having happened.
func (l *File) wipe() error {
	info, err := l.f.Stat()
	if err != nil {
		return err
	}
	if rest := info.Size() - l.end.at; rest > 0 {
		feeds := bytes.Repeat([]byte{'\n'}, int(min(rest, longestLine)))
		if _, err := l.f.WriteAt(feeds, l.end.at); err != nil {
			return err
		}
	}
	if err := l.f.Sync(); err != nil {
		return err
	}
	l.room, l.dirty = max(info.Size(), l.end.at), false
	return nil
}

// inOrder sees to it that the file is the one at its path and ends as it was left.
func (l *File) inOrder() error {
	name := filepath.Base(l.path)
	switch {
	case !l.inPlace() && exists(l.fsys, l.path):
		l.tell("another file was put in the place of %s while it was open", name)
	case !l.inPlace():
		l.tell("%s was taken away while it was open", name)
	case !l.endsAsLeft():
		l.tell("%s was changed by another program while it was open", name)
	default:
		return nil
	}
	return explain(l.path, l.writeAgain())
}

// endsAsLeft reports whether the last line stands where it was written.
func (l *File) endsAsLeft() bool {
	if len(l.end.text) == 0 {
		return l.end.at == 0
	}
	at := l.end.at - int64(len(l.end.text))
	if !l.end.open {
		at--
	}
	return l.kept(l.end.text, at) == nil
}

// Read goes through the lines; see [saves.Log].
func (l *File) Read(ctx context.Context, after uint64) iter.Seq2[saves.Line, error] {
	return func(yield func(saves.Line, error) bool) {
		stopped := errors.New("stopped")
		newest := uint64(0)
		give := func(x saves.Line) error {
			newest = max(newest, x.Seq)
			if after > 0 && newest <= after {
				return nil
			}
			if !yield(x, nil) {
				return stopped
			}
			return nil
		}
		err := l.each(ctx, after, func(p place, text []byte) error {
			if p.gap != nil {
				for n := p.gap.First; n <= p.gap.Last; n++ {
					x := saves.Line{Seq: n}
					if n == p.gap.Last {
						x.Hash = p.gap.next()
					}
					if err := give(x); err != nil {
						return err
					}
				}
				return nil
			}
			body, _, hash, _ := saves.Unseal(text)
			return give(saves.Line{Seq: p.seq, Body: body, Hash: hash})
		})
		if err != nil && !errors.Is(err, stopped) {
			yield(saves.Line{}, err)
		}
	}
}

// each goes through the lines as they stand, from one at or before that of the event
// behind the one with the number after.
func (l *File) each(ctx context.Context, after uint64, yield func(place, []byte) error) error {
	l.mu.Lock()
	err := l.usable(ctx)
	if err == nil && l.why != nil {
		err = l.refresh()
	}
	f, upTo, restored := l.f, l.end.at, l.restored
	l.mu.Unlock()
	if err != nil {
		return err
	}
	if restored != nil {
		for i := range restored {
			text, err := restored[i].read()
			if err == nil {
				err = cmpErr(ctx.Err(), func() error { return yield(restored[i].place, text) })
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	from, err := startOf(f, upTo, after)
	if err != nil {
		return explain(l.path, err)
	}
	var stop error
	err = chunks(f, from, upTo, func(c chunk) bool {
		if stop = ctx.Err(); stop != nil {
			return false
		}
		p, _, sound := readPlace(c)
		if !sound {
			stop = &saves.Damaged{Path: l.path, What: fmt.Sprintf("the line at byte %d is not what was written", c.at), Fix: "open the table to have it repaired"}
			return false
		}
		stop = yield(p, c.text)
		return stop == nil
	})
	if stop != nil {
		return stop
	}
	return explain(l.path, err)
}

// cmpErr gives an error, or else that of what is done.
func cmpErr(err error, do func() error) error {
	if err != nil {
		return err
	}
	return do()
}

// Newest gives the end of the log; see [saves.Log].
func (l *File) Newest(ctx context.Context) (uint64, saves.Hash, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.usable(ctx); err != nil {
		return 0, saves.Hash{}, err
	}
	if l.why != nil {
		if err := l.refresh(); err != nil {
			return 0, saves.Hash{}, err
		}
	}
	return l.end.newest, l.end.last, nil
}

// refresh reads what another program has appended.
func (l *File) refresh() error {
	if l.restored != nil {
		return nil
	}
	if !l.inPlace() {
		old := l.f
		if err := l.openToRead(); err != nil {
			return explain(l.path, err)
		}
		_ = old.Close()
		l.end = end{}
	}
	info, err := l.f.Stat()
	if err != nil {
		return explain(l.path, err)
	}
	l.room = info.Size()
	_, err = l.end.scan(l.f, l.room, nil) // what does not follow is being written, or told by who writes
	return explain(l.path, err)
}

// lookEvery is how often a log that somebody else writes is looked at.
const lookEvery = time.Second / 4

// Watch tells of appends; see [saves.Log]. Those of another program are seen within
// a quarter of a second.
func (l *File) Watch(ctx context.Context) (<-chan struct{}, error) {
	seen, _, err := l.Newest(ctx)
	if err != nil {
		return nil, err
	}
	changed, cancel := l.watch.Add()
	go func() {
		defer cancel()
		var look <-chan time.Time
		if l.why != nil {
			every := time.NewTicker(lookEvery)
			defer every.Stop()
			look = every.C
		}
		for {
			select {
			case <-ctx.Done():
				return
			case <-l.closed:
				return
			case <-look:
				if now, _, err := l.Newest(ctx); err == nil && now != seen {
					seen = now
					l.watch.Tell()
				}
			}
		}
	}()
	return changed, nil
}

// Close cuts off the room behind the end and gives the file back; see [saves.Log].
func (l *File) Close() error {
	var err error
	l.once.Do(func() {
		close(l.closed)
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.why == nil && !l.dirty && l.inPlace() && l.endsAsLeft() && l.room > l.end.at {
			if err = l.f.Truncate(l.end.at); err == nil {
				err = l.f.Sync()
			}
		}
		err = explain(l.path, errors.Join(err, l.f.Close()))
		if l.sources != nil {
			l.sources.close()
		}
	})
	return err
}

func (l *File) usable(ctx context.Context) error {
	select {
	case <-l.closed:
		return saves.ErrLogClosed
	default:
		return ctx.Err()
	}
}

// explain puts what the system says into words for people.
func explain(path string, err error) error {
	switch {
	case err == nil, ours(err):
		return err
	case errors.Is(err, syscall.ENOSPC):
		return &saves.Full{Path: path, Err: err}
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s is not there: %w", path, fs.ErrNotExist)
	case errors.Is(err, errIrregular), errors.Is(err, syscall.ELOOP), errors.Is(err, syscall.EISDIR):
		return &saves.NotFray{Path: path, What: "no regular file"}
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR):
		return &saves.Unwritable{Path: path, Err: err}
	}
	return fmt.Errorf("%s: %w", path, err)
}

// ours reports whether an error has its words already.
func ours(err error) bool {
	for _, known := range []error{saves.ErrConflict, saves.ErrLogClosed, saves.ErrLooking, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, known) {
			return true
		}
	}
	return isA[*saves.Damaged](err) || isA[*saves.NotFray](err) || isA[*saves.InUse](err) ||
		isA[*saves.Taken](err) || isA[*saves.Unwritable](err) || isA[*saves.Full](err)
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
