package cli

import (
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"

	"example.org/fray/ui/kit"
)

// paint puts colour on words, where there is a terminal that wants any.
type paint struct{ on bool }

func (s *shell) paint() paint {
	return paint{isTerminal(s.out) && s.env("NO_COLOR") == "" && s.env("TERM") != "dumb"}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

func (p paint) in(code, words string) string {
	if !p.on {
		return words
	}
	return "\x1b[" + code + "m" + words + "\x1b[0m"
}

func (p paint) title(words string) string { return p.in("1", words) }
func (p paint) dim(words string) string   { return p.in("2", words) }
func (p paint) good(words string) string  { return p.in("32", words) }
func (p paint) bad(words string) string   { return p.in("1;31", words) }

// clean shows what could steer a terminal; lines stay lines.
func clean(words string) string {
	lines := strings.Split(words, "\n")
	for i, l := range lines {
		lines[i] = kit.Clean(l)
	}
	return strings.Join(lines, "\n")
}

// width is how wide text for people is set.
const width = 78

// wrapped gives text in lines, each after lead.
func wrapped(lead, text string) string {
	var b strings.Builder
	for _, l := range kit.Wrap(clean(text), width-len(lead)) {
		b.WriteString(strings.TrimRight(lead+l, " ") + "\n")
	}
	return b.String()
}
