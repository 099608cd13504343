package script

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"go.starlark.net/starlark"

	"example.org/fray/engine"
)

// word is one word of the language: something that a text calls, or a value that it
// reads. The words are the truth for what a text may say, for the messages about it and
// for the reference, see reference.go.
type word struct {
	name    string
	params  []param
	rest    bool   // any further arguments by name
	help    string // one sentence
	example string // lines that stand in the reference and are run by a test
	do      func(c *call) (starlark.Value, error)
	value   bool // it is read, and not called
	place   int  // among those that belong together
}

// param is one argument of a word.
type param struct {
	name     string
	optional bool
}

// words are those that belong together: those of a field, of a roll.
type words struct {
	of   string // what they are the words of, for messages: "a pool"
	help string // what the arguments of all of them mean; "" if each says it itself
	list []*word
	at   map[string]*word
}

// index lets words be found quickly: a rule looks its words up in every run.
func (ws *words) index() {
	ws.at = map[string]*word{}
	for i, w := range ws.list {
		ws.at[w.name], w.place = w, i
	}
}

// newWord makes a word of its signature: "sum(id, dice)", with = behind what may be
// left out, ** for any further names, and without brackets what is read.
func newWord(signature, help, example string, do func(c *call) (starlark.Value, error)) *word {
	name, rest, called := strings.Cut(signature, "(")
	w := &word{name: name, help: help, example: example, do: do, value: !called}
	for _, p := range strings.Split(strings.TrimSuffix(rest, ")"), ", ") {
		switch {
		case p == "":
		case p == "**":
			w.rest = true
		default:
			p, optional := strings.CutSuffix(p, "=")
			w.params = append(w.params, param{p, optional})
		}
	}
	return w
}

// signature writes the word as it is called.
func (w *word) signature() string {
	if w.value {
		return w.name
	}
	var args []string
	for _, p := range w.params {
		if p.optional {
			p.name = "[" + p.name + "]"
		}
		args = append(args, p.name)
	}
	if w.rest {
		args = append(args, "NAME = value …")
	}
	return w.name + "(" + strings.Join(args, ", ") + ")"
}

func (w *word) param(name string) int {
	for i := range w.params { // a rule does this thousands of times while odds are counted
		if w.params[i].name == name {
			return i
		}
	}
	return -1
}

func (ws *words) find(name string) *word { return ws.at[name] }

func (ws *words) names() []string {
	var out []string
	for _, w := range ws.list {
		out = append(out, w.name)
	}
	return out
}

// attr gives the word of a value: what is read at once, and else what is called.
func (ws *words) attr(of starlark.Value, name string) (starlark.Value, error) {
	w := ws.find(name)
	if w == nil {
		return nil, &noWord{ws, name}
	}
	if w.value {
		return w.do(&call{on: of, word: w})
	}
	return &bound{of, w}, nil
}

// ready keeps the words of a value ready to be called, so that a rule which calls them
// again and again makes each once. Several odds may be counted at the same time.
type ready struct{ words atomic.Pointer[[]bound] }

// attr is [words.attr] of a value that keeps its words ready.
func (r *ready) attr(ws *words, of starlark.Value, name string) (starlark.Value, error) {
	w := ws.find(name)
	if w == nil || w.value {
		return ws.attr(of, name)
	}
	list := r.words.Load()
	if list == nil {
		made := make([]bound, len(ws.list))
		for i, w := range ws.list {
			made[i] = bound{of, w}
		}
		list = &made
		r.words.Store(list)
	}
	return &(*list)[w.place], nil
}

// noWord is the error of a word that a value does not have.
type noWord struct {
	words *words
	name  string
}

func (e *noWord) Error() string {
	return fmt.Sprintf("%s has no .%s%s", e.words.of, e.name, meant(e.name, e.words.names()))
}

// nearest is the word that is most like a name, "" for none: of those that are equally
// near the one that begins alike and is as long.
func nearest(name string, known []string) string {
	unlike := func(w string) int {
		n := max(len(w)-len(name), len(name)-len(w))
		if name != "" && !strings.HasPrefix(w, name[:1]) {
			n += 2
		}
		return n
	}
	known = slices.Clone(known)
	slices.SortStableFunc(known, func(a, b string) int { return unlike(a) - unlike(b) })
	return engine.Nearest(name, known)
}

// meant names the nearest of some words, or all of them where there are few.
func meant(name string, known []string) string {
	if near := nearest(name, known); near != "" {
		return ": did you mean " + near + "?"
	}
	if len(known) > 0 && len(known) <= 12 {
		return ": there is " + strings.Join(known, ", ")
	}
	return ""
}

func noAttr(x starlark.Value, name string) error {
	var known []string
	if x, ok := x.(starlark.HasAttrs); ok {
		known = x.AttrNames()
	}
	return fmt.Errorf("%s has no .%s%s", typeWords(x), name, meant(name, known))
}

// bound is a word of a value, ready to be called.
type bound struct {
	on   starlark.Value // nil for a word of the language itself
	word *word
}

func (b *bound) String() string        { return b.word.name }
func (b *bound) Name() string          { return b.word.name }
func (b *bound) Type() string          { return "word" }
func (b *bound) Freeze()               {}
func (b *bound) Truth() starlark.Bool  { return true }
func (b *bound) Hash() (uint32, error) { return starlark.String(b.word.name).Hash() }

// CallInternal reads the arguments, and does what the word does.
func (b *bound) CallInternal(t *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	m := machineOf(t)
	c := m.callOf(b)
	defer m.called(c)
	t.Steps += 4
	c.read(args, kwargs)
	var v starlark.Value = starlark.None
	var err error
	if len(c.wrong) == 0 || c.m.book.loading() {
		v, err = b.word.do(c)
	}
	if err != nil {
		return nil, err
	}
	if len(c.wrong) > 0 {
		if !c.m.book.loading() {
			return nil, c.wrong[0]
		}
		for _, x := range c.wrong { // the rest of the text may have more of them
			c.m.book.faults = append(c.m.book.faults, c.m.book.argFault(t, x))
		}
		if v == nil {
			v = starlark.None
		}
	}
	return v, nil
}

// call is one call of a word.
type call struct {
	m     *machine
	on    starlark.Value
	word  *word
	args  []starlark.Value  // by parameter; nil: not given
	room  [6]starlark.Value // for args: most words have no more
	more  []starlark.Tuple  // by name, beyond the parameters
	wrong []*argError
}

// argError is what is wrong with an argument.
type argError struct {
	place int    // of a positional argument, -1 for one by name and for the call
	name  string // of one by name, or of the parameter
	words string
}

func (e *argError) Error() string { return e.words }

// read puts the arguments in their places.
func (c *call) read(args starlark.Tuple, kwargs []starlark.Tuple) {
	if n := len(c.word.params); n <= len(c.room) {
		c.args = c.room[:n]
	} else {
		c.args = make([]starlark.Value, n)
	}
	for i, v := range args {
		if i >= len(c.args) {
			c.wrong = append(c.wrong, &argError{i, "", fmt.Sprintf("%s takes %d arguments: %s", c.word.name, len(c.args), c.word.signature())})
			break
		}
		c.args[i] = v
	}
	for _, kv := range kwargs {
		name := string(kv[0].(starlark.String))
		i := c.word.param(name)
		switch {
		case i < 0 && c.word.rest:
			c.more = append(c.more, kv)
		case i < 0:
			var names []string
			for _, p := range c.word.params {
				names = append(names, p.name)
			}
			c.wrong = append(c.wrong, &argError{-1, name, fmt.Sprintf("%s has no argument %s%s", c.word.name, quoted(name), meant(name, names))})
		case c.args[i] != nil:
			c.wrong = append(c.wrong, &argError{-1, name, fmt.Sprintf("%s is given twice", name)})
		default:
			c.args[i] = kv[1]
		}
	}
	for i, p := range c.word.params {
		if c.args[i] == starlark.None && p.optional {
			c.args[i] = nil
		}
		if c.args[i] == nil && !p.optional {
			c.wrong = append(c.wrong, &argError{-1, "", fmt.Sprintf("%s is missing: %s", p.name, c.word.signature())})
		}
	}
}

// bad says what is wrong with an argument.
func (c *call) bad(name, format string, args ...any) {
	if len(c.wrong) > 0 && c.m != nil && !c.m.book.loading() {
		return
	}
	c.wrong = append(c.wrong, &argError{c.word.param(name), name, fmt.Sprintf(format, args...)})
}

// arg gives an argument, nil where it is not given.
func (c *call) arg(name string) starlark.Value {
	if i := c.word.param(name); i >= 0 {
		return c.args[i]
	}
	return nil
}

func (c *call) given(name string) bool { return c.arg(name) != nil }

// text gives an argument that is a text, "" where it is not given.
func (c *call) text(name string) string {
	switch v := c.arg(name).(type) {
	case nil:
		return ""
	case starlark.String:
		return string(v)
	default:
		c.bad(name, "%s is a text in quotes: this is %s", name, typeWords(v))
		return ""
	}
}

// whole gives an argument that is a whole number.
func (c *call) whole(name string, otherwise int) int {
	v := c.arg(name)
	if v == nil {
		return otherwise
	}
	if n, ok := wholeOf(v); ok {
		return n
	}
	c.bad(name, "%s is a whole number: this is %s", name, typeWords(v))
	return otherwise
}

// largest is the largest number of a field or a total.
const largest = 1_000_000_000

// wholeOf gives a number, false where it is none or too large.
func wholeOf(v starlark.Value) (int, bool) {
	switch v := v.(type) {
	case starlark.Int:
		n, ok := v.Int64()
		return int(n), ok && n <= largest && n >= -largest
	case starlark.Bool:
		return btoi(bool(v)), true
	}
	return 0, false
}

// yes gives an argument that is True or False.
func (c *call) yes(name string, otherwise bool) bool {
	switch v := c.arg(name).(type) {
	case nil:
		return otherwise
	case starlark.Bool:
		return bool(v)
	default:
		c.bad(name, "%s is True or False: this is %s", name, typeWords(v))
		return otherwise
	}
}

// oneOf gives an argument that is one of some words.
func (c *call) oneOf(name, otherwise string, words ...string) string {
	v := c.text(name)
	if v == "" {
		return otherwise
	}
	if !slices.Contains(words, v) {
		c.bad(name, "%s cannot be %s: it is one of %s", name, quoted(v), strings.Join(words, ", "))
		return otherwise
	}
	return v
}

// list gives the entries of an argument that is a list or a tuple.
func (c *call) list(name string) []starlark.Value {
	switch v := c.arg(name).(type) {
	case nil:
		return nil
	case *starlark.List:
		out := make([]starlark.Value, v.Len())
		for i := range out {
			out[i] = v.Index(i)
		}
		return out
	case starlark.Tuple:
		return v
	default:
		c.bad(name, "%s is a list, such as [a, b]: this is %s", name, typeWords(v))
		return nil
	}
}

// texts gives the entries of a list of texts.
func (c *call) texts(name string) []string {
	var out []string
	for _, v := range c.list(name) {
		s, ok := v.(starlark.String)
		if !ok {
			c.bad(name, "%s is a list of texts: this is %s", name, typeWords(v))
			return nil
		}
		out = append(out, string(s))
	}
	return out
}

// function gives an argument that is a function of so many arguments.
func (c *call) function(name string, takes int) starlark.Callable {
	v := c.arg(name)
	if v == nil {
		return nil
	}
	fn, ok := v.(*starlark.Function)
	if !ok {
		c.bad(name, "%s is a function: this is %s", name, typeWords(v))
		return nil
	}
	least := fn.NumParams()
	for i := range fn.NumParams() {
		if fn.ParamDefault(i) != nil {
			least--
		}
	}
	if fn.HasVarargs() || fn.HasKwargs() || takes < least || takes > fn.NumParams() {
		c.bad(name, "%s takes %d arguments: as %s it is called with %d", fn.Name(), fn.NumParams(), name, takes)
	}
	return fn
}

// typeWords says what a value is, for messages.
func typeWords(v starlark.Value) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case starlark.NoneType:
		return "None"
	case starlark.String:
		return "the text " + quoted(string(v))
	case starlark.Int:
		return "the number " + quotedNumber(v)
	case decimal:
		return "the decimal " + v.String()
	case starlark.Bool:
		return "yes or no"
	case *starlark.List:
		return "a list"
	case starlark.Tuple:
		return "a tuple"
	case *starlark.Dict:
		return "a dict"
	case *starlark.Function:
		return "the function " + v.Name()
	case interface{ what() string }:
		return v.what()
	}
	return "a " + v.Type()
}

func quotedNumber(i starlark.Int) string {
	if n, ok := small(i); ok {
		return fmt.Sprint(n)
	}
	return "that has too many digits"
}

func init() { // after those of the other files, whose names come before that of this one
	for _, ws := range []*words{groupWords, tableWords, paramDeclarations, houseDeclarations, rollWords, poolWords, trackWords, conditionWords, sheetWords, rowWords,
		fieldWords, paramFieldWords, houseWords} {
		ws.index()
	}
}
