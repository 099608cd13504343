package saves

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
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

// Is reports that the table does not exist.
func (e *NotFound) Is(target error) bool { return target == fs.ErrNotExist }

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

// NoFolder says that a folder cannot be used since something else stands in its place, or in
// the place of one above it.
type NoFolder struct {
	Path string // of what stands there
	Is   string // what it is: "a file"
	Err  error
}

// Error says what stands in the way, and how to go on.
func (e *NoFolder) Error() string {
	return fmt.Sprintf("%s is %s and not a folder: move it away, or choose another folder (--saves, for tables)", e.Path, e.Is)
}

// Unwrap gives what the system said.
func (e *NoFolder) Unwrap() error { return e.Err }

// NoLocks says that files cannot be locked where a table is, so that nothing would keep two
// programs from writing it at once.
type NoLocks struct {
	Path string
	Err  error
}

// Error says what is missing, and how to play all the same.
func (e *NoLocks) Error() string {
	return fmt.Sprintf("%s is where files cannot be locked (%s), so two programs could write it at once: here you can only look at it. Copy it to a folder of this machine to play", e.Path, reason(e.Err))
}

// Unwrap gives what the system said.
func (e *NoLocks) Unwrap() error { return e.Err }

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

// Away says that what holds the table does not answer. Nothing that was shown is lost. Err says
// why, in words for people.
type Away struct{ Err error }

// Error says that nothing was saved, and that it will be well again by itself.
func (e *Away) Error() string {
	return fmt.Sprintf("the store does not answer, so this was not saved: try again soon, everything that was shown before is safe (%s)", e.Err)
}

// Unwrap gives what was said about it.
func (e *Away) Unwrap() error { return e.Err }

// Unsure says that what holds the table went away before it said whether it had saved what
// was done. The table takes nothing else until that is known, and [Live.Found] says it then.
type Unsure struct{ Err error }

// Error says what is not known.
func (e *Unsure) Error() string {
	return "the store does not answer, so it is not known whether this was saved. Do not do it again: nothing else is taken until that is known, and then it is said here"
}

// Unwrap gives what was said about it.
func (e *Unsure) Unwrap() error { return e.Err }

// ErrNewer is why a table in a store that a newer version has changed is read-only.
var ErrNewer = errors.New("a newer fray has changed the store: this older one only shows its tables until it is brought up to date")

// NotUnderstood is why a table can only be looked at that this version does not wholly
// understand: what would be done at it could go wrong.
type NotUnderstood struct {
	Path string
	Why  []string // see [model.Table.NotUnderstood]
}

// Error says what is not understood, and how to play all the same.
func (e *NotUnderstood) Error() string {
	return fmt.Sprintf("you can only look at this table, because this version may have its state wrong: %s. To play it all the same, which its log will say: fray play %s --anyway", strings.Join(e.Why, "; "), Typed(e.Path))
}

// ErrClosed is the error of a table that has been closed.
var ErrClosed = errors.New("the table is closed")

// ErrLooking is why a table that was opened only to be read cannot be written.
var ErrLooking = errors.New("the table was opened only to look at: open it to play")

// ExplainRead puts what the system said of a file or folder that was to be read into words for
// people; see [Explain].
func ExplainRead(path string, err error) error {
	if errors.Is(err, fs.ErrPermission) {
		return &explained{path + " cannot be read (" + reason(err) + "): its owner can let you, or copy it for you", err}
	}
	return Explain(path, err)
}

// Explain puts what the system said of a file or folder that was to be written into words for
// people. The errors are *Full, *NoFolder, *Unwritable, and others that name the file.
func Explain(path string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return &Full{Path: path, Err: err}
	case errors.Is(err, fs.ErrNotExist):
		return &explained{path + " is not there", err}
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ELOOP), errors.Is(err, syscall.EEXIST):
		if at, is := inTheWay(path); is != "" {
			return &NoFolder{Path: at, Is: is, Err: err}
		}
	case errors.Is(err, syscall.ENAMETOOLONG):
		return &explained{fmt.Sprintf("the name %.40s… is too long for a file: choose a shorter one", filepath.Base(path)), err}
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return &Unwritable{Path: path, Err: err}
	}
	return &explained{path + ": " + reason(err), err}
}

// inTheWay finds what stands in the place of a folder on the way to a path, and says what it
// is.
func inTheWay(path string) (at, is string) {
	for at = path; ; at = filepath.Dir(at) {
		there, err := os.Lstat(at)
		info, statErr := os.Stat(at)
		switch {
		case err == nil && there.Mode()&fs.ModeSymlink != 0 && statErr != nil:
			return at, "a link that leads nowhere"
		case statErr == nil && !info.IsDir():
			return at, "a file"
		case filepath.Dir(at) == at:
			return "", ""
		}
	}
}

// explained is an error whose words do not repeat the path.
type explained struct {
	words string
	err   error
}

func (e *explained) Error() string { return e.words }
func (e *explained) Unwrap() error { return e.err }

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
