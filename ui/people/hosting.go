package people

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/ui/form"
	"example.org/fray/ui/pane"
)

// Hosting is how a table is served to others.
type Hosting struct {
	Admissions Admissions // nil: the table is not served now
	Door       Door       // nil: this screen cannot start or stop serving
	// Changed tells the root that the table is served by other Admissions from now on, or
	// by none if nil.
	Changed func(Admissions) pane.Intent
}

// Addresses that are offered for serving a table.
const (
	Everywhere = "0.0.0.0:2222"
	OnlyHere   = "127.0.0.1:2222"

	EverywhereInBrowsers = InBrowsers + "0.0.0.0:8080"
	OnlyHereInBrowsers   = InBrowsers + "127.0.0.1:8080"
)

// InBrowsers is the prefix of an address that serves web pages.
const InBrowsers = "http://"

// Exposed tells a gamemaster what others can reach on this machine while a table is served.
const Exposed = "Others connect by SSH, or in a browser, which without TLS others on the network can listen to. They see nothing of the table until you let them in or they use an invite, and then what their seat may see. They reach no files and no commands of this machine."

// NoDoor is the reason why this table cannot be served.
const NoDoor = "others can join only a table of your own that is kept on this machine: not the demo, nor a table that is only looked at"

func needsDoor(hosting func() Hosting) func(pane.Frame) string {
	return func(f pane.Frame) string {
		if why := pane.NeedsGM(f); why != "" {
			return why
		}
		if h := hosting(); h.Admissions == nil && h.Door == nil {
			return NoDoor
		}
		return ""
	}
}

// needsOpenDoor returns why serving cannot be stopped, or "".
func needsOpenDoor(hosting func() Hosting) func(pane.Frame) string {
	return func(f pane.Frame) string {
		if why := needsDoor(hosting)(f); why != "" {
			return why
		}
		switch h := hosting(); {
		case h.Admissions == nil:
			return "nobody else can join now"
		case h.Door == nil:
			return "the program that has this table open serves it: it ends there"
		}
		return ""
	}
}

// openHosting opens the list of people. If the table is not served, it asks first at which
// address to serve it.
func openHosting(f pane.Frame, h Hosting) pane.Intent {
	if h.Admissions != nil {
		return openGuests(f, h)
	}
	return askAddress(h, openGuests)
}

// askAddress asks for an address, serves the table there, and then calls then. If the table
// is served already, it offers addresses for the other way to connect.
func askAddress(h Hosting, then func(pane.Frame, Hosting) pane.Intent) pane.Intent {
	list := pane.Choice{Head: "Let others join this table", Says: Exposed}
	labels := map[string]string{Everywhere: "whoever can reach this machine", OnlyHere: "only whoever is on this machine",
		EverywhereInBrowsers: "in a browser: whoever can reach this machine", OnlyHereInBrowsers: "in a browser: only this machine"}
	all := []string{Everywhere, OnlyHere, EverywhereInBrowsers, OnlyHereInBrowsers}
	if last := h.Door.Last(); last != "" {
		if labels[last] == "" {
			labels[last] = "as it was last time"
		}
		all = append([]string{last}, slices.DeleteFunc(all, func(a string) bool { return a == last })...)
	}
	if h.Admissions != nil {
		all = slices.DeleteFunc(all, func(a string) bool { return !opensMore(h, a) })
	}
	for _, a := range all {
		list.Add(labels[a], a, func(pane.Frame) pane.Intent { return Open(h, a, then) })
	}
	list.Add("at another address", "", func(pane.Frame) pane.Intent {
		return pane.Push{Overlay: form.Ask("At which address can others join?", "address", all[0], func(_ pane.Frame, _ *form.Prompt, a string) pane.Intent {
			return pane.All{pane.Close{}, Open(h, strings.TrimSpace(a), then)}
		}).Saying("HOST:PORT of this machine, and http:// before it for browsers. 0.0.0.0 is every address that it has, 127.0.0.1 is this machine alone")}
	})
	return list.Open()
}

// Open serves the table at an address, and then calls then.
func Open(h Hosting, address string, then func(pane.Frame, Hosting) pane.Intent) pane.Intent {
	return pane.Fetch{Run: func() any {
		a, err := h.Door.Open(address)
		if err != nil {
			return err
		}
		return a
	}, Then: func(_ pane.Frame, got any) pane.Intent {
		if err, failed := got.(error); failed {
			return pane.Fail{Words: err.Error()}
		}
		h.Admissions = got.(Admissions)
		return pane.All{h.Changed(h.Admissions), pane.Say{Words: openWords(h.Admissions)}, pane.Then(func(f pane.Frame) pane.Intent { return then(f, h) })}
	}}
}

func openWords(a Admissions) string {
	line, reach := a.SSHCommand()
	address, from := a.WebAddress()
	switch {
	case line == "":
		return "others can join in a browser: " + address + " (" + from + ")"
	case address != "":
		line += ", or in a browser: " + address
	}
	return "others can join: " + line + " (" + reach + ")"
}

// askShut stops serving. If somebody is connected, it first asks, and names them.
func askShut(f pane.Frame, h Hosting) pane.Intent {
	shut := func(pane.Frame) pane.Intent {
		return pane.Fetch{Run: func() any { return h.Door.Shut() }, Then: func(_ pane.Frame, got any) pane.Intent {
			if err, failed := got.(error); failed {
				return pane.Fail{Words: err.Error()}
			}
			return pane.All{h.Changed(nil), pane.Say{Words: "nobody else can join any more"}}
		}}
	}
	names := Connected(f.Table, h.Admissions)
	if names == nil {
		return shut(f)
	}
	return sure("Close the table to others?", "close it", strings.Join(names, ", ")+": their screens close at once", shut)(f)
}

// Connected returns the names of the seats other than the gamemaster's that are connected.
func Connected(t model.Table, p Present) (names []string) {
	for _, s := range p.Here() {
		if s.Screens > 0 && s.Seat.Role != model.GM {
			names = append(names, t.SeatName(s.Seat))
		}
	}
	return names
}

// HostAt serves the table at an address that was typed, and then opens the list of people.
func HostAt(f pane.Frame, hosting func() Hosting, address string) pane.Intent {
	h := hosting()
	if why := needsDoor(hosting)(f); why != "" {
		return pane.Fail{Words: why}
	}
	if h.Admissions != nil && !opensMore(h, address) {
		return pane.All{pane.Say{Words: openWords(h.Admissions)}, openGuests(f, h)}
	}
	return Open(h, address, openGuests)
}

// opensMore reports whether address adds a way to connect that is not served yet: by SSH or
// in a browser.
func opensMore(h Hosting, address string) bool {
	line, _ := h.Admissions.SSHCommand()
	web, _ := h.Admissions.WebAddress()
	if strings.HasPrefix(address, InBrowsers) {
		return web == "" && h.Door != nil
	}
	return line == "" && address != "" && h.Door != nil
}

// InviteNamed creates an invite for the person in text (see ReadInvite). If the table is
// not served, it asks for an address first.
func InviteNamed(f pane.Frame, hosting func() Hosting, said *phrase.Context, text string) pane.Intent {
	if why := needsDoor(hosting)(f); why != "" {
		return pane.Fail{Words: why}
	}
	seat, characters, err := ReadInvite(said, text)
	if err != nil {
		return pane.Fail{Words: err.Error()}
	}
	make := func(_ pane.Frame, h Hosting) pane.Intent { return guests{hosting: h}.invite(seat, characters) }
	if h := hosting(); h.Admissions == nil {
		return askAddress(h, make)
	} else {
		return make(f, h)
	}
}

// ReadInvite parses whom an invite is for: NAME, NAME to play CHARACTER, or NAME to watch.
// If a seat has that name, the invite is for that seat.
func ReadInvite(said *phrase.Context, text string) (seat model.Seat, characters []string, err error) {
	seat.Role = model.Player
	name, of, plays := strings.Cut(text, " to play ")
	if plays {
		c, rest, err := said.Named(of)
		if err == nil && rest != "" {
			err = fmt.Errorf("nobody is called %q", of)
		}
		if err != nil {
			return seat, nil, err
		}
		characters = []string{c.ID}
	}
	if who, watches := strings.CutSuffix(name, " to watch"); watches {
		name, seat.Role = who, model.Watcher
	}
	if seat.Name = strings.TrimSpace(name); seat.Name == "" {
		return seat, nil, errors.New("say who is invited")
	}
	if there, ok := said.Table.SeatOf(name); ok {
		seat = there
	}
	return seat, characters, nil
}
