package logfile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/adrg/xdg"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/remember"
	"example.org/fray/saves/unfinished"
)

// Suffix ends the name of a table's file.
const Suffix = ".fray"

// Folder is where tables are kept: the folder given, else $FRAY_SAVES, else
// fray in the user's data folder ($XDG_DATA_HOME).
func Folder(given string) string {
	if given != "" {
		return given
	}
	if dir := os.Getenv("FRAY_SAVES"); dir != "" {
		return dir
	}
	return filepath.Join(xdg.DataHome, "fray")
}

// List gives the tables in a folder, the one played last first. A folder that
// is not there has none. state is where what is remembered of tables lies; see
// [Options].
func List(folder, state string) ([]saves.Listed, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, saves.ExplainRead(folder, err)
	}
	var out []saves.Listed
	there := map[string]bool{}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !isTable(e) {
			continue
		}
		there[e.Name()] = true
		out = append(out, listed(filepath.Join(folder, e.Name()), info, state))
	}
	for _, e := range entries {
		name, is := strings.CutSuffix(e.Name(), backupFolder)
		if !is || !e.IsDir() || there[name] || !strings.HasSuffix(name, Suffix) {
			continue
		}
		path := filepath.Join(folder, name)
		if all, err := Backups(path); err == nil && len(all) > 0 {
			last := all[len(all)-1]
			out = append(out, saves.Listed{Path: path, Name: cmp.Or(last.Table, TableName(path)), Seq: last.Events, Played: last.Time, Size: last.Size, Gone: true})
		}
	}
	slices.SortStableFunc(out, func(a, b saves.Listed) int { return b.Played.Compare(a.Played) })
	return out, nil
}

func isTable(e fs.DirEntry) bool {
	return !e.IsDir() && !strings.HasPrefix(e.Name(), ".") && strings.HasSuffix(e.Name(), Suffix)
}

// pathsByID gives the tables in a folder by their ids. It reads their first lines alone.
func pathsByID(folder string) (map[string]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, saves.ExplainRead(folder, err)
	}
	out := map[string]string{}
	for _, e := range entries {
		if !isTable(e) {
			continue
		}
		path := filepath.Join(folder, e.Name())
		if f, err := (system{}).open(path, os.O_RDONLY); err == nil {
			id, _ := head(f)
			_ = f.Close()
			out[id] = path
		}
	}
	delete(out, "") // of files that hold no table
	return out, nil
}

// head gives the id of a table, which is the hash of its first line, and what the table is called
// there; "" where that line is not sound.
func head(f io.ReaderAt) (id, name string) {
	_ = chunks(f, 0, math.MaxInt64, func(c chunk) bool {
		if p, body, sound := readPlace(c); sound {
			id, name = p.Hash.String(), remember.NameIn(body)
		}
		return false
	})
	return id, name
}

// listed reads the first line of a file and the last one, which is far quicker than
// opening the table.
func listed(path string, info fs.FileInfo, state string) saves.Listed {
	l := saves.Listed{Path: path, Name: TableName(path), Played: info.ModTime(), Size: info.Size()}
	f, err := system{}.open(path, os.O_RDONLY)
	if err != nil {
		return l
	}
	defer func() { _ = f.Close() }()
	id, name := head(f)
	l.ID, l.Name = id, cmp.Or(name, l.Name)
	if r, ok := Recall(state, path); ok && id != "" && r.ID == id {
		l.Name = cmp.Or(r.Name, l.Name)
	}
	end := textEnd(f, info.Size())
	for _, back := range []int64{1 << 12, 1 << 20} {
		_ = chunks(f, max(0, end-back), end, func(c chunk) bool {
			if p, body, sound := readPlace(c); sound && p.Seq > 0 {
				l.Seq, l.Played = p.Seq, saves.TimeIn(body)
			}
			return true
		})
		if l.Seq > 0 {
			break
		}
	}
	return l
}

// textEnd is where the text of a file ends. Behind it are the line feeds that lie ready for
// the next events while a table is open, and after its program was killed.
func textEnd(f io.ReaderAt, size int64) int64 {
	var part [1 << 15]byte
	for end := size; end > 0 && size-end <= 2*roomAhead; {
		n := min(end, int64(len(part)))
		if _, err := f.ReadAt(part[:n], end-n); err != nil {
			break
		}
		if text := int64(len(bytes.TrimRight(part[:n], "\n"))); text > 0 {
			return min(size, end-n+text+1) // the last line has one of its own
		}
		end -= n
	}
	return size
}

// Find gives the path of a table by its name in the folder, or by its path.
// Where no table has the very name, that of a file will do, then what differs
// in marks and spaces only, then how one table's name begins. The errors are
// *saves.NotFound and that the name fits several.
func Find(folder, state, name string) (string, error) {
	if IsPath(name) {
		if there, err := thereAt(name); there || err != nil {
			return name, explain(name, err)
		}
	}
	all, err := List(folder, state)
	if err != nil {
		return "", err
	}
	fits := likenesses
	if separated(name) { // a name may have these too, but then all of it counts
		fits = likenesses[:1]
	}
	for _, likeness := range fits {
		var found []string
		for _, l := range all {
			if likeness(l, name) {
				found = append(found, l.Path)
			}
		}
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			return "", fmt.Errorf("%q matches several tables: %s. Type more of the name, or the file", name, strings.Join(found, ", "))
		}
	}
	if separated(name) {
		return "", &saves.NotFound{Name: name}
	}
	if plain, is := strings.CutSuffix(name, Suffix); is {
		return Find(folder, state, plain)
	}
	var there []string
	for _, l := range all {
		there = append(there, l.Name)
	}
	return "", &saves.NotFound{Name: name, Folder: folder, There: there}
}

// likenesses are how a name can fit a table, the surest first.
var likenesses = []func(l saves.Listed, name string) bool{
	func(l saves.Listed, name string) bool { return strings.EqualFold(spaced(l.Name), spaced(name)) },
	func(l saves.Listed, name string) bool { return TableName(l.Path) == name },
	func(l saves.Listed, name string) bool {
		w := model.Letters(name, len(name))
		return w != "" && model.Letters(l.Name, len(l.Name)) == w
	},
	func(l saves.Listed, name string) bool { // a table whose first event is lost is called after its file
		return model.Letters(name, 1) != "" && l.Name == TableName(l.Path) && model.FileName(name) == l.Name
	},
	func(l saves.Listed, name string) bool {
		start := strings.ToLower(spaced(name))
		return start != "" && strings.HasPrefix(strings.ToLower(spaced(l.Name)), start)
	},
}

// spaced is a name with single spaces.
func spaced(name string) string { return strings.Join(strings.Fields(name), " ") }

// IsPath reports whether somebody who types this means the file of a table, and not what a table
// is called.
func IsPath(name string) bool { return separated(name) || strings.HasSuffix(name, Suffix) }

// separated reports whether a name has what stands between the folders of a path here.
func separated(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(byte(r)) })
}

// New makes an empty log in a new file in a folder, called after a name from anywhere; see
// [saves.NewFile]. Nothing of another table is taken: neither its file nor the backups of one
// whose file is gone. The errors are those of [Create].
func New(folder, name string, o Options) (l *File, err error) {
	_, err = saves.NewFile(folder, name, Suffix, func(path string) error {
		if there, err := thereAt(path); there || err != nil {
			return cmp.Or[error](explain(path, err), &saves.Taken{Path: path})
		}
		l, err = Create(path, o)
		return err
	})
	return l, err
}

// thereAt reports whether a table is at a path, by its file or its backups. The error is that
// nobody can tell.
func thereAt(path string) (bool, error) {
	there, err := exists(system{}, path)
	if there || err != nil {
		return there, err
	}
	all, err := Backups(path)
	return len(all) > 0, err
}

// Recall returns what is remembered, in a folder, of the table whose file is at path; false
// if nothing is.
func Recall(folder, path string) (remember.Table, bool) {
	if folder == "" {
		return remember.Table{}, false
	}
	return remember.Recall(remember.File(folder, fullPath(path)))
}

// fullPath is the path under which a table is remembered: whole, and without symbolic links.
func fullPath(path string) string {
	if real, err := (system{}).resolve(path); err == nil {
		path = real
	}
	if full, err := filepath.Abs(path); err == nil {
		path = full
	}
	return path
}

// Path gives the path that somebody means who names the file of a table, with its ending.
func Path(name string) string {
	if filepath.Ext(name) != Suffix {
		name += Suffix
	}
	return name
}

// TableName gives the name for a table that is made at a path.
func TableName(path string) string {
	return strings.TrimSuffix(filepath.Base(path), Suffix)
}

// besides are what stands beside a table's file and is of no use without it.
var besides = []string{saves.IndexSuffix}

// Remove takes a table away for good, with all that stands beside it and what is
// remembered of it. The errors are *saves.NotFound, *saves.InUse while some program writes it,
// and *saves.Unwritable.
func Remove(path, state string) error {
	fsys := system{}
	f, err := fsys.open(path, os.O_RDWR)
	if errors.Is(err, fs.ErrNotExist) {
		if there, err := thereAt(path); !there {
			return cmp.Or[error](explain(path, err), &saves.NotFound{Name: path})
		}
	}
	if err == nil {
		defer func() { _ = f.Close() }()
		if err := f.lock(); errors.Is(err, unfinished.ErrLocked) {
			return &saves.InUse{Path: path}
		} else if err != nil {
			return &saves.NoLocks{Path: path, Err: err}
		}
		if runtime.GOOS == "windows" {
			_ = f.Close() // nothing that is open can be removed there, by whomever
		}
	}
	// The table itself goes first: when that fails, nothing has happened.
	if err := fsys.remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &saves.Unwritable{Path: path, Err: err}
	}
	for _, suffix := range besides {
		_ = fsys.remove(path + suffix)
	}
	kept, _ := keptBeside(fsys, path) // the table is gone; what cannot be listed stays
	for _, name := range kept {
		_ = fsys.remove(name)
	}
	_ = os.RemoveAll(path + backupFolder)
	if full, err := filepath.Abs(path); err == nil && state != "" {
		_ = fsys.remove(remember.File(state, full))
		_ = fsys.remove(placeSaid(state, full))
	}
	return nil
}
