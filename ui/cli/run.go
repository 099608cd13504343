package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"example.org/fray/engine"
	"example.org/fray/saves"

	// Before anything that imports Bubble Tea; see its doc.
	_ "example.org/fray/ui/early"
)

// The exit statuses.
const (
	done    = 0
	failed  = 1
	misused = 2
	asking  = 3
	damaged = 4
)

// shell is what a command runs in.
type shell struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	json     bool    // --json
	saves    string  // --saves
	plain    bool    // --plain
	ascii    bool    // --ascii
	config   *config // see conf
	lost     error   // why some output was not written
}

// sitting is the shell while somebody sits at a screen: what the screen is
// started with, and what it keeps.
type sitting struct{ *shell }

// teller is the shell while it tells people something.
type teller struct{ *shell }

func (s *shell) sit() sitting { return sitting{s} }

func (s *shell) tell() teller { return teller{s} }

// Run carries out a command line, without the program's name, and gives the
// exit status. The environment is read through env, as [os.Getenv] does.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	s := &shell{in: stdin, out: stdout, err: stderr, env: env}
	root := s.root()
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(append([]string{}, args...)) // never nil: cobra would take the program's own
	return s.report(errors.Join(root.Execute(), s.lost))
}

// misuse is the error of a wrong command line.
type misuse struct{ words string }

func (e *misuse) Error() string { return e.words }

func misusef(format string, args ...any) error { return &misuse{fmt.Sprintf(format, args...)} }

// misuseOf makes err, which says what is wrong with what was typed, a misuse.
func misuseOf(err error) error {
	if err == nil {
		return nil
	}
	return &misuse{err.Error()}
}

// errOpen is the error of a roll that waits for a decision: it has been shown.
var errOpen = errors.New("a question is open")

// errDamaged is the error of a file that has been found damaged and told so.
var errDamaged = errors.New("the file is damaged")

// report tells the error, if it has not been told, and gives the exit status.
func (s *shell) report(err error) int {
	switch {
	case err == nil:
		return done
	case errors.Is(err, errOpen):
		return asking
	case errors.Is(err, errDamaged):
		return damaged
	case errors.Is(err, errPlays):
		return failed
	}
	fmt.Fprintln(s.err, "fray: "+clean(err.Error()))
	var broken *fault
	if errors.As(err, &broken) {
		fmt.Fprintf(s.err, "This is a bug in fray, not a mistake of yours. Please report this roll:\n\n%s\n%s\n", broken.play, broken.Stack)
	}
	return statusOf(err)
}

// fault is a rule that broke, with the roll that leads there as a .play file.
type fault struct {
	*engine.Fault
	play string
}

func statusOf(err error) int {
	var wrong *misuse
	var hurt *saves.Damaged
	var alien *saves.NotFray
	var broken *saves.BadImport
	switch {
	case errors.As(err, &wrong):
		return misused
	case errors.As(err, &hurt):
		return damaged
	case errors.As(err, &broken) && broken.Damaged:
		return damaged
	case errors.As(err, &alien) && filepath.Ext(alien.Path) == ".fray":
		return damaged // it was a table once
	}
	return failed
}

// document writes one JSON document.
func (s *shell) document(v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	s.write(saves.EscapeJSON(b.Bytes()))
	return nil
}

// write writes output. The first failure is told at the end.
func (s *shell) write(b []byte) {
	if _, err := s.out.Write(b); err != nil && s.lost == nil {
		s.lost = fmt.Errorf("the output cannot be written: %w", err)
	}
}
