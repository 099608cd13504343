package serve

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"fmt"
	"math/big"
	"net"
	"net/netip"
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
	c.line = &connection{Conn: c, limit: r, from: originOf(c.RemoteAddr())}
	if out := r.admit(c.line); out != nil {
		_ = out.Close()
	}
	return c
}

// begins has a connection begin its login, and reports whether that was its turn.
func (c *caller) begins() bool {
	c.line.said = c.line.limit.limits.begins + 1
	return c.line.limit.begin(c.line) == 0
}

// TestWhoMakesRoom checks who must go for a newcomer: never the newcomer, and among the others
// the slow before the quick, those of the address with most in the network with most, and the
// oldest; whoever has shown the key of a seat comes last.
func TestWhoMakesRoom(t *testing.T) {
	now := time.Unix(1000, 0)
	r := newRateLimit(nil, limits{knocking: 4, logins: 3, patience: time.Hour, begins: 1, turns: 1000}, func() time.Time { return now })
	open := func(all ...*caller) (n int) {
		for _, c := range all {
			if !c.closed {
				n++
			}
		}
		return n
	}
	friend, other := r.calls("10.0.0.1"), r.calls("10.0.1.1")
	noisy := []*caller{r.calls("10.0.0.2"), r.calls("10.0.0.2")}
	for range 10 {
		noisy = append(noisy, r.calls("10.0.0.2"))
	}
	if friend.closed || other.closed || open(noisy...) != 2 || noisy[len(noisy)-1].closed || noisy[len(noisy)-2].closed {
		t.Errorf("a noisy neighbour keeps %d, a friend is closed: %t, another: %t", open(noisy...), friend.closed, other.closed)
	}
	if now = now.Add(slowAfter + 1); r.calls("10.0.2.1").closed || open(noisy...) != 1 || friend.closed {
		t.Error("of slow ones the oldest of the fullest address does not go first")
	}
	r.calls("10.0.2.1")
	r.calls("10.0.2.1")
	if late := r.calls("10.0.2.1"); late.closed || !friend.closed || !other.closed {
		t.Error("slow ones do not go before those who have just come")
	}

	seated := r.calls("10.0.3.1")
	seated.line.shows()
	seated.begins()
	now = now.Add(slowAfter + 1)
	var logins []*caller
	for range 5 {
		c := r.calls("10.0.3.1")
		if logins = append(logins, c); !c.begins() {
			t.Fatal("a login has to wait")
		}
		for range 20 { // these have not begun
			r.calls("10.0.3.1")
		}
	}
	if seated.closed || open(logins...) != 2 || logins[4].closed {
		t.Errorf("of those who log in %d are left, and who has the key of a seat is closed: %t", open(logins...), seated.closed)
	}
	n := len(r.unfinished)
	seated.line.finished()
	if len(r.unfinished) != n-1 || r.logins.all != 2 {
		t.Errorf("%d unfinished once one of %d has finished, %d of them log in", len(r.unfinished), n, r.logins.all)
	}
}

// TestTurns checks that nobody takes all turns of a second: neither a network, nor an address in
// its network, nor all of them together.
func TestTurns(t *testing.T) {
	now := time.Unix(1000, 0)
	r := newRateLimit(nil, sshLimits, func() time.Time { return now })
	takes := func(from string, tries int) (n int) {
		for range tries {
			if r.turn(originOfIP(netip.MustParseAddr(from))) {
				n++
			}
		}
		return n
	}
	for range 2 {
		for _, x := range []struct {
			from        string
			tries, want int
		}{{"10.0.0.1", 1000, 50}, {"10.0.0.2", 20, 20}, {"10.0.0.3", 1000, 15}, {"10.0.1.1", 40, 29}, {"10.0.0.1", 1000, 0}, {"2001:db8::1", 1000, 22}} {
			if n := takes(x.from, x.tries); n != x.want {
				t.Errorf("%s takes %d turns of %d, want %d", x.from, n, sshLimits.turns, x.want)
			}
		}
		now = now.Add(time.Second)
	}
	many := 0
	for i := range 1000 {
		many += takes(fmt.Sprintf("10.%d.%d.1", i>>8, i&255), 1)
	}
	if many > sshLimits.turns || many < sshLimits.turns-1 {
		t.Errorf("a thousand networks take %d turns of %d", many, sshLimits.turns)
	}
}

// TestOrigin checks the networks and addresses of connections.
func TestOrigin(t *testing.T) {
	for from, want := range map[string]origin{
		"192.0.2.77":          {"192.0.2.0/24", netip.MustParseAddr("192.0.2.77")},
		"::ffff:192.0.2.9":    {"192.0.2.0/24", netip.MustParseAddr("192.0.2.9")},
		"2001:db8:1:2:3::5:6": {"2001:db8:1:2::/64", netip.MustParseAddr("2001:db8:1:2:3::5:6")},
	} {
		if got := originOf(&net.TCPAddr{IP: net.ParseIP(from), Port: 1}); got != want {
			t.Errorf("%s is from %v, want %v", from, got, want)
		}
	}
	if got := originOf(&net.UnixAddr{Name: "@"}); got != (origin{}) {
		t.Errorf("a socket of this machine is from %v", got)
	}
}

// TestWhoAsks checks that many can ask to be let in, that one address cannot keep others from
// it, and that who is shown to the gamemaster is so for a while.
func TestWhoAsks(t *testing.T) {
	now := time.Unix(10_000, 0)
	asks := func(address string, ago time.Duration) *Guest {
		return &Guest{from: originOfIP(netip.MustParseAddr(address)), name: "x", asked: now.Add(-ago)}
	}
	var all []*Guest
	for range 20 {
		all = append(all, asks("10.0.0.1", 2*time.Second))
	}
	neighbour := asks("10.0.0.2", 2*time.Second)
	all = append(all, neighbour)
	if out := noLongerAsks(all, asks("10.0.0.3", 0), now); out != all[19] {
		t.Error("the newest of a full address does not make room for another address")
	}
	if out := noLongerAsks(all, asks("10.1.0.3", 0), now); out != all[19] {
		t.Error("the newest of a full network does not make room for another network")
	}
	if out := noLongerAsks(all, asks("10.0.0.1", 0), now); out != nil {
		t.Error("the gamemaster cannot read the names of an address that asks and asks")
	}
	all[4].asked = now.Add(-shownAtLeast)
	if out := noLongerAsks(all, asks("10.0.0.1", 0), now); out != all[4] {
		t.Error("who was shown for long does not make room for another of the address")
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
	s := &login{now: func() time.Time { return now }, knows: func(string) bool { return false }, tell: func(words string) { told = append(told, words) }}
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
