package web_test

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/charmbracelet/lipgloss"
	"golang.org/x/crypto/ssh"
	"golang.org/x/net/html"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/ui"
	"example.org/fray/ui/kit"
	"example.org/fray/ui/serve"
	"example.org/fray/ui/serve/servetest"
	"example.org/fray/ui/uitest"
	"example.org/fray/ui/web"
)

var gm = model.Seat{Role: model.GM}

// What is in a page, see the package uitest.
var (
	all, named, first = uitest.Elements, uitest.Named, uitest.OfClass
	attr, words       = uitest.Attr, uitest.Words
	filled            = uitest.Filled
	book              = uitest.Book
)

// testHost is a table that has pages, on this machine.
type testHost struct {
	testing.TB
	live   *saves.Live
	folder *servetest.Folder
	host   *serve.Host
	server *serve.Table
	base   string // http://127.0.0.1:PORT

	mu   sync.Mutex
	told []string
}

// open gives a table of a rulebook pages, with its first characters.
func open(tb testing.TB, system string, characters int) *testHost {
	tb.Helper()
	return openWith(tb, system, characters, serve.Web{}, serve.Quota{}, nil)
}

// openWith does, in a way, with a quota for each seat. A listener through which people come
// may be given.
func openWith(tb testing.TB, system string, characters int, how serve.Web, quota serve.Quota, l net.Listener) *testHost {
	tb.Helper()
	return openIn(tb, servetest.NewFolder(tb), system, characters, how, quota, l)
}

// openIn does, in a folder.
func openIn(tb testing.TB, folder *servetest.Folder, system string, characters int, how serve.Web, quota serve.Quota, l net.Listener) *testHost {
	tb.Helper()
	h := &testHost{TB: tb, folder: folder}
	h.live = h.folder.Begins("The Vault Job", system, characters)
	h.serves(how, quota, l)
	tb.Cleanup(func() {
		h.host.Shutdown(5 * time.Second)
		for _, words := range h.told {
			if strings.Contains(words, "bug in fray") {
				tb.Error(words)
			}
		}
	})
	return h
}

// newKey makes a new SSH key.
func newKey(tb testing.TB) ssh.Signer {
	tb.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		tb.Fatal(err)
	}
	key, err := ssh.NewSignerFromKey(private)
	if err != nil {
		tb.Fatal(err)
	}
	return key
}

// serves serves the table with a new server.
func (h *testHost) serves(how serve.Web, quota serve.Quota, l net.Listener) {
	h.Helper()
	h.opensWeb(serve.HostConfig{Only: h.live, Now: time.Now, Quota: quota,
		Screen: func(out io.Writer, _ func(string) string) ui.Config {
			return ui.Config{Theme: "dark", Look: func(string) *kit.Look { return kit.NewLook(lipgloss.NewRenderer(out), kit.Dark, kit.Unicode) }}
		}}, how, l)
	h.server = h.host.Only()
}

// opensWeb starts a host with pages, over a listener if one is given.
func (h *testHost) opensWeb(config serve.HostConfig, how serve.Web, l net.Listener) {
	h.Helper()
	tell := func(words string) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.told = append(h.told, words)
	}
	config.Host, config.Tell = newKey(h), tell
	var err error
	if h.host, err = serve.NewHost(config); err != nil {
		h.Fatal(err)
	}
	if l == nil {
		if l, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			h.Fatal(err)
		}
	}
	id := h.folder.Store.Folder
	if h.live != nil {
		id = h.live.ID()
	}
	pages := web.New(web.Config{Host: h.host, Table: id, Secure: how.TLS != nil, Proxy: how.Proxy != "", Tell: tell})
	how.Handler, how.Of = pages, pages.PagesOf
	if err := h.host.OpenWeb(l, how); err != nil {
		h.Fatal(err)
	}
	h.base = "http://" + l.Addr().String()
}

func (h *testHost) must(by model.Seat, c model.Command) {
	h.Helper()
	if _, err := h.live.Do(by, c); err != nil {
		h.Fatalf("%T: %v", c, err)
	}
}

// invite makes an invite to a seat of a name, to play some characters by their numbers.
func (h *testHost) invite(name string, characters ...int) (link string) {
	h.Helper()
	var ids []string
	for _, i := range characters {
		ids = append(ids, h.live.Now().Characters()[i].ID)
	}
	seat := model.Seat{Role: model.Player, Name: name}
	if there, ok := h.live.Now().SeatOf(name); ok {
		seat = there
	}
	made, err := h.server.Admissions().Invite(seat, ids, time.Hour)
	if err != nil {
		h.Fatal(err)
	}
	return h.base + "/i/" + made.Words
}

// browser is one without scripts: it follows links and sends forms, by what stands in
// the pages.
type browser struct {
	testing.TB
	client  *http.Client
	base    string
	at      *url.URL
	status  int
	headers http.Header
	text    string
	page    *html.Node
	read    func(text string) // sees every answer; may be nil
}

func (h *testHost) browser() *browser {
	h.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		h.Fatal(err)
	}
	b := &browser{TB: h, base: h.base}
	b.client = &http.Client{Jar: jar, Timeout: 30 * time.Second, Transport: &http.Transport{}}
	h.Cleanup(b.client.CloseIdleConnections)
	return b
}

// elsewhere lets every connection of a transport come from a network of its own, so that
// the limits of one network are not met.
func elsewhere(x *http.Transport) *http.Transport {
	var n atomic.Uint32
	x.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		i := n.Add(1)
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, byte(1+i>>8), byte(i), 1)}}
		return d.DialContext(ctx, network, address)
	}
	return x
}

// comes is a browser that has used an invite.
func (h *testHost) comes(name string, characters ...int) *browser {
	h.Helper()
	b := h.browser()
	b.opens(h.invite(name, characters...))
	b.sends("Take my seat")
	b.sees("The Vault Job")
	return b
}

// does sends a request as a page of the table would, and reads the answer.
func (b *browser) does(method, to string, form url.Values) {
	b.Helper()
	at, err := url.Parse(b.base)
	if err == nil && b.at != nil {
		at = b.at
	}
	u, err := at.Parse(to)
	if err != nil {
		b.Fatal(err)
	}
	r, err := http.NewRequestWithContext(b.context(), method, u.String(), strings.NewReader(form.Encode()))
	if err != nil {
		b.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", b.base)
	}
	b.takes(b.client.Do(r))
}

func (b *browser) context() context.Context {
	return b.TB.(interface{ Context() context.Context }).Context()
}

func (b *browser) takes(answer *http.Response, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.Fatal(err)
	}
	b.status, b.headers, b.text, b.at = answer.StatusCode, answer.Header, string(text), answer.Request.URL
	if b.read != nil {
		b.read(b.text)
	}
	if b.page, err = html.Parse(strings.NewReader(b.text)); err != nil {
		b.Fatal(err)
	}
}

func (b *browser) opens(to string) {
	b.Helper()
	b.does(http.MethodGet, to, nil)
}

// form gives the form that a button is in, and what it would send with what is given.
func (b *browser) form(button string, set ...string) (to string, form url.Values, ok bool) {
	b.Helper()
	for _, f := range all(b.page, "form") {
		for _, x := range all(f, "button") {
			if !strings.HasPrefix(words(x), button) || attr(x, "formmethod") != "" {
				continue
			}
			form := filled(f)
			if name := attr(x, "name"); name != "" {
				form.Set(name, attr(x, "value"))
			}
			for i := 0; i+1 < len(set); i += 2 {
				form.Set(set[i], set[i+1])
			}
			return attr(f, "action"), form, true
		}
	}
	return "", nil, false
}

// sends sends the form of a button.
func (b *browser) sends(button string, set ...string) {
	b.Helper()
	to, form, ok := b.form(button, set...)
	if !ok {
		b.Fatalf("there is no button %q:\n%s", button, words(b.page))
	}
	b.does(http.MethodPost, to, form)
}

func (b *browser) sees(text ...string) {
	b.Helper()
	for _, t := range text {
		if !strings.Contains(words(b.page), t) {
			b.Fatalf("%q does not stand at %s (%d):\n%s", t, b.at, b.status, words(b.page))
		}
	}
}

func (b *browser) never(text ...string) {
	b.Helper()
	for _, t := range text {
		if strings.Contains(b.text, t) {
			b.Errorf("%q stands at %s:\n%s", t, b.at, words(b.page))
		}
	}
}

// seatCookies are a browser's cookies but for those that keep the newest hash of a log.
func (b *browser) seatCookies(at *url.URL) []*http.Cookie {
	return slices.DeleteFunc(b.client.Jar.Cookies(at), func(c *http.Cookie) bool { return strings.HasPrefix(c.Name, "fray-seen-") })
}
