package screen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// fakeTerminal is a terminal in memory that understands what a Painter may send, and no more. It
// fails the test on anything else.
type fakeTerminal struct {
	testing.TB
	w, h  int
	cells []cell
	x, y  int
	now   style
	odd   bool // letters that terminals disagree about take two cells more
	modes bool // it may be set up and left
}

func newFakeTerminal(tb testing.TB, w, h int) *fakeTerminal {
	g := &fakeTerminal{TB: tb, w: w, h: h}
	g.erase()
	for i := range g.cells {
		g.cells[i].text = "#" // what was there before
	}
	return g
}

func (g *fakeTerminal) erase() {
	g.cells = make([]cell, g.w*g.h)
	for i := range g.cells {
		g.cells[i].text = " "
	}
}

func (g *fakeTerminal) write(b []byte) {
	g.Helper()
	for s := string(b); s != ""; {
		if s[0] == 0x1b {
			n, params, sgr := escapeSequence(s)
			g.control(s[:n], params, sgr)
			s = s[n:]
			continue
		}
		text, n := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		for _, r := range text {
			if r < ' ' || r >= 0x7f && r < 0xa0 || r == utf8.RuneError && !strings.HasPrefix(text, "\ufffd") {
				g.Fatalf("%q is sent to the terminal", text)
			}
		}
		g.put(text, n)
		s = s[len(text):]
	}
}

func (g *fakeTerminal) control(seq, params string, sgr bool) {
	g.Helper()
	switch {
	case sgr:
		g.now = g.now.sgr(params)
	case seq == "\x1b[2J":
		if g.now != (style{}) {
			g.Fatal("erases with a colour")
		}
		g.erase()
	case seq == beginFrame || seq == endFrame:
		if g.now != (style{}) {
			g.Fatal("a frame begins or ends with a style on")
		}
	case strings.HasSuffix(seq, "H"):
		x, y := 1, 1
		if n, _ := fmt.Sscanf(seq, "\x1b[%d;%dH", &y, &x); n == 0 {
			g.Fatalf("%q", seq)
		}
		if x < 1 || x > g.w || y < 1 || y > g.h {
			g.Fatalf("%q is outside", seq)
		}
		g.x, g.y = x-1, y-1
	case g.modes && strings.HasPrefix(seq, "\x1b[?"), g.modes && seq == question:
	default:
		g.Fatalf("%q is sent to the terminal", seq)
	}
}

// put writes a letter as xterm does: what is left of a wide letter of which one
// half is written over is blank.
func (g *fakeTerminal) put(text string, n int) {
	g.Helper()
	if n == 0 {
		g.Fatalf("%q has no width", text)
	}
	row := g.cells[g.y*g.w : (g.y+1)*g.w]
	if g.odd && (cell{text: text}).uncertain() {
		n += 2
	}
	if !g.odd && g.x+n > g.w {
		g.Fatalf("%q at %d,%d is cut by the edge", text, g.x, g.y)
	}
	for i := range n {
		if g.x+i < g.w {
			blank(row, g.x+i)
		}
	}
	for i := range n {
		if g.x+i < g.w {
			row[g.x+i] = cell{text, g.now}
			if text == " " {
				row[g.x+i].style = g.now.onBlank()
			}
			text = ""
		}
	}
	g.x = min(g.x+n, g.w-1)
}

// blank clears the whole letter of which x is a cell.
func blank(row []cell, x int) {
	from, to := x, x+1
	for from > 0 && row[from].continues() {
		from--
	}
	for to < len(row) && row[to].continues() {
		to++
	}
	for i := from; i < to; i++ {
		row[i] = cell{text: " "}
	}
}

func (g *fakeTerminal) line(y int) []cell { return g.cells[y*g.w : (y+1)*g.w] }

// shows fails unless the terminal shows the frame.
func (g *fakeTerminal) shows(lines []string) {
	g.Helper()
	for y := range g.h {
		want := parseLine(nil, lineAt(lines, y), g.w)
		if got := g.line(y); !slices.Equal(got, want) {
			g.Fatalf("line %d\n got %v\nwant %v", y, got, want)
		}
	}
}

var letters = []string{"a", "b", " ", " ", "│", "─", "é", "e\u0301", "界", "한", "ﾃ", "👍", "👩‍👩‍👧", "🇫🇷", "नि", "ش", "▸", "…"}

var inks = []string{"\x1b[m", "\x1b[0m", "\x1b[1m", "\x1b[1;96m", "\x1b[30;46m", "\x1b[7m", "\x1b[38;5;208m",
	"\x1b[48;2;1;2;3m", "\x1b[22m", "\x1b[39;49m", "\x1b[4:3m", "\x1b[58;5;9m", "\x1b[38:2::9:8:7m", "\x1b[24;27m", "\x1b[100;9m"}

var poison = []string{"\x1b[2J", "\x1b]52;c;aGk=\x07", "\x1b]0;title\x1b\\", "\x1b[6n", "\x1b[?1049l", "\x1bc", "\x1b(0", "\x07", "\r", "\n", "\t", "\x7f",
	"\u202e", "\u2066", "\u200b", "\u009b31m", "\x9b2J", "\xff", "\xc2", "\x1bP+q\x1b\\", "\x1b_x\x1b\\", "\x1b[", "\x1b", "\x1b]", "\x1b[1;2", "\x1b[>1m", "\x1b[?4m",
	"\x1b[1 m", "\u0301", "\u200d", "\x00", "\x1b[99999999999999999999m", "\x1b[38;5m", "\x1b[38;2;300;1;1m", "\u2028"}

func randomLine(r *rand.Rand, w int, hostile bool) string {
	var b strings.Builder
	for used := 0; used < w; {
		switch n := r.IntN(20); {
		case n < 3:
			b.WriteString(inks[r.IntN(len(inks))])
		case n == 3 && hostile:
			b.WriteString(poison[r.IntN(len(poison))])
		default:
			l := letters[r.IntN(len(letters))]
			b.WriteString(l)
			used += max(1, ansi.StringWidth(l))
		}
	}
	return b.String()
}

// edited gives a line with some of it changed.
func edited(r *rand.Rand, line string, w int) string {
	cut := r.IntN(len(line) + 1)
	for cut < len(line) && !utf8.RuneStart(line[cut]) {
		cut++
	}
	return line[:cut] + randomLine(r, 1+r.IntN(w), r.IntN(4) == 0) + line[min(len(line), cut+r.IntN(9)):]
}

// TestReplay draws random frames one after another, and compares the terminal
// with each.
func TestReplay(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		var p Painter
		w, h := 1+r.IntN(40), 1+r.IntN(8)
		g := newFakeTerminal(t, w, h)
		lines := make([]string, h)
		for n := range 30 {
			switch r.IntN(8) {
			case 0:
				w, h = 41-w, 1+r.IntN(8) // never the same
				*g = *newFakeTerminal(t, w, h)
				lines = make([]string, h+r.IntN(3))
				for y := range lines {
					lines[y] = randomLine(r, w, true)
				}
			case 1:
				p.Forget()
				*g = *newFakeTerminal(t, w, h)
			default:
				if y := r.IntN(h); y < len(lines) {
					lines[y] = edited(r, lines[y], w)
				}
			}
			g.write(p.Frame(slices.Clone(lines), w, h))
			g.shows(lines)
			if again := p.Frame(lines, w, h); again != nil {
				t.Fatalf("seed %d, frame %d: the same frame sends %q", seed, n, again)
			}
		}
	}
}

// TestWidthsInDoubt draws on a terminal that gives emoji and piled letters two
// cells more than we think: what stands beside them must be where it belongs.
func TestWidthsInDoubt(t *testing.T) {
	g := newFakeTerminal(t, 12, 1)
	g.odd = true
	var p Painter
	for _, line := range []string{"│a👍bcdefghi│", "│a👩‍👩‍👧bcdefgh!│", "│xyz👍defghi│", "│xyzabc👍ghi│", "│            "} {
		g.write(p.Frame([]string{line}, 12, 1))
		want := parseLine(nil, line, 12)
		for x, c := range g.line(0) {
			if !c.continues() && !want[x].continues() && !want[x].uncertain() && c != want[x] && !(x > 0 && want[x-1].continues()) {
				t.Errorf("%s: cell %d shows %q", line, x, c.text)
			}
		}
	}
}

// TestHostile sends nothing of a line but its text.
func TestHostile(t *testing.T) {
	var p Painter
	for _, bad := range poison {
		line := "ab" + bad + "\x1b[1mcd"
		p.Forget()
		out := string(p.Frame([]string{line}, 10, 1))
		newFakeTerminal(t, 10, 1).write([]byte(out))
		if !strings.Contains(out, "ab") {
			t.Errorf("%q: the text before is lost in %q", bad, out)
		}
		for _, r := range out {
			if r == 0x202e || r == 0x2066 || r == 0x200b || r == 0x2028 {
				t.Errorf("%q is sent", r)
			}
		}
	}
}

func TestSpans(t *testing.T) {
	for _, c := range []struct{ name, was, is, sends string }{
		{"one letter", "abcdefgh", "abcXefgh", "\x1b[1;4HX"},
		{"first", "abcdefgh", "Xbcdefgh", "\x1b[1HX"},
		{"two that are near", "abcdefgh", "aXcdXfgh", "\x1b[1;2HXcdX"},
		{"two that are far", "abcdefghijklmnop", "Xbcdefghijklmnop"[:15] + "X", "\x1b[1HX\x1b[1;16HX"},
		{"a colour", "a\x1b[31mb\x1b[0mc", "a\x1b[32mb\x1b[0mc", "\x1b[1;2H\x1b[32mb\x1b[m"},
		{"the same in other words", "\x1b[1m\x1b[31mab", "\x1b[1;31mab\x1b[0m", ""},
		{"half of a wide letter goes", "a界b", "aXYb", "\x1b[1;2HXY"},
		{"the second half changes into one", "aXYb", "a界b", "\x1b[1;2H界"},
		{"wide letters that move by one", "界界界", " 界界 ", "\x1b[1H 界界 "},
		{"an emoji is followed by a place", "👍ab", "👎ab", "\x1b[1H👎"},
		{"and by what changed", "👍ab", "👎cb", "\x1b[1H👎\x1b[1;3Hc"},
		{"a colour is dropped for another", "\x1b[1;31ma\x1b[0mb", "\x1b[1;31mx\x1b[0;32my", "\x1b[1H\x1b[1;31mx\x1b[0;32my\x1b[m"},
		{"a wide letter on the edge", strings.Repeat("a", 16), strings.Repeat("a", 15) + "界", "\x1b[1;16H "},
	} {
		var p Painter
		p.Frame([]string{c.was}, 16, 1)
		got := string(p.Frame([]string{c.is}, 16, 1))
		if c.sends != "" {
			c.sends = beginFrame + c.sends + endFrame
		}
		if got != c.sends {
			t.Errorf("%s:\n got %q\nwant %q", c.name, got, c.sends)
		}
	}
}

// TestSGR reads and writes every ink, from every other.
func TestSGR(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	one := func() (s style) {
		for range r.IntN(4) {
			_, params, _ := escapeSequence(inks[r.IntN(len(inks))])
			s = s.sgr(params)
		}
		return s
	}
	for range 2000 {
		was, is := one(), one()
		got := was
		for seq := string(is.append(nil, was)); seq != ""; {
			n, params, sgr := escapeSequence(seq)
			if !sgr {
				t.Fatalf("%q", seq)
			}
			got, seq = got.sgr(params), seq[n:]
		}
		if got != is {
			t.Fatalf("from %+v to %+v: %q gives %+v", was, is, is.append(nil, was), got)
		}
	}
}

// Letters that are taken to join nothing don't.
func TestLettersThatJoinNothing(t *testing.T) {
	others := []string{"a", "é", "Ω", "я", "ե", " ", "漢", "─"}
	for r := rune(0x20); r < 0x3000; r++ {
		c := string(r)
		if n, text, cells := firstLetter(c); n != len(c) || text != c || cells == 0 || mayJoin(c) {
			continue
		}
		for _, o := range others {
			for _, both := range [][2]string{{o, c}, {c, o}} {
				if first, _ := ansi.FirstGraphemeCluster(both[0]+both[1], ansi.GraphemeWidth); first != both[0] {
					t.Errorf("%q and %q are one letter", both[0], both[1])
				}
			}
		}
	}
}

// FuzzFrame sends nothing but text, places and inks, whatever the line.
func FuzzFrame(f *testing.F) {
	for _, bad := range poison {
		f.Add("ab"+bad+"cd", "ab"+bad+"ce")
	}
	f.Add("\u115f텅", "\xe8") // a wide letter that the next one joins
	f.Fuzz(func(t *testing.T, one, two string) {
		var p Painter
		g := newFakeTerminal(t, 9, 2)
		for _, lines := range [][]string{{one, two}, {two, one}, {one}, {two + one, one + two}} {
			g.write(p.Frame(lines, 9, 2))
			g.shows(lines)
		}
	})
}

// BenchmarkFrame is the cursor going down a list of 30 lines on 120 by 36
// cells, and the whole frame.
func BenchmarkFrame(b *testing.B) {
	frames := make([][]string, 30)
	for n := range frames {
		for y := range 36 {
			ink, mark := "\x1b[37m", " "
			if y-3 == n {
				ink, mark = "\x1b[30;46m", "▸"
			}
			frames[n] = append(frames[n], fmt.Sprintf("\x1b[90m│\x1b[0m%s%s%-57s\x1b[0m\x1b[90m││\x1b[0m\x1b[97m%-58s\x1b[0m\x1b[90m│\x1b[0m",
				mark, ink, "Strength 11   Agility 22", "93 Seraph moves, 17 against 17"))
		}
	}
	for _, whole := range []bool{false, true} {
		b.Run(map[bool]string{false: "key", true: "whole"}[whole], func(b *testing.B) {
			var p Painter
			p.Frame(frames[0], 120, 36)
			b.ReportAllocs()
			sent := 0
			for i := 0; b.Loop(); i++ {
				if whole {
					p.Forget()
				}
				sent += len(p.Frame(frames[(i+1)%len(frames)], 120, 36))
			}
			b.ReportMetric(float64(sent)/float64(b.N), "bytes/op")
		})
	}
}
