package serve

import (
	"crypto/ed25519"
	"crypto/rand"
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
}

func (c *caller) RemoteAddr() net.Addr {
	return &net.TCPAddr{IP: net.ParseIP(c.from), Port: 1}
}
func (c *caller) Close() error { c.closed = true; return nil }

func (g *gate) calls(from string) *caller {
	c := &caller{from: from}
	k := &knock{Conn: c, gate: g, from: addressOf(c)}
	out, ok := g.admit(k)
	for _, o := range out {
		_ = o.Close()
	}
	if !ok {
		_ = c.Close()
	}
	return c
}

// Where too many knock, the oldest of the address with most goes; what comes
// too fast is not taken in at all.
func TestGate(t *testing.T) {
	now := time.Unix(1000, 0)
	g := newGate(nil, limits{unfinished: 5, fromAddress: 3, patience: time.Hour, rate: 8, addressRate: 6}, func() time.Time { return now })
	var a []*caller
	for range 4 {
		a = append(a, g.calls("10.0.0.1"))
	}
	if !a[0].closed || a[1].closed || len(g.inside) != 3 {
		t.Errorf("four of one address: %v %v, %d inside", a[0].closed, a[1].closed, len(g.inside))
	}
	b, c := g.calls("10.0.0.2"), g.calls("10.0.0.3")
	if d := g.calls("10.0.0.4"); !a[1].closed || b.closed || c.closed || d.closed {
		t.Error("the fullest address does not make room")
	}
	g.calls("10.0.0.5")
	if e := g.calls("10.0.0.6"); !e.closed {
		t.Error("a ninth in one second is taken in")
	}
	now = now.Add(time.Second)
	if f := g.calls("10.0.0.6"); f.closed {
		t.Error("a second later nobody is taken in")
	}
	g.inside[0].arrived()
	if n := len(g.inside); n != 4 {
		t.Errorf("%d unfinished once one has arrived", n)
	}
}

// An invite has 64 bits, and any of them makes other words.
func TestSpell(t *testing.T) {
	seen := map[string]bool{}
	for bit := range 64 {
		w := spell(1 << bit)
		if seen[w] || len(plain(w)) != 20 || plain(w) != plain(" "+w+"\n") {
			t.Errorf("bit %d: %q", bit, w)
		}
		seen[w] = true
	}
	if got := spell(0); got != "babab-babab-babab-babab" {
		t.Error(got)
	}
}

// Ten offered keys a minute are told by fingerprint, the rest as a number, and a
// certificate is no key.
func TestOffered(t *testing.T) {
	var told []string
	now := time.Unix(600, 0)
	s := &Server{cfg: Config{Now: func() time.Time { return now }, Tell: func(words string) { told = append(told, words) }}}
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
}

// Of what a client says of its surroundings only what tells of the terminal is
// taken, and nothing that is long.
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
