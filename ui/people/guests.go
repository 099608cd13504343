package people

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/form"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/pane"
	"example.org/fray/ui/picker"
)

// guests is the gamemaster's list of people: those who wait, and every seat.
type guests struct {
	hosting Hosting
	all     []guest // read from Admissions
	list    pane.List
}

func openGuests(f pane.Frame, h Hosting) pane.Intent {
	return pane.Push{Overlay: guests{hosting: h, list: pane.Listed(nil)}.refreshed(f)}
}

// guest is one line of the list: exactly one field is set, and none for the line that
// invites somebody.
type guest struct {
	waiting *Waiting
	unnamed int // how many wait without a name
	seat    *Seated
	opens   string // the line that serves the table in another way, too: Everywhere, or EverywhereInBrowsers
	closes  bool   // the line that closes the table to others
}

// refreshed returns the list with the people of this moment.
func (o guests) refreshed(f pane.Frame) guests {
	o.all = nil
	for _, w := range o.hosting.Admissions.Waiting() {
		o.all = append(o.all, guest{waiting: &w})
	}
	if n := o.hosting.Admissions.Silent(); n > 0 {
		o.all = append(o.all, guest{unnamed: n})
	}
	o.all = append(o.all, guest{}) // the invite line comes before the seats because most open the list to invite
	for _, s := range o.hosting.Admissions.Here() {
		o.all = append(o.all, guest{seat: &s})
	}
	if o.hosting.Door != nil {
		for _, address := range []string{Everywhere, EverywhereInBrowsers} {
			if opensMore(o.hosting, address) {
				o.all = append(o.all, guest{opens: address})
			}
		}
		o.all = append(o.all, guest{closes: true})
	}
	entries := make([]picker.Entry, len(o.all))
	for i, g := range o.all {
		entries[i] = g.entry(f)
	}
	o.list = o.list.With(entries)
	return o
}

func (o guests) About(pane.Frame) pane.About { return pane.About{Title: "Who is at the table"} }

func (o guests) Draw(f pane.Frame) []string {
	line, reach := o.hosting.Admissions.SSHCommand()
	address, from := o.hosting.Admissions.WebAddress()
	var out []string
	way := func(how, where, words string) {
		if where != "" {
			out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Dim, how).Put(kit.Title, where).String())
			out = append(out, f.Paragraphs(kit.Dim, words)...)
		}
	}
	way("players type ", line, reach+". If players ask, your key is "+o.hosting.Admissions.HostFingerprint())
	way("in a browser ", address, from)
	if len(out) == 0 {
		out = f.Paragraphs(kit.Dim, reach)
	}
	out = append(out, f.Look.Blank(f.W))
	out = append(out, o.list.Draw(f.Sized(f.W, max(1, f.H-len(out)-2), f.Focused))...)
	for _, k := range o.all[o.list.At()].keys() {
		out = append(out, f.Look.Row(f.W).Space(1).Put(kit.Dim, k).String())
	}
	return out[:min(len(out), f.H)]
}

// keys returns the key fingerprints of the person on this line, unshortened so that people
// can compare them.
func (g guest) keys() []string {
	switch {
	case g.waiting != nil:
		keys := []string{g.waiting.Key}
		if g.waiting.From != "" {
			keys = append(keys, "from the network "+g.waiting.From)
		}
		return keys
	case g.seat != nil:
		return g.seat.Keys
	}
	return nil
}

func (g guest) entry(f pane.Frame) picker.Entry {
	switch {
	case g.waiting != nil:
		label := g.waiting.Name + " is waiting to be let in"
		if like := f.Table.SeatName(g.waiting.Similar); like != "" {
			label += ": the same person as " + like + "?"
		}
		return picker.Entry{Name: label, Aside: "let in"}
	case g.unnamed == 1:
		return picker.Entry{Name: "somebody waits who has not said a name", Aside: "send away"}
	case g.unnamed > 1:
		return picker.Entry{Name: fmt.Sprint(g.unnamed, " wait who have not said a name"), Aside: "send away"}
	case g.seat != nil:
		here := "away"
		switch {
		case g.seat.Screens > 0:
			here = cmp.Or(g.seat.NoAnswer(), "here")
		case len(g.seat.Keys) == 0 && g.seat.Seat.Role != model.GM:
			here = "no key yet"
		}
		return picker.Entry{Name: f.Look.Gem(g.seat.Screens > 0) + " " + g.seat.Words(f.Table), Aside: here}
	}
	switch {
	case g.closes:
		return picker.Entry{Name: "close the table to others"}
	case g.opens == EverywhereInBrowsers:
		return picker.Entry{Name: "let others join in a browser, too"}
	case g.opens != "":
		return picker.Entry{Name: "let others join by SSH, too"}
	}
	return picker.Entry{Name: "invite somebody"}
}

// Words describes the seat in one sentence: "Ann plays Seraph".
func (s Seated) Words(t model.Table) string {
	name := t.SeatName(s.Seat)
	if s.Seat.Role == model.GM {
		return strings.TrimSpace("gamemaster " + name)
	}
	if s.Seat.Role == model.Watcher {
		return name + " watches"
	}
	return name + " " + s.Plays(t)
}

// Plays names the characters of a player: "plays Seraph, Gantry".
func (s Seated) Plays(t model.Table) string {
	var all []string
	for _, c := range t.Characters() {
		if s.Seat.Owns(c) {
			all = append(all, c.Name)
		}
	}
	if all == nil {
		return "has no character yet"
	}
	return "plays " + strings.Join(all, ", ")
}

var guestsKeys = slices.Concat(pane.Listing, pane.In("guests", "Guests", pane.Enter("do", "let in, or manage", "let in, manage")), []pane.Binding{pane.Back})

func (o guests) Keys(pane.Frame) []pane.Binding { return guestsKeys }

func (o guests) Update(f pane.Frame, msg tea.Msg) (pane.Overlay, pane.Intent) {
	if _, changed := msg.(pane.Changed); changed {
		return o.refreshed(f), nil
	}
	switch f.Pressed(guestsKeys, msg) {
	case "back":
		return o, pane.Close{}
	case "do":
		switch g := o.all[o.list.At()]; {
		case g.waiting != nil:
			return o, o.askAdmit(f, *g.waiting)
		case g.unnamed > 0:
			return o, o.askSendAway()
		case g.seat != nil:
			return o, o.manage(f, *g.seat)
		case g.closes:
			return o, pane.All{pane.Close{}, askShut(f, o.hosting)}
		case g.opens != "":
			return o, pane.All{pane.Close{}, askAddress(o.hosting, openGuests)}
		}
		return o, o.askInvite(f)
	}
	o.list, _, _ = o.list.Key(f, msg)
	return o, nil
}

// run calls do in the background, and shows words if it succeeds.
func (o guests) run(words string, do func() error) pane.Intent {
	return pane.Fetch{Run: func() any { return do() }, Then: func(_ pane.Frame, got any) pane.Intent {
		if err, failed := got.(error); failed {
			return pane.Fail{Words: err.Error()}
		}
		return pane.Say{Words: words}
	}}
}

// askSendAway asks which of the waiting people to send away.
func (o guests) askSendAway() pane.Intent {
	list := pane.Choice{Head: "Send away who waits"}
	send := func(label string, named bool) {
		list.Add(label, "", func(pane.Frame) pane.Intent {
			return o.run("they were sent away", func() error { o.hosting.Admissions.Clear(named); return nil })
		})
	}
	send("everybody who has not said a name", false)
	send("everybody who waits", true)
	return list.Open()
}

// askAdmit asks where to admit a waiting person. If their name resembles that of a seat, it
// asks first whether they are the same person.
func (o guests) askAdmit(f pane.Frame, w Waiting) pane.Intent {
	list := pane.Choice{Head: w.Name + " is waiting to be let in"}
	let := func(label, aside, name string, seat model.Seat, characters ...string) {
		list.Add(label, aside, func(pane.Frame) pane.Intent {
			return o.run(name+" is in", func() error { return o.hosting.Admissions.Admit(w.ID, seat, characters) })
		})
	}
	if like := f.Table.SeatName(w.Similar); like != "" {
		list.Head += ": the same person as " + like + "?"
		keyed := slices.ContainsFunc(o.hosting.Admissions.Here(), func(s Seated) bool { return s.Seat == w.Similar && len(s.Keys) > 0 })
		if keyed {
			let("yes: this is a second key of "+like, "both keys work", like, w.Similar)
		} else {
			let("yes: "+like+" joins", "with this key", like, w.Similar)
		}
		list.Add("no: I type another name for them", "they get their own seat", func(f pane.Frame) pane.Intent {
			return o.rename("Another name for "+w.Name, "", model.Seat{}, func(f pane.Frame, name string) pane.Intent {
				w.Name, w.Similar = name, model.Seat{}
				return o.askAdmit(f, w)
			})
		})
		list.Add("no: ask them for another name", "they keep waiting", func(pane.Frame) pane.Intent {
			return o.run(w.Name+" is asked for another name", func() error { return o.hosting.Admissions.AskName(w.ID) })
		})
	} else {
		for _, p := range Places(f.Table, w, o.hosting.Admissions.Here()) {
			let(p.Label, p.Aside, p.name, p.Seat, p.Characters...)
		}
	}
	list.Add("send them away", "", func(pane.Frame) pane.Intent {
		return o.run(w.Name+" was sent away", func() error { return o.hosting.Admissions.SendAway(w.ID) })
	})
	return list.Open()
}

// Place is where somebody who waits can be let in.
type Place struct {
	ID           string // the same while the person waits
	Label, Aside string
	Seat         model.Seat
	Characters   []string
	name         string
}

// Places returns where a person who waits can be let in. here is the list of Admissions.
func Places(t model.Table, w Waiting, here []Seated) (out []Place) {
	for _, s := range here { // an invited person may have given another name
		if len(s.Keys) == 0 && s.Screens == 0 || s.Seat == w.Similar && w.Similar != (model.Seat{}) {
			name := t.SeatName(s.Seat)
			out = append(out, Place{"seat " + s.Seat.Key(), "is " + name, s.Plays(t), s.Seat, nil, name})
		}
	}
	if w.Similar != (model.Seat{}) { // nobody else can have a name like that
		return out
	}
	new := func(id, label string, role model.Role, characters ...string) {
		out = append(out, Place{id, label, "", model.Seat{Role: role, Name: w.Name}, characters, w.Name})
	}
	for _, c := range t.Characters() {
		if c.Owner == "" && !c.Hidden {
			new("plays "+c.ID, "plays "+c.Name, model.Player, c.ID)
		}
	}
	new("player", "has no character yet", model.Player)
	new("watcher", "watches", model.Watcher)
	return out
}

// rename asks for a name that no seat but whose has.
func (o guests) rename(head, now string, whose model.Seat, then func(f pane.Frame, name string) pane.Intent) pane.Intent {
	return pane.Push{Overlay: form.Ask(head, "name", now, func(f pane.Frame, p *form.Prompt, name string) pane.Intent {
		name = strings.TrimSpace(name)
		if like := o.hosting.Admissions.SimilarSeat(name); name == "" || like != (model.Seat{}) && like != whose {
			return p.Wrong(0, "type a name that nobody here has, and that does not look like one")
		}
		return pane.All{pane.Close{}, then(f, name)}
	})}
}

// manage offers what the gamemaster can do with a seat.
func (o guests) manage(f pane.Frame, s Seated) pane.Intent {
	list := pane.Choice{Head: s.Words(f.Table)}
	if s.Seat.Role == model.Player {
		for _, c := range f.Table.Characters() {
			if c.Owner == "" && !c.Hidden {
				list.Add("also plays "+c.Name, "", func(pane.Frame) pane.Intent {
					return pane.Do{Command: decide.AssignOwner(c, s.Seat.Key())}
				})
			}
		}
	}
	name := f.Table.SeatName(s.Seat)
	if s.Seat.Role != model.GM {
		list.Add("rename", "keeps characters and keys", func(pane.Frame) pane.Intent {
			return o.rename("New name for "+name+" called?", name, s.Seat, func(_ pane.Frame, to string) pane.Intent {
				return pane.Do{Command: model.NameSeat{Seat: s.Seat, Name: to}, Then: func(pane.Frame) pane.Intent { return pane.Say{Words: name + " is called " + to} }}
			})
		})
	}
	words := "invite another key of theirs"
	if len(s.Keys) == 0 && s.Seat.Role != model.GM {
		words = "invite to this seat"
	}
	list.Add(words, "", func(f pane.Frame) pane.Intent { return o.invite(s.Seat, nil) })
	if len(s.Keys) > 1 {
		for _, key := range s.Keys {
			list.Add("remove "+key, "the others stay", sure("Remove this key of "+name+"?", "remove "+key, "its screens close at once", func(pane.Frame) pane.Intent {
				return o.run(name+" no longer has that key", func() error { return o.hosting.Admissions.RevokeKey(s.Seat, key) })
			}))
		}
	}
	label, ends, done, ask := "take the seat away", "their screens close at once", name+" no longer has a seat", "Take the seat of "+name+" away?"
	if s.Seat.Role == model.GM {
		label, ends, done, ask = "remove every key", "the host's own screen stays open", "no key can join as gamemaster any more", "Remove every key of the gamemaster?"
	}
	list.Add(label, ends, sure(ask, label, ends, func(pane.Frame) pane.Intent {
		return o.run(done, func() error { return o.hosting.Admissions.Revoke(s.Seat) })
	}))
	return list.Open()
}

// sure asks before something is lost. The first line keeps it, so that no key too many does harm.
func sure(ask, label, loses string, do pane.Then) pane.Then {
	return func(pane.Frame) pane.Intent {
		list := pane.Choice{Head: ask}
		list.Add("no", "nothing changes", func(pane.Frame) pane.Intent { return nil })
		list.Add(label, loses, do)
		return list.Open()
	}
}

// askInvite asks for whom to create an invite.
func (o guests) askInvite(f pane.Frame) pane.Intent {
	list := pane.Choice{Head: "Invite somebody"}
	add := func(label string, role model.Role, characters ...string) {
		list.Add(label, "", func(pane.Frame) pane.Intent {
			return pane.Push{Overlay: form.Ask("Who is invited?", "name", "", func(_ pane.Frame, p *form.Prompt, name string) pane.Intent {
				return pane.All{pane.Close{}, o.invite(model.Seat{Role: role, Name: strings.TrimSpace(name)}, characters)}
			}).Saying("leave empty to use the name they type")}
		})
	}
	for _, c := range f.Table.Characters() {
		if c.Owner == "" && !c.Hidden {
			add("to play "+c.Name, model.Player, c.ID)
		}
	}
	add("to play a character of their own", model.Player)
	add("to watch", model.Watcher)
	return list.Open()
}

// invitesLast is how long an invite from the screen is valid.
const invitesLast = 24 * time.Hour

// invite creates an invite and shows it. It cannot be shown again, because it is not
// stored.
func (o guests) invite(seat model.Seat, characters []string) pane.Intent {
	return pane.Fetch{Run: func() any {
		made, err := o.hosting.Admissions.Invite(seat, characters, invitesLast)
		if err != nil {
			return err
		}
		return made
	}, Then: func(f pane.Frame, got any) pane.Intent {
		if err, failed := got.(error); failed {
			return pane.Fail{Words: err.Error()}
		}
		made := got.(Invited)
		notice := &pane.Notice{Head: "An invite (also on your clipboard)", Text: []string{made.Words, made.Letter}}
		if made.Code != nil {
			notice.Lines = func(f pane.Frame) []string { return codeLines(f, made.Code) }
		}
		return pane.All{pane.Copy{What: "the invite", Text: made.Letter}, pane.Push{Overlay: notice}}
	}}
}

// codeLines draws a QR code, or says that there is no room for a whole one. It returns nil
// if the screen has ASCII characters only.
func codeLines(f pane.Frame, code [][]bool) []string {
	if f.Look.Glyphs == kit.ASCII {
		return nil
	}
	lines := kit.CodeLines(code, f.Look.Theme.Dark)
	if len(lines) > f.H || kit.Width(lines[0]) > f.W {
		return append(f.Paragraphs(kit.Dim, "A larger terminal shows the link as a QR code, too."), f.Look.Blank(f.W))
	}
	var out []string
	for _, l := range lines {
		out = append(out, f.Look.Row(f.W).Put(kit.Title, l).String())
	}
	return append(out, f.Look.Blank(f.W))
}
