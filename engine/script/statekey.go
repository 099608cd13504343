package script

import (
	"encoding/binary"
	"fmt"
	"slices"

	"go.starlark.net/starlark"
)

// stateKey is a text that is equal for values with which a rule goes on in the same way.
type stateKey struct {
	key  []byte
	seen []starlark.Value // lists and dicts, which can change: one that can be reached in two ways has no key
}

// longestState is how long a key may become: what has a longer one is hardly ever equal.
const longestState = 2000

func (s *stateKey) number(n int64) { s.key = binary.AppendVarint(s.key, n) }

func (s *stateKey) text(kind byte, text string) {
	s.key = append(binary.AppendVarint(append(s.key, kind), int64(len(text))), text...)
}

// The kinds of what a state holds besides readings.
const (
	isUnset = 'u'
	isList  = 'l'
	isDict  = 'm'
	isSheet = 'S'
	isRow   = 'R'
	isRoll  = 'r'
	isThing = 'T'
	isWord  = 'w'
	isCode  = 'f'
	isDice  = 'D'
	isLarge = 'L'
)

// add adds a value. It is false for one that can't be told from others.
func (s *stateKey) add(v starlark.Value) bool {
	if len(s.key) > longestState {
		return false
	}
	switch v := v.(type) {
	case nil:
		s.key = append(s.key, isUnset)
	case starlark.Int:
		if n, ok := small(v); ok {
			s.key = binary.AppendVarint(append(s.key, isNumber), n)
		} else {
			s.text(isLarge, v.String())
		}
	case starlark.Bool, decimal, starlark.NoneType:
		s.key, _ = appendSingle(s.key, v, "")
	case starlark.String:
		s.text(isText, string(v))
	case starlark.Tuple:
		s.key = binary.AppendVarint(append(s.key, isTuple), int64(len(v)))
		return s.all(v)
	case *starlark.List:
		s.key = binary.AppendVarint(append(s.key, isList), int64(v.Len()))
		return s.once(v) && s.all(slices.Collect(v.Elements()))
	case *starlark.Dict:
		s.key = binary.AppendVarint(append(s.key, isDict), int64(v.Len()))
		if !s.once(v) {
			return false
		}
		for k, x := range v.Entries() {
			if !s.add(k) || !s.add(x) {
				return false
			}
		}
	case *roll:
		s.key = append(s.key, isRoll)
	case *sheet:
		s.text(isSheet, string(v.seat))
	case *row:
		s.text(isRow, string(v.Seat()))
		s.text(isRow, v.table.list.ID)
		s.text(isRow, v.ID)
	case *dice:
		s.text(isDice, fmt.Sprintf("%s %v", v.text, [...]int{v.Count, v.Low, v.High, v.Again}))
		return v.text != "" || v.sum == nil
	case *field, *table, *pool, *track, *condition, *action: // declared once, so that each stays where it is
		s.text(isThing, fmt.Sprintf("%p", v))
	case *bound:
		s.text(isWord, v.word.name)
		return s.add(v.on)
	case *starlark.Function:
		at := v.Position()
		s.key = append(s.key, isCode)
		s.number(int64(at.Line))
		s.number(int64(at.Col))
		for i := range v.NumFreeVars() {
			if _, x := v.FreeVar(i); !s.add(x) {
				return false
			}
		}
	default:
		return false
	}
	return true
}

func (s *stateKey) all(list []starlark.Value) bool {
	for _, x := range list {
		if !s.add(x) {
			return false
		}
	}
	return true
}

// once reports whether a list or a dict has not come before.
func (s *stateKey) once(v starlark.Value) bool {
	if slices.Contains(s.seen, v) {
		return false
	}
	s.seen = append(s.seen, v)
	return true
}
