package web

import (
	"strings"

	"example.org/fray/model/markup"
	"example.org/fray/ui/game"
)

func (d head) write(w *markup.Writer) {
	w.Put(`
<div class="band">
<p class="table"><a href="./">{}</a></p>
<p class="moment">{}`, d.Table, d.When)
	w.With(` · {}`, d.Where)
	w.HTML(`</p>
</div>
<p class="waits">`)
	if d.Door != 0 {
		w.Put(`<a class="chip you" href="people">{} wait`, d.Door)
		w.If(d.Door == 1, `s`)
		w.HTML(` to be let in</a>`)
	}
	w.With(`<span class="chip you">You: {}</span>`, d.Calls)
	for _, wait := range d.Waits {
		w.Put(`<span class="chip"><b>{}</b> {}</span>`, wait.Name, wait.For)
	}
	if d.Calls == "" && len(d.Waits) == 0 {
		w.With(`<span class="quiet">{}</span>`, d.Free)
	}
	w.HTML(`</p>
`)
}

// writeStep writes a button that makes the number beside it smaller or larger; it is there where
// pages run scripts.
func writeStep(w *markup.Writer, by int, of string) {
	sign, name := "+", "more"
	if by < 0 {
		sign, name = "−", "less"
	}
	w.Put(`<button type="button" class="step" data-step="{}" aria-label="{}">{}</button>`, by, strings.TrimSpace(name+" "+of), sign)
}

func (d questions) write(w *markup.Writer) {
	if len(d.Found) > 0 {
		mark := markOf(d.Found)
		w.Put(`<section class="card" aria-labelledby="h-found" data-at="found-{}"><h2 id="h-found">{}</h2>`, mark, game.AboutTable)
		for _, words := range d.Found {
			for _, l := range paragraphs(words) {
				w.Put(`<p class="wrong">{}</p>`, l)
			}
		}
		w.HTML(`<form method="post" action="read">`)
		writeToken(w, d.Token)
		w.Put(`<button name="read" value="{}">I have read it</button></form></section>`, mark)
	}
	for _, card := range d.Cards {
		w.Put(`
<section class="card ask {}`, card.Kind)
		w.If(card.Attack, ` attacked`)
		w.Put(`" aria-labelledby="h-{}" data-at="{}">
<h2 id="h-{}">{}</h2>
`, card.ID, card.ID, card.ID, card.Head)
		w.With(`<p class="stakes">{}</p>`, card.Stands)
		w.With(`<p class="words">{}</p>`, card.Words)
		w.HTML(`
`)
		w.With(`<p class="stakes">{}</p>`, card.Stakes)
		w.HTML(`
`)
		if card.Until != 0 {
			w.Put(`<p class="clock">Time to answer: <b data-until="{}">{}</b> s</p>`, card.Until, card.Seconds)
		}
		w.HTML(`
`)
		switch {
		case card.Kind == "throw":
			w.HTML(`<form method="post" action="answer" data-stay>`)
			writeAnswer(w, card)
			writeToken(w, d.Token)
			w.Put(`
<button class="go">Throw {}</button>
<details class="aside"><summary>Real dice</summary><label>Faces of {}, with spaces between <input name="faces" inputmode="numeric" autocomplete="off" maxlength="80"></label> <button>Take these</button></details>
<p class="wrong" data-error role="alert" hidden></p></form>
`, card.Dice, card.Dice)
		case card.Kind == "pick":
			w.HTML(`<form method="post" action="answer" data-stay class="options">`)
			writeAnswer(w, card)
			writeToken(w, d.Token)
			w.HTML(`
`)
			for _, option := range card.Options {
				if option.WhyNot != "" {
					w.Put(`<p class="cannot"><b>{}</b> not now: {}</p>`, option.Label, option.WhyNot)
				} else {
					w.Put(`<button name="pick" value="{}"`, option.ID)
					w.If(option.First, ` class="first"`)
					w.Put(`><span class="name">{}</span>`, option.Label)
					w.With(` <span class="price">{}</span>`, option.Price)
					w.With(` <span class="chance">{}</span>`, option.Chance)
					w.HTML(`</button>`)
				}
			}
			w.HTML(`
<p class="wrong" data-error role="alert" hidden></p></form>
`)
		case card.Kind == "share":
			w.Put(`<form method="post" action="answer" data-stay data-share="{}">`, card.Total)
			writeAnswer(w, card)
			writeToken(w, d.Token)
			w.Put(`
<p class="left">{} to share out`, card.Total)
			w.If(card.One, `, to only one of them`)
			w.HTML(`<span data-left></span></p>
<div class="fields">`)
			for _, use := range card.Uses {
				w.Put(`<div class="field"><label for="u-{}-{}">{}</label>`, card.ID, use.ID, use.Label)
				if use.WhyNot != "" {
					w.Put(`<p class="help">not now: {}</p>`, use.WhyNot)
				} else {
					w.HTML(`<span class="stepper">`)
					writeStep(w, -1, use.Label)
					w.Put(`<input id="u-{}-{}" name="share.{}" type="number" inputmode="numeric" min="0" max="{}" value="`, card.ID, use.ID, use.ID, use.Most)
					if use.Preset != 0 {
						w.Put(`{}`, use.Preset)
					}
					w.HTML(`" placeholder="0" autocomplete="off">`)
					writeStep(w, 1, use.Label)
					w.HTML(`</span>`)
					if len(use.Steps) > 0 {
						w.HTML(`<output class="gives">`)
						for _, step := range use.Steps {
							w.Put(`<span data-from="{}" hidden>{}</span>`, step.Points, step.Gives)
						}
						w.HTML(`</output>`)
					}
					w.With(`<p class="help">{}</p>`, use.Gives)
				}
				w.HTML(`</div>`)
			}
			w.HTML(`</div>
<div class="row"><button class="go">Share them so</button><button name="nothing" value="yes">Spend nothing</button></div>
<p class="wrong" data-error role="alert" hidden></p></form>
`)
		case card.Kind == "number":
			w.HTML(`<form method="post" action="answer" data-stay>`)
			writeAnswer(w, card)
			writeToken(w, d.Token)
			w.Put(`
<div class="field"><label for="n-{}">From {} to {}</label><span class="stepper">`, card.ID, card.Least, card.Most)
			writeStep(w, -1, "")
			w.Put(`<input id="n-{}" name="amount" type="number" inputmode="numeric" min="{}" max="{}" value="{}" autocomplete="off">`, card.ID, card.Least, card.Most, card.Preset)
			writeStep(w, 1, "")
			w.HTML(`</span></div>
<ul class="amounts">`)
			for _, option := range card.Options {
				if option.Chance != "" {
					w.Put(`<li><b>{}</b> <span class="chance">{}</span></li>`, option.Label, option.Chance)
				}
			}
			w.HTML(`</ul>
<button class="go">Take it</button>
<p class="wrong" data-error role="alert" hidden></p></form>
`)
		case card.Kind == "attack":
			w.HTML(`<ul class="options">`)
			for _, option := range card.Options {
				writeFollowUp(w, option)
			}
			w.HTML(`</ul>
`)
			if card.None {
				w.HTML(`<form method="post" action="undefended" data-stay>`)
				writeToken(w, d.Token)
				w.Put(`<input type="hidden" name="stay" value="yes"><input type="hidden" name="roll" value="{}"><input type="hidden" name="question" value="{}"><input type="hidden" name="who" value="{}"><button>{}</button><p class="wrong" data-error role="alert" hidden></p></form>`, card.Roll, card.Question, card.NoneWho, card.NoneWords)
			}
			w.HTML(`
`)
		case card.Kind == "called":
			w.HTML(`<ul class="options">`)
			for _, option := range card.Options {
				writeFollowUp(w, option)
			}
			w.HTML(`</ul>
`)
		case card.Kind == "word":
			w.HTML(`<form method="post" action="talk" data-stay>`)
			writeToken(w, d.Token)
			w.HTML(`<input type="hidden" name="stay" value="yes"><input type="hidden" name="to" value="word">
<div class="field"><label for="dice-word">Your word</label><input id="dice-word" name="text" autocomplete="off" enterkeyhint="send" maxlength="100"`)
			w.If(card.Focus, ` autofocus`)
			w.HTML(`></div><button class="go">Add it</button>
<p class="wrong" data-error role="alert" hidden></p></form>
`)
		case card.Kind == "request":
			w.HTML(`<form method="post" action="settle" data-stay class="row">`)
			writeToken(w, d.Token)
			w.Put(`<input type="hidden" name="stay" value="yes"><input type="hidden" name="request" value="{}"><button class="first">Grant</button> <button name="refuse" value="yes">Refuse</button><p class="wrong" data-error role="alert" hidden></p></form>
`, card.Roll)
		}
		w.HTML(`
`)
		if len(card.Notes) > 0 {
			w.HTML(`<details class="working"><summary>How it stands</summary><ul>`)
			for _, note := range card.Notes {
				w.Put(`<li>{}</li>`, note)
			}
			w.HTML(`</ul></details>`)
		}
		w.HTML(`
</section>`)
	}
	w.With(`<p class="quiet">{}</p>`, d.Others)
}

func (d just) write(w *markup.Writer) {
	if len(d.Entries) > 0 {
		w.HTML(`<section class="just" aria-labelledby="h-just"><h2 id="h-just" class="unseen">Just now</h2>`)
		writeStory(w, d.Entries)
		w.HTML(`</section>`)
	}
}

func (d me) write(w *markup.Writer) {
	if d.None {
		w.HTML(`<section class="card" aria-labelledby="h-me"><h2 id="h-me">`)
		switch {
		case d.Watches:
			w.HTML(`You watch`)
		case d.GM:
			w.HTML(`You are the gamemaster`)
		default:
			w.HTML(`You have no character yet`)
		}
		w.HTML(`</h2><p>`)
		switch {
		case d.Watches:
			w.HTML(`You see what everybody sees.`)
		case d.GM:
			w.HTML(`Nobody is here yet. Under Talk, choose “Do what I type”, and type what shall be done, such as add and a name, or begin session. Under More you invite players.`)
		default:
			w.HTML(`The gamemaster can give you one. Meanwhile you see what everybody sees.`)
		}
		w.HTML(`</p></section>
`)
	} else {
		w.HTML(`<section class="card me" aria-labelledby="h-me">
`)
		if len(d.Tabs) > 0 {
			w.HTML(`<nav class="who" aria-label="Your characters">`)
			for _, tab := range d.Tabs {
				w.Put(`<a href="./?who={}"`, markup.Query(tab.ID))
				w.If(tab.On, ` aria-current="page"`)
				w.Put(`>{}</a>`, tab.Name)
			}
			w.HTML(`</nav>`)
		}
		w.Put(`
<div class="heading"><h2 id="h-me"><a href="sheet?who={}">{}</a></h2>`, markup.Query(d.Who), d.Name)
		w.With(`<p class="doing">{}</p>`, d.Doing)
		w.HTML(`</div>
<div class="blocks">`)
		writeBlocks(w, d.Blocks)
		w.HTML(`</div>
`)
		for _, each := range d.Changed {
			w.HTML(`<p class="change">`)
			w.With(`<span class="label">{}</span> `, each.Label)
			w.Put(`{}</p>`, each.Text)
		}
		w.HTML(`
</section>`)
	}
}

func (d now) write(w *markup.Writer) {
	if !d.None {
		w.HTML(`<section id="now" class="card now" aria-labelledby="h-now"><h2 id="h-now">`)
		if d.Free {
			w.HTML(`You can act now`)
		} else {
			w.Put(`What {} can do`, d.Name)
		}
		w.HTML(`</h2>
`)
		if len(d.Can) > 0 {
			writeOffers(w, d.Can)
		} else {
			w.HTML(`<p class="quiet">Nothing just now.</p>`)
		}
		w.HTML(`
`)
		if len(d.More) > 0 {
			w.HTML(`<details class="rest"`)
			w.If(!d.Odds, ` data-later`)
			w.Put(`><summary>{} more</summary>`, len(d.More))
			writeOffers(w, d.More)
			w.HTML(`</details>`)
		}
		w.HTML(`
`)
		if len(d.Not) > 0 {
			w.HTML(`<details class="nots"><summary>What cannot be done now</summary><ul>`)
			for _, one := range d.Not {
				w.Put(`<li><b>{}</b>: {}</li>`, one.Names, one.Why)
			}
			w.HTML(`</ul></details>`)
		}
		w.HTML(`
</section>`)
	}
}

func (d others) write(w *markup.Writer) {
	w.HTML(`<section id="others" class="card others" aria-labelledby="h-others"><h2 id="h-others">Who is here</h2>
`)
	for _, side := range d.Sides {
		w.Put(`<h3 class="part {}">{}</h3><ul class="people">`, side.Class, side.Name)
		for _, who := range side.People {
			w.Put(`<li><div class="heading"><p class="name {}">`, side.Class)
			if who.Sheet {
				w.Put(`<a href="sheet?who={}">{}</a>`, markup.Query(who.ID), who.Name)
			} else {
				w.Put(`<span>{}</span>`, who.Name)
			}
			if who.Mine {
				w.HTML(` <span class="tag">yours</span>`)
			} else if who.Player != "" {
				w.Put(` <span class="by">{}</span>`, who.Player)
			}
			w.HTML(`</p>`)
			w.With(`<p class="doing">{}</p>`, who.Doing)
			w.HTML(`</div>`)
			if len(who.Blocks) > 0 {
				w.HTML(`<div class="blocks small">`)
				writeBlocks(w, who.Blocks)
				w.HTML(`</div>`)
			}
			w.HTML(`</li>`)
		}
		w.HTML(`</ul>`)
	}
	w.If(len(d.Sides) == 0, `<p class="quiet">Nobody yet.</p>`)
	w.HTML(`
</section>`)
}

func (d story) write(w *markup.Writer) {
	w.HTML(`<section id="log" class="card log" aria-labelledby="h-log"><h2 id="h-log">What happened</h2>`)
	if len(d.Entries) > 0 {
		writeStory(w, d.Entries)
	} else {
		w.HTML(`<p class="quiet">Nothing yet.</p>`)
	}
	if d.Older != "" {
		w.Put(`<p><a class="button" href="log?from={}">Earlier</a></p>`, markup.Query(d.Older))
	}
	w.HTML(`</section>`)
}

// writeAnswer writes what says which question a form answers.
func writeAnswer(w *markup.Writer, d card) {
	w.Put(`<input type="hidden" name="stay" value="yes"><input type="hidden" name="roll" value="{}"><input type="hidden" name="question" value="{}">`, d.Roll, d.Question)
}

// writeFollowUp writes the button for something that is called for.
func writeFollowUp(w *markup.Writer, d option) {
	w.HTML(`<li>`)
	if d.WhyNot != "" {
		w.Put(`<p class="quiet"><b>{}</b> not now: {}</p>`, d.Label, d.WhyNot)
	} else {
		w.HTML(`<a class="button`)
		w.If(d.First, ` first`)
		w.Put(`" href="{}"><span class="name">{}</span>`, d.URL, d.Label)
		w.With(` <span class="price">{}</span>`, d.Price)
		w.With(` <span class="chance">{}</span>`, d.Chance)
		w.With(` <span class="gives">{}</span>`, d.Gives)
		w.HTML(`</a>`)
	}
	w.HTML(`</li>`)
}

// writeOffers writes what can be done now.
func writeOffers(w *markup.Writer, d []able) {
	w.HTML(`<ul class="offers">`)
	for _, one := range d {
		w.HTML(`<li><a class="offer`)
		w.If(one.Called, ` called`)
		w.Put(`" href="{}"><span class="name">`, one.URL)
		w.If(one.Called, `<span class="tag">next</span> `)
		w.Put(`{}`, one.Name)
		w.With(` <span class="vs">against {}</span>`, one.Target)
		w.HTML(`</span>
<span class="side">`)
		if one.Judged {
			w.Put(`<svg class="bar odds" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect class="now" width="{}" height="10"/></svg><span class="chance">{}</span>`, one.Width, one.Chance)
		}
		w.With(`<span class="price">{}</span>`, one.Price)
		w.With(`<span class="words">{}</span>`, one.Words)
		w.With(`<span class="words">{}</span>`, one.Lands)
		w.HTML(`</span></a></li>`)
	}
	w.HTML(`</ul>`)
}
