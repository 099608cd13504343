package screen

import (
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// cell is one cell of a line. A wide letter stands in its first cell; the rest
// of it are cells without text.
type cell struct {
	text  string
	style style
}

// continues reports whether the cell belongs to a wide letter that begins in a cell
// before it.
func (c cell) continues() bool { return c.text == "" }

// uncertain reports whether terminals disagree about the width of the letter.
func (c cell) uncertain() bool {
	if len(c.text) < 3 {
		return false
	}
	r, n := utf8.DecodeRuneInString(c.text)
	return n < len(c.text) || r >= 0x1f000
}

// joins reports whether a terminal may take c for a part of the letter before.
func (c cell) joins(before cell) bool {
	if !mayJoin(before.text) && !mayJoin(c.text) {
		return false
	}
	var room [2 * longestLetter]byte
	both := append(append(room[:0], before.text...), c.text...)
	first, _ := ansi.FirstGraphemeCluster(both, ansi.GraphemeWidth)
	return len(first) != len(before.text)
}

// mayJoin reports whether terminals may join text with the letter beside it. ASCII,
// Greek, Cyrillic, signs, Chinese, Japanese and whole Korean syllables never join.
func mayJoin(text string) bool {
	if len(text) < 2 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text)
	if r < 0x590 { // letters of Europe, and the marks on them
		return r >= 0x300 && unicode.Is(unicode.M, r)
	}
	return (r < 0x2000 || r > 0xa4cf) && (r < 0xac00 || r > 0xd7a3)
}

// longestLetter is how many bytes a letter may have with its marks and joiners.
const longestLetter = 96

// parseLine returns a drawn line as exactly w cells, in the memory of dst. It reads
// printable text and SGR sequences; all other sequences and controls, and letters
// without a width, are dropped. A blank cell keeps only the part of its style that can
// be seen.
func parseLine(dst []cell, line string, w int) []cell {
	dst = dst[:0]
	var now style
	for i := 0; i < len(line) && len(dst) < w; {
		switch c := line[i]; {
		case c == 0x1b:
			n, params, sgr := escapeSequence(line[i:])
			if sgr {
				now = now.sgr(params)
			}
			i += n
		case c < ' ' || c == 0x7f:
			i++
		case c < utf8.RuneSelf && (i+1 == len(line) || line[i+1] < utf8.RuneSelf):
			if c == ' ' {
				dst = append(dst, cell{" ", now.onBlank()})
			} else {
				dst = append(dst, cell{line[i : i+1], now})
			}
			i++
		default:
			n, text, cells := firstLetter(line[i:])
			i += n
			if cells > w-len(dst) {
				text, cells = " ", w-len(dst)
			}
			for k := range cells {
				if k > 0 && text != " " {
					text = ""
				}
				if text == " " {
					dst = append(dst, cell{text, now.onBlank()})
				} else {
					dst = append(dst, cell{text, now})
				}
			}
		}
	}
	for len(dst) < w {
		dst = append(dst, cell{text: " "})
	}
	return dst
}

// firstLetter returns the first letter of s with its marks: the number of bytes it takes
// in s, what is shown of it, and its width in cells, which may be 0.
func firstLetter(s string) (n int, text string, cells int) {
	if r, size := utf8.DecodeRuneInString(s); r == utf8.RuneError && size <= 1 {
		return 1, "\ufffd", 1
	}
	text, cells = ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	n = len(text)
	if n == 0 {
		return 1, "", 0
	}
	if r, _ := utf8.DecodeRuneInString(text); cells > 0 && unicode.In(r, unicode.M, unicode.Cf) {
		return n, "\ufffd", 1 // a mark without a letter would change the letter before it
	}
	if n > longestLetter || !printable(text) {
		_, size := utf8.DecodeRuneInString(text)
		if text = text[:size]; !printable(text) {
			return n, "", 0
		}
		return size, text, ansi.StringWidth(text)
	}
	return n, text, cells
}

// printable reports whether text is valid UTF-8 without control characters.
func printable(text string) bool {
	for _, r := range text {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return false
		}
	}
	return utf8.ValidString(text)
}

// escapeSequence returns the length of the escape sequence that s begins with, and its
// parameters if it is SGR.
func escapeSequence(s string) (n int, params string, sgr bool) {
	if len(s) < 2 {
		return 1, "", false
	}
	switch s[1] {
	case '[':
		i := 2
		for i < len(s) && s[i] >= 0x20 && s[i] <= 0x3f {
			i++
		}
		if i == len(s) || s[i] < 0x40 || s[i] > 0x7e {
			return i, "", false // incomplete: what follows is text, or another sequence
		}
		return i + 1, s[2:i], s[i] == 'm' && numeric(s[2:i])
	case ']', 'P', '_', '^', 'X':
		for i := 2; i < len(s); i++ {
			switch {
			case s[i] == 0x07:
				return i + 1, "", false
			case s[i] == 0x1b && i+1 < len(s) && s[i+1] == '\\':
				return i + 2, "", false
			}
		}
		return len(s), "", false
	}
	i := 1
	for i < len(s) && s[i] >= 0x20 && s[i] <= 0x2f {
		i++
	}
	if i < len(s) && s[i] >= 0x30 && s[i] <= 0x7e {
		i++
	}
	return i, "", false
}

func numeric(params string) bool {
	for i := range len(params) {
		if c := params[i]; (c < '0' || c > '9') && c != ';' && c != ':' {
			return false
		}
	}
	return true
}
