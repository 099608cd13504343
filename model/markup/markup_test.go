package markup

import (
	"html"
	"math/rand/v2"
	"strings"
	"testing"
)

func made(write func(w *Writer)) string {
	var w Writer
	write(&w)
	return w.Made().String()
}

// Whatever people write is text, be it between tags or in an attribute.
func TestWordsStayWords(t *testing.T) {
	pieces := []string{"<", ">", `"`, "'", "&", "\x00", "</p>", "<script>", "-->", "javascript:", " ", "a", "é", "\n", "`", "=", "on", "{}", "{{.}}"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		words := ""
		for range rng.IntN(8) {
			words += pieces[rng.IntN(len(pieces))]
		}
		got := made(func(w *Writer) { w.Put(`<p title="{}">{}</p>`, words, words) })
		inside := strings.TrimSuffix(strings.TrimPrefix(got, `<p title="`), "</p>")
		attribute, text, two := strings.Cut(inside, `">`)
		want := strings.ReplaceAll(words, "\x00", "\uFFFD")
		if !two || strings.ContainsAny(inside[:len(attribute)]+text, `<>"`) || html.UnescapeString(attribute) != want || html.UnescapeString(text) != want {
			t.Fatalf("%q is written as %s", words, got)
		}
	}
}

// An address leads to a page, and never to a script.
func TestAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"act?who=a&row=b+c": "act?who=a&amp;row=b+c", "./?who=x": "./?who=x", "https://example.org/i/babab": "https://example.org/i/babab", "/t/abc/": "/t/abc/", "": "",
		"javascript:alert(1)": "#", "JavaScript:alert(1)": "#", "\tjavascript:alert(1)": "#", "java\nscript:alert(1)": "#", "data:text/html,x": "#", "vbscript:x": "#", "mailto:a@b": "#",
		`"><script>`: "&#34;&gt;&lt;script&gt;",
	} {
		for _, at := range []string{"href", "action", "src"} {
			got := made(func(w *Writer) {
				switch at {
				case "href":
					w.Put(`<a href="{}">`, address)
				case "action":
					w.Put(`<a action="{}">`, address)
				case "src":
					w.Put(`<a src="{}">`, address)
				}
			})
			if got != `<a `+at+`="`+want+`">` {
				t.Errorf("%q is written as %s", address, got)
			}
		}
	}
	if got := made(func(w *Writer) { w.Put(`<a href="log?from={}">`, Query(`a&b="c"`)) }); got != `<a href="log?from=a%26b%3D%22c%22">` {
		t.Errorf("a query is written as %s", got)
	}
}

// Values and places must match, and conditions write all or nothing.
func TestPlaces(t *testing.T) {
	got := made(func(w *Writer) {
		w.If(true, "a")
		w.If(false, "b")
		w.With("<i>{}</i>", "")
		w.With("<b>{}</b>", "<")
		w.Put("{}{}{}", 7, int64(8), Fragment{"<br>"})
	})
	if got != "a<b>&lt;</b>78<br>" {
		t.Errorf("written is %s", got)
	}
	for name, write := range map[string]func(w *Writer){
		"a place without a value":  func(w *Writer) { w.Put("{} {}", "a") },
		"a value without a place":  func(w *Writer) { w.Put("{}", "a", "b") },
		"a value of no known type": func(w *Writer) { w.Put("{}", 1.5) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s passes", name)
				}
			}()
			made(write)
		}()
	}
}
