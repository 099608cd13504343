package kit

import (
	"fmt"
	"io"
	"reflect"
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
		if got, want := of(profile, other, glyphs), rendered(r, other, glyphs); !reflect.DeepEqual(got, want) {
			t.Fatalf("look %d is another's", n)
		}
	}
	if len(looks.known) > mostLooks {
		t.Errorf("%d looks are kept", len(looks.known))
	}
}
