package kit_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.org/fray/ui/kit"
)

// The sixteen colours of xterm; terminals have their own, but mean these.
var xterm = []string{"#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
	"#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"}

func rgb(colour string) (r, g, b float64) {
	if n, err := strconv.Atoi(colour); err == nil {
		switch {
		case n < 16:
			colour = xterm[n]
		case n < 232:
			level := []int{0, 95, 135, 175, 215, 255}
			n -= 16
			colour = fmt.Sprintf("#%02x%02x%02x", level[n/36], level[n/6%6], level[n%6])
		default:
			colour = fmt.Sprintf("#%02[1]x%02[1]x%02[1]x", 8+10*(n-232))
		}
	}
	n, _ := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	return float64(n >> 16), float64(n >> 8 & 255), float64(n & 255)
}

func luminance(colour string) float64 {
	linear := func(c float64) float64 {
		if c /= 255; c <= 0.03928 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	r, g, b := rgb(colour)
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// by gives a colour as one kind of terminal has it: with 16, 256 or all colours.
func by(c kit.Colour, n int) string { return []string{c.ANSI, c.ANSI256, c.TrueColor}[n] }

// Text of every token has 4.5:1 on every ground that it stands on, what is dimmed behind a
// card 2.5:1, and text on a filled part 4.5:1, with each kind of terminal.
func TestContrast(t *testing.T) {
	bare := []kit.Token{kit.Faint, kit.Lost, kit.Track, kit.Odds, kit.OddsBad, kit.OnFilled} // drawn but not read
	for _, theme := range kit.Themes {
		need := 4.5
		if theme.Name == kit.HighContrast.Name {
			need = 7
		}
		check := func(what, fore, ground string, need float64) {
			if fore == "" || ground == "" {
				return
			}
			if got := contrast(fore, ground); got < need {
				t.Errorf("%s: %s %q on %s has %.2f:1, needs %.1f:1", theme.Name, what, fore, ground, got, need)
			}
		}
		for n := range 3 {
			own := []string{"#000000", "#1e1e1e"} // of a terminal of which nothing is known
			if !theme.Dark {
				own = []string{"#ffffff"}
			}
			var grounds []string
			for _, g := range []kit.Ground{kit.OnBack, kit.OnPanel, kit.OnFront, kit.OnBand, kit.OnCursor, kit.OnCard} {
				if c := by(theme.Grounds[g], n); c != "" {
					grounds = append(grounds, c)
				}
			}
			if by(theme.Grounds[kit.OnPanel], n) == "" {
				grounds = append(grounds, own...)
			}
			for i, ink := range theme.Inks {
				token := kit.Token(i)
				if slices.Contains(bare, token) {
					continue
				}
				on := grounds
				if back := by(ink.Back, n); back != "" {
					on = []string{back}
				}
				for _, ground := range on {
					check(token.String(), by(ink.Fore, n), ground, need)
				}
			}
			for _, token := range []kit.Token{kit.Life, kit.Hurt, kit.Grave, kit.Energy, kit.Points, kit.Accent, kit.Good} {
				check("text on "+token.String(), by(theme.Inks[kit.OnFilled].Fore, n), by(theme.Inks[token].Fore, n), 4.5)
			}
			if n > 0 { // of sixteen colours there are not enough
				for _, token := range []kit.Token{kit.Lost, kit.Track} {
					check("text on "+token.String(), by(theme.Inks[kit.Title].Fore, n), by(theme.Inks[token].Fore, n), 4.5)
				}
				for _, g := range []kit.Ground{kit.OnHit, kit.OnMiss} {
					for _, token := range []kit.Token{kit.Text, kit.Title} {
						check(token.String(), by(theme.Inks[token].Fore, n), by(theme.Grounds[g], n), 4.5)
					}
				}
			}
			check("faint", by(theme.Inks[kit.Faint].Fore, n), by(theme.Grounds[kit.OnBehind], n), 2.5)
		}
	}
}

// Mono has no colour, and tells what is selected, grave and taken back by
// other means.
func TestMonoHasNoColour(t *testing.T) {
	for i, ink := range kit.Mono.Inks {
		if ink.Fore != (kit.Colour{}) || ink.Back != (kit.Colour{}) {
			t.Errorf("%s has a colour", kit.Token(i))
		}
	}
	if !kit.Mono.Inks[kit.Selection].Reverse || !kit.Mono.Inks[kit.Struck].Strike || !kit.Mono.Inks[kit.Bad].Bold {
		t.Error("mono tells a state by nothing")
	}
}

func TestThemeFile(t *testing.T) {
	theme, err := kit.Dark.With(map[string]string{"good": "bold #00ff88 on 17", "dim": "bright-white", "text": "default"})
	if err != nil {
		t.Fatal(err)
	}
	good := theme.Inks[kit.Good]
	if !good.Bold || good.Fore.TrueColor != "#00ff88" || good.Back.ANSI256 != "17" {
		t.Errorf("good is %+v", good)
	}
	if theme.Inks[kit.Dim].Fore.ANSI != "15" || theme.Inks[kit.Text].Fore != (kit.Colour{}) {
		t.Errorf("dim is %+v, text %+v", theme.Inks[kit.Dim], theme.Inks[kit.Text])
	}
	if theme.Inks[kit.Bad] != kit.Dark.Inks[kit.Bad] {
		t.Error("a token that the file leaves out has changed")
	}
	for _, c := range []struct{ token, ink, want string }{
		{"goood", "red", `no colour "goood"`},
		{"good", "reddish", `"reddish" is not a colour`},
		{"good", "256", `"256" is not a colour`},
		{"good", "#12345", `"#12345" is not a colour`},
	} {
		if _, err := kit.Dark.With(map[string]string{c.token: c.ink}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s = %s: %v, want %s", c.token, c.ink, err, c.want)
		}
	}
}
