package web_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"example.org/fray/model"
	"example.org/fray/ui/serve"
)

// watched is a listener that counts the streams of events that are open, and whose connections
// can be held up: then nothing is cut, and nothing arrives.
type watched struct {
	net.Listener
	mu      sync.Mutex
	streams map[*watchedConn]bool
	held    chan struct{} // closed when what is held up goes on; nil: nothing is
}

type watchedConn struct {
	net.Conn
	of *watched
}

func (l *watched) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &watchedConn{c, l}, nil
}

func (c *watchedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.of.mu.Lock()
	if bytes.HasPrefix(b[:n], []byte("GET ")) || bytes.HasPrefix(b[:n], []byte("POST ")) {
		line, _, _ := bytes.Cut(b[:n], []byte("\n"))
		c.of.streams[c] = bytes.HasPrefix(line, []byte("GET /events")) && !bytes.Contains(line, []byte("once=yes"))
	}
	c.of.mu.Unlock()
	return n, err
}

func (c *watchedConn) Write(b []byte) (int, error) {
	c.of.mu.Lock()
	held := c.of.held
	c.of.mu.Unlock()
	if held != nil {
		<-held
	}
	return c.Conn.Write(b)
}

func (c *watchedConn) Close() error {
	c.of.mu.Lock()
	delete(c.of.streams, c)
	c.of.mu.Unlock()
	return c.Conn.Close()
}

func (l *watched) open() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, is := range l.streams {
		if is {
			n++
		}
	}
	return n
}

// holds holds everything up that is sent to browsers, until goOn is called.
func (l *watched) holds() (goOn func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	held := make(chan struct{})
	l.held = held
	return func() {
		l.mu.Lock()
		l.held = nil
		l.mu.Unlock()
		close(held)
	}
}

// TestManyTabs opens a table in eight tabs of one browser, which all take what is done in them and
// show what happens, while one of them has a stream of events; none has while all are hidden.
func TestManyTabs(t *testing.T) {
	l := &watched{Listener: listen(t, "127.0.0.1:0"), streams: map[*watchedConn]bool{}}
	h := openWith(t, "supermen", 3, serve.Web{}, serve.Quota{}, l)
	h.must(gm, model.BeginSession{}) // before anybody is there to be asked for a word
	first := h.chromium(390, 844).phone(false)
	first.opens(h.invite("Mira", 0))
	first.leads("button.go")
	tabs := []*phone{first}
	for len(tabs) < 8 {
		ctx, leave := chromedp.NewContext(first.ctx)
		t.Cleanup(leave)
		tab := &phone{chromium: &chromium{h, ctx}}
		tab.opens(h.base + "/")
		tabs = append(tabs, tab)
	}
	for i, tab := range tabs {
		tab.visible("visible")
		tab.do(chromedp.SetValue("#text", fmt.Sprint("from tab ", i)), chromedp.Evaluate[chromedp.Void]("document.querySelector('#talk form').requestSubmit()"))
		tab.shows(fmt.Sprintf("document.getElementById('log').textContent.includes('Mira: from tab %d')", i))
	}
	for _, tab := range tabs {
		tab.shows("document.getElementById('log').textContent.includes('from tab 7') && document.getElementById('state').hidden")
		if n := l.open(); n > 1 {
			t.Errorf("%d streams are open", n)
		}
	}
	for _, tab := range tabs {
		tab.visible("hidden")
	}
	h.await("a stream is open while all tabs are hidden", func() bool { return l.open() == 0 })
	if here := h.server.Admissions().Here(); len(here) == 0 || here[0].Screens == 0 {
		t.Errorf("with all tabs hidden nobody is here: %+v", here)
	}
	h.must(gm, model.Say{Text: "come back"})
	tabs[3].visible("visible")
	tabs[3].shows("document.getElementById('log').textContent.includes('come back')")
	h.await("the tab that is seen has no stream", func() bool { return l.open() == 1 })
	tabs[3].do(chromedp.Navigate("about:blank"))
	tabs[5].visible("visible")
	h.must(gm, model.Say{Text: "and back"})
	tabs[5].shows("document.getElementById('log').textContent.includes('and back')")
}

// await waits until something holds.
func (h *testHost) await(what string, holds func() bool) {
	h.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for late := time.After(patience); !holds(); {
		select {
		case <-tick.C:
		case <-late:
			h.Fatal(what)
		}
	}
}

// later moves the clock of a page, and has it look at its line.
func (p *phone) later(d time.Duration) {
	p.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => { const now = Date.now; Date.now = () => now() + %d; dispatchEvent(new Event('focus')) })()`, d.Milliseconds())))
}

// TestDeadLine checks that a page whose line is dead, though nothing is cut, says since when after
// 25 s, and is dimmed until something comes again; and that it says so at once when the browser
// knows that its network is gone.
func TestDeadLine(t *testing.T) {
	l := &watched{Listener: listen(t, "127.0.0.1:0"), streams: map[*watchedConn]bool{}}
	h := openWith(t, "d6", 3, serve.Web{}, serve.Quota{}, l)
	h.must(gm, model.BeginSession{})
	p := h.chromium(390, 844).phone(false)
	p.opens(h.invite("Mira", 0))
	p.leads("button.go")
	h.await("there is no stream", func() bool { return l.open() == 1 })
	p.shows("document.getElementById('state').hidden")
	goOn := l.holds()
	h.must(gm, model.Say{Text: "nobody hears this"})
	p.later(20 * time.Second)
	p.shows("document.getElementById('state').hidden && !document.body.classList.contains('dead')")
	p.later(6 * time.Second)
	p.shows(`/^Nothing has come from the table since \d+:\d\d:\d\d/.test(document.getElementById('state').textContent) && document.body.classList.contains('dead')`)
	p.shows("getComputedStyle(document.querySelector('main')).opacity < 1")
	p.picture("dead-line")
	goOn()
	p.later(11 * time.Second) // it tries again
	p.shows("document.getElementById('state').hidden && !document.body.classList.contains('dead')")
	p.shows("document.getElementById('log').textContent.includes('nobody hears this')")

	p.online(false)
	p.shows("document.getElementById('state').textContent.includes('The line to the table is cut') && document.body.classList.contains('dead')")
	h.must(gm, model.Say{Text: "nor this"})
	p.online(true)
	p.shows("!document.body.classList.contains('dead') && document.getElementById('log').textContent.includes('nor this')")
}

// TestBeats checks that a page's stream is answered by a request of its own, which counts as a sign
// of life, and that a stream that is asked once ends with what there is.
func TestBeats(t *testing.T) {
	h := open(t, "supermen", 3)
	b := h.comes("Mira", 0)
	b.opens("/beat?hidden=yes")
	if b.status != http.StatusNoContent {
		t.Error("a sign of life is answered with", b.status)
	}
	stream := b.stream("/events?parts=all&once=yes")
	stream.until("event: once")
	stream.ends()
	stranger := h.browser()
	stranger.request(http.MethodGet, "/beat", nil, func(r *http.Request) { r.Header.Set("X-Fray", "1") })
	if stranger.status != http.StatusForbidden {
		t.Error("a stranger's sign of life is answered with", stranger.status)
	}
}

// TestHTTP2 checks that browsers with TLS have one connection for everything, also for streams, and
// that a stranger's ends with its answer.
func TestHTTP2(t *testing.T) {
	certificate := selfSigned(t)
	h := openWith(t, "supermen", 2, serve.Web{TLS: &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}}, serve.Quota{}, nil)
	h.base = strings.Replace(h.base, "http:", "https:", 1)
	roots := x509.NewCertPool()
	if c, err := x509.ParseCertificate(certificate.Certificate[0]); err == nil {
		roots.AddCert(c)
	}
	b := h.browser()
	dials := 0
	var d net.Dialer
	x := b.client.Transport.(*http.Transport)
	x.TLSClientConfig, x.ForceAttemptHTTP2 = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}, true
	x.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		dials++
		return d.DialContext(ctx, network, address)
	}
	b.opens(h.invite("Mira", 0))
	b.sends("Take my seat")
	b.sees("The Vault Job")
	dials = 0
	var streams []io.Closer
	for range 4 {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.base+"/events?parts=all", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := b.client.Do(r)
		if err != nil || answer.ProtoMajor != 2 || answer.StatusCode != http.StatusOK {
			t.Fatalf("a stream is answered with %+v, %v", answer, err)
		}
		streams = append(streams, answer.Body)
	}
	b.opens("/")
	b.sends("Send", "text", "still here", "to", "all")
	b.sees("still here")
	for _, s := range streams {
		_ = s.Close()
	}
	if dials > 1 {
		t.Errorf("for four streams and three requests %d connections were opened", dials)
	}
}
