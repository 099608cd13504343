package kit

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Looks are the same where all that they go by is, and one is never given for
// another, however many were asked for.
func TestLooksAreShared(t *testing.T) {
	of := func(p termenv.Profile, theme Theme, g *Glyphs) *Look {
		r := lipgloss.NewRenderer(io.Discard)
		r.SetColorProfile(p)
		return NewLook(r, theme, g)
	}
	first := of(termenv.ANSI, Dark, Unicode)
	if of(termenv.ANSI, Dark, Unicode) != first {
		t.Error("two of the same are kept")
	}
	for n := range 3 * mostLooks {
		other := Dark
		other.Grounds[OnCursor] = Colour{ANSI256: fmt.Sprint(n)}
		profile, glyphs := termenv.Profile(n%4), []*Glyphs{Unicode, ASCII}[n%2]
		r := lipgloss.NewRenderer(io.Discard)
		r.SetColorProfile(profile)
		if got, want := of(profile, other, glyphs), rendered(r.ColorProfile(), other, glyphs); !reflect.DeepEqual(got, want) {
			t.Fatalf("look %d is another's", n)
		}
	}
	if len(looks.known) > mostLooks {
		t.Errorf("%d looks are kept", len(looks.known))
	}
}

// An ink is written as a style of Lip Gloss would write it, on every kind of terminal.
func TestInksAreStyles(t *testing.T) {
	for _, p := range []termenv.Profile{termenv.Ascii, termenv.ANSI, termenv.ANSI256, termenv.TrueColor} {
		r := lipgloss.NewRenderer(io.Discard)
		r.SetColorProfile(p)
		of := func(c Colour) lipgloss.TerminalColor {
			if c == (Colour{}) {
				return lipgloss.NoColor{}
			}
			return lipgloss.CompleteColor{TrueColor: c.TrueColor, ANSI256: c.ANSI256, ANSI: c.ANSI}
		}
		ink := inker{p, map[Colour]sequences{}}
		for _, theme := range Themes {
			for n, own := range theme.Inks {
				own.Back = theme.Grounds[n%int(grounds)]
				own.Underline, own.Strike, own.Reverse = n%2 == 0, n%3 == 0, n%5 == 0
				style := r.NewStyle().Bold(own.Bold).Underline(own.Underline).Reverse(own.Reverse).Strikethrough(own.Strike).Foreground(of(own.Fore)).Background(of(own.Back))
				want, _, _ := strings.Cut(style.Render("x"), "x")
				if want = strings.Replace(want, "\x1b[", "\x1b[0;", 1); ink.on(own) != want {
					t.Fatalf("%s, %v: %+v is %q, and not %q", theme.Name, p, own, ink.on(own), want)
				}
			}
		}
	}
}
