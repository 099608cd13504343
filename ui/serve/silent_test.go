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

// pipes is a listener whose connections are pipes within this process.
type pipes struct {
	come chan net.Conn
	over chan struct{}
}

// newPipes returns one for a test with a fake clock. When all connections are closed,
// remaining goroutines have a second to end.
func newPipes(t *testing.T) *pipes {
	t.Cleanup(func() { time.Sleep(time.Second) })
	return &pipes{make(chan net.Conn), make(chan struct{})}
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

func (p *pipes) dial() (net.Conn, error) { return p.dialFrom(net.IPv4(10, 0, 0, 1)) }

func (p *pipes) dialFrom(ip net.IP) (net.Conn, error) {
	up, down, over := make(chan []byte, 1<<10), make(chan []byte, 1<<10), make(chan struct{})
	once := new(sync.Once)
	shut := func() { once.Do(func() { close(over) }) }
	p.come <- &pipe{in: up, out: down, over: over, shut: shut, from: ip}
	return &pipe{in: down, out: up, over: over, shut: shut}, nil
}

// pipe is one end of a connection, with unlimited buffering.
type pipe struct {
	net.Conn // nil: its methods are not called
	in, out  chan []byte
	rest     []byte
	over     chan struct{}
	shut     func()
	from     net.IP
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
func (p *pipe) RemoteAddr() net.Addr { return &net.TCPAddr{IP: p.from} }

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

// TestSilent checks that a client that has gone without a word is closed after half a
// minute, and one that is only idle never.
func TestSilent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
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

// screens returns how many screens a named person has.
func (h *testHost) screens(name string) int {
	for _, s := range h.server.Admissions().Here() {
		if s.Seat.Name == name {
			return s.Screens
		}
	}
	return 0
}

// TestSilentConnections checks that a connection that sends nothing is closed after 15 s,
// however many there are.
func TestSilentConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
		h := openOn(t, "supermen", 2, l)
		h.dial = l.dial
		mira := h.come("mira", h.seated("Mira", 0))
		mira.sees("The Vault Job")
		var all []net.Conn
		held := func() (n int) {
			synctest.Wait()
			for _, c := range all {
				select {
				case <-c.(*pipe).over:
				default:
					n++
				}
			}
			return n
		}
		for i := range 2000 {
			c, err := l.dialFrom(net.IPv4(10, 1, byte(i>>8), byte(i)))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, c)
			if i%200 == 199 {
				time.Sleep(time.Second)
			}
		}
		if n := held(); n > 512 || n == 0 {
			t.Errorf("%d silent connections are held", n)
		}
		time.Sleep(15 * time.Second)
		if n := held(); n != 0 {
			t.Errorf("after 15 s %d silent connections are held", n)
		}
		mira.types("M", "still here\r")
		mira.sees("Mira: still here")
	})
}

// TestNothingToStayFor checks that a connection without a screen is closed, both before the
// first and after the last.
func TestNothingToStayFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
		h := openOn(t, "supermen", 2, l)
		h.dial = l.dial
		before, err := h.dials("stranger", newKey(t))
		if err != nil {
			t.Fatal(err)
		}
		behind := h.come("mira", h.seated("Mira", 0))
		behind.sees("The Vault Job")
		behind.types("\x03")
		behind.ends()
		for what, c := range map[string]struct {
			conn interface{ Wait() error }
			most time.Duration
		}{"behind its screen": {behind.conn, 3 * time.Second}, "without a screen": {before, 16 * time.Second}} {
			began := time.Now()
			_ = c.conn.Wait()
			if d := time.Since(began); d > c.most {
				t.Errorf("a connection %s stays for %v", what, d)
			}
		}
	})
}
