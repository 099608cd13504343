package cli

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/model/phrase"
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/people"
	"example.org/fray/ui/serve"
)

// served is a table while it is served.
type served struct {
	server *serve.Server
	guests *serve.GuestList
	done   []chan error
	tell   func(words string) // what the host should know
}

// startServing gives the server of a table, with the socket of this machine; played
// is whether the gamemaster plays in this terminal.
func startServing(a *app, live *saves.Live, gm ssh.PublicKey, played bool, quota serve.Quota) (*served, error) {
	host, err := serve.HostKey(serveFolder(a))
	if err != nil {
		return nil, err
	}
	guests, err := openGuestList(a, live)
	if err != nil {
		return nil, err
	}
	kept := peopleFiles(a).Prepared() // read once, before anybody comes: no connection opens a file
	server, err := serve.New(serve.Config{Table: live, Guests: guests, Host: host, GM: gm, Hosts: played, Quota: quota,
		Screen: func(out io.Writer, env func(string) string) ui.Config {
			cfg := screenElsewhere(a, out, env)
			cfg.Tables.Prepared = func() []phrase.Prepared { return kept } // which only the gamemaster is given
			return cfg
		},
		Now: time.Now, Tell: func(words string) { noteHost(a, words) }})
	if err != nil {
		return nil, errors.Join(err, guests.Close())
	}
	h := &served{server: server, guests: guests, tell: func(words string) { noteHost(a, words) }}
	if l, err := serve.ListenHere(serveFolder(a), live.ID()); err == nil { // without it, there is only no second terminal
		h.over(l, server.ServeHere)
	}
	return h, nil
}

// door lets others come to a table that is played in this terminal. Its server, which is
// also what second terminals on this machine come to, is started behind the screen.
type door struct {
	live    *saves.Live
	serving func() (*served, error) // starts the server, once
}

var _ people.Door = (*door)(nil)

func openDoor(a *app, live *saves.Live, how entrance) *door {
	quota := serve.UsualQuota
	if how.quota != nil {
		quota = *how.quota
	}
	d := &door{live, sync.OnceValues(func() (*served, error) { return startServing(a, live, how.gm, true, quota) })}
	go func() { _, _ = d.serving() }() // without it there is no second terminal; whoever opens the door is told why
	return d
}

// Open implements people.Door.
func (d *door) Open(address string) (people.Admissions, error) {
	h, err := d.serving()
	if err != nil {
		return nil, err
	}
	if pages, is := inBrowsers(address); is {
		err = h.openPages(d.live, pagesWish{address: pages})
	} else {
		err = h.open(d.live, address)
	}
	if err != nil {
		return nil, err
	}
	return h.server.Admissions(), nil
}

// Shut implements people.Door.
func (d *door) Shut() error {
	h, err := d.serving()
	if err == nil {
		h.server.Close()
		h.server.CloseWeb()
	}
	return err
}

// Last implements people.Door.
func (d *door) Last() string {
	h, err := d.serving()
	if err != nil {
		return ""
	}
	return h.guests.ServedAt()
}

// close ends the server, and with it every screen but this one.
func (d *door) close() error {
	h, err := d.serving()
	if err != nil {
		return nil //nolint:nilerr // it was told to whoever opened the door
	}
	return h.close()
}

// open lets others come to a table over the network, by the rules of a table that is
// hosted.
func (h *served) open(live *saves.Live, address string) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return misusef("cannot listen on %s: %v. Try another address, such as 127.0.0.1:2223", address, err)
	}
	if err := hostingRules(live); err != nil {
		return errors.Join(err, l.Close())
	}
	return h.server.Open(l)
}

// hostingRules sets the rules of a table that is hosted.
func hostingRules(live *saves.Live) error {
	for _, rule := range live.Now().HostingRules() {
		if _, err := live.Do(model.Seat{Role: model.Program}, rule); err != nil {
			return err
		}
	}
	return nil
}

// over serves over a listener.
func (h *served) over(l net.Listener, serve func(net.Listener) error) {
	done := make(chan error, 1)
	h.done = append(h.done, done)
	go func() { done <- serve(l) }()
}

// close tells everybody that it is over.
func (h *served) close() error {
	h.server.Shutdown(3 * time.Second)
	var err error
	for _, d := range h.done {
		err = errors.Join(err, <-d)
	}
	return errors.Join(err, h.guests.Close())
}

// serveFolder is where the host key, the seats and the sockets of this
// installation are: beside no table, so that none takes them along.
func serveFolder(a *app) string { return filepath.Join(filepath.Dir(stateFile(a)), "serve") }

// noteHost keeps what a host should know.
func noteHost(a *app, words string) {
	f, err := os.OpenFile(filepath.Join(serveFolder(a), "log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	_, _ = fmt.Fprintf(f, "%s %s\n", time.Now().Format(time.RFC3339), clean(words))
	_ = f.Close()
}

// screenElsewhere is what a screen begins with on a terminal that is not this
// machine's. It has this program's themes, and nothing of its files.
func screenElsewhere(a *app, out io.Writer, env func(string) string) ui.Config {
	conf := *a.conf()
	conf.theme = "" // it was chosen for this machine's terminal
	there := &app{out: out, env: env, ascii: a.ascii, config: &conf}
	cfg := ui.Config{Theme: firstTheme(there), Copy: func(text string) string { return copyText(there, text) }}
	cfg.Settings.Themes = a.conf().themeNames()
	cfg.Look = func(theme string) *kit.Look {
		t, ok := a.conf().findTheme(theme)
		if !ok {
			t = kit.Dark
		}
		r := lipgloss.NewRenderer(out)
		r.SetColorProfile(profileOf(env))
		if env("NO_COLOR") != "" {
			t = kit.Mono
			r.SetColorProfile(termenv.ANSI) // for bold and reverse
		}
		return kit.NewLook(r, t, a.glyphs())
	}
	return cfg
}

// profileOf is how many colours a terminal has that only says what it is.
func profileOf(env func(string) string) termenv.Profile {
	name := env("TERM")
	switch {
	case name == "" || name == "dumb":
		return termenv.Ascii
	case strings.Contains(env("COLORTERM"), "truecolor") || strings.Contains(env("COLORTERM"), "24bit"):
		return termenv.TrueColor
	case strings.Contains(name, "256color"):
		return termenv.ANSI256
	}
	return termenv.ANSI
}
