package script

import (
	"encoding/binary"
	"errors"
	"fmt"

	"go.starlark.net/starlark"
)

// reading is what a text knows of the dice that have fallen, in a form that can be
// compared: the odds follow equal readings once. It is a number, a text, yes or no,
// None, or a tuple of those.
type reading struct {
	kind byte // one of the kinds below; 0: no reading yet
	n    int64
	s    string // of a tuple: its entries, see appendTo
}

const (
	isNumber  = 'i'
	isText    = 's'
	isYes     = 'b'
	isNone    = 'n'
	isDecimal = 'd'
	isTuple   = 't'
)

// mostReading is how many letters and entries a reading may have.
const mostReading = 200

func freeze(v starlark.Value) (reading, error) {
	t, tuple := v.(starlark.Tuple)
	if !tuple {
		return single(v, "a tuple of those")
	}
	var room [4*mostReading + 1]byte // odds read a tuple for every state of the dice
	b := room[:0]
	for _, x := range t {
		r, err := single(x, "a short tuple of those")
		if err != nil {
			return reading{}, err
		}
		if len(b)+len(r.s) > 4*mostReading {
			return reading{}, errors.New("what is read of dice is a number, a text, or a short tuple of those")
		}
		b = r.appendTo(b)
	}
	return reading{kind: isTuple, s: string(b)}, nil
}

// single is the reading of what is no tuple.
func single(v starlark.Value, or string) (reading, error) {
	switch v := v.(type) {
	case starlark.Int:
		n, ok := small(v)
		if !ok {
			return reading{}, errLarge
		}
		return reading{kind: isNumber, n: n}, nil
	case starlark.Bool:
		return reading{kind: isYes, n: int64(btoi(bool(v)))}, nil
	case decimal:
		return reading{kind: isDecimal, n: int64(v)}, nil
	case starlark.NoneType:
		return reading{kind: isNone}, nil
	case starlark.String:
		if len(v) > mostReading {
			return reading{}, errors.New("what is read of dice is a short text at most")
		}
		return reading{kind: isText, s: string(v)}, nil
	}
	return reading{}, fmt.Errorf("what is read of dice is a number, a text, or %s: this is %s", or, typeWords(v))
}

// appendTo writes an entry of a tuple: its kind, and its number or its text behind the
// length.
func (r reading) appendTo(b []byte) []byte {
	b = append(b, r.kind)
	if r.kind == isText {
		return append(binary.AppendVarint(b, int64(len(r.s))), r.s...)
	}
	return binary.AppendVarint(b, r.n)
}

// thaw gives the value back.
func (r reading) thaw() starlark.Value {
	switch r.kind {
	case isNumber:
		return starlark.MakeInt64(r.n)
	case isYes:
		return starlark.Bool(r.n != 0)
	case isDecimal:
		return decimal(r.n)
	case isText:
		return starlark.String(r.s)
	case isTuple:
		out := make(starlark.Tuple, 0, 8)
		for s := r.s; s != ""; {
			x := reading{kind: s[0]}
			n, rest := varint(s[1:])
			if x.n = n; x.kind == isText {
				x.s, rest = rest[:n], rest[n:]
			}
			out, s = append(out, x.thaw()), rest
		}
		return out
	}
	return starlark.None
}

// varint reads a number that binary.AppendVarint wrote, and gives the rest.
func varint(s string) (int64, string) {
	var room [binary.MaxVarintLen64]byte
	n, length := binary.Varint(room[:copy(room[:], s)])
	return n, s[length:]
}
