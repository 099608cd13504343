package web

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync"
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
		parts := []string{name}
		if name == "style.css" {
			parts = []string{"colours.css", name}
		}
		var body []byte
		for _, part := range parts {
			text, err := files.ReadFile("static/" + part)
			if err != nil {
				panic(err)
			}
			body = append(body, text...)
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
