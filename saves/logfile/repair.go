package logfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"example.org/fray/saves"
)

const keptSuffix = ".kept-" // of what was set aside, before the time

// repair writes the log anew from all that can be found. odd is the first chunk of the file
// that does not follow; nil if the file is sound but too short.
func (l *File) repair(odd *chunk) error {
	r := &recovery{}
	if err := r.addFile("from the file", l.f); err != nil {
		return err
	}
	if odd != nil && l.why == nil && l.tornEnd(odd, r) {
		return l.cutTornEnd(odd)
	}
	if err := r.addBeside(l.fsys, l.path); err != nil {
		return err
	}
	return l.restore(r, odd)
}

// tornEnd reports whether the chunk that does not follow is a last line that was cut short:
// it is no line, and no sound line comes after it.
func (l *File) tornEnd(odd *chunk, r *recovery) bool {
	lines := r.sources[0].lines
	return len(lines) > 0 && lines[len(lines)-1].at < odd.at
}

// cutTornEnd removes a line that was being written when the program or the machine ended. A
// copy of it is kept.
func (l *File) cutTornEnd(odd *chunk) error {
	kept, err := l.keptName()
	if err != nil {
		return err
	}
	err = replace(l.fsys, kept, func(w io.Writer) error {
		_, err := io.Copy(w, io.NewSectionReader(l.f, odd.at, l.room-odd.at))
		return err
	})
	if err != nil {
		return err
	}
	l.tell("the last line of %s was cut short: an act was being written when the program or the machine ended", filepath.Base(l.path))
	l.found.Behind = "if that act was shown, it is missing"
	l.found.Kept = append(l.found.Kept, kept)
	return l.wipe()
}

// keptName returns an unused file name that contains the time.
func (l *File) keptName() (string, error) {
	stem := l.path + keptSuffix + l.now().Format("20060102-150405")
	for name, n := stem, 2; ; name, n = fmt.Sprintf("%s-%d", stem, n), n+1 {
		if there, err := exists(l.fsys, name); !there {
			return name, err
		}
	}
}

// restore rebuilds the log from all sources. If the log is open to be written its file is
// written anew, and the damaged one kept; else the rebuilt log is read from memory.
func (l *File) restore(r *recovery, odd *chunk) error {
	t := r.rebuild()
	if odd == nil && t.end.newest == l.end.newest && t.end.last == l.end.last {
		r.close()
		return nil // there is no more of it
	}
	if len(t.lines) == 0 || t.end.newest == 0 {
		r.close()
		return &saves.Damaged{Path: l.path, What: "not one event of it can be read", Fix: "restore a backup of your own, or import an export"}
	}
	if odd != nil {
		l.tell("%s is damaged: the line at byte %d is not what was written", filepath.Base(l.path), odd.at)
	}
	l.found.Brought = append(l.found.Brought, t.words()...)
	l.miss(t)
	if lead := r.sources[0]; lead.torn || len(lead.lines) == 0 {
		l.found.Behind = behindUnknown(t.end.newest)
	}
	if l.why != nil {
		l.restored, l.sources, l.end = t.lines, r, t.end
		l.found.Events = t.events()
		return nil
	}
	defer r.close()
	return l.writeRebuilt(t)
}

// behindUnknown is the sentence about a log whose end was lost.
func behindUnknown(newest uint64) string {
	return fmt.Sprintf("whether anything was written behind event %d is not known", newest)
}

// judgeEnd compares the end of a log that was put together with an event that is known to
// have been written.
func (l *File) judgeEnd(known uint64) {
	if l.found == nil || known == 0 {
		return
	}
	f := *l.found
	switch newest := l.end.newest; {
	case known == newest+1:
		f.Behind = fmt.Sprintf("event %d was written, and is nowhere", known)
	case known > newest:
		f.Behind = fmt.Sprintf("events %d to %d were written, and are nowhere", newest+1, known)
	case f.Behind == behindUnknown(newest):
		f.Behind = "this machine remembers no later event: as far as it knows nothing is missing"
	default:
		return
	}
	l.found = &f
}

// miss adds the missing events to the findings, with the times between which they happened.
func (l *File) miss(t *rebuilt) {
	for _, g := range t.lost {
		if g.Last >= g.First {
			l.found.Missing = append(l.found.Missing, saves.Gap{First: g.First, Last: g.Last, After: t.timeOf(g.First - 1), Until: t.timeOf(g.Last + 1)})
		}
	}
}

// timeOf is when an event happened, as far as that is known.
func (t *rebuilt) timeOf(seq uint64) time.Time {
	for i := range t.lines {
		if t.lines[i].seq == seq && seq > 0 {
			if text, err := t.lines[i].read(); err == nil {
				body, _, _, _ := saves.Unseal(text)
				return timeIn(body)
			}
		}
	}
	return time.Time{}
}

// events returns how many events are there.
func (t *rebuilt) events() (n uint64) {
	for i := range t.lines {
		if t.lines[i].seq > 0 {
			n++
		}
	}
	return n
}

// writeRebuilt writes a log into a new file, keeps the file at the path under another name,
// and puts the new one in its place. At any moment the old one or the new one is at the
// path.
func (l *File) writeRebuilt(t *rebuilt) error {
	fresh := filepath.Join(filepath.Dir(l.path), "."+filepath.Base(l.path)+".new")
	_ = l.fsys.remove(fresh)
	f, err := l.fsys.open(fresh, os.O_RDWR|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return err
	}
	err = f.lock()
	if err == nil {
		err = t.write(&writer{f: f})
	}
	if err == nil {
		err = f.Sync()
	}
	kept := ""
	there := false
	if err == nil {
		there, err = exists(l.fsys, l.path)
	}
	if there && !l.isEmpty() {
		if kept, err = l.keptName(); err == nil {
			err = secondName(l.fsys, l.path, kept)
		}
	}
	old := l.f
	if err == nil {
		_ = old.Close() // some systems rename nothing over an open file
		err = l.fsys.rename(fresh, l.path)
	}
	if err != nil {
		_ = f.Close()
		_ = l.fsys.remove(fresh)
		return err
	}
	_ = l.fsys.syncFolder(filepath.Dir(l.path))
	if err := l.use(f); err != nil {
		return err
	}
	l.end, l.dirty, l.session, l.held, l.written = end{}, false, nil, 0, l.written+1
	odd, err := l.end.scan(l.f, l.room, func(_ place, text []byte) { l.remember(text) })
	if err == nil && odd != nil {
		err = errNotKept
	}
	if kept != "" {
		l.found.Kept = append(l.found.Kept, kept)
	}
	l.found.Events = t.events()
	l.memory.put(&l.end)
	l.watch.Tell()
	return err
}

// isEmpty reports whether the file at the path is the one that is open and nothing was
// ever written to it.
func (l *File) isEmpty() bool {
	there, err := l.inPlace()
	return there && err == nil && l.room == 0
}

// secondName gives the file at a path a second name: by a hard link, or by a copy if the
// file system has none. It does nothing if no file is there.
func secondName(fsys fileSystem, path, name string) error {
	err := fsys.link(path, name)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	from, err := fsys.open(path, os.O_RDONLY)
	if errors.Is(err, errIrregular) {
		return fsys.rename(path, name) // a folder or a link stands there
	}
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	return replace(fsys, name, func(w io.Writer) error {
		_, err := io.Copy(w, io.NewSectionReader(from, 0, info.Size()))
		return err
	})
}

// writeAgain writes the log to its path again, from the file that is open, what this
// run has read and written, and the backups. What stands at the path is kept.
func (l *File) writeAgain() error {
	r := &recovery{}
	r.addTexts("from memory", l.session)
	if err := r.addFile("from the file that was open", l.f); err != nil {
		return err
	}
	if err := r.addBeside(l.fsys, l.path); err != nil {
		return err
	}
	t := r.rebuild()
	if t.end.newest < l.end.newest || t.end.last != l.end.last {
		return fmt.Errorf("%s was changed by another program while it was open, and event %d can no longer be found", l.path, l.end.newest)
	}
	l.miss(t)
	if err := l.fsys.mkdir(filepath.Dir(l.path)); err != nil {
		return err
	}
	return l.writeRebuilt(t)
}
