package d6

import (
	"testing"

	"example.org/fray/engine"
)

// A template has what it would have if somebody typed the names and codes of its figure.
func TestTemplatesAsTyped(t *testing.T) {
	for i, f := range figures {
		p := engine.PageOf("genre", f.genre, "character_points", 5, "fate_points", 1)
		for _, list := range [][]string{f.attributes, f.skills} {
			for n := 0; n+1 < len(list); n += 2 {
				var known bool
				var err error
				if p, known, err = named(p, list[n], list[n+1]); !known || err != nil {
					t.Errorf("%s: %s is not known: %v", f.name, list[n], err)
				}
			}
		}
		if want := written(p, f.more); !want.Equal(templates[i].Page) {
			t.Errorf("%s has\n%v and not\n%v", f.name, templates[i].Page, want)
		}
	}
}

func BenchmarkTemplates(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		drawn(figures)
	}
}
