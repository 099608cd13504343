package ui

import (
	"fmt"
	"strings"
	"testing"

	"example.org/fray/ui/kit"
)

// The sixteen colours of the pictures, and the size of a cell in them.
var sixteen = [16]string{
	"#16181d", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#3d9aa8", "#c8ccd4",
	"#6f7683", "#ff8b94", "#b5e890", "#ffd580", "#82c4ff", "#f0a0ff", "#6fe3f2", "#ffffff",
}

const cellWidth, cellHeight = 8.4, 18

// pen is how a cell is drawn.
type pen struct {
	fore, back                       int // of the sixteen; -1: the picture's own
	bold, underline, reverse, strike bool
}

var plainPen = pen{fore: -1, back: -1}

// sgr is the pen after the numbers of an escape sequence.
func (p pen) sgr(numbers string) pen {
	for _, n := range strings.Split(numbers, ";") {
		var v int
		fmt.Sscan(n, &v)
		switch {
		case v == 0:
			p = plainPen
		case v == 1:
			p.bold = true
		case v == 4:
			p.underline = true
		case v == 7:
			p.reverse = true
		case v == 9:
			p.strike = true
		case v >= 30 && v <= 37:
			p.fore = v - 30
		case v >= 40 && v <= 47:
			p.back = v - 40
		case v >= 90 && v <= 97:
			p.fore = v - 90 + 8
		case v >= 100 && v <= 107:
			p.back = v - 100 + 8
		}
	}
	return p
}

// colours are those of the letters and of what is behind them.
func (p pen) colours() (fore, back string) {
	fore, back = sixteen[7], sixteen[0]
	if p.fore >= 0 {
		fore = sixteen[p.fore]
	}
	if p.back >= 0 {
		back = sixteen[p.back]
	}
	if p.reverse {
		fore, back = back, fore
	}
	return fore, back
}

// svg makes a picture of a frame in sixteen colours.
func svg(title, frame string, w, h int) string {
	var b strings.Builder
	width, height := float64(w)*cellWidth+16, h*cellHeight+16
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %d" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`+"\n", width, height)
	fmt.Fprintf(&b, "<title>%s</title>\n", escaped(title))
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="6" fill="%s"/>`+"\n", sixteen[0])
	p := plainPen
	for y, line := range strings.Split(frame, "\n") {
		x := 0
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
			p.draw(&b, run, x, y)
			x, line = x+kit.Width(run), rest
		}
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func (p pen) draw(b *strings.Builder, run string, x, y int) {
	fore, back := p.colours()
	n := kit.Width(run)
	left, top := 8+float64(x)*cellWidth, 8+y*cellHeight
	if back != sixteen[0] {
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
