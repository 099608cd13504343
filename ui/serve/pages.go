package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"rsc.io/qr"
)

// Web describes how the web pages of a [Host] are served.
type Web struct {
	Handler http.Handler
	Of      func(*Table) http.Handler // the pages of one table of many; may be nil where there is one
	TLS     *tls.Config               // nil: plain HTTP
	Proxy   string                    // the header in which a reverse proxy gives the client's address; "" without a proxy

	// Address is the public address with its scheme, https://table.example.org. If it is
	// empty, the address of the listener or of this machine is used.
	Address string
}

// pages is the web server of a host.
type pages struct {
	of      func(*Table) http.Handler
	limit   *rateLimit
	on      net.Listener // limit, with TLS where there is any
	http    *http.Server
	address string
	named   bool   // the address was given, and is not that of the listener
	listens string // address of the listener
	proxy   string // the header of the reverse proxy in front, or ""
}

// webLimits are for browsers without TLS, whose connections cost work only with a request. A
// stranger's connection ends with its answer.
var webLimits = limits{knocking: 512, patience: 15 * time.Second, turns: sshLimits.turns}

// tlsLimits are for browsers with TLS.
var tlsLimits = sshLimits

// proxyLimits are for the connections of a reverse proxy, which all come from one address.
// Strangers are told apart by the proxy's header instead.
var proxyLimits = limits{knocking: 1024, patience: 15 * time.Second, turns: sshLimits.turns}

// Limits of a request.
const (
	headersWithin = 5 * time.Second
	requestWithin = 15 * time.Second
	writtenWithin = 30 * time.Second // streams set their own deadline
	silentWithin  = time.Minute      // between two requests of a connection
	mostHeaders   = 8 << 10          // bytes; Go adds 4 KiB
	mostConns     = 24               // connections of one browser that stay open
	mostAtOnce    = 16               // requests of one connection, and streams, with HTTP/2
)

// newPages returns a web server that does not serve yet.
func newPages(l net.Listener, how Web, now func() time.Time) *pages {
	lim := webLimits
	switch {
	case how.Proxy != "":
		lim = proxyLimits
	case how.TLS != nil:
		lim = tlsLimits
	}
	limit := newRateLimit(l, lim, now)
	p := &pages{of: how.Of, limit: limit, on: limit, address: how.Address, listens: l.Addr().String(), proxy: how.Proxy, named: how.Address != ""}
	if how.TLS != nil {
		secure := how.TLS.Clone()
		secure.NextProtos = []string{"h2", "http/1.1"}
		p.on = tls.NewListener(limit, secure)
	}
	p.http = &http.Server{
		Handler:           behind(limit, how.Proxy, how.Handler),
		ReadHeaderTimeout: headersWithin, ReadTimeout: requestWithin, WriteTimeout: writtenWithin, IdleTimeout: silentWithin,
		MaxHeaderBytes: mostHeaders,
		HTTP2:          &http.HTTP2Config{MaxConcurrentStreams: mostAtOnce, MaxDecoderHeaderTableSize: 4 << 10, MaxReceiveBufferPerConnection: 64 << 10, MaxReceiveBufferPerStream: 64 << 10},
		ErrorLog:       log.New(io.Discard, "", 0), // strangers could fill it
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, pageKey{}, pageOf(c))
		},
	}
	if p.address == "" {
		p.address = webAddress(l.Addr().String(), how.TLS != nil)
	}
	return p
}

// serve answers requests until the server is closed. The error is nil then.
func (p *pages) serve() error {
	err := p.http.Serve(p.on)
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// close ends the browsers' connections: those that do not end within the time are cut.
func (p *pages) close(within time.Duration) {
	ctx, stop := context.WithTimeout(context.Background(), within)
	defer stop()
	if p.http.Shutdown(ctx) != nil {
		_ = p.http.Close()
	}
}

// webAddress returns the web address of a listener.
func webAddress(at string, secure bool) string {
	scheme := "http://"
	if secure {
		scheme = "https://"
	}
	host, port, err := net.SplitHostPort(at)
	if err != nil {
		return scheme + at
	}
	if ip, err := netip.ParseAddr(host); err == nil && ip.IsUnspecified() {
		own, _ := reachable(OwnAddresses())
		host = own[0]
	}
	if !secure && port == "80" || secure && port == "443" {
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		return scheme + host
	}
	return scheme + net.JoinHostPort(host, port)
}

// InviteLink returns the link that opens an invite in a browser, or "" if the table has no
// pages.
func InviteLink(address, words string) string {
	if address == "" {
		return ""
	}
	return address + "/i/" + words
}

// reach says from where the pages can be reached, and what that exposes.
func (p *pages) reach() string {
	switch isSecure := strings.HasPrefix(p.address, "https://"); {
	case p.proxy != "":
		words := "through the reverse proxy, which must write the header " + p.proxy + " itself; anybody whom it lets through can ask to be let in"
		if !isLoopback(p.listens) {
			words += ". Whoever reaches " + p.listens + " without the proxy can claim to come from anywhere: let nobody but the proxy reach it"
		}
		if !p.named {
			words += ". Name the address that players open with --web-name, so that invites have it"
		}
		return words
	case isLoopback(p.address):
		return "only this machine can open it; at 0.0.0.0 others can, too"
	case !isSecure:
		return "anybody who can reach this machine can ask to be let in; without TLS, others on the network can read what is sent"
	}
	return "anybody who can reach it can ask to be let in"
}

// isLoopback reports whether an address, with or without scheme and port, is this machine's own.
func isLoopback(address string) bool {
	host := strings.TrimPrefix(strings.TrimPrefix(address, "http://"), "https://")
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "localhost" || err == nil && ip.IsLoopback()
}

type pageKey struct{}

// Page is the connection of a browser's request.
type Page struct {
	limit   *rateLimit
	from    origin
	conn    *connection
	mu      sync.Mutex
	visitor *Guest // the visitor who uses the connection
}

// pageOf returns the Page of a connection, with or without TLS.
func pageOf(c net.Conn) *Page {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	line, ok := c.(*connection)
	if !ok {
		return &Page{}
	}
	p := &Page{limit: line.limit, from: line.from, conn: line}
	line.limit.mu.Lock()
	line.closed = p.gone
	line.limit.mu.Unlock()
	return p
}

// PageOf returns the connection of a request.
func PageOf(r *http.Request) *Page {
	p, ok := r.Context().Value(pageKey{}).(*Page)
	if !ok {
		return &Page{}
	}
	return p
}

// Keep lets the connection stay open after its answer, as one of the visitor's. It returns
// false if the visitor has as many as allowed.
func (p *Page) Keep(v *Guest) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.visitor != nil || p.conn == nil {
		return true
	}
	if v.conns.Add(1) > mostConns {
		v.conns.Add(-1)
		return false
	}
	p.visitor = v
	p.conn.finished()
	return true
}

// gone records that the connection has ended.
func (p *Page) gone() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.visitor != nil {
		p.visitor.conns.Add(-1)
		p.visitor = nil
	}
}

// Turn takes a turn for a request. It reports false if so many came from there within this
// second that strangers are not answered.
func (p *Page) Turn() bool { return p.limit == nil || p.limit.turn(p.from) }

// behind lets the rate limit tell those apart who come through a reverse proxy, by the
// client address in its header. A request without the header is refused.
func behind(limit *rateLimit, header string, h http.Handler) http.Handler {
	if header == "" {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := PageOf(r)
		all := strings.Split(strings.Join(r.Header.Values(header), ","), ",")
		ip, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1])) // the last entry is from the proxy itself, which may have a line of its own
		if err != nil {
			http.Error(w, "Forbidden", http.StatusForbidden)
			return
		}
		q := &Page{limit: limit, from: originOfIP(ip)}
		if p.conn != nil {
			p.conn.finished() // the connection belongs to the proxy, and serves many clients
		}
		h.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), pageKey{}, q)))
	})
}

// Code returns text as a QR code: true for dark modules, without the light border that it
// needs. It returns nil if text is too long.
func Code(text string) [][]bool {
	c, err := qr.Encode(text, qr.L)
	if err != nil {
		return nil
	}
	out := make([][]bool, c.Size)
	for y := range out {
		out[y] = make([]bool, c.Size)
		for x := range out[y] {
			out[y][x] = c.Black(x, y)
		}
	}
	return out
}
