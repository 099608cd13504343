package saves

import (
	"strings"
	"unicode"
)

// longestFileName keeps file names, in any script, below every system's limit.
const longestFileName = 48

// FileName makes the name of a file, without its ending, of the name of a table or a
// character. It can't name another folder, a device or a hidden file.
func FileName(name string) string {
	switch s := Letters(name, longestFileName); {
	case s == "":
		return "table"
	case device(s):
		return "table-" + s
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
