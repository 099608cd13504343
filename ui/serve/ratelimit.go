package serve

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// limits bound how many connections may be open, and how many may be opened.
type limits struct {
	unfinished  int           // connections that have not reached a screen yet
	fromNetwork int           // of these, from one network
	patience    time.Duration // how long a connection may take to reach a screen
	rate        int           // new connections a second
	networkRate int           // new connections a second from one network

	// New connections a second from networks with a penalty, and of these from one address.
	penalisedRate, penalisedAddressRate int
}

var sshLimits = limits{unfinished: 256, fromNetwork: 8, patience: 15 * time.Second, rate: 400, networkRate: 20, penalisedRate: 60, penalisedAddressRate: 4}

// A network whose connections come to nothing gets a penalty: after freeFailures, and twice
// as long each time, up to longestPenalty. Meanwhile nobody from it reaches the waiting
// room, but a login with a valid invite or the key of a seat is accepted. Failures are
// forgotten when the network has been quiet for longestPenalty.
const (
	freeFailures   = 5
	longestPenalty = 10 * time.Minute
	mostPenalties  = 1 << 14 // networks that are remembered
)

// rateLimit is a listener that enforces limits. It closes excess connections before any
// work is done for them.
type rateLimit struct {
	net.Listener
	limits limits
	now    func() time.Time

	mu         sync.Mutex
	unfinished []*connection // oldest first
	second     time.Time
	count      int                // connections accepted in this second
	counts     map[string]int     // the same by network
	penalised  int                // connections accepted in this second from networks with a penalty
	addresses  map[netip.Addr]int // the same by address
	penalties  map[string]penalty
	known      map[string]bool // networks from which somebody has taken a seat
}

// penalty records the failures of a network, and how long they count against it.
type penalty struct {
	failures int
	until    time.Time // end of the penalty
}

// connection is an accepted connection.
type connection struct {
	net.Conn
	limit     *rateLimit
	network   string      // its network; "" on this machine
	penalised bool        // its network has a penalty: only an invite or the key of a seat is accepted
	timer     *time.Timer // guarded by the limit's lock
	once      sync.Once
	came      atomic.Bool // it has reached a screen
	closed    func()      // called once it is closed, may be nil; guarded by the limit's lock

	allowed allowance    // for reading
	heard   atomic.Int64 // time of the newest input in Unix nanoseconds; 0: none
}

// sendBuffer is how many bytes the system buffers for a client. A larger buffer would fill with
// frames that are out of date when a slow connection has sent them.
const sendBuffer = 16 << 10

// Read implements net.Conn, no faster than a connection may send.
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

// Accept implements net.Listener. It returns the next connection within the limits.
func (r *rateLimit) Accept() (net.Conn, error) {
	for {
		conn, err := r.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if t, ok := conn.(*net.TCPConn); ok {
			_ = t.SetWriteBuffer(sendBuffer)
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

// admit accepts c, and returns the connection that must be closed for it if there are too
// many: one from the network with most, preferably one that has sent nothing, and of these
// the oldest.
func (r *rateLimit) admit(c *connection) (out *connection, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	r.startSecond(now)
	from := addressOf(c.RemoteAddr())
	strange := c.network != "" && !r.known[c.network]
	c.penalised = strange && now.Before(r.penalties[c.network].until)
	switch {
	case r.counts[c.network] >= r.limits.networkRate,
		c.penalised && (r.penalised >= r.limits.penalisedRate || r.addresses[from] >= r.limits.penalisedAddressRate),
		!c.penalised && strange && r.count >= r.limits.rate:
		return nil, false
	case c.penalised: // does not displace connections of other networks
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

// drop removes c from the unfinished connections.
func (r *rateLimit) drop(c *connection) {
	for i, o := range r.unfinished {
		if o == c {
			r.unfinished = append(r.unfinished[:i:i], r.unfinished[i+1:]...)
			return
		}
	}
}

// failed counts failures of a network, such as a connection that came to nothing.
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
		delete(r.penalties, n) // any entry will do
	}
	r.penalties[network] = p
}

// arrived records that somebody from a network has taken a seat, which ends its penalty for
// good.
func (r *rateLimit) arrived(network string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.penalties, network)
	if network != "" {
		r.known[network] = true
	}
}

// finished records that a connection has reached a screen, so that it may stay.
func (c *connection) finished() {
	c.came.Store(true)
	c.limit.mu.Lock()
	defer c.limit.mu.Unlock()
	c.timer.Stop()
	c.limit.drop(c)
}

// Close implements net.Conn.
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

// SetDeadline does nothing: the rate limit bounds how long a connection may take, and the
// SSH server would replace the deadline with every read.
func (c *connection) SetDeadline(time.Time) error { return nil }

// addressOf returns the IP address of a, or the zero Addr if it has none, such as a local
// socket.
func addressOf(a net.Addr) netip.Addr {
	at, err := netip.ParseAddrPort(a.String())
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap().WithZone("")
}

// networkOf returns the network of an address, about one household or machine: a /24 of
// IPv4, a /64 of IPv6. It is "" if there is no IP address.
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

// allowRequest counts a request of a network behind a reverse proxy. It reports whether it may be
// answered, and whether the network has a penalty. A network from which somebody has taken
// a seat has no limit.
func (r *rateLimit) allowRequest(network string) (ok, proves bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known[network] {
		return true, false
	}
	now := r.now()
	r.startSecond(now)
	if r.counts[network] >= webLimits.networkRate {
		return false, false
	}
	r.counts[network]++
	return true, now.Before(r.penalties[network].until)
}

// startSecond resets the counters in a new second. The lock must be held.
func (r *rateLimit) startSecond(now time.Time) {
	if s := now.Truncate(time.Second); !s.Equal(r.second) {
		r.second, r.count, r.counts, r.penalised, r.addresses = s, 0, map[string]int{}, 0, map[netip.Addr]int{}
	}
}
