package script

import (
	"encoding/binary"
	"errors"
	"fmt"

	"go.starlark.net/starlark"
)

// reading is what a text knows of the dice that have fallen: a number, a text, yes or no,
// None, or a tuple of those. Odds follow equal readings once, and those that a machine
// gives are one pointer if they are equal. Nil is no reading yet.
type reading struct {
	value starlark.Value
	key   string // equal for equal readings
}

// The kinds of what a reading holds, as its key begins.
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

// mostReadings is how many bytes the readings of one machine may take, all in all.
const mostReadings = 16 << 20

// reading gives what is read of dice as a reading.
func (m *machine) reading(v starlark.Value) (*reading, error) {
	var room [4*mostReading + 1]byte
	key, err := appendKey(room[:0], v)
	if err != nil {
		return nil, err
	}
	if known := m.readings[string(key)]; known != nil {
		return known, nil
	}
	m.read += 100 + 5*len(key)
	if m.read > mostReadings {
		return nil, errors.New("the dice lead to too many different readings: keep less of what they showed")
	}
	if m.readings == nil {
		m.readings = map[string]*reading{}
	}
	out := &reading{v, string(key)}
	m.readings[out.key] = out
	return out, nil
}

// keyOf is a text that is equal for equal readings.
func keyOf(v starlark.Value) (string, error) {
	key, err := appendKey(nil, v)
	return string(key), err
}

// appendKey writes the key of a reading.
func appendKey(b []byte, v starlark.Value) ([]byte, error) {
	t, tuple := v.(starlark.Tuple)
	if !tuple {
		return appendSingle(b, v, "a tuple of those")
	}
	b = append(b, isTuple)
	for _, x := range t {
		var err error
		if b, err = appendSingle(b, x, "a short tuple of those"); err != nil {
			return nil, err
		}
		if len(b) > 4*mostReading {
			return nil, errors.New("what is read of dice is a number, a text, or a short tuple of those")
		}
	}
	return b, nil
}

// appendSingle writes the key of what is no tuple: its kind, and its number or its text
// behind the length.
func appendSingle(b []byte, v starlark.Value, or string) ([]byte, error) {
	switch v := v.(type) {
	case starlark.Int:
		n, ok := small(v)
		if !ok {
			return nil, errLarge
		}
		return binary.AppendVarint(append(b, isNumber), n), nil
	case starlark.Bool:
		return append(b, isYes, byte(btoi(bool(v)))), nil
	case decimal:
		return binary.AppendVarint(append(b, isDecimal), int64(v)), nil
	case starlark.NoneType:
		return append(b, isNone), nil
	case starlark.String:
		if len(v) > mostReading {
			return nil, errors.New("what is read of dice is a short text at most")
		}
		return append(binary.AppendVarint(append(b, isText), int64(len(v))), v...), nil
	}
	return nil, fmt.Errorf("what is read of dice is a number, a text, or %s: this is %s", or, typeWords(v))
}
