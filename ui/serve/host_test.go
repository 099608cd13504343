package serve_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/hinshun/vt10x"
	"github.com/muesli/termenv"
	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/serve"
	"example.org/fray/ui/serve/servetest"
)

// patience is the timeout for everything, long enough for a very busy machine.
const patience = 2 * time.Minute

// testHost is a table that is served on this machine.
type testHost struct {
	testing.TB
	live    *saves.Live
	guests  *serve.GuestList
	host    *serve.Host
	server  *serve.Table
	addr    string
	now     time.Time
	folder  *servetest.Folder
	makers  []ssh.PublicKey
	gms     ssh.Signer // the gamemaster's key
	dial    func() (net.Conn, error)
	through func(net.Conn) net.Conn // wraps a client's connection; nil: nothing does
	late    chan time.Time          // ends the time for adding a word
	many    bool                    // all tables of the folder are served
	table   string                  // what the table is called; "" for none in particular

	mu   sync.Mutex
	told []string

	copied string // the newest text that a screen has copied
}

var gm = model.Seat{Role: model.GM}

// newKey creates a key.
func newKey(t testing.TB) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	k, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// open serves a table with the first two characters of a rulebook.
func open(t testing.TB, system string) *testHost {
	t.Helper()
	return openFor(t, system, 2)
}

// openFor serves a table with that many characters.
func openFor(t testing.TB, system string, characters int) *testHost {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := openOn(t, system, characters, l)
	h.dial = func() (net.Conn, error) { return net.Dial("tcp", h.addr) }
	return h
}

// openOn serves a table over a listener.
func openOn(t testing.TB, system string, characters int, l net.Listener) *testHost {
	t.Helper()
	return openWith(t, system, characters, l, serve.Quota{})
}

// openWith serves a table with a quota for each seat.
func openWith(t testing.TB, system string, characters int, l net.Listener, quota serve.Quota) *testHost {
	t.Helper()
	return openOne(t, system, characters, l, quota, false)
}

// openOne serves a table, alone or as one of three.
func openOne(t testing.TB, system string, characters int, l net.Listener, quota serve.Quota, many bool) *testHost {
	t.Helper()
	h := &testHost{TB: t, many: many, now: time.Now(), folder: servetest.NewFolder(t), table: "The Vault Job", gms: newKey(t), late: make(chan time.Time)}
	if many {
		h.folder.Makes(h.table, system, characters)
		h.folder.Makes("Harbour", "supermen", 0) // where nobody here has a seat
		h.folder.Makes("Secret", "supermen", 0)
	} else {
		h.live = h.folder.Begins(h.table, system, characters)
	}
	h.serves(l, quota)
	return h
}

// another serves the same table from another host, with its records opened once more.
func (h *testHost) another() *testHost {
	h.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		h.Fatal(err)
	}
	o := &testHost{TB: h.TB, live: h.live, now: h.now, folder: h.folder, table: h.table, gms: h.gms, late: h.late}
	o.serves(l, serve.Quota{})
	o.dial = func() (net.Conn, error) { return net.Dial("tcp", o.addr) }
	return o
}

// serves serves the table, or all, over a listener until the test ends.
func (h *testHost) serves(l net.Listener, quota serve.Quota) {
	h.Helper()
	var err error
	h.addr = l.Addr().String()
	config := serve.HostConfig{
		Host: newKey(h), GM: h.gms.PublicKey(), Makers: h.makers, Now: time.Now, Draws: ofAll, Quota: quota,
		After: func(d time.Duration) <-chan time.Time {
			if h.late == nil {
				return time.After(d)
			}
			return h.late
		},
		Screen: func(out io.Writer, env func(string) string) ui.Config {
			if env("TERM") == "broken" {
				panic("no such terminal")
			}
			copied := func(text string) string {
				if env("TERM") == "fragile" {
					panic("no such clipboard")
				}
				h.mu.Lock()
				defer h.mu.Unlock()
				h.copied = text
				return "copied"
			}
			return ui.Config{Theme: "dark", Copy: copied, Look: func(theme string) *kit.Look {
				r := lipgloss.NewRenderer(out)
				r.SetColorProfile(termenv.ANSI)
				return kit.NewLook(r, kit.Dark, kit.Unicode)
			}}
		},
		Tell: func(words string) {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.told = append(h.told, words)
		},
	}
	if h.many {
		h.folder.Serves(&config)
	} else {
		config.Only = h.live
	}
	if h.host, err = serve.NewHost(config); err != nil {
		h.Fatal(err)
	}
	if h.server = h.host.Only(); h.many && h.table != "" {
		if h.server, err = serve.Held(h.host, h.folder.PathOf(h.table)); err != nil {
			h.Fatal(err)
		}
		h.live = serve.LiveOf(h.server)
	}
	if h.server != nil {
		h.guests = serve.GuestsOf(h.server)
	}
	if err := h.host.Open(l); err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() {
		if h.Failed() {
			h.Logf("the host was told: %q", h.told)
		}
		h.host.Shutdown(5 * time.Second)
	})
}

func (h *testHost) must(by model.Seat, c model.Command) {
	h.Helper()
	if _, err := h.live.Do(by, c); err != nil {
		h.Fatalf("%T: %v", c, err)
	}
}

// seated creates a key with a seat that plays one of the characters.
func (h *testHost) seated(name string, character int) ssh.Signer {
	h.Helper()
	k := newKey(h)
	h.seats(k, name, character)
	return k
}

// seats gives a key a seat that plays one of the characters.
func (h *testHost) seats(k ssh.Signer, name string, character int) {
	h.Helper()
	if err := h.guests.Admit(k.PublicKey(), model.Seat{Role: model.Player, Name: name}, h.now); err != nil {
		h.Fatal(err)
	}
	if all := h.live.Now().Characters(); character < len(all) {
		h.must(gm, decide.AssignOwner(all[character], name))
	}
}

// client is the terminal of one person, at the other end of a connection.
type client struct {
	testing.TB
	conn    *ssh.Client
	session *ssh.Session
	in      io.WriteCloser
	vt      vt10x.Terminal
	news    chan struct{}
	gone    chan struct{}
	plain   bool // without a terminal, in lines
	invites bool // has typed an invite before

	mu    sync.Mutex
	sent  []byte // everything that the server has sent
	whole int    // number of complete frames in it
	drawn int    // number of frames in it that were drawn anew from the first cell
}

func (h *testHost) config(user string, auth ...ssh.AuthMethod) *ssh.ClientConfig {
	return &ssh.ClientConfig{User: user, Auth: auth, Timeout: patience, HostKeyCallback: ssh.InsecureIgnoreHostKey()} // other tests check the host key
}

// come logs in and opens a screen of 120 x 36.
func (h *testHost) come(user string, key ssh.Signer) *client {
	h.Helper()
	return h.comeSized(user, key, 120, 36)
}

func (h *testHost) comeSized(user string, key ssh.Signer, cols, rows int) *client {
	h.Helper()
	return h.comeOn("xterm-256color", user, key, cols, rows)
}

func (h *testHost) dials(user string, key ssh.Signer) (*ssh.Client, error) {
	line, err := h.dial()
	if err != nil {
		return nil, err
	}
	if h.through != nil {
		line = h.through(line)
	}
	conn, chans, reqs, err := ssh.NewClientConn(line, h.addr, h.config(user, ssh.PublicKeys(key)))
	if err != nil {
		return nil, err
	}
	return ssh.NewClient(conn, chans, reqs), nil
}

// comeOn logs in and opens a screen on a terminal of this type and size.
func (h *testHost) comeOn(term, user string, key ssh.Signer, cols, rows int) *client {
	h.Helper()
	conn, err := h.dials(user, key)
	if err != nil {
		h.Fatal(err)
	}
	return h.comeOver(conn, term, cols, rows)
}

// comeOver opens a screen over a connection.
func (h *testHost) comeOver(conn *ssh.Client, term string, cols, rows int) *client {
	h.Helper()
	c := &client{TB: h, conn: conn, news: make(chan struct{}, 1), gone: make(chan struct{})}
	h.Cleanup(func() { _ = conn.Close() })
	var err error
	if c.session, err = conn.NewSession(); err != nil {
		h.Fatal(err)
	}
	if err = c.session.RequestPty(term, rows, cols, ssh.TerminalModes{}); err != nil {
		h.Fatal(err)
	}
	if c.in, err = c.session.StdinPipe(); err != nil {
		h.Fatal(err)
	}
	out, err := c.session.StdoutPipe()
	if err != nil {
		h.Fatal(err)
	}
	c.vt = vt10x.New(vt10x.WithSize(min(max(cols, 40), 300), min(max(rows, 10), 100)))
	if err = c.session.Shell(); err != nil {
		h.Fatal(err)
	}
	go c.read(out)
	return c
}

// comePlain logs in without a terminal.
func (h *testHost) comePlain(user string, key ssh.Signer) *client {
	h.Helper()
	c, err := h.linesOf(user, key)
	if err != nil {
		h.Fatal(err)
	}
	return c
}

// linesOf is comePlain for somebody who may not come in.
func (h *testHost) linesOf(user string, key ssh.Signer) (*client, error) {
	h.Helper()
	conn, err := h.dials(user, key)
	if err != nil {
		return nil, err
	}
	c := &client{TB: h, conn: conn, news: make(chan struct{}, 1), gone: make(chan struct{}), vt: vt10x.New(vt10x.WithSize(200, 60)), plain: true}
	h.Cleanup(func() { _ = conn.Close() })
	if c.session, err = conn.NewSession(); err != nil {
		return nil, err
	}
	if c.in, err = c.session.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.session.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.session.Shell(); err != nil {
		return nil, err
	}
	go c.read(out)
	return c, nil
}

func (c *client) read(out io.Reader) {
	defer close(c.gone)
	var begun []byte // the beginning of an incomplete frame
	for buf := make([]byte, 1<<16); ; {
		n, err := out.Read(buf)
		if n > 0 {
			text := slices.Concat(begun, buf[:n])
			begun = nil
			if i := bytes.LastIndex(text, []byte("\x1b[?2026h")); i >= 0 && err == nil && !bytes.Contains(text[i:], []byte("\x1b[?2026l")) {
				text, begun = text[:i], text[i:] // use complete frames only
			}
			if c.plain {
				text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
			}
			_, _ = c.vt.Write(text)
			c.mu.Lock()
			c.sent = append(c.sent, buf[:n]...)
			c.whole += bytes.Count(text, []byte("\x1b[?2026l"))
			c.drawn += bytes.Count(text, []byte("\x1b[2J"))
			c.mu.Unlock()
			select {
			case c.news <- struct{}{}:
			default:
			}
		}
		if err != nil {
			return
		}
	}
}

// sees waits until all words are on the screen.
func (c *client) sees(words ...string) {
	c.Helper()
	for _, w := range words {
		c.until(fmt.Sprintf("%q", w), func(screen string) bool { return strings.Contains(screen, w) })
	}
}

// frames returns the number of complete frames.
func (c *client) frames() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.whole
}

// catchesUp waits until the screen has dealt with all keys that were typed before, and with
// the commands that they gave: it is asked to draw itself anew, which it does after them. It
// is asked again after a while, because keys may rest, or be dropped behind a command that is
// refused.
func (c *client) catchesUp() {
	c.Helper()
	drawn := func() int {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.drawn
	}
	from := drawn()
	late, again := time.After(patience), time.NewTicker(time.Second/4)
	defer again.Stop()
	for c.types("\f"); drawn() == from; {
		select {
		case <-c.news:
		case <-c.gone:
			return
		case <-again.C:
			c.types("\f")
		case <-late:
			c.Fatalf("the screen is not drawn anew:\n%s", c.vt)
		}
	}
}

// until waits until the screen satisfies is.
func (c *client) until(what string, is func(screen string) bool) {
	c.Helper()
	late := time.After(patience)
	for !is(c.vt.String()) {
		select {
		case <-c.news:
		case <-c.gone:
			if !is(c.vt.String()) {
				c.Fatalf("the screen has ended without %s:\n%s", what, c.vt)
			}
		case <-late:
			c.Fatalf("the screen does not show %s:\n%s", what, c.vt)
		}
	}
}

var firstOffer = regexp.MustCompile(`[│▎][▌ ](1) \S`)

// begins opens the form of the first possible action.
func (c *client) begins() {
	c.Helper()
	inFront := func(screen string) bool { return strings.Contains(screen, "1-9 at once") }
	if !inFront(c.vt.String()) { // the card of the last act is in front
		c.types("\x1b")
	}
	c.until("what can be done now", func(screen string) bool { return inFront(screen) && firstOffer.MatchString(screen) })
	notNow := func(screen string) bool { return strings.Contains(screen, "enter not now") } // the action was offered a moment ago
	form := func(screen string) bool {
		return strings.Contains(screen, "esc back") && !inFront(screen) && !notNow(screen)
	}
	late, again := time.After(patience), time.NewTicker(time.Second)
	defer again.Stop()
	for c.types("1"); !form(c.vt.String()); {
		select {
		case <-c.news:
		case <-again.C: // the key before may have reached another screen
			c.catchesUp()
			switch screen := c.vt.String(); {
			case inFront(screen):
				c.types("1")
			case notNow(screen):
				c.types("\x1b")
			}
		case <-late:
			c.Fatalf("no form comes:\n%s", c.vt)
		}
	}
}

// shortHash is the hash beside a roll, in which any number may stand.
var shortHash = regexp.MustCompile(`hash [0-9a-f]{8}\b`)

// never fails if any of the words was ever sent.
func (c *client) never(words ...string) {
	c.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	sent, shown := shortHash.ReplaceAll(c.sent, nil), shortHash.ReplaceAllString(c.vt.String(), "")
	for _, w := range words {
		if i := bytes.Index(sent, []byte(w)); i >= 0 {
			c.Fatalf("%q was sent, in %q", w, sent[max(0, i-200):min(len(sent), i+200)])
		}
		if strings.Contains(shown, w) {
			c.Fatalf("%q is shown:\n%s", w, c.vt)
		}
	}
}

func (c *client) types(keys ...string) {
	c.Helper()
	for _, k := range keys {
		if _, err := io.WriteString(c.in, k); err != nil {
			c.Fatal(err)
		}
	}
}

// ends waits until the connection is closed.
func (c *client) ends() {
	c.Helper()
	select {
	case <-c.gone:
	case <-time.After(patience):
		c.Fatalf("the screen does not end:\n%s", c.vt)
	}
}
