package logfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"example.org/fray/saves"
	"example.org/fray/saves/remember"
)

const keptSuffix = ".kept-" // of what was set aside, before the time

// repair puts the log together from all that can be found, be it played or only read. If it is
// played its file is written anew, and the damaged one kept; else what was put together is
// read from memory. odd is the first chunk of the file that does not follow; nil if the file
// is sound but too short.
func (l *File) repair(odd *chunk) error {
	r := &recovery{}
	err := r.addFile("from the file", l.f)
	if err == nil {
		r.addTexts("from memory", l.session)
		err = r.addBeside(l.fsys, l.path)
	}
	if err != nil {
		r.close()
		return err
	}
	return l.restore(r, odd)
}

// cutShort reports whether a line was being written when the program or the machine ended: it is
// not whole, and what stands behind it is nothing, or the line feeds that lay ready for it. A
// piece that has a line feed of its own was whole once.
func (l *File) cutShort(odd *chunk) bool {
	if odd.whole() || odd.tooLong {
		return false
	}
	behind := make([]byte, 2)
	at := odd.at + int64(len(odd.text))
	n, _ := l.f.ReadAt(behind, at) // at the end of the file it reads less
	return n == 0 || string(behind) == "\n\n"
}

// wipeRest takes away what stands in the file behind its last line. A copy of it is kept.
func (l *File) wipeRest() error {
	kept, err := l.keptName()
	if err != nil {
		return err
	}
	err = replace(l.fsys, kept, func(w io.Writer) error {
		_, err := io.Copy(w, io.NewSectionReader(l.f, l.end.at, l.room-l.end.at))
		return err
	})
	if err != nil {
		return err
	}
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

// restore repairs the log from all sources; see repair.
func (l *File) restore(r *recovery, odd *chunk) error {
	t := r.Rebuild()
	keep := false // the sources are needed on
	defer func() {
		if !keep {
			r.close()
		}
	}()
	if odd != nil {
		t.MissTail(r.tail)
	}
	// nothing is to be added to what the file begins with
	nothing := t.Newest == l.end.Newest && t.Last == l.end.Last && (odd == nil || odd.at >= l.end.at)
	if odd == nil && nothing {
		return nil
	}
	if len(t.Lines) == 0 || t.Newest == 0 {
		return &saves.Damaged{Path: l.path, What: "not one event of it can be read", Fix: "restore a backup of your own, or import an export"}
	}
	l.repaired = l.repaired || odd != nil
	name, lead := filepath.Base(l.path), r.Lead()
	switch {
	case odd == nil:
	case l.cutShort(odd) && lead.Newest().At < odd.at:
		l.tell("the last line of %s was cut short: an act was being written when the program or the machine ended", name)
	default:
		l.tell("%s is damaged: the line at byte %d is not what was written", name, odd.at)
	}
	l.found.Brought, l.found.Missing = append(l.found.Brought, t.Brought()...), append(l.found.Missing, t.Missing()...)
	l.found.Events = t.Events()
	switch {
	case nothing && l.cutShort(odd):
		l.found.Behind = behindCut
	case lead.Torn || lead.Len() == 0:
		l.found.Behind = behindUnknown(t.Newest)
	}
	switch {
	case nothing && l.why == nil:
		return l.wipeRest()
	case nothing:
		return nil // it is read up to there
	case l.why != nil:
		l.restored, l.sources, keep = t.Lines, r, true
		l.end = end{Chain: t.Chain}
		return nil
	}
	return l.writeRebuilt(t)
}

// behindCut is the sentence about an act that was being written.
const behindCut = "if that act was shown, it is missing"

// behindUnknown is the sentence about a log whose end was lost.
func behindUnknown(newest uint64) string {
	return fmt.Sprintf("whether anything was written behind event %d is not known: this machine remembers nothing of the table, and its backups and its own lines are all there is", newest)
}

// lookElsewhere says where events may be that are nowhere beside the log.
const lookElsewhere = "look for them in a backup of your own, in an export, or on another machine that has this table"

// judgeEnd compares the end of a log that was put together with an event that is known to
// have been written.
func (l *File) judgeEnd(known uint64) {
	if l.found == nil || known == 0 {
		return
	}
	f := *l.found
	newest := l.end.Newest
	switch words := remember.Behind(newest, known, lookElsewhere); {
	case words != "":
		f.Behind = words
	case f.Behind == behindUnknown(newest) || f.Behind == behindCut:
		f.Behind = "this machine remembers no later event: as far as it knows nothing is missing"
	default:
		return
	}
	l.found = &f
}

// writeRebuilt writes a log into a new file, keeps the file at the path under another name,
// and puts the new one in its place. At any moment the old one or the new one is at the
// path.
func (l *File) writeRebuilt(t *saves.Rebuilt) error {
	fresh := freshName(l.path)
	f, err := makeFresh(l.fsys, fresh)
	if err != nil {
		return err
	}
	err = write(t, &writer{f: f})
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
	l.dropHidden()
	_ = l.fsys.syncFolder(filepath.Dir(l.path))
	err = l.readAnew(f)
	if kept != "" {
		l.found.Kept = append(l.found.Kept, kept)
	}
	l.found.Events = t.Events()
	l.watch.Tell()
	return err
}

// readAnew goes on with a file that was just written.
func (l *File) readAnew(f file) error {
	if err := l.use(f); err != nil {
		return err
	}
	l.end, l.dirty, l.session, l.held, l.written = end{}, false, nil, 0, l.written+1
	odd, err := l.end.scan(l.f, l.room, func(_ saves.Place, text []byte) { l.remember(text) })
	if err == nil && odd != nil {
		err = errNotKept
	}
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
	defer r.close()
	r.addTexts("from memory", l.session)
	if err := r.addFile("from the file that was open", l.f); err != nil {
		return err
	}
	if err := r.addBeside(l.fsys, l.path); err != nil {
		return err
	}
	t := r.Rebuild()
	if t.Newest < l.end.Newest || t.Last != l.end.Last {
		return fmt.Errorf("%s was changed by another program while it was open, and event %d can no longer be found", l.path, l.end.Newest)
	}
	l.found.Missing = append(l.found.Missing, t.Missing()...)
	if err := l.fsys.mkdir(filepath.Dir(l.path)); err != nil {
		return err
	}
	return l.writeRebuilt(t)
}
