package replay

import (
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"

	"example.org/fray/engine"
	"example.org/fray/model/markup"

	"example.org/fray/ui/kit"
)

func itoa(n int) string { return strconv.Itoa(n) }

// WriteHTML writes the card as a page that loads nothing.
func (c Card) WriteHTML(w io.Writer) error { return writeMarkup(w, c.write) }

func (c Card) write(w *markup.Writer) {
	w.Put(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{}, {}</title>
<style>
`, c.Table, c.Title())
	w.HTML(cardStyle)
	w.Put(`</style>
</head>
<body>
<header><h1>{}</h1><p>{}</p></header>
<main>
`, c.Table, c.Title())
	if len(c.People) > 0 {
		w.HTML(`<table>
<thead><tr><th scope="col">Who</th><th scope="col">`)
		if c.Counts == "hits" {
			w.HTML(`Hits`)
		} else {
			w.HTML(`Harm`)
		}
		w.HTML(` given</th><th scope="col">Taken</th><th scope="col">Hits</th></tr></thead>
<tbody>`)
		for _, who := range c.People {
			given, taken, hits := who.words()
			w.Put(`
<tr><th scope="row">{}</th><td><span class="bar" style="width:{}%"></span>{}</td><td><span class="bar taken" style="width:{}%"></span>{}</td><td>{}</td></tr>`, who.Name, c.Share(who.Given), given, c.Share(who.Taken), taken, hits)
		}
		w.HTML(`
</tbody>
</table>
`)
	}
	w.HTML(`<dl>`)
	for _, remark := range c.Remarks() {
		w.Put(`
<dt>{}</dt><dd>{}`, remark.Head, remark.Words)
		if remark.Figure != "" {
			w.HTML(` <b`)
			w.If(!remark.Good, ` class="bad"`)
			w.Put(`>{}</b>`, remark.Figure)
		}
		w.HTML(`</dd>`)
	}
	w.HTML(`
</dl>
`)
	if len(c.Curve) > 0 {
		w.Put(`<figure><svg viewBox="0 0 400 100" preserveAspectRatio="none" aria-hidden="true"><polyline points="{}" vector-effect="non-scaling-stroke"/></svg><figcaption>{}</figcaption></figure>
`, c.Points(400, 100), c.CurveWords())
	}
	w.HTML(`</main>
</body>
</html>
`)
}

// Points returns the curve as the points of a polyline in a box of this size.
func (c Card) Points(wide, high int) string {
	var out []string
	for i, m := range c.Curve {
		out = append(out, fmt.Sprintf("%d,%d", i*wide/max(len(c.Curve)-1, 1), int(float64(high)*(1-m.Chance)+0.5)))
	}
	return strings.Join(out, " ")
}

// CurveWords tells the curve in words.
func (c Card) CurveWords() string { return Curve{Moments: c.Curve}.Words() }

// The height of a row with bars in a picture, and of a remark below.
const (
	cardRow    = 36
	cardRemark = 40
)

// WriteSVG writes the card as a picture of 1200 x 630.
func (c Card) WriteSVG(w io.Writer) error {
	var b strings.Builder
	put := func(class string, x, y int, words string) {
		fmt.Fprintf(&b, `<text class="%s" x="%d" y="%d">%s</text>`, class, x, y, html.EscapeString(words))
	}
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630" role="img" aria-label="%s">`, html.EscapeString(c.Table+": "+c.Title()))
	b.WriteString(`<style>text{font:21px DejaVu Sans,Verdana,sans-serif;fill:#e6e6ea}.t{font-size:38px;font-weight:700}.d{fill:#9aa0ad}.n{font-weight:700}.heroes{fill:#7cc4ff;font-weight:700}.foes{fill:#ff9a8b;font-weight:700}.e{text-anchor:end}.good{fill:#4cc38a;text-anchor:end}.bad{fill:#ff6b5e;text-anchor:end}</style>`)
	b.WriteString(`<rect width="1200" height="630" fill="#14161b"/>`)
	put("t", 48, 72, cut(c.Table, 44))
	put("d", 48, 108, cut(c.Title(), 80))
	name, bar := 48, 330
	if len(c.Curve) > 1 {
		bar = 160
		c.drawCurve(&b, 860, 150, 292, 190)
	}
	given := name + 212
	taken := given + bar + 80
	hits := taken + bar + 80
	if len(c.People) > 0 {
		put("d", given, 150, map[bool]string{true: "hits given", false: "harm given"}[c.Counts == "hits"])
		put("d", taken, 150, "taken")
		put("d e", hits+72, 150, "hits")
	}
	all := c.Remarks()
	below := 598 - cardRemark*(len(all)-1) // the first remark
	y := 186
	rows := c.People
	if most := (below-50-y)/cardRow + 1; len(rows) > most {
		rows = rows[:most-1]
	}
	for _, p := range rows {
		put(map[bool]string{true: "heroes", false: "foes"}[p.Side == "heroes"], name, y, cut(p.Name, 15))
		gave, took, hit := p.words()
		for _, x := range []struct {
			at, n      int
			words, ink string
		}{{given, p.Given, gave, "#3f8f62"}, {taken, p.Taken, took, "#a3424c"}} {
			long := bar * c.Share(x.n) / 100
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="20" rx="2" fill="%s"/>`, x.at, y-17, long, x.ink)
			put("n", x.at+long+8, y, x.words)
		}
		if p.Blows > 0 || p.HitsMore {
			put("d e", hits+72, y, hit)
		}
		y += cardRow
	}
	if n := len(c.People) - len(rows); n > 0 {
		put("d", name, y, fmt.Sprintf("and %d more", n))
	}
	y = below
	fmt.Fprintf(&b, `<rect x="48" y="%d" width="1104" height="1" fill="#30343e"/>`, y-38)
	for _, m := range all {
		put("d", 48, y, m.Head)
		put("", 290, y, cut(m.Words, 70-kit.Width(m.Figure)))
		if m.Figure != "" {
			put(map[bool]string{true: "good", false: "bad"}[m.Good], 1152, y, m.Figure)
		}
		y += cardRemark
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// drawCurve draws the curve in a box.
func (c Card) drawCurve(b *strings.Builder, x, y, wide, high int) {
	fmt.Fprintf(b, `<text class="d" x="%d" y="%d">heroes win</text><g transform="translate(%d %d)"><rect width="%d" height="%d" fill="#1d2027"/><path d="M0 %dH%d" stroke="#30343e" stroke-dasharray="4 4"/>`,
		x, y, x, y+16, wide, high, high/2, wide)
	fmt.Fprintf(b, `<polygon points="0,%d %s %d,%d" fill="#7cc4ff" fill-opacity=".25"/><polyline points="%s" fill="none" stroke="#7cc4ff" stroke-width="3"/></g>`,
		high, c.Points(wide, high), wide, high, c.Points(wide, high))
	last := c.Curve[len(c.Curve)-1]
	fmt.Fprintf(b, `<text class="d" x="%d" y="%d">%s at first, %s at last</text>`, x, y+16+high+28, engine.Percent(c.Curve[0].Chance), engine.Percent(last.Chance))
}

// WriteMarkdown writes the card as Markdown. escape keeps text from being read as markup.
func (c Card) WriteMarkdown(w io.Writer, escape func(string) string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", escape(c.Table), escape(c.Title()))
	if len(c.People) > 0 {
		fmt.Fprintf(&b, "\n| Who | %s given | Taken | Hits |\n| --- | --- | --- | --- |\n", map[bool]string{true: "Hits", false: "Harm"}[c.Counts == "hits"])
	}
	bar := func(n int, words string) string {
		return strings.TrimSpace(strings.Repeat("█", (c.Share(n)+9)/10) + " " + words)
	}
	for _, p := range c.People {
		given, taken, hits := p.words()
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", escape(p.Name), bar(p.Given, given), bar(p.Taken, taken), hits)
	}
	b.WriteString("\n")
	for _, m := range c.Remarks() {
		line := "- **" + m.Head + ":** " + escape(m.Words)
		if m.Figure != "" {
			line += " (" + m.Figure + ")"
		}
		b.WriteString(line + "\n")
	}
	if len(c.Curve) > 1 {
		steps := []rune("▁▂▃▄▅▆▇█")
		b.WriteString("- **The chance of the heroes to win:** ")
		for _, m := range c.Curve {
			b.WriteRune(steps[int(math.Round(m.Chance*float64(len(steps)-1)))])
		}
		fmt.Fprintf(&b, " from %s to %s\n", engine.Percent(c.Curve[0].Chance), engine.Percent(c.Curve[len(c.Curve)-1].Chance))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
