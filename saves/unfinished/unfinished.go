// Package unfinished makes files that have a name of their own until they are whole: whenever
// the program is killed, the old file or the new one stands under the final name, and at most
// something beside it whose name says that it is unfinished.
//
// Who writes such a file holds its lock, which ends with the program however that ends. So
// whatever can be locked was left by a program that was killed, and is swept away, at any age.
package unfinished

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Prefix begins the names of files that are not whole yet. They are hidden, and no list has
// them.
const Prefix = ".unfinished-"

// private are the rights of all files.
const private = 0o600

// ErrLocked is the error of a lock that another program holds.
var ErrLocked = errors.New("another program holds the lock")

// Create makes an empty file in a folder whose name ends so, and sweeps the folder. Finish or Drop
// ends it.
func Create(folder, ending string) (*os.File, error) {
	Sweep(folder)
	for {
		f, err := os.OpenFile(filepath.Join(folder, Prefix+rand.Text()+ending), os.O_RDWR|os.O_CREATE|os.O_EXCL, private)
		if err != nil {
			return nil, err
		}
		if held(f) {
			return f, nil
		}
		_ = f.Close() // another program swept it before it was locked
	}
}

// held locks a file that was just made, and reports whether it still has its name. Where there
// are no locks nobody sweeps.
func held(f *os.File) bool {
	if errors.Is(Lock(f), ErrLocked) {
		return false
	}
	info, err := f.Stat()
	there, errThere := os.Lstat(f.Name())
	return err == nil && errThere == nil && os.SameFile(info, there)
}

// Finish gives a file its name and closes it; what must outlast a power cut is to be synced
// before. Without over one that is there stays, and the error is fs.ErrExist. After an error the
// file is gone. A link at the path, symbolic or hard, is replaced and not followed.
func Finish(f *os.File, path string, over bool) error {
	var err error
	if runtime.GOOS == "windows" { // nothing that is open can be renamed there
		err = f.Close()
	}
	if err == nil && over {
		err = os.Rename(f.Name(), path)
	} else if err == nil {
		err = give(f.Name(), path)
	}
	if err != nil {
		Drop(f)
		return err
	}
	if runtime.GOOS == "windows" {
		return nil
	}
	return f.Close()
}

// give gives a file a name that nothing has.
func give(from, path string) error {
	err := os.Link(from, path) // fails where there is one by now
	if err == nil {
		return os.Remove(from)
	}
	if errors.Is(err, fs.ErrExist) {
		return err
	}
	if _, there := os.Lstat(path); there == nil {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return os.Rename(from, path) // a file system without hard links
}

// Drop takes a file away that is of no use.
func Drop(f *os.File) {
	_ = os.Remove(f.Name())
	_ = f.Close()
	if runtime.GOOS == "windows" {
		_ = os.Remove(f.Name())
	}
}

// mostNames is how many names of a folder are looked at: the start of the program does not wait
// for a folder of a million files.
const mostNames = 10_000

// Sweep removes what killed programs have left unfinished in a folder: files that nobody
// writes, and links, which are a stranger's.
func Sweep(folder string) {
	if is, err := os.Stat(folder); err != nil || !is.IsDir() { // a pipe opens for ever
		return
	}
	d, err := os.Open(folder)
	if err != nil {
		return
	}
	all, _ := d.ReadDir(mostNames) // what cannot be listed now is swept later
	_ = d.Close()
	for _, x := range all {
		name := filepath.Join(folder, x.Name())
		switch {
		case !strings.HasPrefix(x.Name(), Prefix):
		case x.Type()&fs.ModeSymlink != 0:
			_ = os.Remove(name)
		case x.Type().IsRegular():
			f, err := os.OpenFile(name, os.O_RDWR|NoFollow, 0)
			if err != nil {
				continue
			}
			if Lock(f) == nil {
				_ = os.Remove(name)
			}
			_ = f.Close()
		}
	}
}
