package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/saves"
	"example.org/fray/saves/transfer"

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

// Run carries out a command line, without the program's name, and gives the
// exit status. The environment is read through env, as [os.Getenv] does.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	a := &app{in: stdin, out: stdout, err: stderr, env: env}
	root := root(a)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(withoutNumbers(args))
	return a.report(errors.Join(root.Execute(), a.lost))
}

// withoutNumbers are the arguments with a space before each negative number behind roll
// or odds, where it would be read as a flag: d20 vs -4. The result is never nil: cobra
// would take the program's own arguments.
func withoutNumbers(args []string) []string {
	out := append([]string{}, args...)
	rolls := false
	for i, text := range out {
		number := strings.TrimLeft(text, "-") // "--5" takes -5 off
		if rolls && number != text && number != "" && number[0] >= '0' && number[0] <= '9' {
			out[i] = " " + text
		}
		rolls = rolls || text == "roll" || text == "odds"
	}
	return out
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
func (a *app) report(err error) int {
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
	fmt.Fprintln(a.err, "fray: "+clean(err.Error()))
	var broken *fault
	switch {
	case !errors.As(err, &broken):
	case broken.Stack == "":
		fmt.Fprintf(a.err, "This is a mistake in the rulebook, not one of yours. Its author can repeat it with this roll:\n\n%s\n", broken.play)
	default:
		fmt.Fprintf(a.err, "This is a bug in fray, not a mistake of yours. Please report this roll:\n\n%s\n%s\n", broken.play, broken.Stack)
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
	var earlier *saves.Earlier
	var broken *transfer.BadImport
	switch {
	case errors.As(err, &wrong):
		return misused
	case errors.As(err, &hurt):
		return damaged
	case errors.As(err, &broken) && broken.Damaged:
		return damaged
	case errors.As(err, &earlier):
		return damaged
	case errors.As(err, &alien) && filepath.Ext(alien.Path) == ".fray":
		return damaged // it was a table once
	}
	return failed
}
