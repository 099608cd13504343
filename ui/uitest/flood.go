package uitest

import (
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Flood is a device that opens a thousand connections a second and holds as many open as it is
// let.
type Flood struct {
	over     chan struct{}
	sending  sync.WaitGroup
	sent     atomic.Int32
	held     atomic.Int32
	failures atomic.Int32 // connections that could not be opened
}

// FloodOf begins a flood of connections to a TCP address, from an address of this machine. Each
// connection sends one of the texts in turn, and then nothing.
func FloodOf(tb testing.TB, to, from string, says ...string) *Flood {
	tb.Helper()
	f := &Flood{over: make(chan struct{})}
	tb.Cleanup(func() { f.stop() })
	f.sending.Go(func() {
		tick := time.NewTicker(5 * time.Millisecond) // a shorter one loses ticks on a busy machine
		defer tick.Stop()
		for n := 0; ; {
			select {
			case <-f.over:
				return
			case <-tick.C:
			}
			for range 5 {
				text := says[n%len(says)]
				f.sending.Go(func() { f.connects(to, from, text) })
				n++
			}
		}
	})
	return f
}

func (f *Flood) connects(to, from, says string) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 10 * time.Second}
	c, err := d.Dial("tcp", to)
	f.sent.Add(1)
	if err != nil {
		f.failures.Add(1)
		return
	}
	f.held.Add(1)
	defer f.held.Add(-1)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_, _ = io.WriteString(c, says)
		_, _ = io.Copy(io.Discard, c)
	}()
	select {
	case <-gone:
	case <-f.over:
	}
	_ = c.Close()
	<-gone
}

func (f *Flood) stop() {
	select {
	case <-f.over:
	default:
		close(f.over)
	}
	f.sending.Wait()
}

// Sent waits until so many connections were sent.
func (f *Flood) Sent(tb testing.TB, n int) {
	tb.Helper()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for late := time.After(30 * time.Second); int(f.sent.Load()) < n; {
		select {
		case <-tick.C:
		case <-late:
			tb.Fatalf("only %d connections were sent", f.sent.Load())
		}
	}
}

// End ends the flood, which must have been able to connect.
func (f *Flood) End(tb testing.TB) {
	tb.Helper()
	held, sent := f.held.Load(), f.sent.Load()
	f.stop()
	if failed := f.failures.Load(); held == 0 || failed > sent/10 {
		tb.Errorf("of %d connections %d were held at the end, and %d failed", sent, held, failed)
	}
	tb.Logf("the flood was of %d connections, and held %d at the end", sent, held)
}
