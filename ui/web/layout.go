package web

import (
	"cmp"

	"example.org/fray/model/markup"
)

// writePage writes a whole page around its body.
func writePage(w *markup.Writer, title string, body func()) {
	w.Put(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>{}</title>
<link rel="stylesheet" href="{}">
<link rel="icon" href="{}" type="image/svg+xml">
<script src="{}" defer></script>
</head>
`, title, address("style.css"), address("icon.svg"), address("script.js"))
	body()
	w.HTML(`
</html>
`)
}

// writeTop writes what is above the own part of a page of a seat.
func writeTop(w *markup.Writer, d frame) {
	w.Put(`<body data-parts="{}" data-who="{}" data-since="{}">
<a class="skip" href="#main">Skip to what happens</a>
<header class="top"><div id="part-head">{}</div></header>
<p id="state" class="state" role="status" hidden></p>
<main id="main" tabindex="-1">
`, d.Parted, d.Who, d.Since, d.Parts["head"])
	w.With(`<p class="wrong" role="alert">{}</p>`, d.Lost)
	w.With(`<p class="wrong" role="alert">{}</p>`, d.Error)
	w.Put(`
<div id="part-ask">{}</div>
`, d.Parts["ask"])
}

// writeBottom writes what is below it.
func writeBottom(w *markup.Writer, d frame) {
	w.HTML(`</main>
<nav class="tabs" aria-label="Pages">
<a href="./`)
	if d.Who != "" {
		w.Put(`?who={}`, markup.Query(d.Who))
	}
	w.HTML(`"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 21 7v10l-9 5-9-5V7z"/><circle cx="12" cy="12" r="2.4"/></svg>Play</a>
<a href="sheet`)
	if d.Who != "" {
		w.Put(`?who={}`, markup.Query(d.Who))
	}
	w.HTML(`"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 3h10l4 4v14H5zM8 11h8M8 15h8"/></svg>Sheet</a>
<a href="log"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 5h16M4 10h16M4 15h10M4 20h7"/></svg>Log</a>
<a href="./#talk"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4h16v12H10l-5 4v-4H4z"/></svg>Talk</a>
`)
	w.If(d.All, `<a href="/"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z"/></svg>Tables</a>
`)
	w.HTML(`<a href="more"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="5" cy="12" r="1.6"/><circle cx="12" cy="12" r="1.6"/><circle cx="19" cy="12" r="1.6"/></svg>More</a>
</nav>
<div id="said" class="unseen" role="log" aria-live="polite" aria-relevant="additions" aria-label="What happens"></div>
</body>`)
}

// writeToken writes the field of a form that says that it is of this site.
func writeToken(w *markup.Writer, d string) {
	w.Put(`<input type="hidden" name="form" value="{}">`, d)
}

// writeBlocks writes the blocks of a panel.
func writeBlocks(w *markup.Writer, d []block) {
	for _, one := range d {
		w.With(`<h3 class="part">{}</h3>`, one.Heading)
		if one.Meter != nil {
			writeMeter(w, one.Meter)
		}
		if one.Stat != nil {
			if len(one.Stat.Working) > 0 {
				w.HTML(`<details class="stat why`)
				w.If(one.Stat.Changed, ` changed`)
				w.Put(`"><summary><span class="label">{}</span> <b>{}</b></summary><ul>`, one.Stat.Label, one.Stat.Words)
				for _, each := range one.Stat.Working {
					w.Put(`<li>{}</li>`, each)
				}
				w.HTML(`</ul></details>`)
			} else {
				w.HTML(`<div class="stat`)
				w.If(one.Stat.Changed, ` changed`)
				w.Put(`"><span class="label">{}</span> <b>{}</b></div>`, one.Stat.Label, one.Stat.Words)
			}
		}
		if one.Track != nil {
			w.Put(`<div class="track"><span class="label">{}</span> <span class="boxes" aria-hidden="true">`, one.Track.Label)
			for _, box := range one.Track.Boxes {
				w.HTML(`<i class="`)
				w.If(box.Full, `full`)
				w.HTML(`">`)
				if box.Count != 0 {
					w.Put(`{}`, box.Count)
				}
				w.HTML(`</i>`)
			}
			w.Put(`</span> <span class="words">{}</span></div>`, one.Track.Words)
		}
		if one.Words != nil {
			w.HTML(`<p class="words">`)
			w.With(`<span class="label">{}</span> `, one.Words.Label)
			w.Put(`{}</p>`, one.Words.Text)
		}
		if one.Grid != nil {
			w.Put(`<div class="wide" tabindex="0" role="region" aria-label="{}"><table>`, cmp.Or(one.Grid.Title, "Table"))
			w.With(`<caption>{}</caption>`, one.Grid.Title)
			if len(one.Grid.Head) > 0 {
				w.HTML(`<thead><tr>`)
				for _, each := range one.Grid.Head {
					w.Put(`<th scope="col">{}</th>`, each)
				}
				w.HTML(`</tr></thead>`)
			}
			w.HTML(`<tbody>`)
			for _, row := range one.Grid.Rows {
				w.HTML(`<tr>`)
				for _, one := range row {
					w.Put(`<td>{}</td>`, one)
				}
				w.HTML(`</tr>`)
			}
			w.HTML(`</tbody></table></div>`)
		}
	}
}

func writeMeter(w *markup.Writer, d *meter) {
	w.Put(`<div class="meter {}"><span class="label">{}</span> <b class="words">{}</b>`, d.Kind, d.Label, d.Words)
	w.With(` <em>{}</em>`, d.Word)
	w.Put(`<svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect class="now" width="{}" height="10"/>`, d.Width)
	if d.Lost != 0 {
		w.Put(`<rect class="lost" x="{}" width="{}" height="10"/>`, d.LostAt, d.Lost)
	}
	w.HTML(`</svg></div>`)
}

// writeStory writes entries of the log.
func writeStory(w *markup.Writer, d []entry) {
	w.HTML(`<ol class="story">`)
	for _, one := range d {
		w.HTML(`
`)
		w.With(`<li class="when"><h3>{}</h3></li>`, one.When)
		w.HTML(`
<li class="entry`)
		w.If(one.Undone, ` undone`)
		w.HTML(`">`)
		w.If(one.Undone, `<span class="tag">undone</span> `)
		w.If(one.Hidden, `<span class="tag">hidden</span> `)
		for _, line := range one.Lines {
			w.HTML(`<p class="`)
			if line.Aside {
				w.HTML(`aside`)
			} else {
				w.HTML(`tale`)
			}
			w.Put(` {} {}">`, line.Mark, line.Class)
			if !line.Aside && line.Mark == "hit" {
				w.HTML(`<span class="mark" aria-hidden="true">✹</span>`)
			} else if !line.Aside && line.Mark == "miss" {
				w.HTML(`<span class="mark" aria-hidden="true">○</span>`)
			}
			w.Put(`{}`, line.Text)
			w.With(` <b>{}</b>`, line.Came)
			for _, each := range line.Dice {
				w.Put(` <span class="dice"><span class="label">{}</span>`, each.Label)
				for _, face := range each.Faces {
					w.Put(` <span class="die {}">{}`, face.Fate, face.N)
					w.With(`<span class="unseen"> ({})</span>`, face.Fate)
					w.HTML(`</span>`)
				}
				w.If(each.Typed, ` <span class="tag">typed</span>`)
				w.HTML(`</span>`)
			}
			w.HTML(`</p>`)
		}
		w.HTML(`</li>`)
	}
	w.HTML(`</ol>`)
}
