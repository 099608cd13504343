//go:build unix

package pgtest

import (
	"net"
	"net/url"
	"sync"
	"testing"
)

// Proxy stands between programs and a [Server], as a network does. It ends with the test.
type Proxy struct {
	address string // of the proxy
	target  string

	mu    sync.Mutex
	goOn  *sync.Cond
	stuck bool
	conns map[net.Conn]bool
}

// Through gives a proxy to a server.
func Through(t testing.TB, s *Server) *Proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{address: l.Addr().String(), target: s.host(), conns: map[net.Conn]bool{}}
	p.goOn = sync.NewCond(&p.mu)
	t.Cleanup(func() {
		_ = l.Close()
		p.Stick(false)
		p.Cut()
	})
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go p.carry(c)
		}
	}()
	return p
}

// URL is the address of the store behind the proxy, for the role that plays.
func (p *Proxy) URL() string {
	u := url.URL{Scheme: "postgres", User: url.User(Player), Host: p.address, Path: "/postgres"}
	return u.String()
}

// Stick has the proxy forward nothing and end nothing, as a network that has failed; false
// has it go on.
func (p *Proxy) Stick(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stuck = on
	p.goOn.Broadcast()
}

// Cut ends all connections.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.conns {
		_ = c.Close()
	}
}

// wait waits until the proxy forwards.
func (p *Proxy) wait() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.stuck {
		p.goOn.Wait()
	}
}

func (p *Proxy) carry(c net.Conn) {
	p.wait()
	there, err := net.Dial("tcp", p.target)
	if err != nil {
		_ = c.Close()
		return
	}
	p.keep(true, c, there)
	defer p.keep(false, c, there)
	var both sync.WaitGroup
	both.Go(func() { p.copy(there, c) })
	both.Go(func() { p.copy(c, there) })
	both.Wait()
}

// keep notes connections that Cut ends, or that have ended.
func (p *Proxy) keep(on bool, conns ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range conns {
		if p.conns[c] = true; !on {
			delete(p.conns, c)
		}
	}
}

func (p *Proxy) copy(to, from net.Conn) {
	buffer := make([]byte, 1<<15)
	for {
		n, err := from.Read(buffer)
		p.wait()
		if n > 0 {
			if _, failed := to.Write(buffer[:n]); failed != nil {
				err = failed
			}
		}
		if err != nil {
			_, _ = to.Close(), from.Close()
			return
		}
	}
}
