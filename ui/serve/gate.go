package serve

import (
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// limits are how many may knock, and how often.
type limits struct {
	unfinished  int           // connections that have not come to a screen yet
	fromAddress int           // of them, from one address
	patience    time.Duration // how long one may take to get there
	rate        int           // new ones a second
	addressRate int           // of them, from one address
}

var usual = limits{unfinished: 64, fromAddress: 8, patience: 15 * time.Second, rate: 100, addressRate: 20}

// gate is a listener that lets in as many as the limits say. What exceeds them
// is closed before anything is computed for it.
type gate struct {
	net.Listener
	limits limits
	now    func() time.Time

	mu     sync.Mutex
	inside []*knock // unfinished, the oldest first
	second time.Time
	count  int            // that came in this second
	counts map[string]int // of them, by address
}

// knock is a connection that has not come to a screen yet, or has.
type knock struct {
	net.Conn
	gate  *gate
	from  string
	timer *time.Timer
	once  sync.Once

	allowed allowance    // of the one who reads
	heard   atomic.Int64 // when anything came last, in Unix nanoseconds
}

// waits is how many bytes may wait in the system on their way to a client: frames
// that are there already are old when a slow line has taken them.
const waits = 16 << 10

// Read reads as fast as a connection may send.
func (k *knock) Read(b []byte) (int, error) {
	n, err := k.Conn.Read(b)
	now := time.Now()
	k.heard.Store(now.UnixNano())
	if wait := k.allowed.take(n, now); wait > 0 {
		time.Sleep(wait)
	}
	return n, err
}

func newGate(l net.Listener, lim limits, now func() time.Time) *gate {
	return &gate{Listener: l, limits: lim, now: now, counts: map[string]int{}}
}

// Accept gives the next connection that may go on.
func (g *gate) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if t, ok := c.(*net.TCPConn); ok {
			_ = t.SetWriteBuffer(waits)
		}
		k := &knock{Conn: c, gate: g, from: addressOf(c), allowed: newAllowance(lineRate, lineBurst, time.Now())}
		out, ok := g.admit(k)
		for _, o := range out {
			_ = o.Close()
		}
		if ok {
			return k, nil
		}
		_ = c.Close()
	}
}

// admit takes k in, and gives whoever has to go for it: where there are too
// many, the oldest from the address that has most.
func (g *gate) admit(k *knock) (out []*knock, ok bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if s := g.now().Truncate(time.Second); !s.Equal(g.second) {
		g.second, g.count, g.counts = s, 0, map[string]int{}
	}
	if g.count >= g.limits.rate || g.counts[k.from] >= g.limits.addressRate {
		return nil, false
	}
	g.count++
	g.counts[k.from]++
	g.inside = append(g.inside, k)
	by := map[string]int{}
	for _, x := range g.inside {
		by[x.from]++
	}
	if by[k.from] > g.limits.fromAddress {
		out = append(out, g.oldest(k.from))
	} else if len(g.inside) > g.limits.unfinished {
		fullest := g.inside[0].from
		for _, x := range g.inside { // of those with as many, where the oldest is from
			if by[x.from] > by[fullest] {
				fullest = x.from
			}
		}
		out = append(out, g.oldest(fullest))
	}
	k.timer = time.AfterFunc(g.limits.patience, func() { _ = k.Close() })
	return out, true
}

// oldest takes out the oldest from an address.
func (g *gate) oldest(from string) *knock {
	for i, x := range g.inside {
		if x.from == from {
			g.inside = append(g.inside[:i:i], g.inside[i+1:]...)
			return x
		}
	}
	return nil
}

// arrived says that a connection has come to a screen: it may stay.
func (k *knock) arrived() {
	k.timer.Stop()
	k.gate.forget(k)
}

// Close closes the connection.
func (k *knock) Close() error {
	k.once.Do(func() {
		if k.timer != nil {
			k.timer.Stop()
		}
		k.gate.forget(k)
	})
	return k.Conn.Close()
}

// SetDeadline does nothing: how long a connection may take is the gate's to
// say, and the SSH server sets another with every read.
func (k *knock) SetDeadline(time.Time) error { return nil }

func (g *gate) forget(k *knock) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, x := range g.inside {
		if x == k {
			g.inside = append(g.inside[:i:i], g.inside[i+1:]...)
			return
		}
	}
}

// addressOf is where a connection comes from, without the port.
func addressOf(c net.Conn) string {
	host, _, err := net.SplitHostPort(c.RemoteAddr().String())
	if err != nil {
		return c.RemoteAddr().String()
	}
	return host
}
