package web

import (
	"example.org/fray/model/markup"
)

func (p homePage) write(w *markup.Writer, f frame) {
	writeTop(w, f)
	w.HTML(`
`)
	w.With(`<p class="told" role="status">{}</p>`, p.Told)
	w.Put(`
<h1 class="unseen">The table</h1>
<div class="grid">
<div class="own"><div id="part-just">{}</div><div id="part-me">{}</div><div id="part-now">{}</div></div>
<div class="all"><div id="part-others">{}</div></div>
<div class="told-all">
`, f.Parts["just"], f.Parts["me"], f.Parts["now"], f.Parts["others"])
	if p.Speak {
		w.HTML(`<section id="talk" class="card talk" aria-labelledby="h-talk"><h2 id="h-talk">Talk, or do something</h2>
<form method="post" action="talk" data-stay data-clear>`)
		writeToken(w, f.Token)
		w.Put(`<input type="hidden" name="stay" value="yes"><input type="hidden" name="who" value="{}">
<div class="field"><label for="text">Text</label><input id="text" name="text" maxlength="4000" autocomplete="off" enterkeyhint="send"></div>
<div class="field"><label for="to">What becomes of it</label><select id="to" name="to">`, f.Who)
		for _, each := range p.To {
			w.Put(`<option value="{}"`, each.Value)
			w.If(each.On, ` selected`)
			w.Put(`>{}</option>`, each.Label)
		}
		w.HTML(`</select></div>
<button class="go">Send</button>
<p class="wrong" data-error role="alert" hidden></p></form></section>`)
	}
	w.Put(`
<div id="part-log">{}</div>
</div>
</div>
`, f.Parts["log"])
	writeBottom(w, f)
}

func (p logPage) write(w *markup.Writer, f frame) {
	writeTop(w, f)
	w.HTML(`
<section class="card" aria-labelledby="h-page"><h1 id="h-page">`)
	if p.Journal {
		w.HTML(`Your journal`)
	} else {
		w.HTML(`What happened`)
	}
	w.Put(`</h1>
<form method="get" action="log" role="search" class="row"><div class="field"><label for="find">Find</label><input id="find" name="find" type="search" value="{}" maxlength="60"></div><button>Find</button></form>
<p class="row">`, p.Find)
	if p.Journal || p.Find != "" {
		w.HTML(`<a class="button" href="log">Everything</a>`)
	} else {
		w.HTML(`<a class="button" href="log?journal=yes">Your journal</a>`)
	}
	w.HTML(` <a class="button" href="recap">So far</a></p>
`)
	w.With(`<p class="quiet">{}</p>`, p.Found)
	w.HTML(`
`)
	if len(p.Entries) > 0 {
		w.HTML(`<h2 class="unseen">Entries, the newest first</h2>`)
		writeStory(w, p.Entries)
	} else {
		w.HTML(`<p class="quiet">`)
		if p.Journal {
			w.HTML(`Your journal is empty. What you write into it only you and the gamemaster read.`)
		} else {
			w.HTML(`Nothing.`)
		}
		w.HTML(`</p>`)
	}
	w.HTML(`
`)
	if p.Older != "" {
		w.Put(`<p><a class="button" href="log?from={}">Earlier</a></p>`, markup.Query(p.Older))
	}
	w.HTML(`
</section>
`)
	writeBottom(w, f)
}

func (p textPage) write(w *markup.Writer, f frame) {
	writeTop(w, f)
	w.Put(`
<section class="card text" aria-labelledby="h-page"><h1 id="h-page">{}</h1>
`, p.Title)
	for _, line := range p.Lines {
		w.HTML(`<p class="`)
		if line.Aside {
			w.HTML(`aside`)
		} else {
			w.HTML(`tale`)
		}
		w.Put(`">{}`, line.Text)
		w.With(` <b>{}</b>`, line.Came)
		w.HTML(`</p>`)
	}
	w.HTML(`
`)
	if p.CanWord {
		w.HTML(`<form method="post" action="talk">`)
		writeToken(w, f.Token)
		w.HTML(`<input type="hidden" name="to" value="word"><div class="field"><label for="word">A word of yours for the dice</label><input id="word" name="text" maxlength="100" autocomplete="off"></div><button class="go">Add it</button></form>`)
	}
	w.HTML(`
`)
	if p.Export {
		w.HTML(`<form method="post" action="export">`)
		writeToken(w, f.Token)
		w.HTML(`<button>Keep what I may know of the table, for fray check</button></form>`)
	}
	w.HTML(`
</section>
`)
	writeBottom(w, f)
}

func (p shownPage) write(w *markup.Writer, f frame) {
	writeTop(w, f)
	w.HTML(`<h1 class="unseen">Shown to all</h1>
`)
	for _, one := range p.All {
		w.Put(`<section class="card text"><h2>{}</h2>`, one.Head)
		for _, each := range one.Text {
			w.Put(`<p>{}</p>`, each)
		}
		if len(one.Grades) > 0 {
			w.HTML(`<ul class="plain">`)
			for _, grade := range one.Grades {
				w.Put(`<li>{}: {}</li>`, grade.Label, grade.Text)
			}
			w.HTML(`</ul>`)
		}
		w.HTML(`<div class="blocks">`)
		writeBlocks(w, one.Blocks)
		w.HTML(`</div></section>`)
	}
	w.If(len(p.All) == 0, `<p class="quiet">Nothing has been shown yet.</p>`)
	w.HTML(`
`)
	writeBottom(w, f)
}

func (p sheetPage) write(w *markup.Writer, f frame) {
	writeTop(w, f)
	w.Put(`
<section class="card sheet" aria-labelledby="h-sheet"><div class="heading"><h1 id="h-sheet">{}</h1>`, p.Name)
	w.With(`<p class="by">{}</p>`, p.Book)
	w.HTML(`</div>
`)
	if p.NameOnly {
		w.Put(`<p class="doing">{}</p><p class="quiet">You know no more than that.</p>`, p.Doing)
	}
	w.HTML(`
`)
	w.If(len(p.Blocks) > 0, `<h2 class="unseen">Numbers</h2>`)
	w.HTML(`<div class="blocks">`)
	writeBlocks(w, p.Blocks)
	w.HTML(`</div>
`)
	w.With(`<h2 class="part">Notes</h2><p class="notes">{}</p>`, p.Notes)
	if p.Notes != "" {
		w.Put(`<p class="help">Read by {}.</p>`, p.Readers)
	}
	w.HTML(`
`)
	w.With(`<h2 class="part">Your notes</h2><p class="notes">{}</p><p class="help">Read by nobody else.</p>`, p.GMNotes)
	w.HTML(`
</section>
`)
	writeBottom(w, f)
}

func (p morePage) write(w *markup.Writer, f frame) {
	writeTop(w, f)
	w.HTML(`
<section class="card" aria-labelledby="h-page"><h1 id="h-page">More</h1>
<ul class="options">
<li><a class="button" href="recap">What happened so far</a></li>
<li><a class="button" href="dice">The dice: fingerprint, words, seed and hash</a></li>
`)
	w.If(p.Shown, `<li><a class="button" href="shown">What the gamemaster has shown</a></li>`)
	w.HTML(`
<li><a class="button" href="log?journal=yes">Your journal</a></li>
</ul>
<h2 class="part">At the table</h2>
<ul class="plain">`)
	for _, each := range p.Here {
		w.Put(`<li>{}: `, each.Name)
		switch {
		case each.NoAnswer != "":
			w.Put(`{}`, each.NoAnswer)
		case each.Here:
			w.HTML(`here`)
		default:
			w.HTML(`away`)
		}
		w.HTML(`</li>`)
	}
	w.HTML(`</ul>
`)
	for _, each := range p.Found {
		w.Put(`<p class="wrong">{}</p>`, each)
	}
	w.HTML(`
<details><summary>What can be typed where it says: do what I type</summary><ul class="plain">`)
	for _, each := range p.Verbs {
		w.Put(`<li>{}</li>`, each)
	}
	w.HTML(`</ul></details>
`)
	if p.GM {
		w.HTML(`<p><a class="button" href="people">Let people in, take seats away, close the table</a></p>
<h2 class="part">Invite somebody</h2>
<form method="post" action="invite">`)
		writeToken(w, f.Token)
		w.HTML(`<div class="field"><label for="as">Their name</label><input id="as" name="as" maxlength="60" autocomplete="off" placeholder="they type it themselves"></div>
`)
		if len(p.Play) > 0 {
			w.HTML(`<div class="field"><label for="plays">Whom they play</label><select id="plays" name="plays"><option value="">nobody yet</option>`)
			for _, each := range p.Play {
				w.Put(`<option value="{}">{}</option>`, each.Value, each.Label)
			}
			w.HTML(`</select></div>`)
		}
		w.HTML(`
<button class="go">Make an invite</button></form>`)
	}
	w.HTML(`
<h2 class="part">This browser</h2>
<p>It sits here as `)
	if p.Name != "" {
		w.Put(`<b>{}</b>`, p.Name)
	} else {
		w.HTML(`the gamemaster`)
	}
	w.HTML(`, until you or the gamemaster take the seat away.</p>
<form method="post" action="export">`)
	writeToken(w, f.Token)
	w.HTML(`<button>Keep what I may know of the table</button></form>
`)
	if f.All && p.GM {
	} else {
		w.HTML(`<details><summary>Forget this table on this browser</summary><form method="post" action="leave">`)
		writeToken(w, f.Token)
		w.HTML(`
<label class="check"><input type="checkbox" name="sure" value="yes" required> Yes, forget it</label><button class="grave">Forget it</button>
<p class="help">To come back after that, you need another invite`)
		w.If(f.All, `, unless another device of yours has this seat`)
		w.HTML(`.</p></form></details>`)
	}
	w.HTML(`
</section>
`)
	writeBottom(w, f)
}

func (p invitedPage) write(w *markup.Writer, f frame) {
	writeTop(w, f)
	w.HTML(`
<section class="card text" aria-labelledby="h-page"><h1 id="h-page">An invite</h1>
`)
	if p.Link != "" {
		w.Put(`<p><b>{}</b></p>
<svg class="code" viewBox="-4 -4 {} {}" width="240" height="240" role="img" aria-label="The link as a QR code"><rect x="-4" y="-4" width="{}" height="{}" fill="#ffffff"/><path d="{}" fill="#000000"/></svg>
<h2 class="part">What to send them</h2>`, p.Link, p.Around, p.Around, p.Around, p.Around, p.Code)
	}
	w.Put(`
<p>{}</p>
<p class="help">It is shown this once: whoever opens it first has the seat.</p>
</section>
`, p.Letter)
	writeBottom(w, f)
}

func (p peoplePage) write(w *markup.Writer, f frame) {
	writeTop(w, f)
	w.HTML(`
<section class="card" aria-labelledby="h-page"><h1 id="h-page">People</h1>
<h2 class="part">Who waits to be let in</h2>
`)
	for _, each := range p.Waiting {
		w.HTML(`<form method="post" action="people" class="waiting">`)
		writeToken(w, f.Token)
		w.Put(`<input type="hidden" name="who" value="{}">
<p><b>{}</b>`, each.ID, each.Name)
		w.With(`: the same person as {}?`, each.Similar)
		w.Put(` <span class="quiet">{}`, each.Key)
		w.With(`, from {}`, each.From)
		w.Put(`</span></p>
<div class="field"><label for="as-{}">Who they are</label><select id="as-{}" name="as">`, each.ID, each.ID)
		for _, place := range each.Places {
			w.Put(`<option value="{}">{}</option>`, place.Value, place.Label)
		}
		w.HTML(`</select></div>
<div class="row"><button class="go">Let in</button> <button name="do" value="name">Ask for another name</button> <button name="do" value="send">Send away</button></div></form>
`)
	}
	w.If(len(p.Waiting) == 0, `<p class="quiet">Nobody.</p>`)
	w.HTML(`
`)
	if p.Silent != 0 {
		w.HTML(`<form method="post" action="people">`)
		writeToken(w, f.Token)
		w.Put(`<p>{} more have said no name.</p><button name="do" value="clear">Send them away</button></form>`, p.Silent)
	}
	w.HTML(`
<h2 class="part">Seats</h2><div class="seats">
`)
	for _, seat := range p.Seats {
		w.Put(`<details><summary>{}</summary>
`, seat.Words)
		for _, key := range seat.Keys {
			w.HTML(`<form method="post" action="revoke">`)
			writeToken(w, f.Token)
			w.Put(`<input type="hidden" name="seat" value="{}"><input type="hidden" name="key" value="{}"><p>{}</p>
<label class="check"><input type="checkbox" name="sure" value="yes" required> Yes, remove this key</label><button class="grave">Remove it</button></form>`, seat.Key, key, key)
		}
		w.HTML(`
<form method="post" action="revoke">`)
		writeToken(w, f.Token)
		w.Put(`<input type="hidden" name="seat" value="{}">
<label class="check"><input type="checkbox" name="sure" value="yes" required> Yes, take the seat of {} away</label><button class="grave">Take it away</button></form></details>
`, seat.Key, seat.Name)
	}
	w.If(len(p.Seats) == 0, `<p class="quiet">Nobody else has a seat yet.</p>`)
	w.HTML(`</div>
<h2 class="part">The table</h2>
`)
	if p.Closed {
		w.HTML(`<form method="post" action="shut">`)
		writeToken(w, f.Token)
		w.HTML(`<p>It is closed: nobody but you can come.</p><button class="go" name="open" value="yes">Let others in again</button></form>
`)
	} else {
		w.HTML(`<details><summary>Close the table to others</summary><form method="post" action="shut">`)
		writeToken(w, f.Token)
		if len(p.Others) > 0 {
			w.HTML(`<p>The screens of `)
			for i, other := range p.Others {
				w.If(i != 0, `, `)
				w.Put(`{}`, other)
			}
			w.HTML(` close at once.</p>`)
		}
		w.HTML(`
<label class="check"><input type="checkbox" name="sure" value="yes" required> Yes, close it</label><button class="grave">Close it</button></form></details>`)
	}
	w.HTML(`
</section>
`)
	writeBottom(w, f)
}
