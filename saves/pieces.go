package saves

import (
	"encoding/json"
	"iter"
)

// fields gives the names and values of an object, and elements those of a list, as they stand
// in JSON that is known to be valid. Each commit takes its event apart, and reading it with
// encoding/json costs a tenth of the whole.
func fields(object []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for rest := afterSpace(object[1:]); rest[0] != '}'; {
			var name, value []byte
			name, rest = cutValue(rest)
			value, rest = cutValue(afterSpace(rest)[1:])
			if !yield(nameOf(name), value) {
				return
			}
			if rest = afterSpace(rest); rest[0] == ',' {
				rest = afterSpace(rest[1:])
			}
		}
	}
}

func elements(list []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for rest := afterSpace(list[1:]); rest[0] != ']'; {
			var value []byte
			if value, rest = cutValue(rest); !yield(value) {
				return
			}
			if rest = afterSpace(rest); rest[0] == ',' {
				rest = afterSpace(rest[1:])
			}
		}
	}
}

func afterSpace(text []byte) []byte {
	for len(text) > 0 && (text[0] == ' ' || text[0] == '\t' || text[0] == '\n' || text[0] == '\r') {
		text = text[1:]
	}
	return text
}

// cutValue takes the value at the start of a text from what follows it.
func cutValue(text []byte) (value, rest []byte) {
	text = afterSpace(text)
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			for i++; text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
			continue
		case '}', ']':
			if depth--; depth < 0 {
				return text[:i], text[i:] // a number or word at the end of what it stands in
			}
		case ',', ':', ' ', '\t', '\n', '\r':
			if depth == 0 {
				return text[:i], text[i:]
			}
			continue
		default:
			continue
		}
		if depth == 0 {
			return text[:i+1], text[i+1:]
		}
	}
	return text, nil
}

// nameOf is the name of a field, without quotes and escapes.
func nameOf(quoted []byte) (name string) {
	for _, c := range quoted {
		if c == '\\' || c >= 0x80 { // what is no UTF-8 becomes what encoding/json makes of it
			_ = json.Unmarshal(quoted, &name) // it is a valid string
			return name
		}
	}
	return string(quoted[1 : len(quoted)-1])
}
