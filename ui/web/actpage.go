package web

import (
	"cmp"

	"example.org/fray/model/markup"
)

func (p actForm) write(w *markup.Writer, f frame) {
	writeTop(w, f)
	w.Put(`
<section class="card act" aria-labelledby="h-act">
<h1 id="h-act"><span class="by">{}</span> {}</h1>
`, p.WhoName, p.Title)
	w.With(`<p class="attack">{}.</p>`, p.Attack)
	w.HTML(`
`)
	w.With(`<p class="help">{}</p>`, p.Help)
	w.HTML(`
<form method="post" action="throw" data-preview>`)
	writeToken(w, f.Token)
	w.Put(`
<input type="hidden" name="who" value="{}"><input type="hidden" name="book" value="{}"><input type="hidden" name="action" value="{}">`, p.Who, p.Book, p.Action)
	w.With(`<input type="hidden" name="row" value="{}">`, p.Row)
	w.If(p.Abort, `<input type="hidden" name="abort" value="yes">`)
	w.With(`<input type="hidden" name="called" value="{}">`, p.Called)
	w.HTML(`
<div class="two"><div>
`)
	if p.Faces != "" {
		if p.Many {
			w.Put(`<fieldset class="field targets"><legend>{}</legend>`, p.Faces)
			for _, target := range p.Targets {
				w.Put(`<label class="check {}"><input type="checkbox" name="against" value="{}"`, target.Class, target.ID)
				w.If(target.On, ` checked`)
				w.Put(`> {}</label>`, target.Name)
			}
			w.HTML(`</fieldset>
`)
		} else {
			w.Put(`<div class="field"><label for="against">{}</label><select id="against" name="against"><option value="">nobody</option>`, p.Faces)
			for _, target := range p.Targets {
				w.Put(`<option value="{}"`, target.ID)
				w.If(target.On, ` selected`)
				w.Put(`>{}</option>`, target.Name)
			}
			w.HTML(`</select></div>`)
		}
	}
	w.HTML(`
<div class="fields">`)
	for _, field := range p.Fields {
		writeField(w, field)
	}
	w.HTML(`</div>
`)
	if len(p.More) > 0 {
		w.HTML(`<details class="more"`)
		w.If(p.MoreSet, ` open`)
		w.HTML(`><summary>More settings</summary><div class="fields">`)
		for _, each := range p.More {
			writeField(w, each)
		}
		w.HTML(`</div></details>`)
	}
	w.HTML(`
</div><div>
`)
	writePreview(w, p.Preview)
	w.Put(`
<div class="actions"><button class="go" type="submit">{}</button><button type="submit" formmethod="get" formaction="act" class="noscript">Show what that would do</button><a class="button" href="./?who={}">Back</a></div>
<p class="wrong" data-error role="alert" hidden></p>
</div></div>
</form></section>
`, p.Does, markup.Query(p.Who))
	writeBottom(w, f)
}

// writeField writes a parameter of a form.
func writeField(w *markup.Writer, d field) {
	w.HTML(`<div class="field">`)
	if d.Kind == "yes" {
		w.Put(`<input type="hidden" name="yes" value="{}">`, d.Name)
		if d.Set {
			w.Put(`<input type="hidden" name="set" value="{}">`, d.Name)
		}
		w.Put(`<label class="check"><input type="checkbox" name="p.{}" value="yes"`, d.Name)
		w.If(d.Checked, ` checked`)
		w.Put(`> {}</label>
`, d.Label)
	} else {
		w.Put(`<label for="f-{}">{}`, d.ID, d.Label)
		w.With(` <span class="unit">{}</span>`, d.Unit)
		w.HTML(`</label>
`)
		switch {
		case d.Kind == "choice":
			w.Put(`<select id="f-{}" name="p.{}"><option value="">`, d.ID, d.Name)
			if d.Now != "" {
				w.Put(`{}`, d.Now)
			} else {
				w.HTML(`as usual`)
			}
			w.HTML(`</option>`)
			for _, choice := range d.Choices {
				w.Put(`<option value="{}"`, choice.Value)
				w.If(choice.On, ` selected`)
				w.Put(`>{}</option>`, choice.Label)
			}
			w.HTML(`</select>
`)
		case d.Kind == "number":
			w.Put(`<input id="f-{}" name="p.{}" type="number" inputmode="numeric" min="{}" max="{}" step="1" value="{}" placeholder="{}" autocomplete="off">
`, d.ID, d.Name, d.Least, d.Most, d.Value, d.Now)
		case d.Kind == "decimal":
			w.Put(`<input id="f-{}" name="p.{}" inputmode="decimal" value="{}" placeholder="{}" autocomplete="off">
`, d.ID, d.Name, d.Value, d.Now)
		default:
			w.Put(`<input id="f-{}" name="p.{}" value="{}" placeholder="{}" autocomplete="off" maxlength="{}">`, d.ID, d.Name, d.Value, d.Now, d.Most)
		}
	}
	w.With(`<p class="help">{}</p>`, d.Beside)
	w.With(`<p class="help">{}</p>`, d.Help)
	w.With(`<p class="wrong">{}</p>`, d.Wrong)
	w.HTML(`</div>`)
}

// writePreview writes what the action of a form would do.
func writePreview(w *markup.Writer, d preview) {
	w.HTML(`<div id="preview" class="preview" aria-live="polite"`)
	w.If(d.Over, ` data-over`)
	w.HTML(`>
`)
	switch {
	case d.Over:
		w.Put(`<p class="cannot">{}</p><p><a class="button first" href="./">Back to the table</a></p>`, d.WhyNot)
	case d.Lacks:
		w.Put(`<p class="cannot">Still to say: {}</p>`, d.WhyNot)
	case d.WhyNot != "":
		w.Put(`<p class="cannot">Not now: {}</p>`, d.WhyNot)
	}
	w.HTML(`
`)
	for _, each := range d.Wrong {
		w.Put(`<p class="wrong">{}</p>`, each)
	}
	w.HTML(`
`)
	w.With(`<p class="gives">This {}.</p>`, d.Gives)
	w.HTML(`
`)
	if d.Judged {
		w.Put(`<p class="big"><b>{}</b> {}</p><svg class="bar odds" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect class="now" width="{}" height="10"/></svg>`, d.Chance, d.Won, d.Width)
	} else {
		w.With(`<p class="big words">{}</p>`, d.Words)
	}
	w.HTML(`
`)
	if len(d.Prices) > 0 || d.Lands != "" || d.Asks {
		w.HTML(`<p class="chips">`)
		for _, price := range d.Prices {
			w.HTML(`<span class="chip price`)
			w.If(price.More, ` more`)
			w.Put(`">{}`, price.Words)
			w.If(price.More, `, perhaps more than there is`)
			w.HTML(`</span>`)
		}
		w.With(`<span class="chip">lands at {}</span>`, d.Lands)
		w.If(d.Asks, `<span class="chip">the gamemaster has to grant it</span>`)
		w.HTML(`</p>`)
	}
	w.HTML(`
`)
	if len(d.Does) > 0 {
		w.HTML(`<ul class="does">`)
		for _, doe := range d.Does {
			w.Put(`<li>{}</li>`, doe)
		}
		w.HTML(`</ul>`)
	}
	w.HTML(`
`)
	if len(d.Bars) > 0 {
		w.HTML(`<svg class="chart" viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">`)
		for _, bar := range d.Bars {
			w.HTML(`<rect class="`)
			switch {
			case !d.Judged:
				w.HTML(`plain`)
			case bar.Good:
				w.HTML(`good`)
			default:
				w.HTML(`bad`)
			}
			w.Put(`" x="{}" y="{}" width="{}" height="{}"/>`, bar.X, bar.Y, bar.W, bar.H)
		}
		w.Put(`</svg>
<details class="working"><summary>Each {}</summary><ul class="columns">`, cmp.Or(d.Axis, "ending"))
		for _, bar := range d.Bars {
			w.Put(`<li>{}: {}</li>`, bar.Label, bar.Percent)
		}
		w.HTML(`</ul></details>`)
	}
	w.HTML(`
`)
	if len(d.Notes) > 0 {
		w.HTML(`<details class="working"><summary>How the number comes about</summary><ul>`)
		for _, note := range d.Notes {
			w.Put(`<li>{}</li>`, note)
		}
		w.HTML(`</ul></details>`)
	}
	w.HTML(`
</div>`)
}
