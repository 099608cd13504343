package web

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync"

	"example.org/fray/ui/kit"
)

// file is a static file of the pages. Static files contain nothing of any table.
type file struct {
	kind, tag string
	body      []byte
}

// static returns the static files by name.
var static = sync.OnceValue(func() map[string]file {
	out := map[string]file{}
	for name, kind := range map[string]string{"style.css": "text/css; charset=utf-8", "script.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml"} {
		body, err := files.ReadFile("static/" + name)
		if err != nil {
			panic(err)
		}
		if name == "style.css" {
			body = append([]byte(colours()), body...)
		}
		sum := sha256.Sum256(body)
		out[name] = file{kind, hex.EncodeToString(sum[:6]), body}
	}
	return out
})

// address returns the path of a static file, which changes with its content.
func address(name string) string { return "/static/" + name + "?" + static()[name].tag }

func (f file) serve(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", f.kind)
	if r.URL.RawQuery == f.tag {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	_, _ = w.Write(f.body)
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
