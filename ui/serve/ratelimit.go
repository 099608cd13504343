package serve

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// limits bound how many connections may be made, and how often.
type limits struct {
	unfinished  int           // connections that have not come to a screen yet
	fromNetwork int           // of them, from one network
	patience    time.Duration // how long one may take to get there
	rate        int           // new ones a second
	networkRate int           // new ones a second from one network

	// New ones a second from networks with a penalty, and of them from one address.
	penalisedRate, penalisedAddressRate int
}

var usual = limits{unfinished: 256, fromNetwork: 8, patience: 15 * time.Second, rate: 400, networkRate: 20, penalisedRate: 60, penalisedAddressRate: 4}

// A network whose connections come to nothing has a penalty: after freeFailures, and twice
// as long each time, up to longestPenalty. Meanwhile nobody from it comes to the waiting
// room, but whoever logs in with an invite that works, or with the key of a seat, comes in.
// What a network did is forgotten when it has been quiet for longestPenalty.
const (
	freeFailures   = 5
	longestPenalty = 10 * time.Minute
	mostPenalties  = 1 << 14 // networks that are remembered
)

// rateLimit is a listener that keeps to limits. A connection beyond them is closed before
// anything is computed for it.
type rateLimit struct {
	net.Listener
	limits limits
	now    func() time.Time

	mu         sync.Mutex
	unfinished []*connection // the oldest first
	second     time.Time
	count      int                // that came in this second
	counts     map[string]int     // by network, how many came in this second
	penalised  int                // how many came in this second from networks with a penalty
	addresses  map[netip.Addr]int // of them, by address
	penalties  map[string]penalty
	known      map[string]bool // networks from which somebody came to a seat
}

// penalty is what a network has done, and for how long that counts against it.
type penalty struct {
	failures int
	until    time.Time // it lasts till then
}

// connection is a connection that was let in.
type connection struct {
	net.Conn
	limit   *rateLimit
	network string      // from which it comes; "" on this machine
	proves  bool        // its network has a penalty: it comes in with an invite or the key of a seat, or not at all
	timer   *time.Timer // under the limit's lock
	once    sync.Once
	came    atomic.Bool // it has come to a screen
	closed  func()      // is called once it is closed; nil: nothing is. Under the limit's lock

	allowed allowance    // of the one who reads
	heard   atomic.Int64 // when anything came last, in Unix nanoseconds; 0: nothing has
}

// waits is how many bytes the system buffers on their way to a client. More would be frames
// that are out of date when a slow line has taken them.
const waits = 16 << 10

// Read reads as fast as a connection may send.
func (c *connection) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	now := time.Now()
	if n > 0 {
		c.heard.Store(now.UnixNano())
	}
	if wait := c.allowed.take(n, now); wait > 0 {
		time.Sleep(wait)
	}
	return n, err
}

func newRateLimit(l net.Listener, lim limits, now func() time.Time) *rateLimit {
	return &rateLimit{Listener: l, limits: lim, now: now, counts: map[string]int{}, addresses: map[netip.Addr]int{}, penalties: map[string]penalty{}, known: map[string]bool{}}
}

// Accept gives the next connection that may go on.
func (r *rateLimit) Accept() (net.Conn, error) {
	for {
		conn, err := r.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if t, ok := conn.(*net.TCPConn); ok {
			_ = t.SetWriteBuffer(waits)
		}
		c := &connection{Conn: conn, limit: r, network: networkOf(conn.RemoteAddr()), allowed: newAllowance(lineRate, lineBurst, time.Now())}
		out, ok := r.admit(c)
		if out != nil {
			_ = out.Close()
		}
		if ok {
			return c, nil
		}
		_ = conn.Close()
	}
}

// admit lets c in and returns the connection that has to go for it, if there are too many:
// one from the network with most, first one that has sent nothing, and of these the oldest.
func (r *rateLimit) admit(c *connection) (out *connection, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	r.turnTo(now)
	from := addressOf(c.RemoteAddr())
	strange := c.network != "" && !r.known[c.network]
	c.proves = strange && now.Before(r.penalties[c.network].until)
	switch {
	case r.counts[c.network] >= r.limits.networkRate,
		c.proves && (r.penalised >= r.limits.penalisedRate || r.addresses[from] >= r.limits.penalisedAddressRate),
		!c.proves && strange && r.count >= r.limits.rate:
		return nil, false
	case c.proves: // and takes no place from the other networks
		r.penalised++
		r.addresses[from]++
	default:
		r.count++
	}
	r.counts[c.network]++
	r.unfinished = append(r.unfinished, c)
	by := map[string]int{}
	for _, o := range r.unfinished {
		by[o.network]++
	}
	if by[c.network] > r.limits.fromNetwork || len(r.unfinished) > r.limits.unfinished {
		for _, o := range r.unfinished {
			if by[c.network] > r.limits.fromNetwork && o.network != c.network {
				continue
			}
			if out == nil || by[o.network] > by[out.network] || by[o.network] == by[out.network] && o.heard.Load() == 0 && out.heard.Load() != 0 {
				out = o
			}
		}
		r.drop(out)
	}
	c.timer = time.AfterFunc(r.limits.patience, func() { _ = c.Close() })
	return out, true
}

// drop takes one out of those that are unfinished.
func (r *rateLimit) drop(c *connection) {
	for i, o := range r.unfinished {
		if o == c {
			r.unfinished = append(r.unfinished[:i:i], r.unfinished[i+1:]...)
			return
		}
	}
}

// failed counts failures of a network. A connection that came to nothing is one.
func (r *rateLimit) failed(network string, times int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if network == "" || r.known[network] {
		return
	}
	now := r.now()
	p := r.penalties[network]
	if now.Sub(p.until) > longestPenalty {
		p = penalty{}
	}
	if p.failures += times; p.failures > freeFailures {
		p.until = now.Add(min(longestPenalty, time.Second<<min(p.failures-freeFailures, 20)))
	} else {
		p.until = now
	}
	for n := range r.penalties {
		if len(r.penalties) < mostPenalties {
			break
		}
		delete(r.penalties, n) // any will do
	}
	r.penalties[network] = p
}

// arrived records that somebody from a network has a seat. It has no penalty from now on.
func (r *rateLimit) arrived(network string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.penalties, network)
	if network != "" {
		r.known[network] = true
	}
}

// finished says that a connection has come to a screen: it may stay.
func (c *connection) finished() {
	c.came.Store(true)
	c.limit.mu.Lock()
	defer c.limit.mu.Unlock()
	c.timer.Stop()
	c.limit.drop(c)
}

// Close closes the connection.
func (c *connection) Close() error {
	c.once.Do(func() {
		c.limit.mu.Lock()
		if c.timer != nil {
			c.timer.Stop()
		}
		c.limit.drop(c)
		closed := c.closed
		c.limit.mu.Unlock()
		if !c.came.Load() {
			c.limit.failed(c.network, 1)
		}
		if closed != nil {
			closed()
		}
	})
	return c.Conn.Close()
}

// SetDeadline does nothing: the rate limit says how long a connection may take, and the SSH
// server would set another deadline with every read.
func (c *connection) SetDeadline(time.Time) error { return nil }

// addressOf is the address that a connection comes from, the zero Addr for what has none,
// such as a socket of this machine.
func addressOf(a net.Addr) netip.Addr {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap().WithZone("")
}

// networkOf is the network of an address, which is what one household or machine usually has:
// a /24 of IPv4, a /64 of IPv6. It is "" for what has no address.
func networkOf(a net.Addr) string { return networkOfIP(addressOf(a)) }

func networkOfIP(ip netip.Addr) string {
	bits := 64
	if ip.Is4() {
		bits = 24
	}
	network, err := ip.Prefix(bits)
	if err != nil || !ip.IsValid() {
		return ""
	}
	return network.String()
}

// asks counts a request of a network for which a reverse proxy speaks, and reports whether
// it may be answered, and whether the network has a penalty: one from which somebody came
// to a seat may ask as it likes.
func (r *rateLimit) asks(network string) (ok, proves bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[network] {
		return true, false
	}
	now := r.now()
	r.turnTo(now)
	if r.counts[network] >= webLimits.networkRate {
		return false, false
	}
	r.counts[network]++
	return true, now.Before(r.penalties[network].until)
}

// turnTo begins to count anew in a new second. The lock is held.
func (r *rateLimit) turnTo(now time.Time) {
	if s := now.Truncate(time.Second); !s.Equal(r.second) {
		r.second, r.count, r.counts, r.penalised, r.addresses = s, 0, map[string]int{}, 0, map[netip.Addr]int{}
	}
}
