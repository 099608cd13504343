package cli

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
	"golang.org/x/crypto/ssh"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/people"
	"example.org/fray/ui/serve"
)

// served is what is served to others: a table, or all of a folder or store.
type served struct {
	*serve.Host
	app  *app
	live *saves.Live // the table; nil: all
}

// serving describes how that is done.
type serving struct {
	gm      ssh.PublicKey // key of a remote gamemaster; may be nil
	played  bool          // the gamemaster plays in this terminal
	quota   serve.Quota
	hostKey string         // file of the host key, or "" for that of this installation
	log     *slog.Logger   // may be nil
	metrics *serve.Metrics // may be nil
	makers  []ssh.PublicKey
	anyway  bool // see saves.Tables
}

// startServing starts the host of all tables of a store, or of one of them that is open, with
// sockets for second terminals.
func startServing(a *app, store saves.Store, only *saves.Live, want serving) (*served, error) {
	own, host, err := hostKeys(a, want.hostKey)
	if err != nil {
		return nil, err
	}
	tables := a.at(store)
	tables.Anyway = want.anyway
	h, err := serve.NewHost(serve.HostConfig{Tables: tables, Only: only, Host: host, OwnKey: own, Makers: want.makers, GM: want.gm, Played: want.played, Quota: want.quota, Log: want.log, Metrics: want.metrics,
		Screen: screensElsewhere(a), Sockets: serveFolder(a), Now: time.Now, Tell: func(words string) { noteHost(a, words) },
		New:     func(name, system string) (model.Make, error) { return newTable(a, name, system) },
		Systems: func() []*engine.System { return allSystems(a) },
		Opened: func(live *saves.Live) (func(), error) {
			stopCheck := startCheck(live)
			if err := hostingRules(live); err != nil && live.Why() == nil {
				return stopCheck, err
			}
			return stopCheck, nil
		}})
	return &served{Host: h, app: a, live: only}, err
}

// door implements people.Door for a table that is played in this terminal. It starts the
// server in the background; second terminals on this machine use the same server.
type door struct {
	serving func() (*served, error) // starts the server at the first call
}

var _ people.Door = (*door)(nil)

func openDoor(a *app, live *saves.Live, how openOptions) *door {
	want := serving{gm: how.gm, played: true, quota: serve.UsualQuota, hostKey: how.hostKey}
	if how.quota != nil {
		want.quota = *how.quota
	}
	d := &door{sync.OnceValues(func() (*served, error) { return startServing(a, live.Store(), live, want) })}
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
		err = h.openPages(webFlags{address: pages})
	} else {
		err = h.openSSH(address)
	}
	if err != nil {
		return nil, err
	}
	return h.Only().Admissions(), nil
}

// Shut implements people.Door.
func (d *door) Shut() error {
	h, err := d.serving()
	if err == nil {
		h.Close()
	}
	return err
}

// Last implements people.Door.
func (d *door) Last() string {
	h, err := d.serving()
	if err != nil {
		return ""
	}
	return h.ServedAt()
}

// close stops the server, and with it every screen except this one.
func (d *door) close() error {
	h, err := d.serving()
	if err != nil {
		return nil //nolint:nilerr // it was told to whoever opened the door
	}
	h.Shutdown(3 * time.Second)
	return nil
}

// openAll starts to serve in every way that the flags ask for. Pages come first, since whoever
// enters a table over SSH makes links to them.
func (h *served) openAll(want hostFlags) error {
	if want.pages.address != "" {
		if err := h.openPages(want.pages); err != nil {
			return err
		}
	}
	if want.listen != noSSH {
		if err := h.openSSH(want.listen); err != nil {
			return err
		}
	}
	return h.ServedOnlySo()
}

// openSSH serves over SSH.
func (h *served) openSSH(address string) error {
	l, err := listen(address)
	if err != nil {
		return err
	}
	if err := h.hostingRules(); err != nil {
		return errors.Join(err, l.Close())
	}
	return h.Open(l)
}

// hostingRules sets the house rules of a hosted table. Where all are served, each has them once it
// is opened.
func (h *served) hostingRules() error {
	if h.live == nil {
		return nil
	}
	return hostingRules(h.live)
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
