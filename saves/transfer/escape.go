package transfer

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// EscapeJSON writes with their numbers, as JSON may, the characters of a JSON
// document that could steer a terminal or hide among the others. What it says
// stays the same.
func EscapeJSON(b []byte) []byte {
	odd := func(r rune) bool {
		return r == 0x7f || r > 0x7f && (unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || r == utf8.RuneError)
	}
	if bytes.IndexFunc(b, odd) < 0 {
		return b
	}
	var out strings.Builder
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case !odd(r) || r == utf8.RuneError && n == 3:
			out.Write(b[:n])
		case r > 0xffff:
			fmt.Fprintf(&out, `\u%04x\u%04x`, 0xd7c0+r>>10, 0xdc00+r&0x3ff)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
		b = b[n:]
	}
	return []byte(out.String())
}

// unescape takes back what EscapeJSON did.
func unescape(b []byte) []byte {
	if !bytes.Contains(b, []byte(`\u`)) {
		return b
	}
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		if b[0] == '\\' && len(b) > 1 && b[1] != 'u' {
			out, b = append(out, b[:2]...), b[2:]
			continue
		}
		if r, n := numberedRune(b); n > 0 && len(EscapeJSON([]byte(string(r)))) > len(string(r)) && r != '\u2028' && r != '\u2029' {
			out, b = utf8.AppendRune(out, r), b[n:]
			continue
		}
		out, b = append(out, b[0]), b[1:]
	}
	return out
}

// numberedRune reads a character that stands as its number, with its second
// half if it has one; n is 0 where there is none.
func numberedRune(b []byte) (r rune, n int) {
	read := func(b []byte) (rune, bool) {
		if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
			return 0, false
		}
		v, err := strconv.ParseUint(string(b[2:6]), 16, 32)
		return rune(v), err == nil
	}
	r, ok := read(b)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		low, ok := read(b[6:])
		if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
			return 0, 0
		}
		return r, 12
	}
	return r, 6
}
