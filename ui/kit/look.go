package kit

import (
	"strings"
	"sync"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Look is a theme and glyphs as one terminal shows them. It is read only and
// may be used from any goroutine.
type Look struct {
	*Glyphs
	Theme Theme
	pairs [tokens]pair
	onto  [tokens + 1]pair // the same on the ground of the line under the cursor; last, no token
}

// pair are the strings before and after text of a token.
type pair struct{ on, off string }

// looks are those of this process, of which many screens have the same.
var looks struct {
	sync.Mutex
	known map[lookOf]*Look
}

// lookOf is all that a look goes by.
type lookOf struct {
	colours termenv.Profile
	theme   Theme
	glyphs  *Glyphs
}

// mostLooks is how many are known: themes are made by people, one after the other.
const mostLooks = 64

// NewLook renders a theme's tokens with a session's renderer. A renderer
// without colours (TERM=dumb) gives plain text; for NO_COLOR hand in [Mono]
// and a renderer that knows attributes.
func NewLook(r *lipgloss.Renderer, t Theme, g *Glyphs) *Look {
	of := lookOf{r.ColorProfile(), t, g}
	looks.Lock()
	defer looks.Unlock()
	k := looks.known[of]
	if k == nil {
		if len(looks.known) >= mostLooks || looks.known == nil {
			looks.known = map[lookOf]*Look{}
		}
		k = rendered(r, t, g)
		looks.known[of] = k
	}
	return k
}

func rendered(r *lipgloss.Renderer, t Theme, g *Glyphs) *Look {
	k := &Look{Glyphs: g, Theme: t}
	for i, ink := range t.Inks {
		style := r.NewStyle().Bold(ink.Bold).Underline(ink.Underline).Reverse(ink.Reverse).Strikethrough(ink.Strike)
		if c := ink.Fore; c != (Colour{}) {
			style = style.Foreground(c.lipgloss())
		}
		if c := ink.Back; c != (Colour{}) {
			style = style.Background(c.lipgloss())
		}
		k.pairs[i] = pairOf(style)
		if ink.Back == (Colour{}) {
			style = t.Inks[Ground].under(style)
		}
		k.onto[i] = pairOf(style)
	}
	k.onto[tokens] = pairOf(t.Inks[Ground].under(r.NewStyle()))
	return k
}

// under is a style on the ground.
func (ground Ink) under(style lipgloss.Style) lipgloss.Style {
	if ground.Back != (Colour{}) {
		style = style.Background(ground.Back.lipgloss())
	}
	if ground.Reverse {
		style = style.Reverse(true)
	}
	return style
}

// pairOf is what a style writes before and after text.
func pairOf(style lipgloss.Style) (p pair) {
	p.on, p.off, _ = strings.Cut(style.Render("x"), "x")
	return p
}

func (c Colour) lipgloss() lipgloss.TerminalColor {
	return lipgloss.CompleteColor{TrueColor: c.TrueColor, ANSI256: c.ANSI256, ANSI: c.ANSI}
}
