// Package clean makes text from people safe to be shown, whatever it is shown in.
package clean

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Text makes text safe for a terminal, as one line: controls become ^X, and what is
// invisible or changes the direction of writing becomes its number, as in <202e>. Letters of
// all scripts and emoji stay.
func Text(s string) string {
	if _, ok := Simple(s); ok {
		return s
	}
	out := clean(s)
	if w := ansi.StringWidth("|" + out + "|"); w != widthByCluster(out)+2 || leadsWithMark(out) {
		return numbered(out) // it would join what stands beside it
	}
	return out
}

func clean(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	marks := 0
	var last rune
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			writeNumber(&b, rune(s[i]))
			r = 0
		case r < ' ' || r == 0x7f:
			b.WriteByte('^')
			b.WriteByte(byte(r) ^ 0x40)
			r = 0
		case joins(r, last):
			b.WriteRune(r)
		case r == 0xfe0f || r == 0x20e3:
			if last > '~' { // behind a digit terminals disagree about its width
				b.WriteRune(r)
			}
			r = last
		case unseen(r):
			writeNumber(&b, r)
			r = 0
		case unicode.In(r, unicode.Mn, unicode.Me):
			if marks++; marks <= mostMarks {
				b.WriteRune(r)
			}
			i += n
			continue
		default:
			b.WriteRune(r)
		}
		marks, last = 0, r
		i += n
	}
	return b.String()
}

// mostMarks is how many marks may be piled on a letter.
const mostMarks = 4

// joins reports whether r is a joiner that belongs to the letter before: in
// Hindi, Persian and composed emoji.
func joins(r, last rune) bool {
	switch {
	case r == 0x200c || r == 0x200d:
		return last > 0xff && last != 0x200c && last != 0x200d
	case r >= 0xe0020 && r <= 0xe007f: // a flag written in tags
		return last == 0x1f3f4 || last >= 0xe0020 && last <= 0xe007f
	}
	return false
}

// unseen reports whether r is invisible, or changes how other letters are shown.
func unseen(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs) ||
		r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef || r == 0x034f || r >= 0xfe00 && r <= 0xfe0e ||
		r >= 0x1160 && r <= 0x11ff && lonely(r) || r >= 0xe0100 && r <= 0xe01ef
}

// lonely reports the fillers among the conjoining Hangul letters.
func lonely(r rune) bool { return r == 0x1160 }

const hexDigits = "0123456789abcdef"

func writeNumber(b *strings.Builder, r rune) {
	b.WriteByte('<')
	for shift := 20; shift >= 0; shift -= 4 {
		if r>>shift != 0 || shift == 0 {
			b.WriteByte(hexDigits[r>>shift&15])
		}
	}
	b.WriteByte('>')
}

// leadsWithMark reports whether the first cluster would combine with the cell before.
func leadsWithMark(s string) bool {
	if s == "" || s[0] < utf8.RuneSelf {
		return false
	}
	_, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return w == 0
}

// numbered gives every letter outside ASCII as its number.
func numbered(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
		} else {
			writeNumber(&b, r)
		}
	}
	return b.String()
}

func widthByCluster(s string) int {
	total := 0
	for s != "" {
		n, w := Cluster(s)
		s, total = s[n:], total+w
	}
	return total
}

// Cluster measures the first cluster of clean text: its bytes and its cells.
func Cluster(s string) (n, w int) {
	if s[0] < utf8.RuneSelf {
		return 1, 1
	}
	c, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
	return len(c), w
}

// Simple reports whether each letter of s takes one cell and combines with no other, and how
// many letters there are. That is so for nearly everything that is drawn.
func Simple(s string) (cells int, ok bool) {
	for i := 0; i < len(s); cells++ {
		if c := s[i]; c < utf8.RuneSelf {
			if c < ' ' || c > '~' {
				return 0, false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !lone(r) {
			return 0, false
		}
		i += n
	}
	return cells, true
}

// lone reports whether r is a Latin letter or a sign for drawing, which takes one cell and
// combines with no other.
func lone(r rune) bool {
	switch {
	case r < 0x180:
		return r > 0xa0 && r != 0xad && r != 0xa9 && r != 0xae
	case r < 0x2500:
		return r >= 0x2013 && r <= 0x201e || r == 0x2022 || r == 0x2026 || r == 0x203a || r >= 0x2190 && r <= 0x2193 || r == 0x21b6
	}
	return r <= 0x25fc || r == 0x2713 || r == 0x2717 || r == 0x2739 // boxes, blocks, shapes, ticks and marks
}
