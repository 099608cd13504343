package kit_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/ui/kit"
)

// Whatever text is drawn: it does nothing to a terminal but appear, in as many
// cells as the row has.
func FuzzText(f *testing.F) {
	for _, s := range []string{"", "Seraph", "a\x1b]52;c;aGk=\x07b", "\u202eab\u200d", "e\u0301\u0301", "\xff\xfe\x9b2J", "\u0301first",
		"\U0001F469\u200d\U0001F467", "\u0938\u0947", "\uc138\ub77c", strings.Repeat("\u1100", 30)} {
		f.Add(s, uint8(12))
	}
	theme, ok := kit.FindTheme("dark")
	if !ok {
		f.Fatal("there is no dark theme")
	}
	k := kit.NewLook(lipgloss.NewRenderer(nil), theme, kit.Unicode)
	f.Fuzz(func(t *testing.T, s string, w uint8) {
		if len(s) > 1<<12 {
			return
		}
		clean := kit.Clean(s)
		if !utf8.ValidString(clean) {
			t.Fatalf("%q became %q, which is not a text", s, clean)
		}
		if i := strings.IndexFunc(clean, func(r rune) bool {
			return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
		}); i >= 0 {
			t.Fatalf("%q became %q, which steers", s, clean)
		}
		row := ansi.Strip(k.Row(int(w)).Put(kit.Accent, s).String())
		if got := kit.Width(row); got > int(w) || strings.ContainsAny(row, "\x1b\n\r") {
			t.Fatalf("%q in a row of %d takes %d cells: %q", s, w, got, row)
		}
		if beside := kit.Width("|" + clean + "|"); beside != kit.Width(clean)+2 {
			t.Fatalf("%q joins what stands beside it: %d cells of %d", clean, beside, kit.Width(clean)+2)
		}
	})
}
