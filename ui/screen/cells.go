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

// rest reports whether the cell belongs to a wide letter that begins before.
func (c cell) rest() bool { return c.text == "" }

// doubtful reports whether terminals disagree about the width of the letter.
func (c cell) doubtful() bool {
	if len(c.text) < 3 {
		return false
	}
	r, n := utf8.DecodeRuneInString(c.text)
	return n < len(c.text) || r >= 0x1f000
}

// joins reports whether a terminal may take c for a part of the letter before.
func (c cell) joins(before cell) bool {
	if !script(before.text) && !script(c.text) {
		return false
	}
	var room [2 * longest]byte
	both := append(append(room[:0], before.text...), c.text...)
	first, _ := ansi.FirstGraphemeCluster(both, ansi.GraphemeWidth)
	return len(first) != len(before.text)
}

// script reports whether text is of a kind that may join what stands beside
// it: no ASCII, no Greek or Cyrillic, no signs, no Chinese or Japanese, no whole
// Korean syllable.
func script(text string) bool {
	if len(text) < 2 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(text)
	if r < 0x590 { // letters of Europe, and the marks on them
		return r >= 0x300 && unicode.Is(unicode.M, r)
	}
	return (r < 0x2000 || r > 0xa4cf) && (r < 0xac00 || r > 0xd7a3)
}

// longest is how many bytes of marks and joiners a letter may have.
const longest = 96

// read gives a drawn line as exactly w cells, in dst. Only printable text and
// SGR sequences count. All other sequences and controls, and what has no width
// of its own, are dropped. An empty cell has of its style what is seen of it.
func read(dst []cell, line string, w int) []cell {
	dst = dst[:0]
	var now style
	for i := 0; i < len(line) && len(dst) < w; {
		switch c := line[i]; {
		case c == 0x1b:
			n, params, sgr := sequence(line[i:])
			if sgr {
				now = now.sgr(params)
			}
			i += n
		case c < ' ' || c == 0x7f:
			i++
		case c < utf8.RuneSelf && (i+1 == len(line) || line[i+1] < utf8.RuneSelf):
			if c == ' ' {
				dst = append(dst, cell{" ", now.seen()})
			} else {
				dst = append(dst, cell{line[i : i+1], now})
			}
			i++
		default:
			n, text, cells := letter(line[i:])
			i += n
			if cells > w-len(dst) {
				text, cells = " ", w-len(dst)
			}
			for k := range cells {
				if k > 0 && text != " " {
					text = ""
				}
				if text == " " {
					dst = append(dst, cell{text, now.seen()})
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

// letter gives the first letter with its marks: the bytes it takes in s, what
// is shown of it, and its width in cells, which may be none.
func letter(s string) (n int, text string, cells int) {
	if r, size := utf8.DecodeRuneInString(s); r == utf8.RuneError && size <= 1 {
		return 1, "\ufffd", 1
	}
	text, cells = ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	n = len(text)
	if n == 0 {
		return 1, "", 0
	}
	if r, _ := utf8.DecodeRuneInString(text); cells > 0 && unicode.In(r, unicode.M, unicode.Cf) {
		return n, "\ufffd", 1 // a mark with nothing to sit on would change the letter before
	}
	if n > longest || !shown(text) {
		_, size := utf8.DecodeRuneInString(text)
		if text = text[:size]; !shown(text) {
			return n, "", 0
		}
		return size, text, ansi.StringWidth(text)
	}
	return n, text, cells
}

// shown reports whether text is valid and has no control in it. What is
// invisible otherwise has no cells of its own, and is dropped for that.
func shown(text string) bool {
	for _, r := range text {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return false
		}
	}
	return utf8.ValidString(text)
}

// sequence gives the length of the escape sequence that s begins with, and the
// parameters if it is SGR.
func sequence(s string) (n int, params string, sgr bool) {
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
			return i, "", false // broken off: what follows is text, or another
		}
		return i + 1, s[2:i], s[i] == 'm' && numbers(s[2:i])
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

func numbers(params string) bool {
	for i := range len(params) {
		if c := params[i]; (c < '0' || c > '9') && c != ';' && c != ':' {
			return false
		}
	}
	return true
}
