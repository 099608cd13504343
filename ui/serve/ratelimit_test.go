package serve

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// caller is a connection from an address.
type caller struct {
	net.Conn
	from   string
	closed bool
	line   *connection
}

func (c *caller) RemoteAddr() net.Addr {
	return &net.TCPAddr{IP: net.ParseIP(c.from), Port: 1}
}
func (c *caller) Close() error { c.closed = true; return nil }

func (r *rateLimit) calls(from string) *caller {
	c := &caller{from: from}
	c.line = &connection{Conn: c, limit: r, network: networkOf(c.RemoteAddr())}
	out, ok := r.admit(c.line)
	if out != nil {
		_ = out.Close()
	}
	if !ok {
		_ = c.Close()
	}
	return c
}

// TestRateLimit checks that with too many connections the oldest of the network with most
// is closed, preferably one that has sent nothing, and that connections beyond the rate are
// refused.
func TestRateLimit(t *testing.T) {
	now := time.Unix(1000, 0)
	r := newRateLimit(nil, limits{unfinished: 5, fromNetwork: 3, patience: time.Hour, rate: 8, networkRate: 6, penalisedRate: 3, penalisedAddressRate: 2}, func() time.Time { return now })
	var a []*caller
	for i := range 4 {
		a = append(a, r.calls(fmt.Sprint("10.0.0.", i)))
	}
	if !a[0].closed || a[1].closed || len(r.unfinished) != 3 {
		t.Errorf("four of one network: %v %v, %d unfinished", a[0].closed, a[1].closed, len(r.unfinished))
	}
	b, c := r.calls("10.0.2.2"), r.calls("10.0.3.3")
	a[1].line.heard.Store(1)
	if d := r.calls("10.0.4.4"); a[1].closed || !a[2].closed || b.closed || c.closed || d.closed {
		t.Error("the fullest network does not make room, of it one that has said nothing")
	}
	r.calls("10.0.5.5")
	if e := r.calls("10.0.6.6"); !e.closed {
		t.Error("a ninth in one second is taken in")
	}
	r.arrived("10.0.7.0/24")
	if e := r.calls("10.0.7.7"); e.closed {
		t.Error("a network from which somebody came to a seat is kept out")
	}
	now = now.Add(time.Second)
	if f := r.calls("10.0.6.6"); f.closed {
		t.Error("a second later nobody is taken in")
	}
	n := len(r.unfinished)
	r.unfinished[0].finished()
	if len(r.unfinished) != n-1 {
		t.Errorf("%d unfinished once one of %d has finished", len(r.unfinished), n)
	}
}

// TestPenalties checks that a network whose connections come to nothing gets a growing
// penalty, which ends when it is quiet. Meanwhile a few connections are accepted, fewer of
// each address, to show an invite or the key of a seat.
func TestPenalties(t *testing.T) {
	now := time.Unix(1000, 0)
	r := newRateLimit(nil, sshLimits, func() time.Time { return now })
	var tried, free int
	next := func(after time.Duration) *caller {
		now = now.Add(after)
		c := r.calls("2001:db8:1:2:" + fmt.Sprintf("%x::1", tried)) // each from another address of one household
		tried++
		return c
	}
	for range 3600 {
		c := next(time.Second)
		if c.closed {
			t.Fatal("nobody can show an invite")
		}
		if !c.line.penalised {
			free++
		}
		_ = c.line.Close()
	}
	if free < freeFailures || free > 20 {
		t.Errorf("of %d connections in an hour %d could come to the waiting room", tried, free)
	}
	now = now.Add(time.Second)
	for from, most := range map[string]int{"2001:db8:1:2::1": sshLimits.penalisedAddressRate, "2001:db8:1:2::2": sshLimits.penalisedAddressRate} {
		in := 0
		for range 10 {
			if c := r.calls(from); !c.closed {
				in++
			}
		}
		if in != most {
			t.Errorf("%d of one address are let in in a second, not %d", in, most)
		}
	}
	if c := r.calls("2001:db8:1:3::1"); c.closed || c.line.penalised {
		t.Error("another network has the penalty, too")
	}
	if _ = next(longestPenalty).line.Close(); next(2 * longestPenalty).line.penalised {
		t.Error("the penalty is for good")
	}
	r.failed("2001:db8:1:2::/64", 100)
	if !next(time.Second).line.penalised {
		t.Error("there is no penalty for a hundred invites that were tried")
	}
	if r.arrived("2001:db8:1:2::/64"); next(0).line.penalised {
		t.Error("there is a penalty though somebody came to a seat from there")
	}
	now = now.Add(time.Second)
	in := 0
	for i := range 200 {
		network := fmt.Sprintf("2001:db8:2:%x::", 1+i)
		r.failed(network+"/64", 100)
		if c := r.calls(network + "1"); !c.closed {
			in++
		}
	}
	if c := r.calls("2001:db8:3::1"); in != sshLimits.penalisedRate || c.closed {
		t.Errorf("of networks with a penalty %d are let in in a second; that another is kept out is %t", in, c.closed)
	}
	for i := range 3 * mostPenalties {
		r.failed(fmt.Sprint(i), 1)
	}
	if len(r.penalties) > mostPenalties {
		t.Errorf("%d networks are remembered", len(r.penalties))
	}
}

// TestNetworkOf checks the networks of addresses.
func TestNetworkOf(t *testing.T) {
	for from, want := range map[string]string{"192.0.2.77": "192.0.2.0/24", "::ffff:192.0.2.9": "192.0.2.0/24", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64"} {
		if got := networkOf(&net.TCPAddr{IP: net.ParseIP(from), Port: 1}); got != want {
			t.Errorf("%s is in %s, want %s", from, got, want)
		}
	}
	if got := networkOf(&net.UnixAddr{Name: "@"}); got != "" {
		t.Errorf("a socket of this machine is in %q", got)
	}
}

// TestSpell checks that every one of an invite's 64 bits changes its words.
func TestSpell(t *testing.T) {
	seen := map[string]bool{}
	for bit := range 64 {
		w := inviteWords(1 << bit)
		if seen[w] || !areInvite(" "+strings.ToUpper(w)+"\n") || plain(w) != plain(" "+w+"\n") {
			t.Errorf("bit %d: %q", bit, w)
		}
		seen[w] = true
	}
	if got := inviteWords(0); got != "babab-babab-babab-babab" {
		t.Error(got)
	}
}

// TestOffered checks that ten offered keys a minute are reported by fingerprint and the
// rest as a number, and that a certificate does not count as a key.
func TestOffered(t *testing.T) {
	var told []string
	now := time.Unix(600, 0)
	s := &login{now: func() time.Time { return now }, tell: func(words string) { told = append(told, words) }}
	key := func() gossh.PublicKey {
		public, _, err := ed25519.GenerateKey(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		k, err := gossh.NewPublicKey(public)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	for range 10_000 {
		if !s.offers(nil, key()) {
			t.Fatal("an ordinary key is refused before its owner has signed")
		}
	}
	if len(told) != 10 {
		t.Errorf("of 10,000 keys %d are told", len(told))
	}
	now = now.Add(time.Minute)
	last := key()
	s.offers(nil, last)
	if want := "9990 more keys were offered in the minute before. offered: " + gossh.FingerprintSHA256(last); len(told) != 11 || told[10] != want {
		t.Errorf("a minute later: %q", told[10:])
	}
	if s.offers(nil, &gossh.Certificate{Key: key()}) {
		t.Error("a certificate is taken for a key")
	}
	for n := new(big.Int).Lsh(big.NewInt(1), 1023); n.BitLen() <= 2048; n.Lsh(n, 512) { // not prime, but nobody signs with it
		k, err := gossh.NewPublicKey(&rsa.PublicKey{N: n, E: 65537})
		if err != nil {
			t.Fatal(err)
		}
		if long := n.BitLen() >= 2048; s.offers(nil, k) != long {
			t.Errorf("an RSA key of %d bits is taken: %t", n.BitLen(), !long)
		}
	}
}

// TestEnvironment checks that only the variables about the terminal are accepted from a
// client, and only if they are short.
func TestEnvironment(t *testing.T) {
	env := environment([]string{"TERM=xterm", "NO_COLOR=1", "COLORTERM=" + strings.Repeat("x", 65), "HOME=/tmp", "PATH=/tmp", "LD_PRELOAD=/tmp/x",
		"FRAY_SAVES=/tmp", "XDG_CONFIG_HOME=/tmp", "EDITOR=vi", "TMUX=a=b", "broken"})
	for name, want := range map[string]string{"TERM": "xterm", "NO_COLOR": "1", "TMUX": "a=b", "COLORTERM": "", "HOME": "", "PATH": "", "LD_PRELOAD": "",
		"FRAY_SAVES": "", "XDG_CONFIG_HOME": "", "EDITOR": "", "broken": ""} {
		if got := env(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
