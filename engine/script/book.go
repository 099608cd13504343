package script

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"example.org/fray/engine"
)

// book is a rulebook while its text is read, and what its rules run on afterwards.
type book struct {
	file   string
	text   string
	lines  []string
	faults Faults
	ready  bool // the text has been read: what is wrong from now on breaks a roll

	// What the text looks like, for messages.
	calls   map[syntax.Position]*syntax.CallExpr // by their bracket
	tops    []string                             // names at the top
	own     map[string]map[string]bool           // the names of a function's own, by function
	uses    map[string]bool                      // functions that read r.situation
	callsOf map[string][]string                  // the names that a function reads
	spans   map[string][2]int                    // the lines of each function
	dots    []dot
	asks    []asked
	sites   map[syntax.Position]site // calls in functions by their bracket, see liveness
	globals starlark.StringDict

	// What it declares.
	sys     *engine.System
	kept    kept              // what odds have worked out
	named   bool              // rulebook(…) was called
	ids     map[string]string // what is declared under each id of the sheet
	actions []*action
	pools   []*pool
	tracks  []*track
	marks   []*condition
	derived []*field
	awards  []*field
	rests   []*action
	terms   []term
	panel   []starlark.Value
	paneled bool
	row     []rowPart // what the roster shows; nil: the first pools
	panelAt syntax.Position
	time    timeWords
	version int
	licence string
}

// Load reads a text. file is its name, for messages. The error is [Faults].
func Load(file, text string) (*engine.System, error) {
	b, err := load(file, text)
	if err != nil {
		return nil, err
	}
	return b.sys, nil
}

func load(file, text string) (*book, error) {
	b := &book{file: path.Base(strings.ReplaceAll(file, "\\", "/")), text: strings.ReplaceAll(text, "\r\n", "\n"),
		calls: map[syntax.Position]*syntax.CallExpr{}, ids: map[string]string{}}
	b.text = strings.TrimPrefix(b.text, "\ufeff")
	b.lines = strings.SplitN(b.text, "\n", mostLines+1)
	b.sys = &engine.System{Sheet: &engine.Schema{}, House: &engine.Schema{}}
	if f, any := b.bounded(); any {
		return nil, Faults{f}
	}
	if err := b.run(); err != nil {
		return nil, err
	}
	if b.finish(); len(b.faults) > 0 {
		return nil, b.faults.sorted()
	}
	b.ready = true
	return b, nil
}

// loading reports whether the declarations are still being read.
func (b *book) loading() bool { return !b.ready }

// options are those of the language: as Python has it, without what has no end.
var options = &syntax.FileOptions{TopLevelControl: true}

// run parses the text, puts the guards in, and carries out its declarations.
func (b *book) run() error {
	f, err := options.Parse(b.file, b.text, 0)
	if err != nil {
		var bad syntax.Error
		if errors.As(err, &bad) {
			at := bad.Pos
			if line := int(at.Line) - 1; at.Col == 1 && line >= 1 && line <= len(b.lines) && strings.HasPrefix(bad.Msg, "got newline") {
				at.Line, at.Col = int32(line), int32(len([]rune(b.lines[line-1]))+1) // the line's end is that of the line before
			}
			return Faults{b.faultAt(at, syntaxWords(bad.Msg))}
		}
		return Faults{{File: b.file, Words: err.Error()}}
	}
	b.look(f)
	b.liveness(f)
	(&rewriter{b}).stmts(f.Stmts)
	if len(b.faults) > 0 {
		return b.faults.sorted()
	}
	known := guards()
	for _, w := range topWords() {
		known[w.name] = &bound{nil, w}
	}
	known["house"] = &houseWord{*known["house"].(*bound)}
	known["param"] = paramWords{}
	program, err := starlark.FileProgram(f, known.Has)
	if err != nil {
		var list resolve.ErrorList
		if errors.As(err, &list) {
			for _, e := range list[:min(len(list), 3*mostTold)] {
				b.faults = append(b.faults, b.faultAt(e.Pos, b.resolveWords(e.Msg)))
			}
			return b.faults.sorted()
		}
		return Faults{{File: b.file, Words: err.Error()}}
	}
	m := b.machine(loadSteps)
	b.globals, err = program.Init(m.thread, known)
	if err != nil {
		var w *wrong
		if errors.As(b.explained(err), &w) {
			b.faults = append(b.faults, w.fault)
		}
		return b.faults.sorted()
	}
	if _, err := weight(slices.Collect(maps.Values(b.globals))...); err != nil {
		return Faults{{File: b.file, Words: "what the text declares is too large: it holds more than 100,000 numbers and texts"}}
	}
	b.globals.Freeze()
	return nil
}

// fault is what is wrong at a place.
func (b *book) fault(line, column int, words string) Fault {
	f := Fault{File: b.file, Line: line, Column: column, Words: words}
	if line >= 1 && line <= len(b.lines) {
		f.text = b.lines[line-1]
	}
	return f
}

func (b *book) faultAt(at syntax.Position, words string) Fault {
	return b.fault(int(at.Line), int(at.Col), words)
}

// failAt keeps what is wrong at a place; the rest of the text is read all the same.
func (b *book) failAt(at syntax.Position, format string, args ...any) {
	b.faults = append(b.faults, b.faultAt(at, fmt.Sprintf(format, args...)))
}

// wrong is the error of a function of the text that broke.
type wrong struct{ fault Fault }

// Error gives the place and the words in one line.
func (w *wrong) Error() string { return w.fault.Brief() }

// explained says where in the text an error came up.
func (b *book) explained(err error) error {
	var known *wrong
	if errors.As(err, &known) {
		return known
	}
	var eval *starlark.EvalError
	if !errors.As(err, &eval) {
		return &wrong{Fault{File: b.file, Words: err.Error()}}
	}
	words := eval.Msg
	if strings.HasPrefix(words, "Starlark computation cancelled") {
		words = errTooLong.Error()
	}
	var arg *argError
	errors.As(err, &arg)
	for i := len(eval.CallStack) - 1; i >= 0; i-- {
		if at := eval.CallStack[i].Pos; at.Filename() == b.file && at.Line > 0 {
			if arg != nil {
				return &wrong{b.argFaultAt(at, arg)}
			}
			return &wrong{b.faultAt(at, runWords(words))}
		}
	}
	return &wrong{Fault{File: b.file, Words: runWords(words)}}
}

// calling is the place in the text that a thread has come to.
func (b *book) calling(t *starlark.Thread) syntax.Position {
	for depth := range t.CallStackDepth() {
		if at := t.CallFrame(depth).Pos; at.Filename() == b.file && at.Line > 0 {
			return at
		}
	}
	return syntax.Position{}
}

// argFault is what is wrong with an argument of the call that a thread is in.
func (b *book) argFault(t *starlark.Thread, e *argError) Fault {
	if at := b.calling(t); at.Line > 0 {
		return b.argFaultAt(at, e)
	}
	return Fault{File: b.file, Words: e.words}
}

func (b *book) argFaultAt(at syntax.Position, e *argError) Fault {
	call := b.calls[at]
	if call == nil {
		return b.faultAt(at, e.words)
	}
	best := syntax.Start(call)
	for i, arg := range call.Args {
		if named, ok := arg.(*syntax.BinaryExpr); ok && named.Op == syntax.EQ {
			if id, ok := named.X.(*syntax.Ident); ok && id.Name == e.name && e.name != "" {
				best = syntax.Start(named.Y)
				if e.place < 0 {
					best = id.NamePos
				}
			}
		} else if i == e.place {
			best = syntax.Start(arg)
		}
	}
	return b.faultAt(best, e.words)
}

var (
	undefined = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^undefined: (\S+)`) })
	gotWant   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^got (.*), want (.*)$`) })
)

// syntaxWords says what the parser says in other words.
func syntaxWords(msg string) string {
	if m := gotWant().FindStringSubmatch(msg); m != nil {
		got, want := sign(m[1]), sign(m[2])
		switch got {
		case "newline":
			got = "the line ends"
		case "end of file":
			got = "the text ends"
		case "indent":
			return "this line is indented further than the one before it: only what belongs to a def, for, if or else does"
		case "outdent":
			return "the lines that belong to the line before are missing: they are indented further than it"
		default:
			got += " stands"
		}
		if want == "primary expression" {
			want = "a value"
		}
		if want == "newline" {
			want = "the end of the line"
		}
		return fmt.Sprintf("%s where %s is expected", got, want)
	}
	return strings.TrimPrefix(msg, "syntax error: ")
}

// sign is what the parser calls a token: signs stand in quotes.
func sign(token string) string {
	if token = strings.Trim(token, "'"); strings.ContainsFunc(token, unicode.IsLetter) {
		return token
	}
	return quoted(token)
}

// resolveWords says what is wrong with a name.
func (b *book) resolveWords(msg string) string {
	if m := undefined().FindStringSubmatch(msg); m != nil {
		if instead, ok := forbidden[m[1]]; ok {
			return instead
		}
		known := slices.Collect(maps.Keys(b.declaredNames()))
		for _, w := range topWords() {
			known = append(known, w.name)
		}
		for name := range guards() {
			if name[0] >= 'a' && name[0] <= 'z' {
				known = append(known, name)
			}
		}
		slices.Sort(known)
		words := "nothing is called " + m[1]
		if near := nearest(m[1], known); near != "" {
			words += ": did you mean " + near + "?"
		}
		return words
	}
	return msg
}

var reassigned = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:local|global) variable (\w+) referenced before assignment`)
})

// runWords says what the library says in other words.
func runWords(msg string) string {
	if m := reassigned().FindStringSubmatch(msg); m != nil {
		return m[1] + " has no value yet where it is read here"
	}
	if strings.Contains(msg, "called recursively") {
		return strings.Replace(msg, "called recursively", "calls itself", 1) + ": a function may not"
	}
	return msg
}
