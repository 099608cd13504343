package serve_test

import (
	"bytes"
	"fmt"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"example.org/fray/model"
)

// until polls until holds returns true.
func until(t testing.TB, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for late := time.After(patience); !holds(); {
		select {
		case <-tick.C:
		case <-late:
			t.Fatal(what)
		}
	}
}

// leaves ends a screen and closes the connection.
func (c *client) leaves() {
	c.Helper()
	c.types("\x03")
	c.ends()
	_ = c.conn.Close()
}

// TestNothingIsLeftBehind checks that no goroutine of a session remains after it, whether
// the client left, broke off, was sent away or was never admitted.
func TestNothingIsLeftBehind(t *testing.T) {
	h := open(t, "supermen")
	mira, stranger := h.seated("Mira", 0), newKey(t)
	visit := func() {
		c := h.come("mira", mira)
		c.sees("The Vault Job")
		c.leaves()
		s := h.come("stranger", stranger)
		s.sees("You are in the waiting room")
		s.leaves()
	}
	visit() // starts what stays for the life of the process
	before := runtime.NumGoroutine()
	for range 8 { // fewer than the rate limit accepts in a second
		visit()
	}
	until(t, "goroutines are left behind", func() bool { return runtime.NumGoroutine() <= before })
}

// TestBroken checks that a panic in one session ends that session only, and that the host
// is told.
func TestBroken(t *testing.T) {
	h := open(t, "supermen")
	mira, tom := h.seated("Mira", 0), h.come("tom", h.seated("Tom", 1))
	tom.sees("The Vault Job")
	before := h.comeOn("broken", "mira", mira, 80, 24)
	before.sees("this screen crashed")
	before.ends()
	within := h.comeOn("fragile", "mira", mira, 120, 36)
	within.sees("The Vault Job")
	within.types("\x1b[Z", "y") // the log, and copying from it
	within.ends()
	within.sees("this screen crashed")
	h.mu.Lock()
	told := strings.Join(h.told, "\n")
	h.mu.Unlock()
	for _, words := range []string{"the screen of Mira stopped", "no such terminal", "no such clipboard", "host_test.go"} {
		if !strings.Contains(told, words) {
			t.Errorf("the host is not told %q", words)
		}
	}
	h.must(gm, model.Note{Text: "the alarm goes off"})
	tom.sees("the alarm goes off")
}

// gag is a connection that can stop reading.
type gag struct {
	net.Conn
	mu     sync.Mutex
	closed chan struct{} // closed while it does not read
}

func (g *gag) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = make(chan struct{})
}

func (g *gag) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	close(g.closed)
	g.closed = nil
}

func (g *gag) Read(b []byte) (int, error) {
	g.mu.Lock()
	closed := g.closed
	g.mu.Unlock()
	if closed != nil {
		<-closed
	}
	return g.Conn.Read(b)
}

// TestStalled checks that a client that stops reading delays nobody, and gets the present
// state when it reads again, not every frame in between.
func TestStalled(t *testing.T) {
	h := open(t, "supermen")
	mira := h.come("mira", h.seated("Mira", 0))
	mira.sees("The Vault Job")
	g := &gag{}
	h.through = func(c net.Conn) net.Conn {
		_ = c.(*net.TCPConn).SetReadBuffer(4 << 10)
		g.Conn = c
		return g
	}
	tom := h.come("tom", h.seated("Tom", 1))
	tom.sees("The Vault Job")
	g.shut()
	const acts = 60
	for i := range acts {
		mark := fmt.Sprintf("mark%03dz", i)
		h.must(gm, model.Note{Text: mark + strings.Repeat(string(rune('a'+i%26)), 400)})
		mira.sees(mark)
	}
	g.open()
	tom.sees(fmt.Sprintf("mark%03dz", acts-1))
	tom.mu.Lock()
	defer tom.mu.Unlock()
	seen := 0
	for i := range acts {
		if bytes.Contains(tom.sent, fmt.Appendf(nil, "mark%03dz", i)) {
			seen++
		}
	}
	if seen > acts/2 {
		t.Errorf("%d of %d acts were sent to a client that did not read", seen, acts)
	}
}

// TestDraggedWindow checks that a thousand sizes of a window do not delay the keys after
// them.
func TestDraggedWindow(t *testing.T) {
	h := open(t, "supermen")
	mira := h.come("mira", h.seated("Mira", 0))
	mira.sees("The Vault Job")
	for i := range 1500 {
		if err := mira.session.WindowChange(24+i%10, 80+i%30); err != nil {
			t.Fatal(err)
		}
	}
	mira.leaves()
}
