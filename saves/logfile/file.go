package logfile

import (
	"bytes"
	"cmp"
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
	"example.org/fray/saves/remember"
	"example.org/fray/saves/unfinished"
)

// File is the log of a table in a file.
type File struct {
	path    string // where it is, without symbolic links
	fsys    fileSystem
	options Options
	now     func() time.Time

	watch  saves.Watchers
	handle *saves.Handle
	once   sync.Once
	memory remember.Memory

	behind     sync.WaitGroup // what is done behind the screen
	stopBehind func()

	mu       sync.Mutex // guards what follows
	why      error      // why it cannot be appended to; nil when it can
	f        file
	info     fs.FileInfo // which file it is
	written  int         // how often the file was written anew
	end      end
	room     int64    // size of the file: what lies behind the end is line feeds
	dirty    bool     // a failed append may have left something behind the end
	added    bool     // something was appended
	recalled uint64   // the newest event that this machine had remembered
	hidden   string   // the name that the file has until it is whole; "" once it has its own
	unnamed  bool     // Finish gives it its name, and not the first append; see Begin
	session  [][]byte // texts of the lines that were read at opening and written since
	held     int      // bytes of these
	found    *saves.Findings
	shown    *saves.Findings // a copy of found, as it was last given out
	repaired bool            // a line of it did not follow, and all was done that can be
	restored []saves.Found   // the log of a damaged file that cannot be written; nil: the file is read
	sources  *recovery
}

var _ saves.Log = (*File)(nil)

// Options are what a log gets from outside.
type Options struct {
	Now func() time.Time // names what is kept aside; nil: time.Now

	// Indexed is what the index of the log knows of it. Where nothing else is remembered, a long
	// file is read from there on at opening, and what comes before is compared when it is read;
	// and a file that ends before it is told.
	Indexed saves.Known

	// State is the folder in which the newest event of each table is remembered, so
	// that a file that was put back to an older one is told. "": nothing is.
	State string

	fsys fileSystem
}

func (o Options) file(path string) *File {
	l := &File{path: path, fsys: o.fsys, now: o.Now, options: o, handle: saves.NewHandle(saves.ErrLogClosed), stopBehind: func() {}}
	if l.fsys == nil {
		l.fsys = system{}
	}
	if l.now == nil {
		l.now = time.Now
	}
	return l
}

// Create makes an empty log for a new file at path, and its folder. The file has another name,
// which says that it is unfinished, until the first line stands in it: whenever the program is
// killed, there is no table or a whole one. The errors are *saves.Taken, *saves.Unwritable,
// *saves.NoFolder, *saves.NoLocks and *saves.Full.
func Create(path string, o Options) (*File, error) {
	l, err := o.createAs(path, filepath.Join(filepath.Dir(path), unfinished.Prefix+filepath.Base(path)))
	if err != nil {
		return nil, err
	}
	if there, err := exists(l.fsys, path); there || err != nil {
		l.dropHidden()
		_ = l.f.Close()
		return nil, cmp.Or[error](explain(path, err), &saves.Taken{Path: path})
	}
	l.fsys.sweep(filepath.Dir(path))
	return l, nil
}

// createAs makes an empty log for a new file at path, which has the name hidden as yet.
func (o Options) createAs(path, hidden string) (*File, error) {
	l := o.file(path)
	l.hidden = hidden
	if err := l.fsys.mkdir(filepath.Dir(path)); err != nil {
		return nil, explain(path, err)
	}
	for there := false; !there; {
		f, err := l.fsys.open(hidden, os.O_RDWR|os.O_CREATE|os.O_EXCL)
		if errors.Is(err, fs.ErrExist) { // somebody is making it, or was killed
			if l.fsys.sweep(filepath.Dir(path)); played(l.fsys, hidden) {
				return nil, &saves.Taken{Path: path}
			}
			f, err = l.fsys.open(hidden, os.O_RDWR|os.O_CREATE|os.O_EXCL)
		}
		if err != nil {
			return nil, explain(path, err)
		}
		if err := l.hold(f); err != nil {
			l.dropHidden()
			return nil, explain(path, err)
		}
		if there, err = l.inPlace(); err != nil || !there { // not: it was swept before it was locked
			_ = f.Close()
		}
		if err != nil {
			return nil, explain(path, err)
		}
	}
	l.memory.Open(o.State, fullPath(l.path))
	return l, nil
}

// at is where the file is.
func (l *File) at() string { return cmp.Or(l.hidden, l.path) }

// giveName gives a file that is hidden its name. The error is *saves.Taken where there is another
// one by now.
func (l *File) giveName(path string) error {
	err := l.fsys.link(l.hidden, path) // fails where there is one by now
	there := errors.Is(err, fs.ErrExist)
	if err != nil && !there { // a file system without hard links
		if there, err = exists(l.fsys, path); !there && err == nil {
			err = l.fsys.rename(l.hidden, path)
		}
	}
	switch {
	case there:
		return &saves.Taken{Path: path}
	case err != nil:
		return err
	}
	if err := l.fsys.syncFolder(filepath.Dir(path)); err != nil {
		if l.fsys.rename(path, l.hidden) != nil { // where both are its names nothing happens
			return err
		}
		_ = l.fsys.remove(path)
		return err
	}
	_ = l.fsys.remove(l.hidden) // where it was not renamed
	l.hidden, l.path = "", path
	return nil
}

// dropHidden takes a file away that has no name yet.
func (l *File) dropHidden() {
	if l.hidden != "" {
		_ = l.fsys.remove(l.hidden)
		l.hidden = ""
	}
}

// Open opens the log at path, to be appended to. A symbolic link is followed once,
// here. What is damaged is repaired as far as anything can be found, and a file that
// is gone is put together from its backups; see [File.Findings]. The errors are *saves.InUse when another program has it open,
// *saves.NotFray, *saves.Unwritable, *saves.NoLocks, *saves.Full, *saves.Damaged when not one line
// is left, and one for which errors.Is(err, fs.ErrNotExist) holds.
func Open(path string, o Options) (*File, error) {
	l, err := o.resolved(path)
	if errors.Is(err, fs.ErrNotExist) {
		if all, listErr := backups(o.file(path).fsys, path); listErr != nil {
			return nil, explain(path, listErr)
		} else if len(all) > 0 {
			return o.openGone(path)
		}
	}
	if err != nil {
		return nil, err
	}
	if err := l.openHeld(); err != nil {
		return nil, explain(l.path, err)
	}
	if _, err := l.opened(); err != nil {
		return nil, err
	}
	l.fsys.sweep(filepath.Dir(l.path))
	if folder := l.path + backupFolder; ownFolder(l.fsys, folder) {
		l.fsys.sweep(folder)
	}
	l.backUpKilled()
	return l, nil
}

// openGone opens a log whose file is gone, but not its backups: it is written anew
// from them.
func (o Options) openGone(path string) (*File, error) {
	l, err := Create(path, o)
	if err != nil {
		return nil, err
	}
	err = l.load()
	if l.end.Newest > 0 && err == nil {
		return l, nil
	}
	if l.end.Newest == 0 {
		err = cmp.Or[error](err, &saves.Damaged{Path: path, What: "it is gone, and none of its backups can be read", Fix: "Import an export, or a copy of your own"})
	}
	l.dropHidden()
	_ = l.f.Close()
	return nil, explain(path, err)
}

// Look opens the log at path to be read, whoever else has it open. Nothing is
// written: what can be put together of a damaged file is read from memory. The
// errors are those of Open but *saves.InUse and *saves.Unwritable.
func Look(path string, o Options) (*File, error) {
	l, err := o.resolved(path)
	if err != nil {
		return nil, err
	}
	l.why = saves.ErrLooking
	if err := l.openToRead(); err != nil {
		if errors.Is(err, fs.ErrPermission) {
			return nil, saves.ExplainRead(l.path, err)
		}
		return nil, explain(l.path, err)
	}
	return l.opened()
}

// OpenOrLook is Open, and Look where another program has the log open, it cannot be
// written or locked, or it is damaged and the disk has no room to repair it; [File.Why] says
// which.
func OpenOrLook(path string, o Options) (*File, error) {
	l, err := Open(path, o)
	if !isA[*saves.InUse](err) && !isA[*saves.Unwritable](err) && !isA[*saves.Full](err) && !isA[*saves.NoLocks](err) {
		return l, err
	}
	l, lookErr := Look(path, o)
	if lookErr != nil {
		return nil, lookErr
	}
	l.why = err
	return l, nil
}

// resolved is the log of a file that is there, under its own name.
func (o Options) resolved(path string) (*File, error) {
	l := o.file(path)
	real, err := l.fsys.resolve(path)
	if all, _ := backups(l.fsys, path); errors.Is(err, fs.ErrNotExist) && len(all) > 0 { // where nobody can tell, the first error stands
		return nil, fmt.Errorf("%s is gone, but not its backups: 'fray play %s' puts it together again: %w", path, saves.Typed(path), fs.ErrNotExist)
	}
	if err != nil {
		return nil, explain(path, err)
	}
	l.path = real
	return l, nil
}

// opened is the log whose file is open, once it has been read.
func (l *File) opened() (*File, error) {
	if err := l.load(); err != nil {
		_ = l.f.Close()
		return nil, explain(l.path, err)
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
		there, err := l.inPlace()
		if there {
			return nil
		}
		_ = f.Close()
		if err != nil {
			return err
		}
	}
}

// Played reports whether a program has the log at path open to be written.
func Played(path string) bool { return played(system{}, fullPath(path)) }

func played(fsys fileSystem, path string) bool {
	f, err := fsys.open(path, os.O_RDONLY)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	return errors.Is(f.lock(), unfinished.ErrLocked)
}

// mostTries is how often a lock is tried that somebody holds, a moment apart: they may
// only be asking whether the table is played.
const mostTries = 3

// hold takes the lock of an open file and makes it the one that is written.
func (l *File) hold(f file) error {
	err := f.lock()
	for tries := 1; errors.Is(err, unfinished.ErrLocked) && tries < mostTries; tries++ {
		time.Sleep(5 * time.Millisecond)
		err = f.lock()
	}
	if err != nil {
		_ = f.Close()
		if errors.Is(err, unfinished.ErrLocked) {
			return &saves.InUse{Path: l.path}
		}
		return &saves.NoLocks{Path: l.path, Err: err}
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

// inPlace reports whether the file that is open is the one at its path. The error is that
// nobody can tell.
func (l *File) inPlace() (bool, error) {
	there, err := l.fsys.stat(l.at())
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && l.fsys.same(l.info, there), err
}

// load reads the log and repairs it where that is needed.
func (l *File) load() error {
	if err := l.refuseForeign(); err != nil {
		return err
	}
	if l.room > smallLog {
		if err := l.startAt(l.knownPlace()); err != nil {
			return err
		}
	}
	odd, err := l.end.scan(l.f, l.room, func(_ saves.Place, text []byte) { l.remember(text) })
	if err != nil {
		return err
	}
	if n := saves.Links(l.info); n > 1 {
		l.tell("%s has %d names (hard links): each of them is this table, and only one program can play it", filepath.Base(l.path), n)
	}
	switch {
	case odd != nil && l.why != nil && l.cutShort(odd) && played(l.fsys, l.path):
		// Somebody else is writing this line now.
	case odd != nil:
		if err := l.repair(odd); err != nil {
			return err
		}
	case l.end.Newest == 0:
		all, err := backups(l.fsys, l.path)
		if err != nil {
			return err
		}
		if len(all) > 0 {
			l.tell("%s was gone or empty: it was put together from its backups, the newest of which is %s", filepath.Base(l.path), all[len(all)-1])
			if err := l.repair(nil); err != nil {
				return err
			}
		}
	}
	if err := l.compare(); err != nil {
		return err
	}
	l.tellLinks()
	return nil
}

// tellLinks tells which files beside the log are links, if it is written: they are replaced.
func (l *File) tellLinks() {
	if l.why != nil {
		return
	}
	folder, names := l.path+backupFolder, []string(nil)
	if words := saves.LinkAt(folder); words != "" {
		l.tell("%s", words)
	} else if ownFolder(l.fsys, folder) {
		names, _ = l.fsys.list(folder) // what cannot be listed is told where it is needed
	}
	beside := []string{l.path + saves.IndexSuffix, l.memory.Path()}
	for _, name := range names {
		beside = append(beside, filepath.Join(folder, name))
	}
	for _, path := range beside {
		if words := saves.LinkAt(path); path != "" && words != "" {
			l.tell("%s", words)
		}
	}
}

// smallLog is how many bytes of a log are all read at opening, whatever is known of it.
const smallLog = 2 << 20

// knownPlace is an event whose line somebody knows: the one that is remembered, else that of
// the index.
func (l *File) knownPlace() (seq uint64, hash saves.Hash) {
	if t, ok := Recall(l.options.State, l.path); ok && t.Known().Seq > 0 {
		return t.Newest, t.Known().Hash
	}
	return l.options.Indexed.Seq, l.options.Indexed.Hash
}

// startAt has the file be read from an event on whose line has a hash. Where another
// line stands it is read from its first one.
func (l *File) startAt(seq uint64, hash saves.Hash) error {
	if seq == 0 {
		return nil
	}
	at, err := startOf(l.f, l.room, seq)
	if err != nil {
		return err
	}
	return chunks(l.f, at, l.room, func(c chunk) bool {
		p, _, sound := readPlace(c)
		if sound && p.Seq < seq {
			return true
		}
		if sound && p.Seq == seq && p.Hash == hash {
			l.end = end{Chain: saves.Chain{Newest: seq - 1, Last: p.Before}}
			l.end.follow(p, c.text, c.ended)
		}
		return false
	})
}

// compare compares the log with what is remembered of it.
func (l *File) compare() error {
	first, err := l.lineOf(1)
	if err != nil {
		return err
	}
	l.end.First = first.Hash
	remembered, ok := l.memory.Open(l.options.State, fullPath(l.path))
	known := remembered.Known()
	if l.recalled = known.Seq; !ok && l.options.Indexed.ID == l.end.First {
		known = l.options.Indexed
	}
	if known.Seq == 0 {
		return nil
	}
	there, err := l.lineOf(known.Seq)
	if err != nil {
		return err
	}
	name := filepath.Base(l.path)
	standing := remember.Compare(known, first.Hash, l.end.Newest, there.Hash)
	if l.repaired && standing == remember.Shorter {
		standing = remember.Same // that it is damaged was told
	}
	if words := standing.Words(name, l.end.Newest, known); words != "" {
		l.tell("%s", words)
	}
	switch standing {
	case remember.Shorter:
		if err := l.repair(nil); err != nil {
			return err
		}
	case remember.Elsewhere:
		l.keepBackup()
	}
	if standing != remember.Another {
		l.judgeEnd(known.Seq)
	}
	return nil
}

// Remembered is the newest event of the log that this machine had remembered when it was opened;
// see [saves.Log].
func (l *File) Remembered() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.recalled
}

// lineOf finds the line of an event; a place without a number where it is lost.
func (l *File) lineOf(seq uint64) (there saves.Place, err error) {
	if l.restored != nil {
		for _, x := range l.restored {
			if x.Seq == seq {
				return x.Place, nil
			}
		}
		return there, nil
	}
	at, err := l.startOf(seq)
	if err != nil {
		return there, err
	}
	return there, chunks(l.f, at, l.end.at, func(c chunk) bool {
		p, _, sound := readPlace(c)
		if sound && p.Seq == seq {
			there = p
		}
		return !sound || p.Seq < seq
	})
}

// bodyOf reads the body of an event; nil where it is lost.
func (l *File) bodyOf(seq uint64) []byte {
	p, err := l.lineOf(seq)
	if err != nil || p.Seq != seq {
		return nil
	}
	text := make([]byte, p.Size)
	if _, err := l.f.ReadAt(text, p.At); err != nil {
		return nil
	}
	body, _, _, _ := saves.Unseal(text)
	return body
}

// mostHeld is how many bytes of lines are held in memory; what was read before them
// is in a backup.
const mostHeld = 32 << 20

// remember keeps the text of a line for as long as the log is open: with it nothing is
// lost when another program cuts the file short in play.
func (l *File) remember(text []byte) {
	if l.why != nil {
		return
	}
	l.session, l.held = append(l.session, bytes.Clone(text)), l.held+len(text)
	for l.held > mostHeld {
		l.held -= len(l.session[0])
		l.session = l.session[1:]
	}
}

// refuseForeign refuses a file that never was a log of fray.
func (l *File) refuseForeign() error {
	start := make([]byte, 16)
	n, err := l.f.ReadAt(start, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	start = start[:n]
	if bytes.IndexByte(start, '{') < 0 && len(bytes.Trim(start, "\n\x00")) > 0 {
		all, err := backups(l.fsys, l.path)
		if err == nil && len(all) == 0 {
			err = &saves.NotFray{Path: l.path, What: "no text of JSON lines"}
		}
		return err
	}
	return nil
}

// Findings is what was found damaged, at opening and since, and what was done about
// it; nil while nothing was.
func (l *File) Findings() *saves.Findings {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.shown.Same(l.found) {
		l.shown = l.found.Clone()
	}
	return l.shown
}

// tell adds a sentence to what was found.
func (l *File) tell(format string, args ...any) {
	f := saves.Findings{Path: l.path}
	if l.found != nil {
		f = *l.found
	}
	f.Wrong = append(f.Wrong[:len(f.Wrong):len(f.Wrong)], fmt.Sprintf(format, args...))
	f.Events = l.end.Newest
	l.found = &f
	l.watch.Tell()
}

// Path is where the file is, without symbolic links.
func (l *File) Path() string { return l.path }

// Why says why the log cannot be appended to; see [saves.Log].
func (l *File) Why() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.why
}

// TakeOver has the log be written here; see [saves.Log].
func (l *File) TakeOver(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.handle.Usable(ctx); err != nil || l.why == nil {
		return err
	}
	was := l.f
	if err := l.openHeld(); err != nil {
		l.f = was
		return explain(l.path, err)
	}
	_ = was.Close()
	if l.sources != nil {
		l.sources.close()
	}
	l.why, l.end, l.restored, l.sources, l.written = nil, end{}, nil, nil, l.written+1
	return explain(l.path, l.load())
}

// Append adds lines; see [saves.Log]. When the file is no longer at its path, or no
// longer ends as it was left, the log is first written there again, and
// [File.Findings] tell it.
func (l *File) Append(ctx context.Context, after uint64, lines []saves.Line) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch err := l.handle.Usable(ctx); {
	case err != nil:
		return err
	case l.why != nil:
		return l.why
	case after != l.end.Newest:
		return saves.ErrConflict
	}
	all, err := saves.SealAll(l.end.Newest, l.end.Last, lines)
	if err != nil || len(all) == 0 {
		return err
	}
	sealed := make([]sealedAt, len(all))
	for i, x := range all {
		sealed[i].SealedLine = x
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
	if l.hidden != "" && !l.unnamed {
		if err := l.giveName(l.path); err != nil {
			l.dirty = l.wipe() != nil
			return explain(l.path, err)
		}
	}
	at := l.end.at + int64(len(text)) // of the next line
	for i := len(sealed) - 1; i >= 0; i-- {
		lines[i].Hash = sealed[i].Hash
		at -= int64(len(sealed[i].Text)) + 1
		sealed[i].at = at
	}
	l.added = true
	for _, x := range sealed {
		l.end.follow(saves.Place{Seq: x.Seq, Before: l.end.Last, Hash: x.Hash, Lost: x.Lost, At: x.at, Size: len(x.Text)}, x.Text, true)
		l.remember(x.Text)
		l.memory.Call(x.Body)
	}
	l.memory.Put(l.end.known())
	// It may have gone elsewhere meanwhile; how it ends was read after the sync. Where nobody
	// can tell, the next append says so: this one is written.
	if there, err := l.inPlace(); !there && err == nil {
		if err := l.inOrder(); err != nil {
			return err
		}
	}
	l.watch.Tell()
	return nil
}

// sealedAt is a line and where it stands.
type sealedAt struct {
	saves.SealedLine
	at int64
}

// roomAhead is how many line feeds are laid ready at once.
const roomAhead = 256 << 10

// write writes behind the end, syncs it and reads it again. After an error the file
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
		err = l.f.Sync()
	}
	if err == nil {
		err = l.kept(text, l.end.at)
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
	own, err := l.inPlace()
	there := own
	if !own && err == nil {
		there, err = exists(l.fsys, l.at())
	}
	switch {
	case err != nil:
		return explain(l.path, err)
	case there && !own:
		l.tell("another file was put in the place of %s while it was open", name)
	case !there:
		l.takenAway(name)
	case !l.endsAsLeft():
		l.tell("%s was changed by another program while it was open", name)
	default:
		return nil
	}
	return explain(l.path, l.writeAgain())
}

// takenAway tells that nothing stands at the path any more, and where the file is now, as
// far as the system says it. Its backups are brought back from there: a folder that was
// renamed took them along.
func (l *File) takenAway(name string) {
	at := nowAt(l.f)
	if at == "" {
		l.tell("%s was taken away while it was open", name)
		return
	}
	l.tell("%s was taken away while it was open: it is %s now, without what is played from here on", name, at)
	folder := l.path + backupFolder
	if all, err := backups(l.fsys, at); err == nil && len(all) > 0 && l.fsys.mkdir(folder) == nil {
		for _, b := range all {
			_ = secondName(l.fsys, b.Path, filepath.Join(folder, filepath.Base(b.Path))) // one that is there stays
		}
	}
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
		behind := after == 0
		give := func(x saves.Line) error {
			if !behind && x.Seq <= after {
				behind = x.Seq == after
				return nil
			}
			behind = true
			if !yield(x, nil) {
				return stopped
			}
			return nil
		}
		err := l.each(ctx, after, func(p saves.Place, _, body []byte) error {
			if p.Lost != nil {
				for _, x := range p.Lost.Lines() {
					if err := give(x); err != nil {
						return err
					}
				}
				return nil
			}
			return give(saves.Line{Seq: p.Seq, Body: body, Hash: p.Hash})
		})
		if err != nil && !errors.Is(err, stopped) {
			yield(saves.Line{}, err)
		}
	}
}

// each goes through the lines as they stand, with text and body of each, from one at or
// before that of the event behind the one with the number after. Where a line does not follow from the one
// before, the log is repaired, and it goes on behind the newest event that was given.
func (l *File) each(ctx context.Context, after uint64, yield func(p saves.Place, text, body []byte) error) error {
	given := after
	next := func(p saves.Place, text, body []byte) error {
		if p.Seq > 0 && p.Seq <= given && given > after {
			return nil // given before the repair
		}
		given = max(given, p.Seq)
		if p.Lost != nil {
			given = max(given, p.Lost.Last)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return yield(p, text, body)
	}
	for tries := 0; ; tries++ {
		l.mu.Lock()
		err := l.handle.Usable(ctx)
		if err == nil && l.why != nil {
			err = l.refresh()
		}
		f, upTo, restored, written := l.f, l.end.at, l.restored, l.written
		from := int64(0)
		if err == nil && restored == nil {
			from, err = l.startOf(given)
		}
		l.mu.Unlock()
		if err != nil {
			return explain(l.path, err)
		}
		if restored != nil {
			return eachFound(restored, next)
		}
		odd, stop, err := l.eachChunk(f, from, upTo, next)
		if stop != nil {
			return stop
		}
		if odd == nil && err == nil {
			return nil
		}
		if err := l.met(odd, err, written, tries); err != nil {
			return explain(l.path, err)
		}
	}
}

// eachFound goes through lines that were put together.
func eachFound(all []saves.Found, yield func(p saves.Place, text, body []byte) error) error {
	for i := range all {
		text, err := all[i].Text()
		if err == nil {
			body, _, _, _ := saves.Unseal(text)
			err = yield(all[i].Place, text, body)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// eachChunk goes through the lines of the file between two places. It gives the first
// chunk that is no line that follows, and the error of yield.
func (l *File) eachChunk(f file, from, upTo int64, yield func(p saves.Place, text, body []byte) error) (odd *chunk, stop, err error) {
	var before saves.Hash
	known := from == 0
	var marks []mark
	err = chunks(f, from, upTo, func(c chunk) bool {
		p, body, sound := readPlace(c)
		if !sound || known && p.Before != before {
			odd = &chunk{at: c.at, ended: c.ended}
			return false
		}
		before, known = p.Hash, true
		if p.Lost != nil {
			before = p.Lost.Behind()
		}
		if marked(p.Seq) {
			marks = append(marks, mark{p.Seq, p.At})
		}
		stop = yield(p, c.text, body)
		return stop == nil
	})
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.f == f {
		for _, m := range marks {
			l.end.mark(m)
		}
	}
	return odd, stop, err
}

// mostRepairs is how often one reading has the log repaired.
const mostRepairs = 3

// met repairs the log where a reading has met odd, or an error, unless that has been
// done meanwhile.
func (l *File) met(odd *chunk, err error, written, tries int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.written != written || l.restored != nil:
		return nil
	case err != nil:
		return err
	case tries >= mostRepairs:
		return &saves.Damaged{Path: l.path, What: fmt.Sprintf("the line at byte %d is not what was written", odd.at), Fix: "copy the file to another disk"}
	}
	newest := max(l.end.Newest, l.memory.Now().Newest)
	err = l.repair(odd)
	l.judgeEnd(newest)
	return err
}

// startOf finds where to begin to read so that all lines behind an event are met.
func (l *File) startOf(after uint64) (int64, error) {
	if at, ok := l.end.markBefore(after); ok {
		return at, nil
	}
	return startOf(l.f, l.end.at, after)
}

// Newest gives the end of the log; see [saves.Log].
func (l *File) Newest(ctx context.Context) (uint64, saves.Hash, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.handle.Usable(ctx); err != nil {
		return 0, saves.Hash{}, err
	}
	if l.why != nil {
		if err := l.refresh(); err != nil {
			return 0, saves.Hash{}, err
		}
	}
	return l.end.Newest, l.end.Last, nil
}

// refresh reads what another program has appended.
func (l *File) refresh() error {
	if l.restored != nil {
		return nil
	}
	there, err := l.inPlace()
	if err != nil {
		return explain(l.path, err)
	}
	if !there {
		old := l.f
		if err := l.openToRead(); err != nil {
			return explain(l.path, err)
		}
		_ = old.Close()
		l.end, l.written = end{}, l.written+1
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
	_, seen, err := l.Newest(ctx)
	if err != nil {
		return nil, err
	}
	changed, cancel := l.watch.Add()
	elsewhere := l.Why() != nil
	go func() {
		defer cancel()
		var look <-chan time.Time
		if elsewhere {
			every := time.NewTicker(lookEvery)
			defer every.Stop()
			look = every.C
		}
		for {
			select {
			case <-ctx.Done():
				return
			case <-l.handle.Closed():
				return
			case <-look:
				if _, now, err := l.Newest(ctx); err == nil && now != seen {
					seen = now
					l.watch.Tell()
				}
			}
		}
	}()
	return changed, nil
}

// Close keeps a backup where something was appended, cuts off the room behind the end
// and gives the file back; see [saves.Log].
func (l *File) Close() error {
	var err error
	l.once.Do(func() {
		l.stopBehind()
		l.behind.Wait()
		l.mu.Lock()
		added := l.added && l.why == nil && !l.unnamed
		if added && l.handle.Usable(context.Background()) == nil {
			err = l.inOrder()
		}
		l.mu.Unlock()
		if added {
			err = errors.Join(err, l.Backup(context.Background()))
		}
		_ = l.handle.Close() // it gives nil
		l.mu.Lock()
		defer l.mu.Unlock()
		l.memory.Close()
		if !l.unnamed {
			l.dropHidden() // nothing was written to it
		}
		there, _ := l.inPlace() // where nobody can tell, the room stays: it is no harm
		if l.why == nil && !l.dirty && there && l.endsAsLeft() && l.room > l.end.at {
			cut := l.f.Truncate(l.end.at)
			if cut == nil {
				cut = l.f.Sync()
			}
			err = errors.Join(err, cut)
		}
		err = explain(l.path, errors.Join(err, l.f.Close()))
		if l.sources != nil {
			l.sources.close()
		}
	})
	return err
}

// explain puts what the system says into words for people; see [saves.Explain].
func explain(path string, err error) error {
	switch {
	case err == nil, ours(err):
		return err
	case errors.Is(err, errIrregular), errors.Is(err, syscall.ELOOP), errors.Is(err, syscall.EISDIR):
		return &saves.NotFray{Path: path, What: "no regular file"}
	}
	return saves.Explain(path, err)
}

// ours reports whether an error has its words already.
func ours(err error) bool {
	for _, known := range []error{saves.ErrConflict, saves.ErrLogClosed, saves.ErrLooking, context.Canceled, context.DeadlineExceeded} {
		if errors.Is(err, known) {
			return true
		}
	}
	return isA[*saves.Damaged](err) || isA[*saves.NotFray](err) || isA[*saves.InUse](err) ||
		isA[*saves.Taken](err) || isA[*saves.Unwritable](err) || isA[*saves.Full](err) || isA[*saves.NoFolder](err) || isA[*saves.NoLocks](err)
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}
