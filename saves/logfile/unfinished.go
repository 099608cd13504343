package logfile

import (
	"cmp"
	"crypto/rand"
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
	hidden := filepath.Join(folder, unfinished+rand.Text()+Suffix)
	l, err := o.createAs(hidden, hidden)
	if err != nil {
		return nil, err
	}
	l.options.State, l.unnamed = state, true
	sweepUnfinished(l.fsys, folder)
	return l, nil
}

// Finish names a log that Begin has made, which may be closed by now, after what the table is
// called; see [saves.NewFile]. Nothing of another table is taken: neither its file nor the
// backups of one whose file is gone.
func (l *File) Finish(called string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	hidden := l.path
	path, err := saves.NewFile(filepath.Dir(hidden), called, Suffix, func(path string) error {
		if there, err := thereAt(path); there || err != nil {
			return cmp.Or[error](explain(path, err), &saves.Taken{Path: path})
		}
		return l.giveName(path)
	})
	if err != nil {
		return explain(hidden, err)
	}
	l.unnamed = false
	l.memory.Open(l.options.State, fullPath(path))
	l.memory.Put(l.end.known())
	return nil
}

// sweepUnfinished removes what killed programs have left unfinished in a folder: files that
// nobody writes.
func sweepUnfinished(fsys fileSystem, folder string) {
	names, _ := fsys.list(folder) // what cannot be listed now is swept later
	for _, name := range names {
		if !strings.HasPrefix(name, unfinished) {
			continue
		}
		name = filepath.Join(folder, name)
		if info, err := fsys.stat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			_ = fsys.remove(name) // a stranger's: nothing is written through it
			continue
		}
		if f, err := fsys.open(name, os.O_RDWR); err == nil {
			if f.lock() == nil {
				_ = fsys.remove(name)
			}
			_ = f.Close()
		}
	}
}
