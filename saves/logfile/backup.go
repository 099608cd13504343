package logfile

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.org/fray/saves"
)

const (
	backupFolder = ".backups" // beside the log, behind its name
	backupSuffix = ".fray.gz"
	backupsKept  = 10
)

// label is what a backup says of itself, in its header.
type label struct {
	Events uint64    `json:"events"`
	Hash   string    `json:"hash"`
	Time   time.Time `json:"time"`
	Table  string    `json:"table"`
}

// Backups lists the backups of the log at path, the oldest first. The error is that nobody
// can tell which there are.
func Backups(path string) ([]saves.Backup, error) {
	return backups(system{}, resolved(system{}, path))
}

// resolved is a path without symbolic links, where it is there.
func resolved(fsys fileSystem, path string) string {
	if real, err := fsys.resolve(path); err == nil {
		return real
	}
	return path
}

func backups(fsys fileSystem, path string) ([]saves.Backup, error) {
	folder := path + backupFolder
	if !ownFolder(fsys, folder) {
		return nil, nil
	}
	names, err := fsys.list(folder)
	if err != nil {
		return nil, saves.ExplainRead(folder, err)
	}
	var out []saves.Backup
	for _, name := range names {
		number, is := strings.CutSuffix(name, backupSuffix)
		n, err := strconv.Atoi(number)
		if !is || err != nil || n < 1 {
			continue
		}
		name = filepath.Join(folder, name)
		info, err := fsys.stat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		b := saves.Backup{Path: name, Session: n, Size: info.Size()}
		readLabel(fsys, &b)
		out = append(out, b)
	}
	slices.SortFunc(out, func(a, b saves.Backup) int { return a.Session - b.Session })
	return out, nil
}

// ownFolder reports whether a name is that of a folder, and not of a link to one, which
// somebody may have packed so that files elsewhere are read or written.
func ownFolder(fsys fileSystem, name string) bool {
	info, err := fsys.stat(name)
	return err == nil && info.IsDir()
}

// readLabel reads what the backup says of itself.
func readLabel(fsys fileSystem, b *saves.Backup) {
	f, err := fsys.open(b.Path, os.O_RDONLY)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	packed, err := gzip.NewReader(io.NewSectionReader(f, 0, b.Size))
	if err != nil {
		return
	}
	var l label
	comment, err := url.PathUnescape(packed.Comment)
	if err == nil && json.Unmarshal([]byte(comment), &l) == nil {
		b.Events, b.Hash, b.Time, b.Table = l.Events, l.Hash, l.Time, l.Table
	}
}

// sameSession is the longest time between the ends of two runs that count as one session.
const sameSession = 12 * time.Hour

// Backup writes a backup of the log. It replaces the newest backup if that one is of the
// same session: if it holds the beginning of this log and ended less than twelve hours
// before. Else it gets the next number. Of more than ten the oldest are removed, unless the
// log lacks events, which they may hold.
func (l *File) Backup(ctx context.Context) error {
	folder := l.path + backupFolder
	if saves.LinkAt(folder) != "" {
		if err := l.fsys.remove(folder); err != nil {
			return explain(folder, err)
		}
	}
	if err := l.fsys.mkdir(folder); err != nil {
		return explain(folder, err)
	}
	if !ownFolder(l.fsys, folder) {
		return fmt.Errorf("%s is not a folder: no backup was kept. Move it away", folder)
	}
	all, err := backups(l.fsys, l.path)
	if err != nil {
		return err
	}
	l.mu.Lock()
	of := label{Events: l.end.Newest, Hash: l.end.Hash.String(), Time: saves.TimeIn(l.bodyOf(l.end.Newest)), Table: l.memory.Now().Name}
	session := 1
	if len(all) > 0 {
		session = l.sessionAfter(all[len(all)-1], of)
	}
	l.mu.Unlock()
	if session == 0 {
		return nil
	}
	name := filepath.Join(folder, fmt.Sprintf("%06d%s", session, backupSuffix))
	lost := false
	err = replace(l.fsys, name, func(w io.Writer) error {
		packed, err := gzip.NewWriterLevel(w, gzip.BestSpeed)
		if err != nil {
			return err
		}
		comment, err := json.Marshal(of)
		if err != nil {
			return err
		}
		packed.Comment = url.PathEscape(string(comment)) // a gzip header holds no other letters than Latin ones
		whole := errors.New("all of it is packed")
		err = l.each(ctx, 0, func(p saves.Place, text, _ []byte) error {
			if p.Seq > of.Events {
				return whole // it was appended since
			}
			lost = lost || p.Lost != nil
			_, err := packed.Write(append(text[:len(text):len(text)], '\n'))
			return err
		})
		if err != nil && !errors.Is(err, whole) {
			return err
		}
		return packed.Close()
	})
	if err != nil {
		return explain(name, err)
	}
	all, err = backups(l.fsys, l.path)
	if err != nil || lost {
		return err
	}
	for _, b := range all[:max(0, len(all)-backupsKept)] {
		_ = l.fsys.remove(b.Path)
	}
	return nil
}

// backUpAfter (which tests shorten) is how long after opening a log the backup of a run
// that was killed is made: the first frame comes first.
var backUpAfter = 2 * time.Second

// backUpKilled keeps a backup of a log that was opened, behind the screen, unless the run
// before has kept one at its end. Failing, it is tried again at the next opening.
func (l *File) backUpKilled() {
	all, err := backups(l.fsys, l.path)
	if err != nil || l.end.Newest == 0 || len(all) > 0 && all[len(all)-1].Events == l.end.Newest {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	l.stopBehind = stop
	later := time.After(backUpAfter)
	l.behind.Go(func() {
		select {
		case <-ctx.Done():
		case <-later:
			_ = l.Backup(ctx)
		}
	})
}

// sessionAfter returns the number for a backup that follows the backup b; 0 if b already
// holds all of the log.
func (l *File) sessionAfter(b saves.Backup, now label) int {
	there, err := l.lineOf(b.Events)
	holds := err == nil && b.Events > 0 && there.Seq == b.Events && there.Hash.String() == b.Hash
	switch apart := now.Time.Sub(b.Time); {
	case holds && b.Events == now.Events:
		return 0
	case holds && -sameSession < apart && apart < sameSession:
		return b.Session
	}
	return b.Session + 1
}

// keepBackup gives the newest backup a second name, since it is of another log than
// the one that is played from here on.
func (l *File) keepBackup() {
	all, err := backups(l.fsys, l.path)
	if err != nil || len(all) == 0 || l.why != nil {
		return
	}
	name, err := l.keptName()
	if name += backupSuffix; err == nil && secondName(l.fsys, all[len(all)-1].Path, name) == nil {
		l.found.Kept = append(l.found.Kept[:len(l.found.Kept):len(l.found.Kept)], name)
	}
}

// checkBackups reads all backups, and returns a sentence for each that is damaged or of
// another table.
func (l *File) checkBackups() (wrong []string) {
	all, err := backups(l.fsys, l.path)
	if err != nil {
		return []string{err.Error()}
	}
	for _, b := range all {
		name := filepath.Base(l.path) + backupFolder + "/" + filepath.Base(b.Path)
		f, err := l.fsys.open(b.Path, os.O_RDONLY)
		if errors.Is(err, fs.ErrPermission) {
			continue // nor is it ours to judge
		}
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("the backup %s cannot be read: %v", name, err))
			continue
		}
		r := &recovery{}
		t := &saves.Rebuilt{}
		if r.addPacked("", io.NewSectionReader(f, 0, b.Size)) {
			t = r.Rebuild()
		}
		_ = f.Close()
		l.mu.Lock()
		there, err := l.lineOf(b.Events)
		l.mu.Unlock()
		switch {
		case t.Newest == 0 || t.Newest != b.Events || t.Hash.String() != b.Hash || !t.Whole():
			wrong = append(wrong, fmt.Sprintf("the backup %s is damaged: not all that was written can be read", name))
		case err == nil && there.Seq == b.Events && there.Hash.String() != b.Hash || b.Events > l.end.Newest:
			wrong = append(wrong, fmt.Sprintf("the backup %s is of another table, or of this one as it went on elsewhere", name))
		}
	}
	return wrong
}

// Restore makes a new log from a backup of the log at path, in the same folder and called
// after a name, as [New] does. Before it has its name, edit is called with it, unless it is nil, and closes it. It
// returns where, and sentences about what is missing from it. The errors are that there is no
// such backup, and those of the disk and of edit.
func Restore(path string, session int, name string, edit func(saves.Log) error, o Options) (to string, notes []string, err error) {
	fsys := o.file(path).fsys
	all, err := backups(fsys, resolved(fsys, path))
	if err != nil {
		return "", nil, err
	}
	i := slices.IndexFunc(all, func(b saves.Backup) bool { return b.Session == session })
	if i < 0 {
		var names []string
		for _, b := range all {
			names = append(names, strconv.Itoa(b.Session))
		}
		if len(names) == 0 {
			return "", nil, fmt.Errorf("%s has no backups yet: one is made at the end of each session", path)
		}
		return "", nil, fmt.Errorf("%s has no backup %d: it has %s", path, session, strings.Join(names, ", "))
	}
	f, err := fsys.open(all[i].Path, os.O_RDONLY)
	if err != nil {
		return "", nil, explain(all[i].Path, err)
	}
	defer func() { _ = f.Close() }()
	r := &recovery{}
	if !r.addPacked("from the backup", io.NewSectionReader(f, 0, all[i].Size)) {
		return "", nil, &saves.Damaged{Path: all[i].Path, What: "it cannot be unpacked", Fix: "Try another backup"}
	}
	t := r.Rebuild()
	if t.Newest == 0 {
		return "", nil, &saves.Damaged{Path: all[i].Path, What: "no event in it can be read", Fix: "Try another backup"}
	}
	for _, g := range t.Gaps {
		if g.Last >= g.First {
			notes = append(notes, saves.Gap{First: g.First, Last: g.Last}.String())
		}
	}
	if all[i].Events > t.Newest {
		notes = append(notes, saves.Gap{First: t.Newest + 1, Last: all[i].Events}.String())
	}
	l, err := Begin(filepath.Dir(path), o)
	if err != nil {
		return "", nil, err
	}
	err = write(t, &writer{f: l.f})
	if err == nil {
		err = l.f.Sync()
	}
	if err == nil {
		err = l.readAnew(l.f)
	}
	if err == nil && edit != nil {
		err = edit(l)
	}
	if err == nil {
		err = l.Finish(name)
	}
	l.dropHidden() // where it has no name by now
	return l.path, notes, explain(l.path, errors.Join(err, l.Close()))
}
