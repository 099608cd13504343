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

	// Must be initialised before anything that imports Bubble Tea; see its package comment.
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

// Run carries out a command line, without the program's name, and returns the exit status.
// It reads the environment through env, which has the signature of [os.Getenv].
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer, env func(string) string) int {
	a := &app{in: stdin, out: stdout, err: stderr, env: env}
	root := root(a)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	root.SetArgs(withoutNumbers(args))
	err := root.Execute()
	a.leaveStore()
	for _, words := range a.linked {
		fmt.Fprintln(a.err, "fray: "+words)
	}
	return a.report(errors.Join(err, a.writeErr))
}

// withoutNumbers inserts a space before each negative number of roll and odds, which cobra
// would read as a flag: d20 vs -4. Before each --or it puts a mark among the arguments, where the
// flag itself leaves none. The result is never nil, for which cobra would use os.Args.
func withoutNumbers(args []string) []string {
	out := []string{}
	rolls, flags := false, true
	for _, text := range args {
		number := strings.TrimLeft(text, "-") // "--5" subtracts 5
		switch {
		case rolls && number != text && number != "" && number[0] >= '0' && number[0] <= '9':
			text = " " + text
		case rolls && text == strings.TrimSpace(orWord):
			if out = append(out, orWord); !flags {
				continue
			}
		}
		out = append(out, text) // behind its mark --or is also a flag, which the flags behind it follow
		rolls, flags = rolls || text == "roll" || text == "odds", flags && text != "--"
	}
	return out
}

// misuse is the error of an invalid command line.
type misuse struct{ words string }

func (e *misuse) Error() string { return e.words }

func misusef(format string, args ...any) error { return &misuse{fmt.Sprintf(format, args...)} }

// misuseOf turns err into a misuse, keeping its text.
func misuseOf(err error) error {
	if err == nil {
		return nil
	}
	return &misuse{err.Error()}
}

// errOpen means that a roll waits for a decision, which was printed already.
var errOpen = errors.New("a question is open")

// errDamaged means that a file is damaged, which was printed already.
var errDamaged = errors.New("the file is damaged")

// report prints err, unless that was done already, and returns the exit status.
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

// fault is a rule that panicked, with the roll that leads to it as a .play file.
type fault struct {
	*engine.Fault
	play string
}

func statusOf(err error) int {
	var wrong *misuse
	var hurt *saves.Damaged
	var alien *saves.NotFray
	var broken *transfer.BadImport
	switch {
	case errors.As(err, &wrong):
		return misused
	case errors.As(err, &hurt):
		return damaged
	case errors.As(err, &broken) && broken.Damaged:
		return damaged
	case errors.As(err, &alien) && filepath.Ext(alien.Path) == ".fray":
		return damaged // the file was a table before the damage
	}
	return failed
}
