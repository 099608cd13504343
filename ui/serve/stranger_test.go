package serve_test

import (
	"crypto/rand"
	"flag"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/ssh"
)

// Whoever knocks too often from one address is closed before anything is
// computed for it, those who play notice nothing, and garbage ends by itself.
func TestStrangers(t *testing.T) {
	h := open(t, "supermen")
	mira := h.come("mira", h.seated("Mira", 0))
	mira.sees("The Vault Job")
	var all []net.Conn
	for range 60 {
		c, err := net.Dial("tcp", h.addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Close() })
		all = append(all, c)
	}
	closed := make(chan bool, len(all))
	for _, c := range all {
		go func() {
			_, _ = io.Copy(io.Discard, c)
			closed <- true
		}()
	}
	for range 40 { // the others have as long as anybody
		select {
		case <-closed:
		case <-time.After(patience):
			t.Fatal("silent connections are kept")
		}
	}
	garbage := make([]byte, 1<<12)
	_, _ = rand.Read(garbage)
	if c, err := net.Dial("tcp", h.addr); err == nil {
		_, _ = c.Write(garbage)
		_ = c.Close()
	}
	mira.types("M", "still here\r")
	mira.sees("Mira: still here")
}

// A terminal of any size is drawn for, and a huge one as the largest that is.
func TestSizes(t *testing.T) {
	h := open(t, "supermen")
	for _, size := range [][2]int{{1, 1}, {59, 20}, {60, 20}, {100_000, 100_000}, {0, 0}} {
		key := h.seated("Mira", 0)
		c := h.comeSized("mira", key, size[0], size[1])
		c.until("a frame", func(string) bool { return c.frames() > 0 })
		c.types("\x03")
		c.ends()
	}
}

// A certificate is no key.
func TestCertificate(t *testing.T) {
	h := open(t, "supermen")
	own := newKey(t)
	cert := &ssh.Certificate{Key: own.PublicKey(), CertType: ssh.UserCert, ValidBefore: ssh.CertTimeInfinity, ValidPrincipals: []string{"mira"}}
	if err := cert.SignCert(rand.Reader, newKey(t)); err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewCertSigner(cert, own)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := ssh.Dial("tcp", h.addr, h.config("mira", ssh.PublicKeys(signer))); err == nil {
		c.Close()
		t.Error("a certificate lets in")
	}
}

var strangers = flag.Int("strangers", 60, "how many TestWaitingRoom has come with keys that nobody knows")

// However many come with keys that nobody knows, none is past the waiting room,
// which holds 16, the host isn't told of each, and whoever has a seat comes in
// meanwhile.
func TestWaitingRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
		h := openOn(t, "supermen", 2, l)
		began := time.Now()
		var inside []*client
		for i := range *strangers {
			h.dial = func() (net.Conn, error) { return l.dialFrom(net.IPv4(10, 2, byte(i>>8), byte(i))) }
			if len(inside) < 16 {
				c := h.come("stranger", newKey(t))
				c.sees("You are in the waiting room")
				inside = append(inside, c)
				continue
			}
			if said := h.turnedAway(newKey(t)); said != "fray: the waiting room is full: try again later\r\n" {
				t.Fatalf("stranger %d reads %q", i, said)
			}
			if i%50 == 0 { // fewer than the gate lets in in a second
				time.Sleep(time.Second)
			}
		}
		h.dial = l.dial
		mira := h.come("mira", h.seated("Mira", 0))
		mira.sees("The Vault Job")
		for _, c := range inside {
			c.never("Vault", "Seraph", "Mira")
		}
		minutes := int(time.Since(began)/time.Minute) + 2
		h.mu.Lock()
		if told := len(h.told); told > 10*minutes {
			t.Errorf("the host was told %d things in %d minutes", told, minutes)
		}
		h.mu.Unlock()
		inside[0].leaves()
		c := h.come("stranger", newKey(t))
		c.sees("You are in the waiting room")
	})
}

// Nobody has more than four screens with a key, nor 32 from an address, and who
// leaves one may open another.
func TestFewScreens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
		h := openOn(t, "supermen", 2, l)
		from := byte(1)
		h.dial = func() (net.Conn, error) { return l.dialFrom(net.IPv4(10, 3, 0, from)) }
		key := h.seated("Mira", 0)
		var hers []*client
		for range 4 {
			c := h.come("mira", key)
			c.sees("The Vault Job")
			hers = append(hers, c)
		}
		from = 2 // from wherever
		if said := h.turnedAway(key); !strings.Contains(said, "several screens open: close one first") {
			t.Errorf("with a fifth screen she reads %q", said)
		}
		hers[0].leaves()
		h.come("mira", key).sees("The Vault Job")

		from = 3
		for i := range 32 {
			if i%8 == 0 { // fewer than the gate lets in in a second
				time.Sleep(time.Second)
			}
			h.come("x", h.seated(fmt.Sprint("Player ", i), 9)).sees("The Vault Job")
		}
		time.Sleep(time.Second)
		last := h.seated("Zoe", 9)
		if said := h.turnedAway(last); !strings.Contains(said, "too many connections from your address") {
			t.Errorf("with 32 from one address the next one reads %q", said)
		}
		from = 4
		h.come("zoe", last).sees("The Vault Job")
	})
}

// turnedAway is all that somebody is sent whose session ends by itself.
func (h *house) turnedAway(key ssh.Signer) string {
	h.Helper()
	conn, err := h.dials("stranger", key)
	if err != nil {
		h.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	s, err := conn.NewSession()
	if err == nil {
		err = s.RequestPty("xterm-256color", 36, 120, ssh.TerminalModes{})
	}
	if err != nil {
		h.Fatal(err)
	}
	out, err := s.StdoutPipe()
	if err == nil {
		err = s.Shell()
	}
	if err != nil {
		h.Fatal(err)
	}
	said, _ := io.ReadAll(out)
	return string(said)
}
