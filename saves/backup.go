package saves

import (
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	backupSuffix = ".backups" // of the folder beside the table
	backupsKept  = 10         // evenings
	dayForm      = "2006-01-02"
)

// Backup is a table as it was at the end of an evening, or before its file was
// brought into a newer form.
type Backup struct {
	Path   string    `json:"path"`
	Name   string    `json:"name"`   // how it is asked for: 2024-03-01
	Events uint64    `json:"events"` // 0 when its end cannot be read
	Time   time.Time `json:"time"`   // of the newest of them
	Size   int64     `json:"size"`   // bytes
}

// day is the evening in words.
func (b Backup) day() string { return b.Name }

// Backups gives the backups of the table at path, the oldest first.
func Backups(path string) []Backup {
	all := backupsOf(path)
	for i := range all {
		b := &all[i]
		if filepath.Ext(b.Path) != copySuffix {
			p := &pool{records: map[uint64][]record{}, stated: map[uint64][]digest{}}
			p.add(source{path: b.Path})
			if s := p.tell(); len(s.lines) > 0 {
				b.Events, _ = s.end()
				b.Time = timeOf(s.lines[len(s.lines)-1].body)
			}
			continue
		}
		if end, err := readCopyEnd(b.Path); err == nil {
			b.Events, b.Time = end.last.seq, timeOf(end.last.body)
		}
	}
	return all
}

// backupsOf lists them without looking into them.
func backupsOf(path string) []Backup {
	entries, _ := os.ReadDir(path + backupSuffix) // none is as good as an error here
	var out []Backup
	for _, e := range entries {
		info, err := e.Info()
		name := e.Name()
		ext := filepath.Ext(name)
		if err != nil || !info.Mode().IsRegular() || strings.HasPrefix(name, ".") || ext != copySuffix && ext != Suffix {
			continue
		}
		out = append(out, Backup{Path: filepath.Join(path+backupSuffix, name), Name: strings.TrimSuffix(name, ext), Size: info.Size()})
	}
	slices.SortFunc(out, func(a, b Backup) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// backUp keeps the log as it stands for the evening of a day, and forgets the
// oldest evenings: unless the table has lost something, which they may have.
func (b *book) backUp(at time.Time) error {
	dir := b.path + backupSuffix
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return explain(dir, err)
	}
	name := filepath.Join(dir, at.Format(dayForm)+copySuffix)
	for n := 2; exists(name) && !b.has(name); n++ {
		name = filepath.Join(dir, fmt.Sprintf("%s-%d%s", at.Format(dayForm), n, copySuffix))
	}
	if err := replaceFile(name, true, func(w io.Writer) error { return b.writeLines(w, 0) }); err != nil {
		return explain(name, err)
	}
	syncFolder(name)
	lost, err := number(b.conn, `SELECT count(*) FROM events WHERE body = ''`)
	if err != nil || lost > 0 {
		return explain(b.path, err)
	}
	all := slices.DeleteFunc(backupsOf(b.path), func(k Backup) bool { return filepath.Ext(k.Path) != copySuffix })
	for len(all) > backupsKept {
		if b.has(all[0].Path) { // what tells another story stays
			_ = land.remove(all[0].Path)
		}
		all = all[1:]
	}
	return nil
}

// has reports whether the book holds all that ends with a copy's last line.
func (b *book) has(name string) bool {
	end, err := readCopyEnd(name)
	if err != nil || end.extra > 0 || end.last.seq == 0 || end.last.seq > b.seq {
		return false
	}
	hash, err := b.hashAt(end.last.seq)
	return err == nil && hex.EncodeToString(hash[:]) == hex.EncodeToString(end.last.hash)
}

// keepForm keeps the file as it is before it is brought into a newer form.
func (b *book) keepForm(has int, at time.Time) error {
	dir := b.path + backupSuffix
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	// The write-ahead log goes into the file first: the file has been read, and
	// is sound.
	if _, _, err := b.conn.WALCheckpoint("main", checkpointAll); err != nil {
		return err
	}
	name := filepath.Join(dir, fmt.Sprintf("form-%d-%s", has, at.Format(dayForm)))
	to := name
	for n := 2; exists(to + Suffix); n++ {
		to = fmt.Sprintf("%s-%d", name, n)
	}
	if err := copyFile(b.path, to+Suffix); err != nil {
		return err
	}
	syncFolder(to)
	return nil
}
