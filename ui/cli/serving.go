package cli

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
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
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/people"
	"example.org/fray/ui/serve"
)

// served is a table that is served to others.
type served struct {
	server *serve.Server
	guests *serve.GuestList
	done   []chan error
	tell   func(words string) // reports something to the host
}

// serving describes how a table is served.
type serving struct {
	gm      ssh.PublicKey // key of a remote gamemaster; may be nil
	played  bool          // the gamemaster plays in this terminal
	quota   serve.Quota
	hostKey string         // file of the host key, or "" for that of this installation
	log     *slog.Logger   // may be nil
	metrics *serve.Metrics // may be nil
}

// startServing starts the server of a table, and its local socket.
func startServing(a *app, live *saves.Live, want serving) (*served, error) {
	own, host, err := hostKeys(a, want.hostKey)
	if err != nil {
		return nil, err
	}
	guests, err := openGuestList(a, live)
	if err != nil {
		return nil, err
	}
	server, err := serve.New(serve.Config{Table: live, Guests: guests, Host: host, Here: own, GM: want.gm, Hosts: want.played, Quota: want.quota, Log: want.log, Metrics: want.metrics,
		Screen: screensElsewhere(a),
		Now:    time.Now, Tell: func(words string) { noteHost(a, words) }})
	if err != nil {
		return nil, errors.Join(err, guests.Close())
	}
	h := &served{server: server, guests: guests, tell: func(words string) { noteHost(a, words) }}
	if l, err := serve.ListenHere(serveFolder(a), live.ID()); err == nil { // if that fails, there are no second terminals
		h.serveListener(l, server.ServeHere)
	}
	return h, nil
}

// door implements people.Door for a table that is played in this terminal. It starts the
// server in the background; second terminals on this machine use the same server.
type door struct {
	live    *saves.Live
	serving func() (*served, error) // starts the server at the first call
}

var _ people.Door = (*door)(nil)

func openDoor(a *app, live *saves.Live, how openOptions) *door {
	want := serving{gm: how.gm, played: true, quota: serve.UsualQuota, hostKey: how.hostKey}
	if how.quota != nil {
		want.quota = *how.quota
	}
	d := &door{live, sync.OnceValues(func() (*served, error) { return startServing(a, live, want) })}
	go func() { _, _ = d.serving() }() // an error means no second terminals, and Open returns it
	return d
}

// Open implements people.Door.
func (d *door) Open(address string) (people.Admissions, error) {
	h, err := d.serving()
	if err != nil {
		return nil, err
	}
	if pages, is := inBrowsers(address); is {
		err = h.openPages(d.live, webFlags{address: pages})
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

// close stops the server, and with it every screen except this one.
func (d *door) close() error {
	h, err := d.serving()
	if err != nil {
		return nil //nolint:nilerr // it was told to whoever opened the door
	}
	return h.close()
}

// open serves the table over the network, with the rules of a hosted table.
func (h *served) open(live *saves.Live, address string) error {
	l, err := listen(address)
	if err != nil {
		return err
	}
	if err := hostingRules(live); err != nil {
		return errors.Join(err, l.Close())
	}
	return h.server.Open(l)
}

// hostingRules sets the house rules of a hosted table.
func hostingRules(live *saves.Live) error {
	for _, rule := range live.Now().HostingRules() {
		if _, err := live.Do(model.Seat{Role: model.Program}, rule); err != nil {
			return err
		}
	}
	return nil
}

// serveListener serves connections of a listener in the background.
func (h *served) serveListener(l net.Listener, serve func(net.Listener) error) {
	done := make(chan error, 1)
	h.done = append(h.done, done)
	go func() { done <- serve(l) }()
}

// close tells everybody that the table closes, and stops the server.
func (h *served) close() error {
	h.server.Shutdown(3 * time.Second)
	return errors.Join(h.ended(), h.guests.Close())
}

// stop is close of a host that will be back.
func (h *served) stop() error {
	h.server.Stop(stopsWithin)
	return errors.Join(h.ended(), h.guests.Close())
}

// ended waits until nothing is served any more.
func (h *served) ended() (err error) {
	for _, d := range h.done {
		err = errors.Join(err, <-d)
	}
	return err
}

// serveFolder returns the folder of the host key, the guest lists and the sockets. It is
// not beside the tables, so that a copied table does not include them.
func serveFolder(a *app) string { return filepath.Join(filepath.Dir(stateFile(a)), "serve") }

// noteHost appends a line to the host's log.
func noteHost(a *app, words string) {
	f, err := os.OpenFile(filepath.Join(serveFolder(a), "log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	_, _ = fmt.Fprintf(f, "%s %s\n", time.Now().Format(time.RFC3339), clean(words))
	_ = f.Close()
}

// remoteScreen returns the configuration for the screen of a remote terminal. It has the
// themes of this program, but no access to its files.
func remoteScreen(a *app, out io.Writer, env func(string) string) ui.Config {
	conf := *a.conf()
	conf.theme = "" // the theme was chosen for the host's terminal
	there := &app{out: out, env: env, ascii: a.ascii, config: &conf}
	cfg := ui.Config{Theme: defaultTheme(there), Copy: func(text string) string { return copyText(there, text) }}
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
			r.SetColorProfile(termenv.ANSI) // bold and reverse video without colours
		}
		return kit.NewLook(r, t, a.glyphs())
	}
	return cfg
}

// profileOf returns how many colours a terminal has, judged by its environment alone.
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
