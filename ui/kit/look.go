package kit

import (
	"strings"
	"sync"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Look is a theme and glyphs as one terminal shows them, on one ground. It is read
// only and may be used from any goroutine.
type Look struct {
	*Glyphs
	Theme Theme
	Flat  bool // panes have no ground of their own: rules and titles take its place
	on    *[grounds]*Look
	pens  [pens]string // what each pen writes to switch itself on, whatever was on before
	off   string       // what switches it off; "" where no pen writes anything
}

// On is the look on another ground.
func (k *Look) On(g Ground) *Look { return k.on[g] }

// looks are the looks of this process, which many screens share.
var looks struct {
	sync.Mutex
	known map[lookOf]*Look
}

// lookOf is everything that a look depends on.
type lookOf struct {
	colours termenv.Profile
	theme   Theme
	glyphs  *Glyphs
}

// mostLooks bounds how many are kept: people who edit a theme make one after the other.
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

// rendered is the look on the ground between the panes.
func rendered(r *lipgloss.Renderer, t Theme, g *Glyphs) *Look {
	var all [grounds]*Look
	flat := g == ASCII || switchedOn(r.NewStyle().Background(t.Grounds[OnPanel].lipgloss())) == ""
	off := ""
	if r.ColorProfile() != termenv.Ascii {
		off = "\x1b[0m"
	}
	for at := range all {
		k := &Look{Glyphs: g, Theme: t, Flat: flat, on: &all, off: off}
		under := Ink{Back: t.Grounds[at]}
		switch {
		case Ground(at) == OnCursor && under.Back == (Colour{}):
			under.Reverse = t.Reversed
		case flat && Ground(at) != OnCursor:
			under.Back = Colour{}
		}
		for i, ink := range t.Inks {
			if ink.Back == (Colour{}) {
				ink.Back = under.Back
			}
			ink.Reverse = ink.Reverse || under.Reverse
			k.pens[i] = switchedOn(ink.style(r))
			k.pens[Filled(Token(i))] = switchedOn(t.filled(Token(i), under).style(r))
		}
		k.pens[tokens] = switchedOn(under.style(r))
		all[at] = k
	}
	return all[OnBack]
}

// filled is a token with its colour behind the text, on a ground. Without colours it is
// reverse video or nothing.
func (t Theme) filled(i Token, under Ink) Ink {
	back, text := t.Inks[i].Fore, t.Inks[OnFilled]
	if i == Lost || i == Track {
		text = t.Inks[Title]
	}
	if back == (Colour{}) {
		under.Bold = true
		under.Reverse = under.Reverse != (i != Lost && i != Track)
		return under
	}
	text.Back = back
	return text
}

// style is an ink as the renderer's style.
func (i Ink) style(r *lipgloss.Renderer) lipgloss.Style {
	style := r.NewStyle().Bold(i.Bold).Underline(i.Underline).Reverse(i.Reverse).Strikethrough(i.Strike)
	if i.Fore != (Colour{}) {
		style = style.Foreground(i.Fore.lipgloss())
	}
	if i.Back != (Colour{}) {
		style = style.Background(i.Back.lipgloss())
	}
	return style
}

// switchedOn is what a style writes before text; "" for a style without effect.
func switchedOn(style lipgloss.Style) string {
	on, _, _ := strings.Cut(style.Render("x"), "x")
	if rest, is := strings.CutPrefix(on, "\x1b["); is {
		return "\x1b[0;" + rest
	}
	return on
}

func (c Colour) lipgloss() lipgloss.TerminalColor {
	return lipgloss.CompleteColor{TrueColor: c.TrueColor, ANSI256: c.ANSI256, ANSI: c.ANSI}
}
