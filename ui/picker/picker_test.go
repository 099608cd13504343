package picker

import (
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"example.org/fray/model/phrase"
	"example.org/fray/ui/kit"
)

// look is one without colour.
func look(tb testing.TB) *kit.Look {
	tb.Helper()
	theme, ok := kit.FindTheme("mono")
	if !ok {
		tb.Fatal("no mono theme")
	}
	return kit.NewLook(lipgloss.NewRenderer(io.Discard), theme, kit.Unicode)
}

// some makes entries.
func some(r *rand.Rand) []Entry {
	word := func(most int) string {
		b := make([]byte, 1+r.IntN(most))
		for i := range b {
			b[i] = "abcde"[r.IntN(5)]
		}
		return string(b)
	}
	out := make([]Entry, r.IntN(40))
	for i := range out {
		out[i] = Entry{Name: word(6), Also: word(5) + " " + word(5), Group: []string{"", "Fight", "Move"}[r.IntN(3)], WhyNot: []string{"", "", "not now"}[r.IntN(3)]}
		if r.IntN(2) == 0 {
			out[i].Name += " " + word(6)
		}
	}
	return out
}

// Whatever is typed and pressed, the cursor stands on something that is found, in
// sight, and what is drawn fits.
func TestPickerProperties(t *testing.T) {
	k := look(t)
	moves := []string{"up", "down", "page-up", "page-down", "first", "last", "choose"}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 27))
		all := some(r)
		p := New(all)
		if r.IntN(2) == 0 {
			p = p.Apart("not now")
		}
		for range 12 {
			switch r.IntN(4) {
			case 0:
				text := "abcde e "[r.IntN(7):]
				if p = p.Find(text[:r.IntN(len(text))]); p.Cursor() != 0 {
					t.Fatal("the cursor is not on the best")
				}
			case 1:
				on, was := p.On()
				all = append(slices.Clip(all), Entry{Name: "zzz"})
				p = p.With(all)
				if now, _ := p.On(); was && now.Name != on.Name {
					t.Fatalf("with another entry the cursor goes from %q to %q", on.Name, now.Name)
				}
			default:
				does, round, was := moves[r.IntN(len(moves))], r.IntN(2) == 0, p
				now, moved := p.Move(does, 5, round)
				if p = now; moved == (does == "choose") {
					t.Fatalf("%s moves: %v", does, moved)
				}
				if n := was.Len(); n > 0 && does == "down" && round && p.Cursor() != (was.Cursor()+1)%n {
					t.Fatalf("down leads from %d to %d of %d", was.Cursor(), p.Cursor(), n)
				}
			}
			sound(t, p, all)
			fitting(t, p, k, 20+r.IntN(40), 1+r.IntN(12))
		}
	}
}

// fitting fails where what is drawn of a picker does not fit into w by h cells, or not
// one line is under the cursor.
func fitting(t *testing.T, p Picker, k *kit.Look, w, h int) {
	t.Helper()
	lines, marked := p.Draw(k, w, h, nil), 0
	for _, l := range lines {
		if got := ansi.StringWidth(l); got != w {
			t.Fatalf("a line of %d cells for %d", got, w)
		}
		if strings.HasPrefix(ansi.Strip(l), k.Mark) {
			marked++
		}
	}
	if want := min(1, p.Len()); marked != want || len(lines) > h {
		t.Fatalf("%d of %d lines for %d are under the cursor of %d entries:\n%s", marked, len(lines), h, p.Len(), strings.Join(lines, "\n"))
	}
}

// sound fails where a picker shows what its text does not find, or its cursor stands
// nowhere.
func sound(t *testing.T, p Picker, all []Entry) {
	t.Helper()
	on, ok := p.On()
	if ok != (p.Len() > 0) || ok && all[p.At()] != on {
		t.Fatalf("the cursor is on %d of %d", p.Cursor(), p.Len())
	}
	for n := range p.Len() {
		if n > 0 && p.apart != "" && p.text == "" && all[p.Nth(n-1)].WhyNot != "" && all[p.Nth(n)].WhyNot == "" {
			t.Fatal("what can be chosen stands below what cannot")
		}
	}
	if found := phrase.Search(p.text, p.wanted); p.Len() != len(found) {
		t.Fatalf("%d of %d that are found are shown", p.Len(), len(found))
	}
}

// Headings stand above their groups, and what cannot be chosen last under its own.
func TestHeadings(t *testing.T) {
	p := New([]Entry{{Name: "Attack", Group: "Fight", Aside: "79 %"}, {Name: "Throw", Group: "Fight", WhyNot: "no knife"}, {Name: "Jump", Group: "Move"}}).Apart("not now")
	draw := func(p Picker) string {
		var out []string
		for _, l := range p.Draw(look(t), 40, 9, func(n int) string { return fmt.Sprint(n+1, " ") }) {
			out = append(out, strings.Join(strings.Fields(strings.ReplaceAll(ansi.Strip(l), "─", "")), " "))
		}
		return strings.Join(out, "\n")
	}
	if got, want := draw(p), "Fight\n▌1 Attack 79 %\nMove\n2 Jump\nnot now\n3 Throw ✗ no knife"; got != want {
		t.Errorf("it is drawn\n%s\nwant\n%s", got, want)
	}
	if got, want := draw(p.Find("throw")), "▌1 Throw ✗ no knife Fight"; got != want {
		t.Errorf("what cannot be chosen alone is drawn\n%s\nwant\n%s", got, want)
	}
	if got := draw(p.Find("trow")); got != "nothing matches; closest: Throw" {
		t.Errorf("nothing found is drawn %q", got)
	}
}
