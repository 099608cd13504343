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

// Web is how the pages of a table are reached.
type Web struct {
	Handler http.Handler
	TLS     *tls.Config // nil: plain HTTP
	Proxy   string      // the header in which a reverse proxy says who asks; "" for none

	// Address is where players come, with its scheme: https://table.example.org. Empty:
	// the address of the listener, or of this machine.
	Address string
}

// pages is a table's pages while they are served.
type pages struct {
	limit   *rateLimit
	http    *http.Server
	address string
}

// Connections of browsers are more than those of SSH, and each of a stranger ends with its
// answer: a page, its style, its script and its icon are four.
var webLimits = limits{unfinished: 256, fromNetwork: 32, patience: 15 * time.Second, rate: 400, networkRate: 40, penalisedRate: 120, penalisedAddressRate: 8}

// Behind a reverse proxy all come from one network, and are counted by what it says.
var proxyLimits = limits{unfinished: 1024, fromNetwork: 1024, patience: 15 * time.Second, rate: 4000, networkRate: 4000}

// What a request may cost.
const (
	headersWithin = 5 * time.Second
	requestWithin = 15 * time.Second
	writtenWithin = 30 * time.Second // streams set their own time
	silentWithin  = time.Minute      // between two requests of a connection
	mostHeaders   = 8 << 10          // bytes, beside 4 KiB that Go allows for
	mostConns     = 24               // connections of a browser that stay open
)

// OpenWeb lets browsers in over a listener, until CloseWeb or Shutdown. The error is that
// of keeping the address for invites, or that it is open already; the listener is closed
// then.
func (s *Server) OpenWeb(l net.Listener, how Web) error {
	lim := webLimits
	if how.Proxy != "" {
		lim = proxyLimits
	}
	limit := newRateLimit(l, lim, s.cfg.Now)
	var on net.Listener = limit
	if how.TLS != nil {
		on = tls.NewListener(limit, how.TLS)
	}
	p := &pages{limit: limit, address: how.Address}
	p.http = &http.Server{
		Handler:           behind(limit, how.Proxy, how.Handler),
		ReadHeaderTimeout: headersWithin, ReadTimeout: requestWithin, WriteTimeout: writtenWithin, IdleTimeout: silentWithin,
		MaxHeaderBytes: mostHeaders,
		TLSNextProto:   map[string]func(*http.Server, *tls.Conn, http.Handler){}, // HTTP/1.1 has fewer ways to be abused
		ErrorLog:       log.New(io.Discard, "", 0),                               // strangers would write it
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			return context.WithValue(ctx, pageKey{}, pageOf(c))
		},
	}
	if p.address == "" {
		p.address = webAddress(l.Addr().String(), how.TLS != nil)
	}
	s.mu.Lock()
	if s.pages != nil || s.over {
		s.mu.Unlock()
		return errors.Join(errors.New("the table has pages already"), l.Close())
	}
	s.pages = p
	s.mu.Unlock()
	if err := s.cfg.Guests.KeepWebAt(p.address); err != nil {
		s.CloseWeb()
		return errors.Join(err, l.Close())
	}
	s.tasks.Go(func() {
		if err := p.http.Serve(on); err != nil && !errors.Is(err, http.ErrServerClosed) && !errors.Is(err, net.ErrClosed) {
			s.cfg.Tell("no browser can connect any more: " + err.Error())
		}
	})
	s.watch.Tell()
	return nil
}

// CloseWeb ends what OpenWeb began: those who came with a browser have gone.
func (s *Server) CloseWeb() {
	s.mu.Lock()
	p := s.pages
	s.pages = nil
	var all []*Visitor
	for _, v := range s.visitors {
		all = append(all, v)
	}
	s.mu.Unlock()
	if p == nil {
		return
	}
	for _, v := range all {
		v.client.end(closedTable)
	}
	ctx, stop := context.WithTimeout(context.Background(), goWithin)
	defer stop()
	if p.http.Shutdown(ctx) != nil { // streams have their last words by now
		_ = p.http.Close()
	}
	s.watch.Tell()
}

// WebAddress is where the pages of the table are, with the scheme; empty where it has none.
func (s *Server) WebAddress() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pages == nil {
		return ""
	}
	return s.pages.address
}

// webAddress is where browsers find a listener.
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

// InviteLink is what opens an invite in a browser; empty where the table has no pages.
func InviteLink(address, words string) string {
	if address == "" {
		return ""
	}
	return address + "/i/" + words
}

// WebReach says from where pages can be reached.
func WebReach(address string) string {
	host := strings.TrimPrefix(strings.TrimPrefix(address, "http://"), "https://")
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	switch ip, err := netip.ParseAddr(strings.Trim(host, "[]")); {
	case host == "localhost" || err == nil && ip.IsLoopback():
		return "only this machine can open it: use --web 0.0.0.0:8080 to let others in"
	case strings.HasPrefix(address, "http://"):
		return "anybody who can reach this machine can ask to be let in; without TLS, others on the network can read what is sent"
	}
	return "anybody who can reach it can ask to be let in"
}

type pageKey struct{}

// Page is where a request of a browser comes from.
type Page struct {
	limit   *rateLimit
	network string
	proves  bool // the network has a penalty: only an invite or a seat lets in
	conn    *connection
	mu      sync.Mutex
	visitor *Visitor // whose connection it is
}

// pageOf is the connection of a browser, which may be a TLS one.
func pageOf(c net.Conn) *Page {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	line, ok := c.(*connection)
	if !ok {
		return &Page{}
	}
	p := &Page{limit: line.limit, network: line.network, proves: line.proves, conn: line}
	line.limit.mu.Lock()
	line.closed = p.gone
	line.limit.mu.Unlock()
	return p
}

// PageOf is where a request comes from.
func PageOf(r *http.Request) *Page {
	p, ok := r.Context().Value(pageKey{}).(*Page)
	if !ok {
		return &Page{}
	}
	return p
}

// Keep lets the connection stay open beyond its answer, as one of the visitor's; false
// where they have as many as they may.
func (p *Page) Keep(v *Visitor) bool {
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

// gone says that the connection has ended.
func (p *Page) gone() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.visitor != nil {
		p.visitor.conns.Add(-1)
		p.visitor = nil
	}
}

// behind answers requests as often as the rate limit says, where a reverse proxy tells
// whose they are. A request that the proxy did not pass on is refused.
func behind(limit *rateLimit, header string, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := PageOf(r)
		if p.conn != nil {
			p.conn.came.Store(true) // it has asked for something, and is not held against anybody
		}
		if header != "" {
			all := strings.Split(r.Header.Get(header), ",")
			ip, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1])) // the last is the proxy's own word
			if err != nil {
				http.Error(w, "Forbidden", http.StatusForbidden)
				return
			}
			q := &Page{limit: limit, network: networkOfIP(ip)}
			if p.conn != nil {
				p.conn.finished() // it is the proxy's, and serves many
			}
			var ok bool
			if ok, q.proves = limit.asks(q.network); !ok {
				w.Header().Set("Connection", "close")
				http.Error(w, "Too many requests", http.StatusTooManyRequests)
				return
			}
			r = r.WithContext(context.WithValue(r.Context(), pageKey{}, q))
		}
		h.ServeHTTP(w, r)
	})
}

// Web implements people.Admissions.
func (s *Server) Web() (address, reach string) {
	if address = s.WebAddress(); address != "" {
		reach = WebReach(address)
	}
	return address, reach
}

// Code gives a text as a QR code: its dark modules, without the light border that it needs
// around it.
func Code(text string) [][]bool {
	c, err := qr.Encode(text, qr.L)
	if err != nil {
		return nil // it is too long
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
