package model

import (
	"strings"
	"unicode"
)

// longestFileName keeps file names, in any script, below every system's limit.
const longestFileName = 48

// FileName makes the name of a file, without its ending, of the name of a table, a character or
// anything else, from whoever it comes. It can't name another folder, a device or a hidden
// file, nor be read as a flag or a pattern; of a name that is one already it makes the same.
func FileName(name string) string {
	switch s := Letters(name, longestFileName); {
	case s == "":
		return "unnamed"
	case device(s):
		return "file-" + s
	default:
		return s
	}
}

// Letters gives the letters and digits of a name in lower case, other things as one
// hyphen: no more than most characters.
func Letters(name string, most int) string {
	var b strings.Builder
	n, gap := 0, false
	for _, r := range strings.ToLower(name) {
		if n >= most {
			break
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) || r == unicode.ReplacementChar {
			gap = n > 0
			continue
		}
		if gap {
			b.WriteByte('-')
			n, gap = n+1, false
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// device reports names that mean a device on Windows.
func device(s string) bool {
	switch s {
	case "con", "prn", "aux", "nul":
		return true
	}
	return len(s) == 4 && (strings.HasPrefix(s, "com") || strings.HasPrefix(s, "lpt")) && unicode.IsDigit(rune(s[3]))
}
