package logfile

import (
	"cmp"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"example.org/fray/saves"
)

// unfinished begins the names of files that are not whole yet. They are hidden, and no list has
// them.
const unfinished = ".unfinished-"

// Begin makes an empty log in a new file in a folder, which [File.Finish] gives its name when it
// is whole: whenever the program is killed, there is no table or a whole one. The errors are
// those of [Create].
func Begin(folder string, o Options) (*File, error) {
	state := o.State
	o.State = "" // nothing is remembered under the name that it has now
	l, err := Create(filepath.Join(folder, unfinished+rand.Text()+Suffix), o)
	if err != nil {
		return nil, err
	}
	l.options.State, l.unnamed = state, true
	sweepUnfinished(l.fsys, folder)
	return l, nil
}

// Finish names a log that Begin has made after what the table is called; see [saves.NewFile].
// Nothing of another table is taken: neither its file nor the backups of one whose file is gone.
func (l *File) Finish(called string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	hidden, folder := l.path, filepath.Dir(l.path)
	path, err := saves.NewFile(folder, called, Suffix, func(path string) error {
		if there, err := thereAt(path); there || err != nil {
			return cmp.Or[error](explain(path, err), &saves.Taken{Path: path})
		}
		err := l.fsys.link(hidden, path) // fails where there is one by now
		if err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
		return l.fsys.rename(hidden, path) // a file system without hard links
	})
	if err != nil {
		return explain(hidden, err)
	}
	_ = l.fsys.remove(hidden) // where it was not renamed
	l.path, l.unnamed = path, false
	l.memory.Open(l.options.State, fullPath(path))
	l.memory.Put(l.end.known())
	return explain(path, l.fsys.syncFolder(folder))
}

// sweepUnfinished removes what killed programs have left unfinished in a folder: files that
// nobody writes.
func sweepUnfinished(fsys fileSystem, folder string) {
	names, _ := fsys.list(folder) // what cannot be listed now is swept later
	for _, name := range names {
		if !strings.HasPrefix(name, unfinished) || !strings.HasSuffix(name, Suffix) {
			continue
		}
		name = filepath.Join(folder, name)
		if f, err := fsys.open(name, os.O_RDWR); err == nil {
			if f.lock() == nil {
				_ = fsys.remove(name)
			}
			_ = f.Close()
		}
	}
}
