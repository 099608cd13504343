package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/term"
	"github.com/muesli/termenv"

	"example.org/fray/ui/kit"
)

// width is the width of text output in columns.
const width = 78

// look returns the look of text output: bold and two colours that are legible on any
// background, if the output is a terminal with colours.
func (a *app) look() *kit.Look {
	r, theme := lipgloss.NewRenderer(io.Discard), kit.Mono
	switch {
	case !isTerminal(a.out) || a.env("TERM") == "dumb":
		r.SetColorProfile(termenv.Ascii)
	case a.env("NO_COLOR") != "":
		r.SetColorProfile(termenv.ANSI)
	default:
		r.SetColorProfile(termenv.ANSI)
		theme.Inks[kit.Good].Fore.ANSI = "2"
		theme.Inks[kit.Bad].Fore.ANSI = "1"
	}
	return kit.NewLook(r, theme, a.glyphs())
}

// glyphs returns the drawing characters.
func (a *app) glyphs() *kit.Glyphs {
	if a.ascii || a.conf().ascii {
		return kit.ASCII
	}
	return kit.Unicode
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(f.Fd())
}

// line prints one line.
func (a *app) line(format string, args ...any) {
	a.write([]byte(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n"))
}

// lines prints drawn lines.
func (a *app) lines(drawn []string) {
	for _, l := range drawn {
		a.line("%s", l)
	}
}

// text prints text from anywhere, wrapped, with lead before each line.
func (a *app) text(lead, text string) {
	for _, l := range kit.Wrap(text, width-len(lead)) {
		a.line("%s%s", lead, l)
	}
}

// clean makes control characters visible, except line breaks.
func clean(words string) string {
	lines := strings.Split(words, "\n")
	for i, l := range lines {
		lines[i] = kit.Clean(l)
	}
	return strings.Join(lines, "\n")
}
