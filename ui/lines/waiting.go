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

// waiting announces waiting people to the gamemaster of a served table.
type waiting struct {
	people.Admissions                  // nil for all other seats
	told              []people.Waiting // people who were announced, by number
	news              int              // how many of Admissions' warnings were printed
}

// words lists who waits and how to admit them, or returns nothing.
func (w *waiting) words(t model.Table) string {
	if w.Admissions == nil {
		return ""
	}
	var out []string
	w.told = w.Waiting()
	for i, x := range w.told {
		like := ""
		if name := t.SeatName(x.Similar); x.Similar != (model.Seat{}) {
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

// newest returns the newest warning about connected people if it was not printed yet,
// otherwise "".
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

// admissionCommand carries out a command about waiting people. It returns false if text is not one.
func (p *console) admissionCommand(text string) bool {
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
		err = p.waiting.Admit(who.ID, p.seatFor(who, words[3:]), nil)
	}
	if err != nil {
		p.line("%s", model.Sentence(err))
	} else {
		p.line("Done.")
	}
	return true
}

// invitesLast is how long an invite made in lines is valid.
const invitesLast = 24 * time.Hour

// invite creates an invite for a named person and prints it once.
func (p *console) invite(text string) {
	if p.waiting.Admissions == nil {
		p.line("Nobody can join now: host ADDRESS lets them, such as host %s.", people.Everywhere)
		return
	}
	seat, characters, err := people.ReadInvite(p.context(), text)
	if err != nil {
		p.line("%s", model.Sentence(err))
		return
	}
	made, err := p.waiting.Invite(seat, characters, invitesLast)
	if err != nil {
		p.line("%s", model.Sentence(err))
		return
	}
	p.line("%s", made.Words)
	p.line("%s", made.Letter)
}

// revoke removes the seat of a named person, which closes their connections, or one of its
// keys.
func (p *console) revoke(name string) {
	seat, ok := p.table.SeatOf(name)
	if !ok {
		p.line("Nobody here is called %q: who lists them.", name)
		return
	}
	question := p.table.SeatName(seat) + " loses the seat, and their screens close at once. Type yes to do it."
	var keys []string
	for _, s := range p.waiting.Here() {
		if s.Seat == seat && len(s.Keys) > 1 {
			keys = s.Keys
			question = strings.TrimSuffix(question, ".") + ", or the number of a key to remove only that."
		}
	}
	for i, key := range keys {
		p.line("%d. %s", i+1, key)
	}
	answer := p.readAnswer("%s", question)
	var err error
	if n, bad := strconv.Atoi(answer); bad == nil && n >= 1 && n <= len(keys) {
		err = p.waiting.RevokeKey(seat, keys[n-1])
	} else if answer == "yes" {
		err = p.waiting.Revoke(seat)
	} else {
		p.line("Nothing has changed.")
		return
	}
	if err != nil {
		p.line("%s", model.Sentence(err))
		return
	}
	p.line("Done.")
}

// seatFor returns the seat to which a waiting person is admitted: one of their own name, a
// watcher's after "as watcher", or the seat whose name follows "as".
func (p *console) seatFor(who people.Waiting, as []string) model.Seat {
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

// host serves the table at an address, and prints how to connect. A table that is served in
// one way can be served in the other, too.
func (p *console) host(address string) {
	switch {
	case p.waiting.Admissions != nil && (address == "" || p.door == nil):
		p.line("%s", p.howToConnect())
		return
	case p.door == nil:
		p.line("%s.", model.Capitalize(people.NoDoor))
		return
	case address == "":
		p.line("Type host %s for whoever can reach this machine, or host %s for this machine only; for browsers %s or %s. %s", people.Everywhere, people.OnlyHere, people.EverywhereInBrowsers, people.OnlyHereInBrowsers, people.Exposed)
		return
	}
	a, err := p.door.Open(address)
	if err != nil {
		p.line("%s", model.Sentence(err))
		return
	}
	if p.waiting.Admissions == nil {
		p.present, p.waiting.Admissions = a, a
		p.presenceChanged, p.stopPresence = a.Watch()
	}
	p.line("%s", p.howToConnect())
	p.printPresence()
}

// howToConnect says how others can connect, and from where.
func (p *console) howToConnect() string {
	line, reach := p.waiting.SSHCommand()
	web, from := p.waiting.WebAddress()
	if line == "" && web == "" {
		return model.Capitalize(reach) + "."
	}
	words := ""
	if line != "" {
		words = "Players type: " + line + " (" + reach + "). The host key is " + p.waiting.HostFingerprint() + ". "
	}
	if web != "" {
		words += "In a browser: " + web + " (" + from + "). "
	}
	return words + people.Exposed
}

// stopHosting stops serving the table.
func (p *console) stopHosting() {
	switch {
	case p.waiting.Admissions == nil:
		p.line("Nobody else can join now.")
	case p.door == nil:
		p.line("The program that has this table open serves it: it ends there.")
	default:
		if names := people.Connected(p.table, p.present); names != nil && p.readAnswer("The screens of %s close at once. Type yes to do it.", strings.Join(names, ", ")) != "yes" {
			p.line("Nothing has changed.")
			return
		}
		if err := p.door.Shut(); err != nil {
			p.line("%s", model.Sentence(err))
			return
		}
		p.stopPresence()
		p.present, p.waiting, p.presenceChanged, p.stopPresence, p.presenceLine = nil, waiting{}, nil, nil, ""
		p.line("Nobody else can join any more.")
	}
}
