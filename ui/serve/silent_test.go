package serve_test

import (
	"bytes"
	"io"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// pipes is a listener whose connections are pipes of this process.
type pipes struct {
	come chan net.Conn
	over chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.come:
		return c, nil
	case <-p.over:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	select {
	case <-p.over:
	default:
		close(p.over)
	}
	return nil
}

func (p *pipes) dial() (net.Conn, error) {
	up, down, over := make(chan []byte, 1<<10), make(chan []byte, 1<<10), make(chan struct{})
	once := new(sync.Once)
	shut := func() { once.Do(func() { close(over) }) }
	p.come <- &pipe{in: up, out: down, over: over, shut: shut}
	return &pipe{in: down, out: up, over: over, shut: shut}, nil
}

// pipe is one end of a connection that holds what nobody has read yet.
type pipe struct {
	net.Conn // nil: nobody asks for the rest
	in, out  chan []byte
	rest     []byte
	over     chan struct{}
	shut     func()
}

func (p *pipe) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		select {
		case p.rest = <-p.in:
		case <-p.over:
			return 0, io.EOF
		}
	}
	n := copy(b, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

func (p *pipe) Write(b []byte) (int, error) {
	select {
	case p.out <- bytes.Clone(b):
		return len(b), nil
	case <-p.over:
		return 0, net.ErrClosed
	}
}

func (p *pipe) Close() error         { p.shut(); return nil }
func (p *pipe) LocalAddr() net.Addr  { return &net.TCPAddr{} }
func (p *pipe) RemoteAddr() net.Addr { return &net.TCPAddr{} }

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

// Whoever has gone without a word is let go of after half a minute, and nobody
// for thinking, however long.
func TestSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &pipes{make(chan net.Conn), make(chan struct{})}
		h := openOn(t, "supermen", 2, l)
		h.dial = l.dial
		mira := h.come("mira", h.seated("Mira", 0))
		mira.sees("The Vault Job")
		g := &gag{}
		h.through = func(c net.Conn) net.Conn {
			g.Conn = c
			return g
		}
		tom := h.come("tom", h.seated("Tom", 1))
		tom.sees("The Vault Job")
		g.shut()
		time.Sleep(25 * time.Second)
		if n := h.screens("Tom"); n != 1 {
			t.Errorf("after 25 s of silence %d screens are Tom's", n)
		}
		time.Sleep(6 * time.Second)
		if n := h.screens("Tom"); n != 0 {
			t.Errorf("after 31 s of silence %d screens are Tom's", n)
		}
		g.open()
		time.Sleep(time.Hour)
		if n := h.screens("Mira"); n != 1 {
			t.Errorf("after an hour of thought %d screens are Mira's", n)
		}
		mira.types("M", "still here\r")
		mira.sees("Mira: still here")
	})
}

// screens is how many screens somebody has.
func (h *house) screens(name string) int {
	for _, s := range h.server.Hall().Here() {
		if s.Seat.Name == name {
			return s.Screens
		}
	}
	return 0
}
