package serve

import (
	"io"
	"time"
)

// Limits on a client's input. A typed key costs the server as much as many pasted bytes,
// since the bytes of a paste are only collected.
const (
	keyUnits   = 16                 // cost of a typed byte; a pasted byte costs 1
	pasteUnits = 16 * keyUnits      // additional cost at the end of a paste
	inputUnits = 2 << 10 * keyUnits // units a second: ten times as fast as anybody types
	inputBurst = 4 * inputUnits     // units at once: two pastes of 64 KiB
	mostHeard  = 1 << 10            // bytes read at a time

	lineRate  = 32 << 10 // bytes a second over a connection, of any kind
	lineBurst = 256 << 10
)

// allowance is a token bucket: rate units a second, and burst units at once.
type allowance struct {
	rate, burst int
	left        int
	at          time.Time
}

func newAllowance(rate, burst int, now time.Time) allowance {
	return allowance{rate, burst, burst, now}
}

// take counts n units, and returns how long to wait before reading more.
func (a *allowance) take(n int, now time.Time) time.Duration {
	if gone := now.Sub(a.at); gone > 0 {
		back := time.Duration(a.burst-a.left) * time.Second / time.Duration(a.rate)
		a.left += int(min(gone, back) * time.Duration(a.rate) / time.Second)
		a.at = now
	}
	if a.left -= n; a.left >= 0 {
		return 0
	}
	return time.Duration(-a.left) * time.Second / time.Duration(a.rate)
}

// inputLimiter reads a client's input, no faster than allowed.
type inputLimiter struct {
	from    io.Reader
	guest   *Guest
	allowed allowance
	paste   bool
	mark    int // bytes of a paste marker that have been read
}

func (c *Guest) input() *inputLimiter {
	return &inputLimiter{from: c.ssh, guest: c, allowed: newAllowance(inputUnits, inputBurst, time.Now())}
}

// Read implements io.Reader.
func (l *inputLimiter) Read(b []byte) (int, error) {
	n, err := l.from.Read(b[:min(len(b), mostHeard)])
	l.guest.typed.Store(time.Now().UnixNano())
	if wait := l.allowed.take(l.units(b[:n]), time.Now()); wait > 0 {
		t := time.NewTimer(wait)
		defer t.Stop()
		select {
		case <-t.C:
		case <-l.guest.ended:
		}
	}
	return n, err
}

// units returns the cost of b.
func (l *inputLimiter) units(b []byte) (n int) {
	const begins, ends = "\x1b[200~", "\x1b[201~"
	for _, c := range b {
		want, per := begins, keyUnits
		if l.paste {
			want, per = ends, 1
		}
		n += per
		switch {
		case c == want[l.mark]:
			l.mark++
		case c == want[0]:
			l.mark = 1
		default:
			l.mark = 0
		}
		if l.mark == len(want) {
			if l.mark = 0; l.paste {
				n += pasteUnits
			}
			l.paste = !l.paste
		}
	}
	return n
}
