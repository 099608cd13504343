package script

import (
	"errors"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
)

// reading is what a text knows of the dice that have fallen, in a form that can be
// compared: the odds follow equal readings once. It is a number, a text, yes or no,
// None, or a tuple of those.
type reading struct {
	kind byte // 'i', 's', 'b', 'n', 'd', 't'; 0: no reading yet
	n    int64
	s    string // of a tuple: its entries, each as kind, length, colon and text
}

// mostReading is how many letters and entries a reading may have.
const mostReading = 200

func freeze(v starlark.Value) (reading, error) {
	switch v := v.(type) {
	case starlark.Int:
		n, ok := small(v)
		if !ok {
			return reading{}, errLarge
		}
		return reading{kind: 'i', n: n}, nil
	case starlark.Bool:
		return reading{kind: 'b', n: int64(btoi(bool(v)))}, nil
	case decimal:
		return reading{kind: 'd', n: int64(v)}, nil
	case starlark.NoneType:
		return reading{kind: 'n'}, nil
	case starlark.String:
		if len(v) > mostReading {
			return reading{}, errors.New("what is read of dice is a short text at most")
		}
		return reading{kind: 's', s: string(v)}, nil
	case starlark.Tuple:
		var b strings.Builder
		for _, x := range v {
			if _, nested := x.(starlark.Tuple); nested || b.Len() > 4*mostReading {
				return reading{}, errors.New("what is read of dice is a number, a text, or a short tuple of those")
			}
			r, err := freeze(x)
			if err != nil {
				return reading{}, err
			}
			text := r.s
			if r.kind != 's' {
				text = strconv.FormatInt(r.n, 10)
			}
			b.WriteByte(r.kind)
			b.WriteString(strconv.Itoa(len(text)))
			b.WriteByte(':')
			b.WriteString(text)
		}
		return reading{kind: 't', s: b.String()}, nil
	}
	return reading{}, errors.New("what is read of dice is a number, a text, or a tuple of those: this is " + typeWords(v))
}

// thaw gives the value back.
func (r reading) thaw() starlark.Value {
	switch r.kind {
	case 'i':
		return starlark.MakeInt64(r.n)
	case 'b':
		return starlark.Bool(r.n != 0)
	case 'd':
		return decimal(r.n)
	case 's':
		return starlark.String(r.s)
	case 't':
		out := starlark.Tuple{}
		for s := r.s; s != ""; {
			kind := s[0]
			length, rest, _ := strings.Cut(s[1:], ":")
			n, _ := strconv.Atoi(length)
			x := reading{kind: kind, s: rest[:n]}
			if kind != 's' {
				x.n, _ = strconv.ParseInt(rest[:n], 10, 64)
			}
			out, s = append(out, x.thaw()), rest[n:]
		}
		return out
	}
	return starlark.None
}
