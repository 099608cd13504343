package saves

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"unicode"
)

// Damaged says that a file has lost or changed something it held.
type Damaged struct {
	Path string
	What string // what is wrong, and where
	Fix  string // what would be right
	Err  error  // what the disk said; may be nil
}

// Error says which file is damaged and how, and what to do about it.
func (e *Damaged) Error() string {
	words := fmt.Sprintf("%s is damaged: %s", e.Path, e.What)
	if e.Fix != "" {
		words += ". " + e.Fix
	}
	return words
}

// Unwrap gives what the disk said, nil where it said nothing.
func (e *Damaged) Unwrap() error { return e.Err }

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
}

// Error says who has the table open, and how to play here.
func (e *InUse) Error() string {
	return fmt.Sprintf("%s is open in another fray: here you can only look at it. Close it there to play here", e.Path)
}

// NotFound says that no table is called so.
type NotFound struct {
	Name   string
	Folder string   // where was looked: a folder or "the store"; "" where a path was given
	There  []string // the tables that are there
}

// Error says where was looked, and what is there.
func (e *NotFound) Error() string {
	switch {
	case e.Folder == "":
		return fmt.Sprintf("%s is not there", e.Name)
	case len(e.There) == 0:
		return fmt.Sprintf("there is no table called %q: %s has none yet. 'fray play %s --new' creates it", e.Name, e.Folder, Typed(e.Name))
	}
	return fmt.Sprintf("there is no table called %q in %s: it has %s", e.Name, e.Folder, strings.Join(e.There, ", "))
}

// Typed is a name as a shell takes it.
func Typed(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_./", r)
	}) {
		return strconv.Quote(name)
	}
	return name
}

// Taken says that a table cannot be made where there is one.
type Taken struct{ Path string }

// Error says where a table is already.
func (e *Taken) Error() string {
	return fmt.Sprintf("%s exists already: open it, or choose another name", e.Path)
}

// Is reports that it is what [fs.ErrExist] means.
func (e *Taken) Is(err error) bool { return err == fs.ErrExist }

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

// Away says that what holds the table does not answer. Nothing that was shown is lost.
type Away struct{ Err error }

// Error says that nothing was saved, and that it will be well again by itself.
func (e *Away) Error() string {
	why := reason(e.Err)
	return fmt.Sprintf("the store does not answer, so this was not saved: try again soon, everything that was shown before is safe (%s)", why[:min(len(why), 200)])
}

// Unwrap gives what was said about it.
func (e *Away) Unwrap() error { return e.Err }

// ErrNewer is why a table in a store that a newer version has changed is read-only.
var ErrNewer = errors.New("a newer fray has changed the store: this older one only shows its tables until it is brought up to date")

// ErrClosed is the error of a table that has been closed.
var ErrClosed = errors.New("the table is closed")

// ErrLooking is why a table that was opened only to be read cannot be written.
var ErrLooking = errors.New("the table was opened only to look at: open it to play")

// isA reports whether an error is one of a kind, or holds one.
func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
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
