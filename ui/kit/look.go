package kit

import (
	"strings"

	"github.com/charmbracelet/lipgloss"
)

// Look is a theme and glyphs as one terminal shows them. It is read only and
// may be used from any goroutine.
type Look struct {
	*Glyphs
	Theme Theme
	pairs [tokens]pair
}

// pair are the strings before and after text of a token.
type pair struct{ on, off string }

// NewLook renders a theme's tokens with a session's renderer. A renderer
// without colours (TERM=dumb) gives plain text; for NO_COLOR hand in [Mono]
// and a renderer that knows attributes.
func NewLook(r *lipgloss.Renderer, t Theme, g *Glyphs) *Look {
	k := &Look{Glyphs: g, Theme: t}
	for i, ink := range t.Inks {
		style := r.NewStyle().Bold(ink.Bold).Underline(ink.Underline).Reverse(ink.Reverse).Strikethrough(ink.Strike)
		if c := ink.Fore; c != (Colour{}) {
			style = style.Foreground(c.lipgloss())
		}
		if c := ink.Back; c != (Colour{}) {
			style = style.Background(c.lipgloss())
		}
		k.pairs[i].on, k.pairs[i].off, _ = strings.Cut(style.Render("x"), "x")
	}
	return k
}

func (c Colour) lipgloss() lipgloss.TerminalColor {
	return lipgloss.CompleteColor{TrueColor: c.TrueColor, ANSI256: c.ANSI256, ANSI: c.ANSI}
}
