package screen

import (
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Crash is the error of a model or a command that panicked. The terminal has
// been put back.
type Crash struct {
	Value any    // what it panicked with
	Stack string // where
	Log   string // the file with all of it; empty where none could be written
}

// Error says where the log is.
func (c *Crash) Error() string {
	if c.Log == "" {
		return fmt.Sprintf("this is a bug in fray: %v\n\n%s", c.Value, c.Stack)
	}
	return fmt.Sprintf("this is a bug in fray: %v. The details are in %s", c.Value, c.Log)
}

// writeLog appends the crash to the file of that name or, without a name, writes it to a
// new file in the system's folder for temporary files. Where that fails, Log stays empty.
func (c *Crash) writeLog(name string) {
	var f *os.File
	var err error
	if name == "" {
		f, err = os.CreateTemp("", "fray-crash-*.log")
	} else {
		f, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	}
	if err != nil {
		return
	}
	_, err = fmt.Fprintf(f, "%s\n%v\n\n%s\n", time.Now().Format(time.RFC3339), c.Value, c.Stack)
	if f.Close() == nil && err == nil {
		c.Log = f.Name()
	}
}

// catch is deferred around every call of the inner model: a panic ends the program with
// a [Crash].
func (r *root) catch() {
	v := recover()
	if v == nil {
		return
	}
	r.crash.CompareAndSwap(nil, &Crash{Value: v, Stack: string(debug.Stack())})
	r.program.Kill()
}

// guard returns a command that ends in catch, as do the commands that it brings. The
// commands of a batch send their messages themselves: Bubble Tea keeps a goroutine
// waiting for the slowest, and a command that waits for the table never returns.
func (r *root) guard(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		defer r.catch()
		msg := cmd()
		if all, ok := msg.(tea.BatchMsg); ok {
			for _, one := range all {
				if one = r.guard(one); one != nil {
					go func() { r.program.Send(one()) }()
				}
			}
			return nil
		}
		// tea.Sequence, whose type has no name.
		v := reflect.ValueOf(msg)
		if v.Kind() != reflect.Slice || v.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
			return msg
		}
		guarded := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			guarded.Index(i).Set(reflect.ValueOf(r.guard(v.Index(i).Interface().(tea.Cmd))))
		}
		return guarded.Interface()
	}
}
