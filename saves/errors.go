package saves

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/ncruces/go-sqlite3"
)

// Damaged says that a file has lost or changed something it held.
type Damaged struct {
	Path string
	What string // what is wrong, and where
	Fix  string // what would be right
	Err  error  // what the disk or SQLite said; may be nil
}

// Error says which file is damaged and how, and what to do about it.
func (e *Damaged) Error() string {
	words := fmt.Sprintf("%s is damaged: %s", e.Path, e.What)
	if e.Fix != "" {
		words += ". " + e.Fix
	}
	return words
}

// Unwrap gives what the disk or SQLite said, nil where it said nothing.
func (e *Damaged) Unwrap() error { return e.Err }

// Newer says that a newer fray wrote the file. It can only be looked at, and
// nothing is touched.
type Newer struct {
	Path       string
	Has, Reads int // versions of the file's form
}

// Error names both versions, and which program can open the file.
func (e *Newer) Error() string {
	return fmt.Sprintf("%s was written by a newer fray: its format is version %d, this program writes %d. Here you can only look at what this program understands; to play, open it with the newer one",
		e.Path, e.Has, e.Reads)
}

// NotFray says that a file is something else than a table.
type NotFray struct {
	Path string
	What string // what it seems to be
}

// Error says what the file is, and how tables are told.
func (e *NotFray) Error() string {
	return fmt.Sprintf("%s is not a fray table: it is %s. Tables end in .fray; 'fray import' reads exported JSON", e.Path, e.What)
}

// InUse says that another program writes the table. What is opened then can
// only be looked at.
type InUse struct {
	Path string
	By   string // who, as far as is known
}

// Error says who has the table open, and how to play here.
func (e *InUse) Error() string {
	by := e.By
	if by == "" {
		by = "another fray"
	}
	return fmt.Sprintf("%s is open in %s: here you can only look at it. Close it there to play here", e.Path, by)
}

// Taken says that a table cannot be made where there is one.
type Taken struct{ Path string }

// Error says where a table is already.
func (e *Taken) Error() string {
	return fmt.Sprintf("%s exists already: open it, or choose another name", e.Path)
}

// Unwritable says that a file or its folder cannot be written.
type Unwritable struct {
	Path string
	Err  error
}

// Error says what cannot be written and why, and how to go on.
func (e *Unwritable) Error() string {
	return fmt.Sprintf("%s cannot be written (%s). Make its folder writable, or choose another with --saves", e.Path, reason(e.Err))
}

// Unwrap gives what the system said.
func (e *Unwritable) Unwrap() error { return e.Err }

// Full says that the disk has no room. Nothing is lost: the table stands as
// it did before, and the same may be tried again.
type Full struct {
	Path string
	Err  error
}

// Error says what could not be written, and that nothing is lost.
func (e *Full) Error() string {
	return fmt.Sprintf("the disk is full: %s could not be written. Nothing that was shown is lost; make room and do it again", e.Path)
}

// Unwrap gives what the system said.
func (e *Full) Unwrap() error { return e.Err }

// ErrClosed is the error of a table that has been closed.
var ErrClosed = errors.New("the table is closed")

// ErrLooking is why a table that was opened by Look cannot be written.
var ErrLooking = errors.New("the table was opened only to look at: open it to play")

// explain puts what SQLite or the system says into words for people.
func explain(path string, err error) error {
	if err == nil || ours(err) {
		return err
	}
	var code sqlite3.ErrorCode
	errors.As(err, &code)
	var extended sqlite3.ExtendedErrorCode
	errors.As(err, &extended)
	switch {
	case code == sqlite3.FULL, extended == sqlite3.IOERR_SHMSIZE, noRoom(err):
		return &Full{path, err}
	case code == sqlite3.NOTADB:
		return &NotFray{path, "not an SQLite file, or its first page is damaged"}
	case code == sqlite3.CORRUPT, extended == sqlite3.IOERR_DATA, extended == sqlite3.IOERR_SHORT_READ, extended == sqlite3.IOERR_CORRUPTFS:
		return damagedPage(path, err)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s is not there: %w", path, fs.ErrNotExist)
	case code == sqlite3.READONLY, code == sqlite3.PERM, code == sqlite3.CANTOPEN,
		errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EISDIR):
		return &Unwritable{path, err}
	case code == sqlite3.BUSY, code == sqlite3.LOCKED:
		return &InUse{path, "another program that holds the file"}
	}
	return fmt.Errorf("%s: %w", path, err)
}

// unsure reports whether nobody knows what a failed commit has left on the
// disk.
func unsure(err error) bool {
	var extended sqlite3.ExtendedErrorCode
	errors.As(err, &extended)
	return extended == sqlite3.IOERR_FSYNC
}

func ours(err error) bool {
	return isA[*Damaged](err) || isA[*Newer](err) || isA[*NotFray](err) || isA[*InUse](err) ||
		isA[*Taken](err) || isA[*Unwritable](err) || isA[*Full](err)
}

// isA reports whether an error is one of a kind, or holds one.
func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

const aPage = "a page of it no longer holds what was written"

func damagedPage(path string, err error) error {
	return &Damaged{
		Path: path,
		What: aPage,
		Fix:  checkAdvice(path) + copyAdvice(path),
		Err:  err,
	}
}

func checkAdvice(path string) string {
	return fmt.Sprintf("'fray check %s' tells how far it can be read; ", path)
}

// copyAdvice says what can stand in for a damaged table.
func copyAdvice(path string) string {
	if !exists(path + copySuffix) {
		return "no copy stands beside it: what there is are backups of your own"
	}
	return fmt.Sprintf("'fray import %s' makes a table of the copy beside it", path+copySuffix)
}

// reason is the innermost error, without the layers that repeat the path.
func reason(err error) string {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err.Error()
		}
		err = next
	}
}
