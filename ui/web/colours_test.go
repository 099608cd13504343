package web

import (
	"cmp"
	"os"
	"testing"

	"example.org/fray/ui/kit"
	"example.org/fray/ui/uitest"
)

// The colours of pages are those of the themes of the screen: colours.css is written from them.
func TestColoursAreThoseOfTheScreen(t *testing.T) {
	const name = "static/colours.css"
	if *uitest.Update {
		if err := os.WriteFile(name, []byte(colours()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != colours() {
		t.Errorf("%s is not what the themes of the screen say, %v: go test ./ui/web -run Colours -update writes it", name, err)
	}
}

// colours returns the themes of the screen as CSS variables: dark or light as the system
// prefers, and high contrast if it asks for that.
func colours() string {
	inks := []struct {
		name string
		ink  kit.Token
	}{{"text", kit.Text}, {"dim", kit.Dim}, {"faint", kit.Faint}, {"accent", kit.Accent}, {"on-accent", kit.Selection}, {"good", kit.Good}, {"bad", kit.Bad},
		{"title", kit.Title}, {"hero", kit.Hero}, {"foe", kit.Foe}, {"other", kit.Other}, {"life", kit.Life}, {"energy", kit.Energy}, {"points", kit.Points},
		{"hurt", kit.Hurt}, {"grave", kit.Grave}, {"lost", kit.Lost}, {"track", kit.Track}, {"odds", kit.Odds}, {"odds-bad", kit.OddsBad}}
	grounds := []struct {
		name, bare string // bare: the value if the theme leaves it to the terminal
		ground     kit.Ground
	}{{"back", "#000000", kit.OnBack}, {"panel", "#000000", kit.OnPanel}, {"front", "#000000", kit.OnFront}, {"band", "#000000", kit.OnBand},
		{"cursor", "#00005f", kit.OnCursor}, {"card", "#000000", kit.OnCard}, {"hit", "#003300", kit.OnHit}, {"miss", "#330000", kit.OnMiss}}
	set := func(t kit.Theme) string {
		scheme := "light"
		if t.Dark {
			scheme = "dark"
		}
		out := ":root{color-scheme:" + scheme + ";"
		for _, x := range inks {
			out += "--" + x.name + ":" + t.Inks[x.ink].Fore.TrueColor + ";"
		}
		for _, x := range grounds {
			out += "--" + x.name + ":" + cmp.Or(t.Grounds[x.ground].TrueColor, x.bare) + ";"
		}
		return out + "}\n"
	}
	return set(kit.Dark) + "@media (prefers-color-scheme: light){" + set(kit.Light) + "}\n@media (prefers-contrast: more){" + set(kit.HighContrast) + "}\n"
}
