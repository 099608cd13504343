package logfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"example.org/fray/saves/unfinished"
)

// fileSystem is what the package asks of the system. Tests put one here that fails,
// tears, drops and reorders writes.
type fileSystem interface {
	open(name string, flag int) (file, error) // a regular file; never through a symbolic link
	stat(name string) (fs.FileInfo, error)
	rename(from, to string) error
	link(from, to string) error
	remove(name string) error
	mkdir(name string) error
	syncFolder(name string) error
	sweep(folder string)                  // see [unfinished.Sweep]
	list(folder string) ([]string, error) // the names in a folder, in order; none where it is not there
	same(a, b fs.FileInfo) bool           // whether both are of one file
	resolve(name string) (string, error)  // the name without symbolic links
}

// file is an open file.
type file interface {
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	Sync() error
	Stat() (fs.FileInfo, error)
	Close() error
	lock() error // unfinished.ErrLocked when another program holds it
}

// private are the rights of all files: they hold secrets and the seed of the dice.
const private = 0o600

// system is the file system of the machine.
type system struct{}

type systemFile struct{ *os.File }

// errIrregular is the error for what is neither a regular file nor missing.
var errIrregular = errors.New("it is not a regular file")

func (system) open(name string, flag int) (file, error) {
	if info, err := os.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errIrregular} // where NoFollow is nothing
	}
	f, err := os.OpenFile(name, flag|unfinished.NoFollow, private)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: errIrregular}
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return systemFile{f}, nil
}

func (f systemFile) lock() error { return unfinished.Lock(f.File) }

func (system) sweep(folder string)                   { unfinished.Sweep(folder) }
func (system) stat(name string) (fs.FileInfo, error) { return os.Lstat(name) }
func (system) rename(from, to string) error          { return os.Rename(from, to) }
func (system) link(from, to string) error            { return os.Link(from, to) }
func (system) remove(name string) error              { return os.Remove(name) }
func (system) same(a, b fs.FileInfo) bool            { return os.SameFile(a, b) }
func (system) resolve(name string) (string, error)   { return filepath.EvalSymlinks(name) }

func (system) list(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, nil
}

func (system) mkdir(name string) error { return os.MkdirAll(name, 0o700) }

// syncFolder makes the names in a folder safe from a power cut. Where folders cannot
// be synced, the system does it in its own time.
func (system) syncFolder(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return nil // there are systems on which a folder cannot be opened
	}
	defer func() { _ = d.Close() }()
	_ = d.Sync()
	return nil
}

// exists reports whether something stands under a name. The error is that nobody can tell.
func exists(fsys fileSystem, name string) (bool, error) {
	_, err := fsys.stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// closedFirst is whether files must be closed before they are renamed.
const closedFirst = runtime.GOOS == "windows"

// freshName is the name that a file has until it is whole and takes the place of another.
func freshName(name string) string {
	return filepath.Join(filepath.Dir(name), unfinished.Prefix+"new-"+filepath.Base(name))
}

// makeFresh makes a file that is not whole yet, in the place of one that a killed program has
// left, and locks it.
func makeFresh(fsys fileSystem, fresh string) (file, error) {
	for {
		_ = fsys.remove(fresh)
		f, err := fsys.open(fresh, os.O_RDWR|os.O_CREATE|os.O_EXCL)
		if err != nil {
			return nil, err
		}
		err = f.lock()
		there, errThere := exists(fsys, fresh)
		if err = errors.Join(err, errThere); err == nil && there {
			return f, nil
		}
		_ = f.Close()
		if err != nil && !errors.Is(err, unfinished.ErrLocked) {
			_ = fsys.remove(fresh)
			return nil, err
		}
		// Somebody swept it before it was locked.
	}
}

// replace writes a file under another name, syncs it and then gives it its name, so
// that the old content or the new is there at any moment.
func replace(fsys fileSystem, name string, write func(io.Writer) error) error {
	fresh := freshName(name)
	f, err := makeFresh(fsys, fresh)
	if err != nil {
		return err
	}
	err = write(&writer{f: f})
	if err == nil {
		err = f.Sync()
	}
	if err == nil && !closedFirst {
		err = fsys.rename(fresh, name)
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil && closedFirst {
		err = fsys.rename(fresh, name)
	}
	if err != nil {
		_ = fsys.remove(fresh)
		return err
	}
	return fsys.syncFolder(filepath.Dir(name))
}

// writer writes a file from its start.
type writer struct {
	f  file
	at int64
}

func (w *writer) Write(b []byte) (int, error) {
	n, err := w.f.WriteAt(b, w.at)
	w.at += int64(n)
	return n, err
}
