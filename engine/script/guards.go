package script

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
)

// notThere are functions of Python that a text does without, and what to do instead.
var notThere = map[string]string{
	"print": "there is no print: a rule tells its working with r.note(words)", "float": "there are no floats: numbers are whole, or decimal(\"1.5\")",
	"getattr": "there is no getattr: write x.name", "hasattr": "there is no hasattr", "dir": "there is no dir",
	"hash": "there is no hash", "bytes": "there are no bytes", "set": "there are no sets: use a dict", "chr": "there is no chr", "ord": "there is no ord",
}

// guards are what the operators and the functions of the library are called through:
// each says before the work what it takes, and refuses what takes too much.
func guards() starlark.StringDict {
	out := starlark.StringDict{}
	add := func(name string, fn func(m *machine, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)) {
		out[name] = starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return fn(machineOf(t), args, kwargs)
		})
	}
	for _, op := range []syntax.Token{syntax.PLUS, syntax.STAR, syntax.PERCENT, syntax.LTLT, syntax.PIPE, syntax.IN, syntax.NOT_IN} {
		add(op.String(), func(m *machine, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			return m.binary(op, args[0], args[1])
		})
	}
	for _, op := range []syntax.Token{syntax.EQL, syntax.NEQ, syntax.LT, syntax.GT, syntax.LE, syntax.GE} {
		add(op.String(), func(m *machine, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
			if err := m.weighed(args...); err != nil {
				return nil, err
			}
			yes, err := starlark.Compare(op, args[0], args[1])
			return starlark.Bool(yes), err
		})
	}
	add(guardMethod, func(m *machine, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return m.method(args[0], string(args[1].(starlark.String)))
	})
	add(guardIndex, func(m *machine, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return m.index(args[0], args[1])
	})
	add(guardPut, func(m *machine, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return starlark.None, m.put(args[0], args[1], args[2])
	})
	add(guardPutOp, func(m *machine, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return starlark.None, m.putOp(args[0], args[1], string(args[2].(starlark.String)), args[3])
	})
	add(guardSlice, func(m *machine, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return m.slice(args[0], args[1], args[2], args[3])
	})
	add(guardKey, func(m *machine, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		return args[0], m.weighed(args[0])
	})
	add(guardWords, func(m *machine, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		if _, text := args[0].(starlark.String); text && m.roll != nil && m.roll.Silent() {
			return starlark.String(""), nil // nobody reads it
		}
		return m.binary(syntax.PERCENT, args[0], args[1])
	})
	for _, name := range []string{"abs", "bool", "len", "type"} {
		out[name] = starlark.Universe[name]
	}
	for _, name := range []string{"all", "any", "dict", "enumerate", "list", "max", "min", "range", "repr", "reversed", "sorted", "str", "tuple", "zip"} {
		add(name, func(m *machine, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return m.library(name, args, kwargs)
		})
	}
	add("int", func(m *machine, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return m.whole(args, kwargs)
	})
	add("fail", func(m *machine, args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
		if err := m.weighed(args...); err != nil {
			return nil, err
		}
		words := make([]string, len(args))
		for i, a := range args {
			words[i] = wordsOf(a)
		}
		return nil, errors.New(strings.Join(words, " "))
	})
	for name, instead := range notThere {
		add(name, func(*machine, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
			return nil, errors.New(instead)
		})
	}
	return out
}

// mostWeight is how many numbers, texts and letters a value may hold that is compared,
// written or used as a key.
const mostWeight = 100_000

// mostNested is how deep values may be nested that are gone through.
const mostNested = 60

// weigh takes what a value holds off left, and gives what remains: less than 0 where a
// value is too large or too deep, holds itself, or holds the same one very often.
func weigh(v starlark.Value, left, deep int) int {
	left--
	if left < 0 || deep > mostNested {
		return -1
	}
	switch v := v.(type) {
	case starlark.String:
		return left - len(v)/8
	case starlark.Tuple:
		for i := 0; i < len(v) && left >= 0; i++ {
			left = weigh(v[i], left, deep+1)
		}
	case *starlark.List:
		for i := 0; i < v.Len() && left >= 0; i++ {
			left = weigh(v.Index(i), left, deep+1)
		}
	case *starlark.Dict:
		if v.Len() > left {
			return -1
		}
		for k, x := range v.Entries() {
			if left = weigh(k, left, deep+1); left >= 0 {
				left = weigh(x, left, deep+1)
			}
			if left < 0 {
				break
			}
		}
	}
	return left
}

// weight is how much values hold.
func weight(values ...starlark.Value) (int, error) {
	left := mostWeight
	for _, v := range values {
		if left = weigh(v, left, 0); left < 0 {
			return 0, fmt.Errorf("this value is too large: it holds more than %d numbers and texts", mostWeight)
		}
	}
	return mostWeight - left, nil
}

// weighed takes in that all of the values are gone through.
func (m *machine) weighed(values ...starlark.Value) error {
	plain := true
	for _, v := range values {
		switch v := v.(type) {
		case starlark.Int, starlark.Bool, starlark.NoneType, decimal:
		case starlark.String:
			plain = plain && len(v) < 256
		default:
			plain = false
		}
	}
	if plain {
		return nil
	}
	n, err := weight(values...)
	if err != nil {
		return err
	}
	return m.spend(n)
}

// errLarge is the error of a number that grows too large.
var errLarge = errors.New("this number grows too large: numbers have 18 digits at most")

// small is the int of a number, false for one of more than 60 bits.
func small(v starlark.Value) (int64, bool) {
	i, ok := v.(starlark.Int)
	if !ok {
		return 0, false
	}
	n, ok := i.Int64()
	return n, ok && n < 1<<60 && n > -1<<60
}

// binary is an operator whose result can grow.
func (m *machine) binary(op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	a, oneInt := x.(starlark.Int)
	b, twoInt := y.(starlark.Int)
	switch {
	case oneInt && twoInt && op == syntax.LTLT:
		if n, ok := small(b); !ok || n > 60 {
			return nil, errLarge
		}
		fallthrough
	case oneInt && twoInt:
		if _, ok := small(a); !ok {
			return nil, errLarge
		}
		if _, ok := small(b); !ok {
			return nil, errLarge
		}
		v, err := starlark.Binary(op, x, y)
		if err != nil {
			return nil, err
		}
		if _, whole := v.(starlark.Int); whole {
			if _, ok := small(v); !ok {
				return nil, errLarge
			}
		}
		return v, nil
	}
	n, err := weight(x, y)
	if err != nil {
		return nil, err
	}
	bytes := 64 * n
	switch op {
	case syntax.STAR:
		times := int64(1)
		if t, ok := small(x); ok {
			times = t
		}
		if t, ok := small(y); ok {
			times = t
		}
		if oneInt || twoInt {
			if times > mostWeight {
				return nil, fmt.Errorf("this value is too large: it holds more than %d numbers and texts", mostWeight)
			}
			bytes = int(max(times, 0)) * 16 * (1 + length(x) + length(y))
		}
	case syntax.PERCENT:
		text, _ := x.(starlark.String)
		bytes = (1 + strings.Count(string(text), "%")) * 24 * n
	}
	if err := m.take(bytes); err != nil {
		return nil, err
	}
	if op == syntax.IN || op == syntax.NOT_IN {
		return contains(op, x, y)
	}
	return starlark.Binary(op, x, y)
}

// contains is x in y.
func contains(op syntax.Token, x, y starlark.Value) (starlark.Value, error) {
	v, err := starlark.Binary(syntax.IN, x, y)
	if err != nil || op == syntax.IN {
		return v, err
	}
	return !v.Truth(), nil
}

// length is how many entries or letters a value has.
func length(v starlark.Value) int {
	if s, ok := v.(starlark.String); ok {
		return len(s)/8 + 1
	}
	return max(starlark.Len(v), 0)
}

// method gives the method of a string, a list or a dict, guarded; what else is called
// like one is given as it is.
func (m *machine) method(x starlark.Value, name string) (starlark.Value, error) {
	owner, ok := x.(starlark.HasAttrs)
	if !ok {
		return nil, fmt.Errorf("%s has no .%s", typeWords(x), name)
	}
	v, err := owner.Attr(name)
	if err != nil {
		return nil, err
	}
	if v == nil {
		return nil, noAttr(x, name)
	}
	switch x.(type) {
	case starlark.String, *starlark.List, *starlark.Dict:
		return starlark.NewBuiltin(name, func(t *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			m := machineOf(t)
			if err := m.mayCall(x, name, args, kwargs); err != nil {
				return nil, err
			}
			return starlark.Call(t, v, args, kwargs)
		}), nil
	}
	return v, nil
}

// mayCall takes in what a method of a string, a list or a dict takes.
func (m *machine) mayCall(x starlark.Value, name string, args starlark.Tuple, kwargs []starlark.Tuple) error {
	switch name {
	case "append":
		return m.take(32)
	case "get", "keys", "values", "items", "pop", "setdefault", "clear", "popitem": // as many as the dict has
		return errors.Join(m.weighed(args...), m.take(16+48*starlark.Len(x)*btoi(name != "get" && name != "pop" && name != "setdefault")))
	}
	all := append(starlark.Tuple{x}, args...)
	for _, kv := range kwargs {
		all = append(all, kv[1])
	}
	for _, v := range args {
		if err := m.finite(v); err != nil {
			return err
		}
	}
	n, err := weight(all...)
	if err != nil {
		return err
	}
	bytes := 64 * (n + 1)
	text, _ := x.(starlark.String)
	switch name {
	case "replace":
		if len(args) >= 2 {
			was, _ := args[0].(starlark.String)
			is, _ := args[1].(starlark.String)
			bytes += (len(text)/max(len(was), 1) + 1) * len(is)
		}
	case "join":
		if len(args) == 1 {
			bytes += (starlark.Len(args[0]) + 1) * len(text)
		}
	case "format":
		bytes += (strings.Count(string(text), "{") + 1) * 24 * n
	}
	return m.take(bytes)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// finite refuses a range that is far too long to be gone through in one step.
func (m *machine) finite(v starlark.Value) error {
	n := starlark.Len(v)
	if n > mostWeight {
		return fmt.Errorf("this has %d entries: %d are the most", n, mostWeight)
	}
	return m.take(32 * max(n, 0))
}

func (m *machine) index(x, i starlark.Value) (starlark.Value, error) {
	switch x := x.(type) {
	case *starlark.Dict:
		if err := m.weighed(i); err != nil {
			return nil, err
		}
		v, found, err := x.Get(i)
		if err == nil && !found {
			err = fmt.Errorf("the dict has no %s", quotedValue(i))
		}
		return v, err
	case starlark.Indexable:
		n, ok := small(i)
		if !ok {
			return nil, fmt.Errorf("%s has places counted from 0: this is %s", typeWords(x), typeWords(i))
		}
		if n < 0 {
			n += int64(x.Len())
		}
		if n < 0 || n >= int64(x.Len()) {
			return nil, fmt.Errorf("there is no place %s: %s has %d", i, typeWords(x), x.Len())
		}
		return x.Index(int(n)), nil
	}
	return nil, fmt.Errorf("%s has no places: nothing can be taken out of it with [ ]", typeWords(x))
}

func (m *machine) put(x, i, v starlark.Value) error {
	if err := errors.Join(m.weighed(i), m.take(64)); err != nil {
		return err
	}
	switch x := x.(type) {
	case *starlark.Dict:
		return frozen(x.SetKey(i, v))
	case *starlark.List:
		n, ok := small(i)
		if ok && n < 0 {
			n += int64(x.Len())
		}
		if !ok || n < 0 || n >= int64(x.Len()) {
			return fmt.Errorf("there is no place %s: the list has %d", i, x.Len())
		}
		return frozen(x.SetIndex(int(n), v))
	}
	return fmt.Errorf("nothing can be written into %s with [ ]", typeWords(x))
}

// frozen says in other words that what was declared cannot be changed by a rule.
func frozen(err error) error {
	if err != nil && strings.Contains(err.Error(), "frozen") {
		return errors.New("a rule keeps nothing between runs: what stands outside it cannot be changed in it")
	}
	return err
}

func (m *machine) putOp(x, i starlark.Value, op string, v starlark.Value) error {
	was, err := m.index(x, i)
	if err != nil {
		return err
	}
	for t := syntax.PLUS; t <= syntax.GTGT; t++ {
		if t.String() == op {
			now, err := m.binary(t, was, v)
			if err != nil {
				return err
			}
			return m.put(x, i, now)
		}
	}
	return fmt.Errorf("%s= is not known", op)
}

func (m *machine) slice(x, lo, hi, step starlark.Value) (starlark.Value, error) {
	s, ok := x.(starlark.Sliceable)
	if !ok {
		return nil, fmt.Errorf("%s has no parts: nothing can be taken out of it with [ : ]", typeWords(x))
	}
	bounds := [3]int{0, s.Len(), 1}
	for i, v := range []starlark.Value{lo, hi, step} {
		if v == starlark.None {
			continue
		}
		n, ok := small(v)
		if !ok {
			return nil, fmt.Errorf("places are whole numbers: this is %s", typeWords(v))
		}
		if i < 2 && n < 0 {
			n += int64(s.Len())
		}
		bounds[i] = int(max(min(n, int64(s.Len())), -int64(s.Len())-1))
	}
	if bounds[2] <= 0 {
		return nil, errors.New("parts go forward: the step is 1 or more; reversed(x) turns a list round")
	}
	if _, text := x.(starlark.String); text {
		if err := m.take(s.Len()); err != nil {
			return nil, err
		}
	} else if err := m.finite(x); err != nil {
		return nil, err
	}
	from, to := max(bounds[0], 0), max(bounds[1], 0)
	return s.Slice(from, max(from, to), bounds[2]), nil
}

// library calls a function of the library that goes through all of its arguments.
func (m *machine) library(name string, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	for _, v := range args {
		if name == "range" {
			break
		}
		if err := m.finite(v); err != nil {
			return nil, err
		}
	}
	switch name {
	case "max", "min", "sorted", "dict", "repr", "str":
		n, err := weight(args...)
		if err != nil {
			return nil, err
		}
		if err := m.take(24 * n); err != nil {
			return nil, err
		}
		if name == "str" && len(args) == 1 {
			return starlark.String(wordsOf(args[0])), nil
		}
	case "range":
		for _, v := range args {
			if _, ok := small(v); !ok {
				return nil, errors.New("range takes whole numbers: range(6), range(1, 7)")
			}
		}
	}
	return starlark.Call(m.thread, starlark.Universe[name], args, kwargs)
}

// whole is int(x): of a number, or of a text of digits.
func (m *machine) whole(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) != 1 || len(kwargs) > 0 {
		return nil, errors.New("int takes one number or text: int(\"12\")")
	}
	switch x := args[0].(type) {
	case decimal:
		return starlark.MakeInt(engineMilli(x).Whole()), nil
	case starlark.String:
		if len(x) > longestNum+1 {
			return nil, errLarge
		}
	}
	return starlark.Call(m.thread, starlark.Universe["int"], args, nil)
}

// wordsOf writes a value for people.
func wordsOf(v starlark.Value) string {
	if s, ok := v.(starlark.String); ok {
		return string(s)
	}
	return v.String()
}

// quotedValue names a value in a message.
func quotedValue(v starlark.Value) string {
	switch v := v.(type) {
	case starlark.String:
		return quoted(string(v))
	case starlark.Int, starlark.Bool, decimal:
		return v.String()
	}
	return typeWords(v)
}
