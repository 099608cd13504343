package web

import (
	"example.org/fray/model/markup"
)

func (d door) write(w *markup.Writer) {
	w.HTML(`<body class="door"`)
	w.If(d.Waits || d.Told != "", ` data-wait="/door"`)
	w.HTML(`>
<main id="main" class="card">
<p class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 21 7v10l-9 5-9-5V7z"/><circle cx="12" cy="12" r="2.4"/></svg> fray</p>
`)
	switch {
	case d.Invite != "":
		w.HTML(`<h1>You are invited to a table</h1>
`)
		w.With(`<p class="wrong" role="alert">{}</p>`, d.Words)
		w.Put(`
<form method="post" action="/i/{}">`, markup.Query(d.Invite))
		writeToken(w, d.Token)
		w.HTML(`
`)
		if d.Names {
			w.Put(`<div class="field"><label for="name">Your name</label><input id="name" name="name" value="{}" maxlength="60" autocomplete="nickname" required></div>`, d.Name)
		}
		w.HTML(`
`)
		w.With(`<p>This browser sits here as <b>{}</b>. The seat of the invite takes its place, and to come back to the first you need another invite.</p>
<label class="check"><input type="checkbox" name="sure" value="yes" required> Yes, give it up</label>`, d.Sits)
		w.HTML(`
<button class="go">Take my seat</button></form>
<p class="help">The invite works once. This browser then has your seat: open the table here again whenever you scene.</p>
`)
	case d.Waits:
		w.Put(`<h1>{}, you wait to be let in</h1>
`, d.Name)
		w.With(`<p class="wrong" role="alert">{}</p>`, d.Words)
		w.HTML(`
<p role="status">The gamemaster has been asked. This page goes on by itself.</p>
<p><a class="button" href="/">Look again</a></p>
<details><summary>Another name</summary><form method="post" action="/door">`)
		writeToken(w, d.Token)
		w.Put(`<div class="field"><label for="name">Your name</label><input id="name" name="name" value="{}" maxlength="60" autocomplete="nickname" required></div><button>Ask again</button></form></details>
`, d.Name)
	case d.All:
		w.HTML(`<h1>Join a table</h1>
`)
		w.With(`<p class="wrong" role="alert">{}</p>`, d.Words)
		w.HTML(`
`)
		w.With(`<p role="status">{}</p>`, d.Told)
		w.HTML(`
<p>If you have an invite from whoever runs a table here, type its words, or open its link.</p>
<form method="post" action="/door">`)
		writeToken(w, d.Token)
		w.HTML(`<div class="field"><label for="words">The words of an invite</label><input id="words" name="words" maxlength="60" autocomplete="off" required autofocus></div><button class="go">Take my seat</button></form>
<details><summary>Without an invite</summary>`)
		writeAsk(w, d.Token)
		w.HTML(`</details>
`)
	default:
		w.HTML(`<h1>Join a table</h1>
`)
		w.With(`<p class="wrong" role="alert">{}</p>`, d.Words)
		w.HTML(`
<p>Say your name, and the gamemaster can let you in. If you have the words of an invite, type them instead.</p>
<form method="post" action="/door">`)
		writeToken(w, d.Token)
		w.Put(`<div class="field"><label for="name">Your name, or an invite</label><input id="name" name="name" value="{}" maxlength="60" autocomplete="nickname" required autofocus></div><button class="go">Ask to be let in</button></form>
`, d.Name)
	}
	w.HTML(`
</main></body>`)
}

func (d tablesPage) write(w *markup.Writer) {
	w.HTML(`<body class="door">
<main id="main" class="card">
<p class="brand"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2 21 7v10l-9 5-9-5V7z"/><circle cx="12" cy="12" r="2.4"/></svg> fray</p>
<h1>Your tables</h1>
`)
	w.With(`<p class="wrong" role="alert">{}</p>`, d.Words)
	w.HTML(`
`)
	w.With(`<p role="status">{}</p>`, d.Told)
	w.HTML(`
`)
	if d.Invite != "" {
		w.Put(`<div role="status"><p>On the other device, open this within a quarter of an hour:</p><p><b>{}</b></p><p class="help">Or come there over SSH with these words as your name: {}. It works once, and has all your seats then: show it to nobody else.</p></div>`, d.Link, d.Invite)
	}
	w.HTML(`
`)
	if len(d.Rows) > 0 {
		w.HTML(`<ul class="options">`)
		for _, row := range d.Rows {
			w.HTML(`<li>`)
			if row.Problem != "" {
				w.Put(`<p><b>{}</b> <span class="quiet">{}</span></p>`, row.Name, row.Problem)
			} else {
				w.Put(`<a class="button" href="{}"><span class="name">{}</span> <span class="quiet">{}`, row.URL, row.Name, row.State)
				w.With(`; next evening {}`, row.Evening)
				w.HTML(`</span></a>`)
			}
			w.HTML(`</li>`)
		}
		w.HTML(`</ul>
`)
	} else {
		w.HTML(`<p class="quiet">You have a seat at no table here yet.</p>`)
	}
	w.HTML(`
<details><summary>Use an invite</summary><form method="post" action="/door">`)
	writeToken(w, d.Token)
	w.HTML(`<div class="field"><label for="words">The words of an invite</label><input id="words" name="words" maxlength="60" autocomplete="off" required></div><button class="go">Take my seat</button></form></details>
<details><summary>Ask to be let in at a table</summary>`)
	writeAsk(w, d.Token)
	w.HTML(`</details>
`)
	if d.May {
		w.HTML(`<details`)
		w.If(d.Name != "", ` open`)
		w.HTML(`><summary>Make a table</summary><form method="post" action="/make">`)
		writeToken(w, d.Token)
		w.Put(`<div class="field"><label for="name">Its name</label><input id="name" name="name" value="{}" maxlength="60" autocomplete="off" required></div>
<div class="field"><label for="book">Its rulebook</label><select id="book" name="book">`, d.Name)
		for _, system := range d.Systems {
			w.Put(`<option value="{}"`, system.Value)
			w.If(system.On, ` selected`)
			w.Put(`>{}</option>`, system.Label)
		}
		w.HTML(`</select></div>
<button class="go">Make it</button>`)
		w.With(`<p class="help">{}</p>`, d.MayWords)
		w.HTML(`</form></details>`)
	}
	w.HTML(`
`)
	if len(d.Own) > 0 {
		w.HTML(`<details><summary>Delete a table</summary><form method="post" action="/delete">`)
		writeToken(w, d.Token)
		w.HTML(`<div class="field"><label for="table">Of those that you run</label><select id="table" name="table">`)
		for _, one := range d.Own {
			w.Put(`<option value="{}">{}</option>`, one.Value, one.Label)
		}
		w.HTML(`</select></div>
<label class="check"><input type="checkbox" name="sure" value="yes" required> Yes, delete it</label><button class="grave">Delete it</button><p class="help">Nobody comes to it any more. Whoever runs this host can bring it back.</p></form></details>`)
	}
	w.HTML(`
<details><summary>Another device of yours</summary><form method="post" action="/device">`)
	writeToken(w, d.Token)
	w.HTML(`<p class="help">A link that gives another browser, or a key, all the seats that you have here.</p><button>Make the link</button></form></details>
</main></body>`)
}

func (d errorPage) write(w *markup.Writer) {
	w.Put(`<body class="door"><main id="main" class="card"><h1>Not done</h1><p class="wrong">{}</p><p><a class="button go" href="/">`, d.Words)
	if d.All {
		w.HTML(`To your tables`)
	} else {
		w.HTML(`To the table`)
	}
	w.HTML(`</a></p></main></body>`)
}

// writeAsk writes the form that asks to be let in at a table.
func writeAsk(w *markup.Writer, d string) {
	w.HTML(`<form method="post" action="/ask">`)
	writeToken(w, d)
	w.HTML(`<div class="field"><label for="ask-table">The whole name of a table that is being played</label><input id="ask-table" name="table" maxlength="60" autocomplete="off" required></div>
<div class="field"><label for="ask-name">Your name</label><input id="ask-name" name="name" maxlength="60" autocomplete="nickname" required></div><button>Ask to be let in</button></form>`)
}
