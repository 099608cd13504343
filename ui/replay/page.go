package replay

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"example.org/fray/model/markup"

	"example.org/fray/engine"
)

// WriteHTML writes the fight as a single HTML file. Its frames can be stepped through, and
// are a list where scripts do not run.
func (r Replay) WriteHTML(w io.Writer) error { return writeMarkup(w, r.write) }

// writeMarkup writes what a function makes.
func writeMarkup(w io.Writer, write func(*markup.Writer)) error {
	var made markup.Writer
	write(&made)
	_, err := io.WriteString(w, made.Made().String())
	return err
}

func (r Replay) write(w *markup.Writer) {
	w.Put(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{}, fight {}</title>
<style>
`, r.Table, r.Number)
	w.HTML(pageStyle)
	w.Put(`</style>
</head>
<body>
<header><h1>{}</h1><p>Fight {}`, r.Table, r.Number)
	if r.Place != r.Table {
		w.With(`, {}`, r.Place)
	}
	w.Put(`. {}</p></header>
<main>
<ol id="frames">
`, r.Gist())
	for _, frame := range r.Frames {
		w.Put(`<li>
<p class="when">{}</p>
`, frame.When)
		if frame.Result != "" {
			w.Put(`<span class="result {}">{}</span>`, frame.Result, frame.Result)
		}
		w.Put(`
<p class="words">{}</p>
`, frame.Head())
		w.With(`<p class="working">{}</p>
`, frame.Working())
		for _, throw := range frame.Throws {
			w.Put(`<p class="dice"><span>{}</span>`, throw.Label)
			for _, each := range throw.Dice {
				w.Put(`<span class="die {}">{}`, each.Fate, each.Face)
				w.With(`<span hidden> {}</span>`, each.Fate)
				w.HTML(`</span>`)
			}
			w.HTML(`</p>
`)
		}
		for _, side := range frame.Sides() {
			w.Put(`<p class="side">{}</p>
<div class="people {}">`, side.Name, side.Name)
			for _, who := range side.People {
				w.HTML(`<div class="person`)
				w.If(who.Acts, ` acts`)
				w.If(who.Down, ` down`)
				w.Put(`"><b>{}</b>`, who.Name)
				for _, meter := range who.Meters {
					w.With(` <span class="loss">{}</span>`, meter.Loss())
				}
				w.With(`<span class="state">{}</span>`, who.State)
				w.HTML(`
`)
				for _, meter := range who.Meters {
					w.Put(`<div class="meter"><span>{}</span><span class="track" aria-hidden="true"><i class="lost" style="width:{}%"></i><i style="width:{}%;--was:{}%"></i></span><span>{}<span aria-hidden="true">/</span><span class="hidden"> of </span>{}</span></div>
`, meter.Label, meter.WasPercent(), meter.Percent(), meter.WasPercent(), meter.Now, meter.Full)
				}
				w.HTML(`</div>
`)
			}
			w.HTML(`</div>
`)
		}
		w.HTML(`</li>
`)
	}
	w.HTML(`</ol>
<section id="story" aria-label="The story" hidden><h2>The story</h2><ol></ol></section>
</main>
<footer>A fight at a gaming table, told again from the log of its rolls by fray.<span id="hint" hidden> Arrow keys, a swipe or the slider step through it.</span></footer>
<nav aria-label="Moments of the fight"><button id="back" aria-label="Back">◀</button><button id="play" class="named" aria-label="Play"></button><input id="at" type="range" min="1" value="1" aria-label="Moment"><button id="on" aria-label="Forward">▶</button></nav>
<p id="told" aria-live="polite" style="position:absolute;left:-9999px"></p>
<script>
`)
	w.HTML(pageScript)
	w.HTML(`</script>
</body>
</html>
`)
}

// WasPercent is Percent for the frame before.
func (m Meter) WasPercent() int { return Meter{Now: m.Was, Full: m.Full}.Percent() }

// Loss says how much of a pool was lost in the frame, such as "-12 VP"; "" if nothing was.
func (m Meter) Loss() string {
	if m.Was <= m.Now {
		return ""
	}
	return fmt.Sprintf("-%d %s", m.Was-m.Now, m.Label)
}

// Head is what happened, without its working.
func (f Frame) Head() string {
	head, _, _ := strings.Cut(f.Words, between)
	return head
}

// Working is what stands behind the head.
func (f Frame) Working() string {
	_, working, _ := strings.Cut(f.Words, between)
	return working
}

// SideOf are the people of one side in a frame.
type SideOf struct {
	Name   string
	People []Person
}

// Sides returns the people by their sides, the heroes first.
func (f Frame) Sides() (out []SideOf) {
	for _, p := range f.People {
		name := cmp.Or(p.Side, "others")
		at := slices.IndexFunc(out, func(s SideOf) bool { return s.Name == name })
		if at < 0 {
			at = len(out)
			out = append(out, SideOf{Name: name})
		}
		out[at].People = append(out[at].People, p)
	}
	slices.SortStableFunc(out, func(a, b SideOf) int {
		return map[bool]int{true: -1}[a.Name == string(engine.Heroes)] - map[bool]int{true: -1}[b.Name == string(engine.Heroes)]
	})
	return out
}

// Gist says in a line what came of the fight.
func (r Replay) Gist() string {
	if len(r.Frames) == 0 {
		return ""
	}
	if fell := namesOf(r.fell()); fell != "" {
		return fell + " went down."
	}
	var sides []string
	for _, s := range r.Frames[0].Sides() {
		sides = append(sides, fmt.Sprintf("%d %s", len(s.People), s.Name))
	}
	return strings.Join(sides, " against ") + "; nobody went down."
}
