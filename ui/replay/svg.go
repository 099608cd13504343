package replay

import (
	"fmt"
	"html"
	"io"
	"strings"

	"example.org/fray/engine"
)

// The largest number of frames in a picture, and how long each is shown, in seconds.
const (
	svgFrames = 20
	svgStep   = 1.6
)

// WriteSVG writes the fight as an animated picture. For people who prefer reduced motion it
// shows only the last frame.
func (r Replay) WriteSVG(w io.Writer) error {
	r = r.Thinned(svgFrames)
	most := 0
	for _, f := range r.Frames {
		most = max(most, len(f.People))
	}
	const wide, row = 720, 34
	high := 120 + row*most
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="%s">`, wide, high, html.EscapeString(r.Table+": a fight"))
	all := svgStep * float64(len(r.Frames))
	share := 100 / float64(len(r.Frames))
	fmt.Fprintf(&b, `<style>text{font:15px DejaVu Sans,Verdana,sans-serif;fill:#e6e6ea}.d{fill:#9aa0ad;font-size:13px}.h{font-size:19px;font-weight:700}.n{font-weight:700;fill:#ff9a8b}.heroes{fill:#7cc4ff}.hit{fill:#ff6b5e}.out{opacity:.45}.f{opacity:0;animation:f %.1fs step-end infinite}.f:last-of-type{opacity:0}@keyframes f{0%%{opacity:1}%.3f%%{opacity:0}100%%{opacity:0}}@media(prefers-reduced-motion:reduce){.f{animation:none}.f:last-of-type{opacity:1}}</style>`, all, share)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="10" fill="#14161b"/><text class="d" x="24" y="34">%s</text>`, wide, high, html.EscapeString(cut(r.Table, 60)))
	for i, f := range r.Frames {
		fmt.Fprintf(&b, `<g class="f" style="animation-delay:%.1fs"><text class="d" x="%d" y="34" text-anchor="end">%s</text><text class="h" x="24" y="72">%s</text>`,
			svgStep*float64(i), wide-24, html.EscapeString(cut(f.When, 30)), html.EscapeString(cut(f.Head(), 56)))
		if f.Result != "" {
			fmt.Fprintf(&b, `<text class="h %s" x="%d" y="72" text-anchor="end">%s</text>`, html.EscapeString(f.Result), wide-24, html.EscapeString(strings.ToUpper(cut(f.Result, 10))))
		}
		for n, p := range f.People {
			y := 112 + row*n
			class := "n"
			if p.Side == string(engine.Heroes) {
				class += " heroes"
			}
			if p.Down {
				class += " out"
			}
			fmt.Fprintf(&b, `<text class="%s" x="24" y="%d">%s</text>`, class, y, html.EscapeString(cut(p.Name, 20)))
			if len(p.Meters) == 0 {
				fmt.Fprintf(&b, `<text class="d" x="220" y="%d">%s</text>`, y, html.EscapeString(cut(p.State, 40)))
			}
			for k, m := range p.Meters[:min(len(p.Meters), 2)] {
				x := 220 + 240*k
				fmt.Fprintf(&b, `<rect x="%d" y="%d" width="180" height="14" fill="#30343e"/><rect x="%d" y="%d" width="%d" height="14" fill="#ff6b5e"/><rect x="%d" y="%d" width="%d" height="14" fill="#4cc38a"/><text class="d" x="%d" y="%d">%d %s</text>`,
					x, y-12, x, y-12, 180*m.WasPercent()/100, x, y-12, 180*m.Percent()/100, x+188, y, m.Now, html.EscapeString(cut(m.Label, 4)))
			}
		}
		b.WriteString(`</g>`)
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
