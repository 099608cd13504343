package serve

import (
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// limits bound what connections cost before somebody has come in with them.
type limits struct {
	knocking int           // connections that have not begun a login
	logins   int           // connections that have, and have not reached a screen or page yet
	patience time.Duration // how long a connection may take to reach a screen or page
	begins   int           // bytes after which a connection has begun a login, which costs work; 0: none does
	turns    int           // logins that begin, and requests of strangers that are answered, in a second
}

// An SSH client has begun once it has sent more than the line with its version, and a browser
// with TLS once its first message is whole.
var sshLimits = limits{knocking: 512, logins: 512, patience: 15 * time.Second, begins: 512, turns: 200}

// slowAfter is how long a login may take before it is slow, and has to go before others where
// room is needed.
const slowAfter = 5 * time.Second

// rateLimit is a listener that enforces limits. It accepts everybody, since a friend cannot be
// told from a stranger before they have said something. Where there are too many, one must go:
// the oldest that is slow or silent, of the address with most in the network with most. Work is
// done in turns, which are shared fairly.
type rateLimit struct {
	net.Listener
	limits limits
	now    func() time.Time

	mu                      sync.Mutex // guards what follows, and what is marked so in connections
	unfinished              []*connection
	knocking, logins, turns crowd
	second                  time.Time // of the turns
}

// connection is an accepted connection.
type connection struct {
	net.Conn
	limit *rateLimit
	from  origin
	once  sync.Once

	// The following are guarded by the limit's lock.
	slow   time.Time   // from when on it is slow
	known  bool        // it has shown the key of a seat
	begun  bool        // a login
	timer  *time.Timer // ends it when its time is over
	closed func()      // called once it is closed, may be nil

	said    int          // bytes; used by Read only, until it has begun
	allowed allowance    // for reading
	heard   atomic.Int64 // time of the newest input in Unix nanoseconds; 0: none
}

// sendBuffer is how many bytes the system buffers for a client. A larger buffer would fill with
// frames that are out of date when a slow connection has sent them.
const sendBuffer = 16 << 10

// Read implements net.Conn, no faster than a connection may send. What a login begins with is
// passed on when its turn has come.
func (c *connection) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	now := time.Now()
	if n > 0 {
		c.heard.Store(now.UnixNano())
	}
	if wait := c.allowed.take(n, now); wait > 0 {
		time.Sleep(wait)
	}
	if begins := c.limit.limits.begins; begins > 0 && c.said <= begins {
		if c.said += n; c.said > begins {
			for wait := c.limit.begin(c); wait > 0; wait = c.limit.begin(c) {
				time.Sleep(wait)
			}
		}
	}
	return n, err
}

func newRateLimit(l net.Listener, lim limits, now func() time.Time) *rateLimit {
	return &rateLimit{Listener: l, limits: lim, now: now}
}

// Accept implements net.Listener.
func (r *rateLimit) Accept() (net.Conn, error) {
	conn, err := r.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if t, ok := conn.(*net.TCPConn); ok {
		_ = t.SetWriteBuffer(sendBuffer)
	}
	c := &connection{Conn: conn, limit: r, from: originOf(conn.RemoteAddr()), allowed: newAllowance(lineRate, lineBurst, time.Now())}
	if out := r.admit(c); out != nil {
		_ = out.Close()
	}
	return c, nil
}

// admit accepts c, and returns the connection that must be closed for it if there are too
// many.
func (r *rateLimit) admit(c *connection) (out *connection) {
	r.mu.Lock()
	defer r.mu.Unlock()
	c.slow = r.now().Add(slowAfter)
	c.timer = time.AfterFunc(r.limits.patience, func() { _ = c.Close() })
	r.unfinished = append(r.unfinished, c)
	return r.enters(c, &r.knocking, r.limits.knocking)
}

// begin gives a connection the turn in which its login begins, or returns how long it has to
// wait before it may ask again.
func (r *rateLimit) begin(c *connection) (wait time.Duration) {
	r.mu.Lock()
	var out *connection
	i := slices.Index(r.unfinished, c)
	switch {
	case i < 0 || c.begun: // it has been closed
	case r.takeTurn(c.from):
		r.drop(c)
		c.begun = true
		r.unfinished = append(r.unfinished, c)
		out = r.enters(c, &r.logins, r.limits.logins)
	default:
		wait = r.second.Add(time.Second).Sub(r.now())
	}
	r.mu.Unlock()
	if out != nil {
		_ = out.Close()
	}
	return wait
}

// enters counts c, one of the unfinished, among those that have or have not begun, and returns
// who has to go if that is more than most. The lock must be held.
func (r *rateLimit) enters(c *connection, of *crowd, most int) (out *connection) {
	if of.add(c.from, 1); of.all <= most {
		return nil
	}
	now := r.now()
	for _, o := range r.unfinished { // oldest first
		if o.begun != c.begun {
			continue
		}
		switch slow := now.After(o.slow); {
		case out == nil:
			out = o
		case o.known != out.known:
			if out.known {
				out = o
			}
		case slow != now.After(out.slow):
			if slow {
				out = o
			}
		case of.compare(o.from, out.from) > 0:
			out = o
		}
	}
	r.drop(out)
	return out
}

// drop removes c from the unfinished connections. The lock must be held.
func (r *rateLimit) drop(c *connection) {
	i := slices.Index(r.unfinished, c)
	if i < 0 {
		return
	}
	r.unfinished = slices.Delete(r.unfinished, i, i+1)
	if c.begun {
		r.logins.add(c.from, -1)
	} else {
		r.knocking.add(c.from, -1)
	}
}

// turn takes one of the turns of this second, if there is one left for an origin.
func (r *rateLimit) turn(from origin) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.takeTurn(from)
}

func (r *rateLimit) takeTurn(from origin) bool {
	if s := r.now().Truncate(time.Second); !s.Equal(r.second) {
		r.second, r.turns = s, crowd{}
	}
	if !r.turns.fits(from, r.limits.turns) {
		return false
	}
	r.turns.add(from, 1)
	return true
}

// shows records that a connection has shown the key of a seat.
func (c *connection) shows() {
	c.limit.mu.Lock()
	defer c.limit.mu.Unlock()
	c.known = true
}

// mayTake gives a person time to type.
func (c *connection) mayTake(d time.Duration) {
	c.limit.mu.Lock()
	defer c.limit.mu.Unlock()
	c.slow = c.limit.now().Add(d)
	c.timer.Reset(d)
}

// finished records that a connection has reached a screen or page, so that it may stay.
func (c *connection) finished() {
	c.limit.mu.Lock()
	defer c.limit.mu.Unlock()
	c.timer.Stop()
	c.limit.drop(c)
}

// Close implements net.Conn.
func (c *connection) Close() error {
	c.once.Do(func() {
		c.limit.mu.Lock()
		c.timer.Stop()
		c.limit.drop(c)
		closed := c.closed
		c.limit.mu.Unlock()
		if closed != nil {
			closed()
		}
	})
	return c.Conn.Close()
}

// SetDeadline does nothing: the rate limit bounds how long a connection may take, and the
// SSH server would replace the deadline with every read.
func (c *connection) SetDeadline(time.Time) error { return nil }
