package web_test

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/ui/serve"
	"example.org/fray/ui/uitest"
)

// request sends a request that a browser would not send.
func (b *browser) request(method, to string, form url.Values, change func(*http.Request)) {
	b.Helper()
	if !strings.HasPrefix(to, "/") { // as it stands in the page
		to = b.at.ResolveReference(&url.URL{Path: to}).Path
	}
	r, err := http.NewRequestWithContext(b.context(), method, b.base+to, strings.NewReader(form.Encode()))
	if err != nil {
		b.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", b.base)
	}
	change(r)
	b.takes(b.client.Do(r))
}

// TestForgedForms checks that a form is accepted only from this site's own pages, whatever
// cookie it has.
func TestForgedForms(t *testing.T) {
	h := open(t, "supermen", 3)
	b := h.comes("Mira", 0)
	to, form, ok := b.form("Send", "text", "forged", "to", "all")
	if !ok {
		t.Fatal("there is nothing to send")
	}
	set := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for name, change := range map[string]func(*http.Request){
		"another site":             set("Origin", "http://evil.example"),
		"a site that looks alike":  set("Origin", h.base+".evil.example"),
		"another port":             set("Origin", "http://127.0.0.1:1"),
		"another scheme":           set("Origin", strings.Replace(h.base, "http", "https", 1)),
		"null":                     set("Origin", "null"),
		"no origin":                func(r *http.Request) { r.Header.Del("Origin") },
		"two origins":              func(r *http.Request) { r.Header.Add("Origin", h.base) },
		"cross-site, by the way":   set("Sec-Fetch-Site", "cross-site"),
		"same-site, by the way":    set("Sec-Fetch-Site", "same-site"),
		"text":                     set("Content-Type", "text/plain"),
		"several parts":            set("Content-Type", "multipart/form-data; boundary=x"),
		"a name that is not ours":  func(r *http.Request) { r.Host = "evil.example"; r.Header.Set("Origin", "http://evil.example") },
		"a name of another's zone": func(r *http.Request) { r.Host = "127.0.0.1.evil.example" },
	} {
		if b.request(http.MethodPost, to, form, change); b.status < 400 {
			t.Errorf("%s: answered with %d", name, b.status)
		}
		b.never("Seraph")
	}
	for name, token := range map[string]string{"no token": "", "another's token": "AAAAAAAAAAAAAAAAAAAAAAAA"} {
		forged := url.Values{"text": {"forged"}, "to": {"all"}, "form": {token}}
		if b.request(http.MethodPost, to, forged, func(*http.Request) {}); b.status != http.StatusForbidden {
			t.Errorf("%s: answered with %d", name, b.status)
		}
	}
	if b.request(http.MethodGet, to, form, func(*http.Request) {}); b.status < 400 {
		t.Error("a form is taken by GET:", b.status)
	}
	form.Set("text", strings.Repeat("x", 64<<10))
	if b.request(http.MethodPost, to, form, func(*http.Request) {}); b.status != http.StatusRequestEntityTooLarge {
		t.Error("a form of 64 KiB is answered with", b.status)
	}
	for l := range h.live.Now().Log() {
		if _, said := l.Event.Did.(model.Say); said {
			t.Error("something was said")
		}
	}
	b.opens("/")
	b.sends("Send", "text", "of my own", "to", "all")
	b.sees("of my own")
}

// TestPaths checks that no path leads outside the pages, and that without a seat no path
// shows anything of the table.
func TestPaths(t *testing.T) {
	h := open(t, "supermen", 3)
	h.comes("Mira", 0)
	b := h.browser()
	b.client.Transport = elsewhere(&http.Transport{DisableKeepAlives: true})
	for _, path := range []string{"/sheet", "/log", "/act", "/events", "/more", "/dice", "/recap", "/shown", "/export", "/static/", "/static/../web.go", "/static/..%2f..%2fgo.mod",
		"/static/%2e%2e/%2e%2e/go.mod", "//etc/passwd", "/../../../etc/passwd", "/..%5c..%5cvault.fray", "/vault.fray", "/.git/config", "/i/", "/i/../log", "/i/babab-babab-babab-babab",
		"/static/style.css/../../log", "/debug/pprof/", "/metrics", "/%00", "/sheet?who=%00"} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodTrace, http.MethodOptions} {
			b.request(method, "/", url.Values{}, func(r *http.Request) { r.URL.Opaque = strings.Replace(b.base, "http:", "", 1) + path })
			b.never("The Vault Job", "Seraph", "root:", "module example")
			if h := b.headers; h.Get("Access-Control-Allow-Origin") != "" || h.Get("Content-Security-Policy") == "" && b.status != http.StatusBadRequest {
				t.Errorf("%s %s: %v", method, path, h)
			}
		}
	}
	b.opens("/static/style.css")
	if b.status != http.StatusOK || !strings.Contains(b.text, "--accent") {
		t.Error("the style is not there:", b.status)
	}
}

// TestGuessedLinks checks that guessed links admit nobody, and that who guesses is slowed down,
// but not those at the same address who have an invite or a seat.
func TestGuessedLinks(t *testing.T) {
	h := open(t, "supermen", 3)
	refused := false
	for i := range 2000 {
		b := h.browser()
		b.opens(fmt.Sprintf("/i/babab-babab-babab-ba%cab", "bdfghj"[i%6]))
		if refused = b.status == http.StatusTooManyRequests; refused {
			break
		}
		b.sends("Take my seat")
		b.never("The Vault Job")
		if refused = b.status == http.StatusTooManyRequests; refused {
			break
		}
		if b.status == http.StatusOK {
			t.Error("a guess is answered with", b.status)
		}
		b.client.CloseIdleConnections()
	}
	if !refused {
		t.Error("2,000 guesses were taken, as fast as they came")
	}
	h.comes("Mira", 0).opens("/") // who has an invite, or a seat, is answered
	if n := len(h.server.Admissions().Waiting()); n != 0 {
		t.Error(n, "wait")
	}
}

// TestRevoked checks that a revoked seat's cookie is refused by pages, forms and open
// streams.
func TestRevoked(t *testing.T) {
	h := open(t, "supermen", 3)
	b := h.comes("Mira", 0)
	to, form, _ := b.form("Send", "text", "hello", "to", "all")
	stream := b.stream("/events?parts=all")
	stream.until("Seraph")
	mira, _ := h.live.Now().SeatOf("Mira")
	if err := h.server.Admissions().Revoke(mira); err != nil {
		t.Fatal(err)
	}
	stream.until("taken your seat away")
	stream.ends()
	if b.request(http.MethodPost, to, form, func(*http.Request) {}); b.status != http.StatusForbidden {
		t.Error("a form is answered with", b.status)
	}
	for _, path := range []string{"/", "/sheet", "/log"} {
		b.opens(path)
		b.sees("Join a table")
		b.never("Seraph")
	}
	other := h.comes("Tom", 1)
	other.sees("The Vault Job")
	other.opens("/more")
	other.sends("Forget it") // without a yes
	other.sees("Say yes to forget the table")
	other.opens("/more")
	other.sends("Forget it", "sure", "yes")
	other.sees("Join a table")
	if tom, ok := h.live.Now().SeatOf("Tom"); ok {
		for _, s := range h.server.Admissions().Here() {
			if s.Seat == tom && len(s.Keys) > 0 {
				t.Errorf("Tom still has %q", s.Keys)
			}
		}
	}
}

// TestCookie checks that over TLS the cookie is for TLS only, and for no other host name.
func TestCookie(t *testing.T) {
	certificate := selfSigned(t)
	h := openWith(t, "supermen", 2, serve.Web{TLS: &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}}, serve.Quota{}, nil)
	h.base = strings.Replace(h.base, "http:", "https:", 1)
	b := h.browser()
	b.client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{InsecureSkipVerify: true} //nolint:gosec // a test's own certificate
	b.opens(h.invite("Mira", 0))
	b.sends("Take my seat")
	b.sees("The Vault Job")
	b.opens("/")
	u, err := url.Parse(h.base)
	if err != nil {
		t.Fatal(err)
	}
	all := b.seatCookies(u)
	if len(all) != 1 || !strings.HasPrefix(all[0].Name, "__Host-fray-") {
		t.Errorf("the cookies are %v", all)
	}
}

// TestSlowAndLarge checks that clients that send nothing or too much, or do not read, do
// not affect others.
func TestSlowAndLarge(t *testing.T) {
	h := open(t, "supermen", 3)
	b := h.comes("Mira", 0)
	address := strings.TrimPrefix(h.base, "http://")
	dial := func() net.Conn {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	large := dial()
	_, _ = fmt.Fprintf(large, "GET / HTTP/1.1\r\nHost: %s\r\nX: ", address)
	go func() {
		for range 1 << 10 {
			if _, err := io.WriteString(large, strings.Repeat("x", 1<<10)); err != nil {
				return
			}
		}
	}()
	answer, _ := bufio.NewReader(large).ReadString('\n')
	if !strings.Contains(answer, "431") && answer != "" {
		t.Errorf("1 MB of headers are answered with %q", answer)
	}
	for range 200 { // slow ones
		if c, err := net.Dial("tcp", address); err == nil {
			_, _ = io.WriteString(c, "GET / HT")
			t.Cleanup(func() { _ = c.Close() })
		}
	}
	b.opens("/")
	b.sees("The Vault Job")
	var wait sync.WaitGroup
	var mu sync.Mutex
	opened := 0
	far := elsewhere(&http.Transport{})
	for range 100 { // streams that never read
		wait.Go(func() {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.base+"/events?parts=all", nil)
			if err != nil {
				return
			}
			u, _ := url.Parse(h.base)
			for _, c := range b.seatCookies(u) {
				r.AddCookie(c)
			}
			answer, err := far.RoundTrip(r)
			if err != nil {
				return
			}
			t.Cleanup(func() { _ = answer.Body.Close() })
			if answer.StatusCode == http.StatusOK {
				mu.Lock()
				opened++
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	if opened == 0 || opened > 6 {
		t.Errorf("%d streams of one browser are open", opened)
	}
	began := time.Now()
	b.opens("/")
	b.sends("Send", "text", "still here", "to", "all")
	b.sees("still here")
	if took := time.Since(began); took > patience {
		t.Error("that took", took)
	}
}

// Behind a reverse proxy its header says who asks: guesses of one network count, however
// many connections the proxy has, and what somebody wrote into the header before the proxy
// did counts nothing. What did not come through the proxy is refused. The cookie is for TLS
// alone where the proxy says that the browser came over it.
func TestBehindAProxy(t *testing.T) {
	h := openWith(t, "supermen", 3, serve.Web{Proxy: "X-Forwarded-For"}, serve.Quota{}, nil)
	from := func(b *browser, header, path string) int {
		t.Helper()
		b.request(http.MethodGet, path, nil, func(r *http.Request) {
			if header != "" {
				r.Header.Set("X-Forwarded-For", header)
			}
			r.Header.Set("X-Forwarded-Proto", "https")
		})
		return b.status
	}
	b := h.browser()
	for _, header := range []string{"", "nobody", "198.51.100.7, unknown"} {
		if status := from(b, header, "/"); status != http.StatusForbidden {
			t.Errorf("%q is answered with %d", header, status)
		}
	}
	if status := from(b, "198.51.100.7", "/"); status != http.StatusOK {
		t.Error("a guest of the proxy is answered with", status)
	}
	if set := b.headers.Get("Set-Cookie"); !strings.Contains(set, "Secure") || !strings.Contains(set, "HttpOnly") || !strings.Contains(set, "SameSite=Lax") {
		t.Errorf("the cookie is set as %q", set)
	}
	b.request(http.MethodGet, "/", nil, func(r *http.Request) { r.Header["X-Forwarded-For"] = []string{"198.51.100.7", "unknown"} })
	if b.status != http.StatusForbidden {
		t.Error("what stands in a line before that of the proxy counts:", b.status)
	}
	refused := false
	for i := range 8000 { // each claims to come from elsewhere
		if refused = from(b, fmt.Sprintf("203.0.%d.%d, 192.0.2.9", i>>8, i&255), "/i/babab-babab-babab-babab") == http.StatusTooManyRequests; refused {
			break
		}
	}
	if !refused {
		t.Error("8,000 requests of one network are answered")
	}
	if status := from(b, "198.51.100.7", "/"); status != http.StatusOK {
		t.Error("another network is answered with", status)
	}
}

// Where no proxy is named its headers are words of a stranger: they change neither who is
// counted nor what the cookie is for.
func TestProxyHeadersOfStrangers(t *testing.T) {
	h := open(t, "supermen", 3)
	b := h.browser()
	b.request(http.MethodGet, "/", nil, func(r *http.Request) { r.Header.Set("X-Forwarded-Proto", "https") })
	if set := b.headers.Get("Set-Cookie"); strings.Contains(set, "Secure") {
		t.Errorf("the cookie is set as %q", set)
	}
	refused := false
	for i := range 2000 { // from one network
		b := h.browser()
		b.request(http.MethodGet, "/", nil, func(r *http.Request) { r.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", i)) })
		b.client.CloseIdleConnections()
		if refused = b.status == http.StatusTooManyRequests; refused {
			break
		}
	}
	if !refused {
		t.Error("2,000 requests of an address that names others are answered, as fast as they came")
	}
}

// TestFriendsBehindAFlood checks that sixteen friends come in with an invite, and act, while a
// device at their address, or with another in their network, sends a thousand connections a second
// and holds as many open as it is let: silent ones, ones that begin to ask, and whole requests.
func TestFriendsBehindAFlood(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this machine has only one address of its own")
	}
	h := open(t, "supermen", 3)
	at := strings.TrimPrefix(h.base, "http://")
	for _, from := range []string{"127.0.0.1", "127.0.0.9"} {
		flood := uitest.FloodOf(t, at, from, "", "GET / HT", "GET / HTTP/1.1\r\nHost: "+at+"\r\n\r\n")
		flood.Sent(t, 900) // the limits are met
		for i := range 16 {
			b := h.comes(fmt.Sprintf("Friend %d from %s", i, from))
			b.opens("/")
			b.sends("Send", "text", fmt.Sprint("said by ", i), "to", "all")
			b.sees(fmt.Sprint("said by ", i))
		}
		flood.End(t)
	}
}
