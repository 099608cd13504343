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
		k = rendered(of.colours, t, g)
		looks.known[of] = k
	}
	return k
}

// rendered is the look on the ground between the panes.
func rendered(p termenv.Profile, t Theme, g *Glyphs) *Look {
	var all [grounds]*Look
	ink := inker{p, map[Colour]sequences{}}
	flat := g == ASCII || ink.on(Ink{Back: t.Grounds[OnPanel]}) == ""
	off := ""
	if p != termenv.Ascii {
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
		for i, own := range t.Inks {
			if own.Back == (Colour{}) {
				own.Back = under.Back
			}
			own.Reverse = own.Reverse || under.Reverse
			k.pens[i] = ink.on(own)
			k.pens[Filled(Token(i))] = ink.on(t.filled(Token(i), under))
		}
		k.pens[tokens] = ink.on(under)
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

// inker writes inks on one kind of terminal. It works out each colour once: to read one
// takes longer than all the rest, and a look has some four hundred inks of thirty colours.
type inker struct {
	profile termenv.Profile
	known   map[Colour]sequences
}

// sequences are what switches a colour on, for the text and behind it.
type sequences struct{ fore, back string }

// Sequence implements termenv.Color.
func (s sequences) Sequence(back bool) string {
	if back {
		return s.back
	}
	return s.fore
}

// on is what an ink writes before text; "" for one without effect.
func (k inker) on(i Ink) string {
	style := k.profile.String()
	if i.Bold {
		style = style.Bold()
	}
	if i.Underline {
		style = style.Underline()
	}
	if i.Reverse {
		style = style.Reverse()
	}
	if i.Fore != (Colour{}) {
		style = style.Foreground(k.colour(i.Fore))
	}
	if i.Back != (Colour{}) {
		style = style.Background(k.colour(i.Back))
	}
	if i.Underline {
		style = style.Underline() // as a style of Lip Gloss writes it
	}
	if i.Strike {
		style = style.CrossOut()
	}
	on, _, _ := strings.Cut(style.Styled("x"), "x")
	if rest, is := strings.CutPrefix(on, "\x1b["); is {
		return "\x1b[0;" + rest
	}
	return on
}

// colour is nil for one that a terminal of that kind has not.
func (k inker) colour(c Colour) termenv.Color {
	s, ok := k.known[c]
	if !ok {
		if of := k.profile.Color(map[termenv.Profile]string{termenv.TrueColor: c.TrueColor, termenv.ANSI256: c.ANSI256, termenv.ANSI: c.ANSI}[k.profile]); of != nil {
			s = sequences{of.Sequence(false), of.Sequence(true)}
		}
		k.known[c] = s
	}
	if s.fore == "" {
		return nil
	}
	return s
}
