package logfile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	backupFolder = ".backups" // beside the log, behind its name
	backupSuffix = ".fray.gz"
	backupsKept  = 10
)

// Backup is the log as it stood at the end of a session, compressed.
type Backup struct {
	Path    string
	Session int   // its number; no clock goes into it, which may be wrong
	Size    int64 // in bytes
}

// Backups lists the backups of the log at path, the oldest first.
func Backups(path string) []Backup { return backups(system{}, path) }

func backups(fsys fileSystem, path string) []Backup {
	var out []Backup
	for _, name := range fsys.list(filepath.Join(quoteGlob(path+backupFolder), "*"+backupSuffix)) {
		info, err := fsys.stat(name)
		n, numberErr := strconv.Atoi(strings.TrimSuffix(filepath.Base(name), backupSuffix))
		if err == nil && numberErr == nil && n > 0 && info.Mode().IsRegular() {
			out = append(out, Backup{name, n, info.Size()})
		}
	}
	slices.SortFunc(out, func(a, b Backup) int { return a.Session - b.Session })
	return out
}

// Backup keeps the log as it stands for the session with a number, from 1, in the
// place of an earlier backup of that session, and removes the oldest backups beyond
// ten.
func (l *File) Backup(ctx context.Context, session int) error {
	if session < 1 {
		return fmt.Errorf("sessions are numbered from 1, not %d", session)
	}
	folder := l.path + backupFolder
	if err := l.fsys.mkdir(folder); err != nil {
		return explain(folder, err)
	}
	name := filepath.Join(folder, fmt.Sprintf("%06d%s", session, backupSuffix))
	err := replace(l.fsys, name, func(w io.Writer) error {
		packed := gzip.NewWriter(w)
		err := l.each(ctx, 0, func(_ place, text []byte) error {
			_, err := packed.Write(append(text[:len(text):len(text)], '\n'))
			return err
		})
		if err != nil {
			return err
		}
		return packed.Close()
	})
	if err != nil {
		return explain(name, err)
	}
	all := backups(l.fsys, l.path)
	for _, b := range all[:max(0, len(all)-backupsKept)] {
		_ = l.fsys.remove(b.Path)
	}
	return nil
}

// eachLine goes through the lines of a stream, without empty ones and those that are
// too long.
func eachLine(r io.Reader, each func(text []byte)) error {
	in := bufio.NewReaderSize(r, 1<<16)
	var text []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if len(text)+len(part) > longestLine {
			long = true
		} else {
			text = append(text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if text = bytes.TrimSuffix(text, []byte{'\n'}); len(text) > 0 && !long {
			each(text)
		}
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		text, long = text[:0], false
	}
}
