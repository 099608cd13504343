package lines

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"example.org/fray/model"
	"example.org/fray/ui/people"
)

// waiting is who waits to be let in, for the gamemaster of a table that is served.
type waiting struct {
	people.Admissions                  // nil for everybody else
	told              []people.Waiting // the numbers that were told of them
	news              int              // how many things were told of those who are here
}

// words say who waits, and how they are let in; nothing where nobody does.
func (w *waiting) words(t model.Table) string {
	if w.Admissions == nil {
		return ""
	}
	var out []string
	w.told = w.Waiting()
	for i, x := range w.told {
		like := ""
		if name := t.SeatName(x.Like); x.Like != (model.Seat{}) {
			like = fmt.Sprintf(", who may be %s or somebody else", cmp.Or(name, "the gamemaster"))
		}
		out = append(out, fmt.Sprintf("%d. %s waits%s: %s, from %s.", i+1, x.Name, like, x.Key, cmp.Or(x.From, "this machine")))
	}
	if n := w.Silent(); n > 0 {
		out = append(out, fmt.Sprintf("%d who have said no name wait.", n))
	}
	if out != nil {
		out = append(out, "Type let NUMBER in, send NUMBER away, or clear waiting.")
	}
	return strings.Join(out, "\n")
}

// newest is what became known of those who are here since it was last told; "" where
// nothing did.
func (w *waiting) newest() string {
	if w.Admissions == nil {
		return ""
	}
	n, words := w.News()
	if n == w.news {
		return ""
	}
	w.news = n
	return words
}

// door does what a line says to those who wait; false where it says nothing to them.
func (p *plain) door(text string) bool {
	words := strings.Fields(text)
	if p.waiting.Admissions == nil || len(words) < 2 {
		return false
	}
	last := strings.ToLower(words[0] + " " + words[len(words)-1])
	if strings.EqualFold(words[0], "revoke") {
		p.revoke(strings.Join(words[1:], " "))
		return true
	}
	switch {
	case len(words) == 2 && last == "clear waiting":
		p.waiting.Clear(true)
		p.line("Nobody waits any more.")
		return true
	case strings.EqualFold(words[0], "let") && len(words) >= 3 && strings.EqualFold(words[2], "in"):
	case len(words) == 3 && last == "send away":
	case len(words) == 5 && last == "ask name": // ask NUMBER for another name
	default:
		return false
	}
	n, err := strconv.Atoi(words[1])
	if err != nil || n < 1 || n > len(p.waiting.told) {
		p.line("Say who by the number: who lists those who wait.")
		return true
	}
	who := p.waiting.told[n-1]
	switch strings.ToLower(words[0]) {
	case "send":
		err = p.waiting.SendAway(who.ID)
	case "ask":
		err = p.waiting.AskName(who.ID)
	default:
		err = p.waiting.Let(who.ID, p.seatFor(who, words[3:]), nil)
	}
	if err != nil {
		p.line("%s", sentence(err))
	} else {
		p.line("Done.")
	}
	return true
}

// invitesLast is how long an invite made in lines works.
const invitesLast = 24 * time.Hour

// invite makes an invite for somebody of a name, to play a character or to watch, and says
// it once.
func (p *plain) invite(text string) {
	if p.waiting.Admissions == nil {
		p.line("Nobody can join now: host ADDRESS lets them, such as host %s.", people.Everywhere)
		return
	}
	seat, characters, err := people.ReadInvite(p.said(), text)
	if err != nil {
		p.line("%s", sentence(err))
		return
	}
	made, err := p.waiting.Invite(seat, characters, invitesLast)
	if err != nil {
		p.line("%s", sentence(err))
		return
	}
	p.line("%s", made.Words)
	p.line("%s", made.Letter)
}

// revoke takes the seat of somebody away, which closes their screens.
func (p *plain) revoke(name string) {
	seat, ok := p.table.SeatOf(name)
	if !ok {
		p.line("Nobody here is called %q: who lists them.", name)
		return
	}
	if cmp.Or(p.asks("%s loses the seat, and their screens close at once. Type yes to do it.", p.table.SeatName(seat)), "no") != "yes" {
		p.line("Nothing has changed.")
		return
	}
	if err := p.waiting.Revoke(seat); err != nil {
		p.line("%s", sentence(err))
		return
	}
	p.line("Done.")
}

// seatFor is the seat that somebody is let in to: their own name's, a watcher's with as
// watcher, or that of another name behind as.
func (p *plain) seatFor(who people.Waiting, as []string) model.Seat {
	seat := model.Seat{Role: model.Player, Name: who.Name}
	if len(as) < 2 || !strings.EqualFold(as[0], "as") {
		return seat
	}
	switch name := strings.Join(as[1:], " "); {
	case strings.EqualFold(name, "watcher"):
		seat.Role = model.Watcher
	default:
		seat.Name = name
		if there, ok := p.table.SeatOf(name); ok {
			seat = there
		}
	}
	return seat
}

// host lets others come to the table at an address, and says how.
func (p *plain) host(address string) {
	switch {
	case p.waiting.Admissions != nil:
		p.line("%s", p.way())
		return
	case p.outside == nil:
		p.line("%s.", model.Capitalize(people.NoDoor))
		return
	case address == "":
		p.line("Type host %s for whoever can reach this machine, or host %s for this machine only. %s", people.Everywhere, people.OnlyHere, people.Exposed)
		return
	}
	a, err := p.outside.Open(address)
	if err != nil {
		p.line("%s", sentence(err))
		return
	}
	p.here, p.waiting.Admissions = a, a
	p.came, p.gone = a.Watch()
	p.line("%s", p.way())
	p.tellPresent()
}

// way says how others come to the table, and what they reach.
func (p *plain) way() string {
	line, reach := p.waiting.Line()
	if line == "" {
		return model.Capitalize(reach) + "."
	}
	return "Players type: " + line + " (" + reach + "). The host key is " + p.waiting.Print() + ". " + people.Exposed
}

// stopHosting ends that others can come.
func (p *plain) stopHosting() {
	switch {
	case p.waiting.Admissions == nil:
		p.line("Nobody else can join now.")
	case p.outside == nil:
		p.line("The program that has this table open serves it: it ends there.")
	default:
		if err := p.outside.Shut(); err != nil {
			p.line("%s", sentence(err))
			return
		}
		p.gone()
		p.here, p.waiting, p.came, p.gone, p.told = nil, waiting{}, nil, nil, ""
		p.line("Nobody else can join any more.")
	}
}
