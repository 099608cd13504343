package logfile

import (
	"cmp"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"

	"example.org/fray/saves"
	"example.org/fray/saves/unfinished"
)

// Begin makes an empty log in a new file in a folder, which [File.Finish] gives its name when it
// is whole: whenever the program is killed, there is no table or a whole one. The errors are
// those of [Create].
func Begin(folder string, o Options) (*File, error) {
	state := o.State
	o.State = "" // nothing is remembered under the name that it has now
	hidden := filepath.Join(folder, unfinished.Prefix+rand.Text()+Suffix)
	l, err := o.createAs(hidden, hidden)
	if err != nil {
		return nil, err
	}
	l.options.State, l.unnamed = state, true
	l.fsys.sweep(folder)
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

// Sweep removes what killed programs have left unfinished in a folder of tables and in the folders
// of their backups.
func Sweep(folder string) {
	unfinished.Sweep(folder)
	all, _ := os.ReadDir(folder) // what cannot be listed now is swept later
	for _, x := range all {
		if x.IsDir() && strings.HasSuffix(x.Name(), Suffix+backupFolder) {
			unfinished.Sweep(filepath.Join(folder, x.Name()))
		}
	}
}
