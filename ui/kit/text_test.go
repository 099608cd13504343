package kit_test

import (
	"strings"
	"testing"

	"example.org/fray/ui/kit"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"plain", "Seraph", "Seraph"},
		{"an escape", "a\x1b]52;c;aGk=\x07b", "a^[]52;c;aGk=^Gb"},
		{"a C1 control", "a\u009bb", "a<9b>b"},
		{"a raw byte", "a\x9bb", "a<9b>b"},
		{"a newline", "a\nb", "a^Jb"},
		{"a bidi override", "a\u202eb", "a<202e>b"},
		{"a zero width space", "a\u200bb", "a<200b>b"},
		{"a family", "👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"},
		{"Hindi with a joiner", "क्\u200dष", "क्\u200dष"},
		{"Persian", "می\u200cخواهم", "می\u200cخواهم"},
		{"a leading mark", "\u0301a", "<301>a"},
		{"piled marks", "a" + strings.Repeat("\u0301", 50), "a\u0301\u0301\u0301\u0301"},
		{"a letter that joins the next", "\u0600", "<600>"},
		{"Scotland", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f", "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"},
		{"a tag alone", "a\U000e0067", "a<e0067>"},
		{"what the model made of an escape", "␛[31m", "␛[31m"},
	} {
		got := kit.Clean(c.in)
		if got != c.want {
			t.Errorf("%s: Clean(%q) = %q, want %q", c.what, c.in, got, c.want)
		}
		if again := kit.Clean(got); again != got {
			t.Errorf("%s: %q cleaned again is %q", c.what, got, again)
		}
	}
}

// Letters that are taken to stand for themselves are those that all rules of writing
// leave so: behind a word they are what they are alone.
func TestSimpleLettersStandAlone(t *testing.T) {
	const word = "세" // that nothing simple is in
	for r := rune(0x20); r < 0x3000; r++ {
		for _, beside := range []rune{r, 'e', 'é', '·', '—', '→', '─', '█', '▶', '✓'} {
			s := string([]rune{'a', r, beside, 'b'})
			if got, want := kit.Clean(s)+word, kit.Clean(s+word); got != want {
				t.Fatalf("%q is cleaned to %q alone, and to %q before a word", s, got, want)
			}
			if got, want := kit.Width(s)+kit.Width(word), kit.Width(s+word); got != want {
				t.Fatalf("%q has a width of %d alone, and of %d before a word", s, got, want)
			}
		}
	}
}

func TestFit(t *testing.T) {
	k := look(kit.Mono, kit.Unicode)
	for _, c := range []struct {
		in   string
		w    int
		want string
	}{
		{"Rook", 6, "Rook  "},
		{"Seraphina", 6, "Serap…"},
		{"세라프", 6, "세라프"},
		{"세라프", 5, "세라…"},
		{"세라프", 4, "세… "},
		{"👩\u200d👩\u200d👧 x", 3, "👩\u200d👩\u200d👧…"},
		{"Rook", 1, "…"},
		{"Rook", 0, ""},
		{"e\u0301te\u0301", 3, "e\u0301te\u0301"},
	} {
		if got := k.Fit(c.in, c.w); got != c.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", c.in, c.w, got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	got := kit.Wrap("the quick brown fox\nabcdefghijkl \x1b[1m", 7)
	want := []string{"the", "quick", "brown", "fox", "abcdefg", "hijkl", "^[[1m"}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("%q, want %q", got, want)
	}
}
