package model_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"example.org/fray/model"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"plain", "Seraph", "Seraph"},
		{"space at the ends", "  Seraph\n", "Seraph"},
		{"line ends and tabs", "a\r\nb\tc", "a b c"},
		{"an escape sequence", "\x1b]52;c;aGk=\x07", "␛]52;c;aGk=␇"},
		{"a C1 control", "a\u009bb", "a‹U+009B›b"},
		{"DEL", "a\x7fb", "a␡b"},
		{"bidi override", "gpj\u202eexe", "gpj‹U+202E›exe"},
		{"isolates and marks", "\u2066a\u2069\u200e\u200f\u061c", "‹U+2066›a‹U+2069›‹U+200E›‹U+200F›‹U+061C›"},
		{"line and paragraph separators", "a\u2028b\u2029c", "a‹U+2028›b‹U+2029›c"},
		{"byte order mark", "a\ufeffb", "a‹U+FEFF›b"},
		{"zero width space", "a\u200bb", "a‹U+200B›b"},
		{"a tag, hidden text", "a\U000e0041", "a‹U+E0041›"},
		{"a family", "👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"},
		{"Persian", "می\u200cخواهم", "می\u200cخواهم"},
		{"a lonely joiner", "a \u200d b", "a ‹U+200D› b"},
		{"a joiner at the end", "a\u200d", "a‹U+200D›"},
		{"broken UTF-8", "a\xffb", "a\ufffdb"},
		{"an unpaired surrogate", "a\xed\xa0\x80b", "a\ufffd\ufffd\ufffdb"},
		{"accents", "Zoë e\u0301", "Zoë e\u0301"},
	} {
		if got := model.Clean(c.in, 200); got != c.want {
			t.Errorf("%s: Clean(%q) = %q, want %q", c.what, c.in, got, c.want)
		}
	}
	if got, want := model.CleanText("one\r\ntwo\rthree\n\n", 200), "one\ntwo\nthree"; got != want {
		t.Errorf("CleanText = %q, want %q", got, want)
	}
	if got, want := model.Clean("Überläufer", 4), "Über"; got != want {
		t.Errorf("Clean to 4 characters = %q, want %q", got, want)
	}
}

func FuzzClean(f *testing.F) {
	for _, s := range []string{"", "a\x1b[2Jb", "\u202e\u200d", "\xff\xfe", "a\r\n\tb", strings.Repeat("\u0301", 50)} {
		f.Add(s, 20)
	}
	f.Fuzz(func(t *testing.T, s string, most int) {
		most %= 500
		for _, clean := range []func(string, int) string{model.Clean, model.CleanText} {
			got := clean(s, most)
			if !utf8.ValidString(got) || utf8.RuneCountInString(got) > max(most, 0) {
				t.Fatalf("%q to %d characters became %q", s, most, got)
			}
			for _, r := range got {
				if r != '\n' && unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control) {
					t.Fatalf("%q became %q with %U in it", s, got, r)
				}
			}
			if again := clean(got, most); again != got {
				t.Fatalf("%q became %q and then %q", s, got, again)
			}
		}
		if strings.Contains(model.Clean(s, most), "\n") {
			t.Fatalf("a line end stayed in %q", model.Clean(s, most))
		}
	})
}
