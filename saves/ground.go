package saves

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// ground is the system's files, for all that SQLite does not write itself:
// head, copy, backups, what is kept aside. Tests put their own here.
type ground interface {
	create(name string) (groundFile, error) // a new file or an emptied one, for its owner alone
	extend(name string) (groundFile, error) // to be written at its end
	rename(from, to string) error           //
	link(from, to string) error             // the same file under a second name
	remove(name string) error               //
	sync(dir string) error                  // the names in a folder
	cut(name string, size int64) error      // to its first bytes
}

// groundFile is a file that is written from one end to the other.
type groundFile interface {
	io.Writer
	Name() string
	Sync() error
	Close() error
}

// land is the ground that is stood on.
var land ground = systemFiles{}

type systemFiles struct{}

// private are the rights of all files: they hold secrets, and the seed of the
// dice.
const private = 0o600

func (systemFiles) create(name string) (groundFile, error) { return open(name, os.O_TRUNC) }

func (systemFiles) extend(name string) (groundFile, error) { return open(name, os.O_APPEND) }

func open(name string, how int) (groundFile, error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|how, private)
	return systemFile{f}, err
}

type systemFile struct{ *os.File }

func (f systemFile) Sync() error {
	if !synced {
		return nil
	}
	return f.File.Sync()
}

func (systemFiles) rename(from, to string) error      { return os.Rename(from, to) }
func (systemFiles) link(from, to string) error        { return os.Link(from, to) }
func (systemFiles) remove(name string) error          { return os.Remove(name) }
func (systemFiles) cut(name string, size int64) error { return os.Truncate(name, size) }

// sync makes the names in a folder safe from a power cut. Where folders cannot
// be synced, the system does it in its own time.
func (systemFiles) sync(dir string) error {
	d, err := os.Open(dir)
	if err != nil || !synced {
		return err
	}
	defer func() { _ = d.Close() }()
	return d.Sync()
}

// replaceFile writes a file under another name and then renames it, so that
// the old content or the new is there at any moment, and never half of it.
// Only the holder of the table's lock does this.
func replaceFile(name string, sync bool, write func(io.Writer) error) error {
	f, err := land.create(filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".new"))
	if err != nil {
		return err
	}
	if err = written(f, 0, sync, write); err == nil {
		err = moveFile(f.Name(), name)
	}
	if err != nil {
		_ = land.remove(f.Name())
	}
	return err
}

// written writes a file of so many bytes on to its end, closes it, and looks
// whether it is as long as it must be now.
func written(f groundFile, size int64, sync bool, write func(io.Writer) error) error {
	w := &counted{f, size}
	err := write(w)
	if err == nil && sync {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	info, err := os.Stat(f.Name())
	if err == nil && info.Size() != w.n {
		err = errKept
	}
	return err
}

// counted is a writer that counts.
type counted struct {
	io.Writer
	n int64
}

func (c *counted) Write(b []byte) (int, error) {
	n, err := c.Writer.Write(b)
	c.n += int64(n)
	return n, err
}

// moveFile is rename, and looks whether it was done.
func moveFile(from, to string) error {
	err := land.rename(from, to)
	if err == nil && exists(from) {
		err = errKept
	}
	return err
}

// removeFile is remove, and looks whether it was done. What is not there is gone.
func removeFile(name string) error {
	err := land.remove(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && exists(name) {
		err = errKept
	}
	return err
}

// syncFolder makes the name of path safe from a power cut, as far as that can
// be done.
func syncFolder(path string) { _ = land.sync(filepath.Dir(path)) }

// keepFile gives a file a second name, and its content to nobody else: as a
// link where the system has them, else as a copy. The first name stays.
func keepFile(name, kept string) error {
	err := land.link(name, kept)
	if err == nil && !exists(kept) {
		err = errKept
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return err
	}
	return copyFile(name, kept)
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	return replaceFile(to, true, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}
