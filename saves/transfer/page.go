package transfer

import "example.org/fray/model/markup"

func (d document) write(w *markup.Writer) {
	w.Put(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}</title>
<style>
`, d.Title)
	w.HTML(documentStyle)
	w.Put(`</style>
</head>
<body>
<h1>{}</h1>
`, d.Title)
	w.With(`<p>{}</p>
`, d.About)
	for _, sheet := range d.Sheets {
		w.HTML(`<section>
`)
		if sheet.Name != d.Title {
			w.Put(`<h2>{}</h2>
`, sheet.Name)
		}
		w.With(`<p>Played by {}.</p>
`, sheet.Player)
		w.With(`<p>Awarded: {}</p>
`, sheet.Awards)
		w.With(`<p>{}</p>
`, sheet.Notes)
		w.With(`<p>{}</p>
`, sheet.Known)
		for _, book := range sheet.Books {
			w.Put(`<h3>{}</h3>
<div class="groups">
`, book.Name)
			for _, group := range book.Groups() {
				w.HTML(`<div class="group">
`)
				w.With(`<h4>{}</h4>
`, group.Heading)
				for _, part := range group.Parts {
					if len(part.Rows) > 0 {
						writeTable(w, part)
					} else {
						w.HTML(`<p class="item`)
						w.If(part.Long(), ` long`)
						w.Put(`"><b>{}</b> <span>{}</span></p>
`, part.Label, part.Text)
					}
				}
				w.HTML(`</div>
`)
			}
			w.HTML(`</div>
`)
			for _, each := range book.Wide() {
				w.HTML(`<div class="scroll">
`)
				writeTable(w, each)
				w.HTML(`</div>
`)
			}
		}
		w.HTML(`</section>
`)
	}
	if len(d.Pending) > 0 {
		w.HTML(`<section>
<h2>Pending</h2>
`)
		for _, each := range d.Pending {
			w.Put(`<p>{}</p>
`, each)
		}
		w.HTML(`</section>
`)
	}
	w.HTML(`</body>
</html>

`)
}

func writeTable(w *markup.Writer, d part) {
	w.HTML(`<table>
`)
	w.With(`<caption>{}</caption>
`, d.Title)
	if len(d.Head) > 0 {
		w.HTML(`<tr>`)
		for _, each := range d.Head {
			w.Put(`<th scope="col">{}</th>`, each)
		}
		w.HTML(`</tr>
`)
	}
	for _, row := range d.Rows {
		w.HTML(`<tr>`)
		for _, one := range row {
			w.Put(`<td>{}</td>`, one)
		}
		w.HTML(`</tr>
`)
	}
	w.HTML(`</table>
`)
}

const documentStyle = `body { font: 11pt/1.35 Helvetica, Arial, sans-serif; max-width: 52em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff; overflow-wrap: break-word }
h1, h2, h3, h4, caption { line-height: 1.2; margin: 0; break-after: avoid }
h1 { font-size: 1.9em }
h2 { font-size: 1.5em; margin-top: 1em }
h3 { margin: .2em 0 .6em; padding-bottom: .3em; border-bottom: 3px solid #111; font-size: 1em; font-weight: normal; color: #333 }
h4, caption { font-size: .8em; font-weight: bold; letter-spacing: .06em; text-transform: uppercase; text-align: left; padding-bottom: .2em; border-bottom: 1px solid #111 }
p { margin: .3em 0 }
.groups { columns: 3 13em; column-gap: 1.8em }
.group { break-inside: avoid; padding-bottom: .9em }
.item { display: flex; justify-content: space-between; gap: 1em; margin: 0; padding: .12em 0; border-bottom: 1px dotted #777 }
.item b { font-weight: normal }
.item span { text-align: right; font-weight: bold; white-space: nowrap }
.long { display: block }
.long b { font-weight: bold; padding-right: .4em }
.long span { font-weight: normal; white-space: normal }
table { border-collapse: collapse; width: 100%; margin: 0 0 .9em; font-size: .92em; break-inside: avoid }
.group table { margin: 0 }
th, td { border-bottom: 1px dotted #777; padding: .15em .6em .15em 0; text-align: left; vertical-align: top }
th { font-size: .85em; font-weight: normal; color: #333 }
.scroll { overflow-x: auto }
@page { size: auto; margin: 13mm }
@media print {
	body { max-width: none; margin: 0; padding: 0; font-size: 10pt }
	.groups { columns: 3 }
	.scroll { overflow: visible }
	section + section { break-before: page }
}
`
