package ui

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"example.org/fray/ui/kit"
)

// The sixteen colours of the pictures, and the size of a cell in them.
var sixteen = [16]string{
	"#16181d", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#3d9aa8", "#c8ccd4",
	"#6f7683", "#ff8b94", "#b5e890", "#ffd580", "#82c4ff", "#f0a0ff", "#6fe3f2", "#ffffff",
}

// onLight are the colours of a light terminal, with its ground and its ink.
var onLight = struct {
	sixteen     [16]string
	ground, ink string
}{[16]string{
	"#1d2026", "#b3261e", "#2f7d32", "#8f6400", "#1661a8", "#7a3fa8", "#1b7f8c", "#c9c8c2",
	"#666c78", "#e05050", "#30a030", "#b08000", "#3080d0", "#a050d0", "#2090a0", "#ffffff",
}, "#fbfaf7", "#2a2d34"}

// ground and ink are those of the picture that is drawn.
var ground, ink = sixteen[0], sixteen[7]

const cellWidth, cellHeight = 8.4, 18

// pen is how a cell is drawn.
type pen struct {
	fore, back                       string // colours; "": the picture's own
	bold, underline, reverse, strike bool
}

// sgr is the pen after the numbers of an escape sequence.
func (p pen) sgr(numbers string) pen {
	all := strings.Split(numbers, ";")
	for i := 0; i < len(all); i++ {
		v, _ := strconv.Atoi(all[i])
		switch {
		case v == 0:
			p = pen{}
		case v == 1:
			p.bold = true
		case v == 4:
			p.underline = true
		case v == 7:
			p.reverse = true
		case v == 9:
			p.strike = true
		case (v == 38 || v == 48) && i+1 < len(all):
			var colour string
			if all[i+1] == "2" && i+4 < len(all) {
				n := make([]int, 3)
				for k := range n {
					n[k], _ = strconv.Atoi(all[i+2+k])
				}
				colour, i = fmt.Sprintf("#%02x%02x%02x", n[0], n[1], n[2]), i+4
			} else {
				n, _ := strconv.Atoi(all[min(i+2, len(all)-1)])
				colour, i = of256(n), i+2
			}
			if v == 38 {
				p.fore = colour
			} else {
				p.back = colour
			}
		case v >= 30 && v <= 37:
			p.fore = sixteen[v-30]
		case v >= 40 && v <= 47:
			p.back = sixteen[v-40]
		case v >= 90 && v <= 97:
			p.fore = sixteen[v-90+8]
		case v >= 100 && v <= 107:
			p.back = sixteen[v-100+8]
		}
	}
	return p
}

// of256 is one of the 256 colours.
func of256(n int) string {
	switch {
	case n < 16:
		return sixteen[n]
	case n < 232:
		level := []int{0, 95, 135, 175, 215, 255}
		n -= 16
		return fmt.Sprintf("#%02x%02x%02x", level[n/36], level[n/6%6], level[n%6])
	}
	return fmt.Sprintf("#%02[1]x%02[1]x%02[1]x", 8+10*(n-232))
}

// colours are those of the letters and of what is behind them.
func (p pen) colours() (fore, back string) {
	fore, back = cmp.Or(p.fore, ink), cmp.Or(p.back, ground)
	if p.reverse {
		fore, back = back, fore
	}
	return fore, back
}

// svg makes a picture of a frame in sixteen colours.
func svg(title, frame string, w, h int) string {
	var b strings.Builder
	canvas(&b, title, w, h)
	for y, line := range strings.Split(frame, "\n") {
		drawLine(&b, line, y)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// canvas begins a picture of w by h cells.
func canvas(b *strings.Builder, title string, w, h int) {
	width, height := float64(w)*cellWidth+16, h*cellHeight+16
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`+"\n", width, height)
	fmt.Fprintf(b, "<title>%s</title>\n", escaped(title))
	fmt.Fprintf(b, `<rect width="100%%" height="100%%" rx="6" fill="%s"/>`+"\n", ground)
}

// drawLine draws a line of a screen.
func drawLine(b *strings.Builder, line string, y int) {
	p, x := pen{}, 0
	for line != "" {
		if rest, is := strings.CutPrefix(line, "\x1b["); is {
			numbers, after, _ := strings.Cut(rest, "m")
			p, line = p.sgr(numbers), after
			continue
		}
		run, rest := line, ""
		if i := strings.IndexByte(line, '\x1b'); i >= 0 {
			run, rest = line[:i], line[i:]
		}
		p.draw(b, run, x, y)
		x, line = x+kit.Width(run), rest
	}
}

// shot is one frame of a moving picture, with the keys that led to it.
type shot struct{ keys, words, frame string }

// movie makes a moving picture of frames, each shown for so many seconds; each
// but the first holds only the lines that are others than in the first. Where
// nothing may move, the frame of number still is shown.
func movie(title string, shots []shot, w, h int, seconds float64, still int) string {
	var b strings.Builder
	canvas(&b, title, w, h+2)
	whole := seconds * float64(len(shots))
	fmt.Fprintf(&b, "<style>.s{visibility:hidden;animation:s %.1fs steps(1,end) infinite}@keyframes s{0%%{visibility:visible}%.3f%%,100%%{visibility:hidden}}"+
		"@media(prefers-reduced-motion:reduce){.s{animation:none}.s%d{visibility:visible}}</style>\n", whole, 100/float64(len(shots)), still)
	first := strings.Split(shots[0].frame, "\n")
	for y, line := range first {
		drawLine(&b, line, y)
	}
	for i, x := range shots {
		fmt.Fprintf(&b, `<g class="s s%d" style="animation-delay:%.1fs">`+"\n", i, seconds*float64(i))
		for y, line := range strings.Split(x.frame, "\n") {
			if line == first[y] {
				continue
			}
			fmt.Fprintf(&b, `<rect x="8" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n", 8+y*cellHeight, float64(w)*cellWidth, cellHeight, ground)
			drawLine(&b, line, y)
		}
		drawLine(&b, " \x1b[1;96m"+kit.Padded(x.keys, 8)+"\x1b[0m  "+x.words, h+1)
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func (p pen) draw(b *strings.Builder, run string, x, y int) {
	fore, back := p.colours()
	n := kit.Width(run)
	left, top := 8+float64(x)*cellWidth, 8+y*cellHeight
	if back != ground {
		fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n", left, top, float64(n)*cellWidth, cellHeight, back)
	}
	if strings.TrimSpace(run) == "" {
		return
	}
	// Spaces at the ends are not drawn: viewers disagree about them.
	lead := len(run) - len(strings.TrimLeft(run, " "))
	text := strings.Trim(run, " ")
	style := ""
	if p.bold {
		style += ` font-weight="bold"`
	}
	if p.underline {
		style += ` text-decoration="underline"`
	}
	if p.strike {
		style += ` text-decoration="line-through"`
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%d" fill="%s"%s textLength="%.1f" lengthAdjust="spacingAndGlyphs" xml:space="preserve">%s</text>`+"\n",
		left+float64(lead)*cellWidth, top+14, fore, style, float64(kit.Width(text))*cellWidth, escaped(text))
}

func escaped(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

func TestMovie(t *testing.T) {
	got := movie("m", []shot{{"", "one", "ab\ncd"}, {"x", "two", "ab\nce"}}, 2, 2, 1.5, 1)
	for _, want := range []string{"animation:s 3.0s", "50.000%", `class="s s1" style="animation-delay:1.5s"`, ">ce</text>", ">x</text>", ".s1{visibility:visible}"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
	if strings.Count(got, ">ab</text>") != 1 {
		t.Error("a line that stays is drawn again")
	}
}

func TestSVG(t *testing.T) {
	got := svg("a & b", "\x1b[1;36mab\x1b[0m c\x1b[7m<\x1b[0m", 5, 1)
	for _, want := range []string{
		"<title>a &amp; b</title>",
		`x="8.0" y="22" fill="#3d9aa8" font-weight="bold" textLength="16.8"`, ">ab</text>",
		`x="33.2" y="22" fill="#c8ccd4" textLength="8.4"`,
		`<rect x="41.6" y="8" width="8.4" height="18" fill="#c8ccd4"/>`, `fill="#16181d" textLength="8.4"`, ">&lt;</text>",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}
