package kit

import (
	"strings"

	"example.org/fray/ui/clean"
	"github.com/charmbracelet/x/ansi"
)

// Width is how many cells s takes. Escape sequences take none. Everything on the screen is
// measured with it.
func Width(s string) int {
	if n, ok := clean.Simple(s); ok {
		return n
	}
	return ansi.StringWidth(s)
}

// Clean makes text safe for a terminal, see [clean.Text].
func Clean(s string) string { return clean.Text(s) }

// plain reports whether s is printable ASCII.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// cut gives the longest start of clean text that takes at most w cells, and
// how many it takes.
func cut(s string, w int) (string, int) {
	if w <= 0 {
		return "", 0
	}
	if plain(s) {
		n := min(w, len(s))
		return s[:n], n
	}
	used := 0
	for i := 0; i < len(s); {
		n, cells := clean.Cluster(s[i:])
		if used+cells > w {
			return s[:i], used
		}
		i, used = i+n, used+cells
	}
	return s, used
}

// Fit gives s in exactly w cells, cleaned, cut with a sign when it is too
// long, and padded when it is too short.
func (k *Look) Fit(s string, w int) string {
	return k.Row(w).Put(plainInk, s).String()
}

// Wrap breaks text into lines of at most w cells, at spaces where there are
// any. Line breaks of the text hold, and gaps between words of one line.
func Wrap(text string, w int) []string { return Wrapped(nil, text, w) }

// Wrapped appends the lines of [Wrap] to others.
func Wrapped(out []string, text string, w int) []string {
	if w < 1 {
		return out
	}
	for part := range strings.SplitSeq(strings.ReplaceAll(text, "\t", " "), "\n") {
		out = wrapLine(out, Clean(strings.TrimRight(part, "\r")), w)
	}
	return out
}

func wrapLine(out []string, s string, w int) []string {
	s = strings.TrimRight(s, " ")
	from, used := 0, 0 // where the line begins, and its cells
	for at := 0; at < len(s); {
		start := at + len(s[at:]) - len(strings.TrimLeft(s[at:], " "))
		end := len(s)
		if i := strings.IndexByte(s[start:], ' '); i >= 0 {
			end = start + i
		}
		n := Width(s[start:end])
		if used > 0 && used+start-at+n <= w {
			at, used = end, used+start-at+n
			continue
		}
		if used > 0 {
			out = append(out, s[from:at])
		}
		for n > w {
			head, _ := cut(s[start:end], w)
			if head == "" { // a wide letter in one cell
				return append(out, "")
			}
			out, start = append(out, head), start+len(head)
			n = Width(s[start:end])
		}
		from, at, used = start, end, n
	}
	return append(out, s[from:])
}

// Cut gives the first w cells of a drawn line, padded where a wide letter
// would have stood on the edge. Its inks are switched off at the end.
func (k *Look) Cut(line string, w int) string {
	out := ansi.Truncate(line, w, "")
	if n := w - ansi.StringWidth(out); n > 0 {
		out += k.Blank(n)
	}
	return out
}

// Padded fills text up to w cells, and at least one space follows it.
func Padded(s string, w int) string {
	return s + strings.Repeat(" ", max(1, w-Width(s)))
}

// Clip is text cleaned and cut to at most w cells, with no sign for what is
// missing.
func Clip(s string, w int) string {
	head, _ := cut(Clean(s), w)
	return head
}
