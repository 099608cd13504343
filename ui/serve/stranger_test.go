package serve_test

import (
	"bytes"
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

	"example.org/fray/model"
)

// TestStrangers checks that excess connections of one network are closed before any work is
// done for them, that players notice nothing, and that invalid data ends a connection.
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
	for range 40 { // the others have the usual time
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

// TestSizes draws for terminals of any size; a huge one is drawn at the largest size.
func TestSizes(t *testing.T) {
	h := open(t, "supermen")
	for _, size := range [][2]int{{1, 1}, {59, 20}, {60, 20}, {100_000, 100_000}} {
		key := h.seated("Mira", 0)
		c := h.comeSized("mira", key, size[0], size[1])
		c.until("a frame", func(string) bool { return c.frames() > 0 })
		c.types("\x03")
		c.ends()
	}
	c := h.comeSized("mira", h.seated("Mira", 0), 0, 0) // counts as 80 x 24
	c.until("a frame of 80 x 24", func(string) bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return bytes.Contains(c.sent, []byte("The Vault Job")) && !bytes.Contains(c.sent, []byte("larger"))
	})
}

// TestCertificate checks that a certificate does not count as a key.
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

var strangers = flag.Int("strangers", 200, "how many TestWaitingRoom has come with keys that nobody knows")

// TestWaitingRoom checks that unknown keys never get past the waiting room, and that every
// newcomer finds room there: somebody who has typed nothing must leave, first of the
// network with most. The gamemaster is told of a few of them, and can clear the room.
func TestWaitingRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
		h := openOn(t, "supermen", 2, l)
		from := func(network int) {
			h.dial = func() (net.Conn, error) { return l.dialFrom(net.IPv4(10, byte(network>>8), byte(network), 1)) }
		}
		began := time.Now()
		comes := func(i int) *client {
			from(i)
			if i%50 == 49 { // fewer than the rate limit accepts in a second
				time.Sleep(time.Second)
			}
			c := h.come("stranger", newKey(t))
			c.sees("You are in the waiting room")
			return c
		}
		friend := comes(0)
		friend.types("Jo") // and stops to think
		var last []*client
		for i := range *strangers {
			c := comes(1 + i) // other networks, since one with many failures would have a penalty
			if last = append(last, c); len(last) > 4 {
				last = last[1:]
			}
			if n := h.server.Admissions().Silent(); n > 64 {
				t.Fatalf("%d wait", n)
			}
		}
		for _, c := range append(last, friend) {
			c.never("Vault", "Seraph", "Mira")
		}
		from(1<<16 - 1)
		mira := h.come("mira", h.seated("Mira", 0))
		mira.sees("The Vault Job")
		friend.types("\r")
		friend.sees("The gamemaster has been asked")
		for i, c := range last {
			c.types("\x15", fmt.Sprint("Stranger", i), "\r")
			c.sees("The gamemaster has been asked")
		}
		if n := len(h.server.Admissions().Waiting()); n != 5 {
			t.Errorf("the gamemaster is told of %d", n)
		}
		minutes := int(time.Since(began)/time.Minute) + 2
		h.mu.Lock()
		if told := len(h.told); told > 10*minutes {
			t.Errorf("the host was told %d things in %d minutes", told, minutes)
		}
		h.mu.Unlock()
		h.server.Admissions().Clear(false)
		time.Sleep(5 * time.Second)
		if silent, named := h.server.Admissions().Silent(), len(h.server.Admissions().Waiting()); silent != 0 || named != 5 {
			t.Errorf("%d silent and %d others wait once the silent are sent away", silent, named)
		}
		h.server.Admissions().Clear(true)
		friend.sees("the gamemaster did not let you in")
		friend.ends()
	})
}

// TestWaitingRoomOfANetwork checks that few of one network can wait, and fewer are shown to
// the gamemaster, while an invite works as usual.
func TestWaitingRoomOfANetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
		h := openOn(t, "supermen", 2, l)
		h.dial = func() (net.Conn, error) { return l.dialFrom(net.IPv4(10, 2, 0, 1)) }
		var all []*client
		for i := range 12 {
			if i == 6 {
				time.Sleep(time.Second)
			}
			c := h.come("stranger", newKey(t))
			c.sees("You are in the waiting room")
			all = append(all, c)
		}
		if n := h.server.Admissions().Silent(); n > 8 {
			t.Errorf("%d of one network wait", n)
		}
		all[0].sees("the waiting room was full")
		all[0].ends()
		for _, c := range all[8:] {
			c.types("\r")
			c.sees("The gamemaster has been asked")
		}
		words, err := h.invite(model.Seat{Role: model.Player, Name: "Jo"})
		if err != nil {
			t.Fatal(err)
		}
		all[7].types("\r")
		all[7].sees("the gamemaster is not asked any more")
		all[7].types("\x15", words, "\r") // an invite in place of a name
		all[7].sees("The Vault Job", "Jo")
	})
}

// TestFriendOfASilentNetwork checks that an invite and a guest's key work from a network
// with many silent keys that keep connecting, while those soon cannot reach the waiting
// room.
func TestFriendOfASilentNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
		h := openOn(t, "supermen", 2, l)
		from := byte(1)
		h.dial = func() (net.Conn, error) { return l.dialFrom(net.IPv4(10, 4, 0, from)) }
		guest, waited, kept := h.seated("Mira", 0), 0, 0
		var stranger ssh.Signer
		for i := range *strangers / 4 {
			if i%5 == 4 {
				time.Sleep(time.Second)
			}
			from, stranger = byte(1+i%100), newKey(t)
			conn, err := h.dials("stranger", stranger)
			if err != nil {
				t.Fatal(err)
			}
			c := h.comeOver(conn, "xterm-256color", 120, 36)
			c.until("an answer", func(screen string) bool {
				switch {
				case strings.Contains(screen, "You are in the waiting room"):
					waited++
				case strings.Contains(screen, "many have come from your network"):
					kept++
				default:
					return false
				}
				return true
			})
		}
		if waited > 20 || kept < waited {
			t.Errorf("%d silent keys came to the waiting room, and %d did not", waited, kept)
		}
		words, err := h.invite(model.Seat{Role: model.Player, Name: "Jo"})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		from = 200
		if said := h.turnedAwayAs("babab-babab-babab-babab", stranger); !strings.Contains(said, "there is no such invite") || !strings.Contains(said, "as in ssh INVITE@HOST") {
			t.Errorf("with an invite that was never made one reads %q", said)
		}
		friend := h.come(words, newKey(t))
		friend.sees("The Vault Job", "Jo")
		mira := h.come("mira", guest)
		mira.sees("The Vault Job")
		h.come("stranger", newKey(t)).sees("You are in the waiting room") // its penalty is over
	})
}

// TestWaitingEnds checks how long people can wait: a short time if they type nothing,
// longer if they have asked.
func TestWaitingEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
		h := openOn(t, "supermen", 2, l)
		h.dial = l.dial
		silent, asking := h.come("a", newKey(t)), h.come("b", newKey(t))
		asking.sees("You are in the waiting room")
		asking.types("\r")
		asking.sees("The gamemaster has been asked")
		time.Sleep(4 * time.Minute)
		silent.sees("you have typed nothing for a while")
		silent.ends()
		if n := len(h.server.Admissions().Waiting()); n != 1 {
			t.Errorf("%d ask", n)
		}
		time.Sleep(30 * time.Minute)
		asking.sees("the gamemaster has not let you in")
		asking.ends()
	})
}

// TestFewScreens checks that a key has at most four screens and a network 32, and that a
// closed one makes room for another.
func TestFewScreens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
		h := openOn(t, "supermen", 2, l)
		from := byte(1)
		h.dial = func() (net.Conn, error) { return l.dialFrom(net.IPv4(10, 3, from, 1)) }
		key := h.seated("Mira", 0)
		var hers []*client
		for range 4 {
			c := h.come("mira", key)
			c.sees("The Vault Job")
			hers = append(hers, c)
		}
		from = 2 // the network does not matter
		if said := h.turnedAway(key); !strings.Contains(said, "several screens open: close one first") {
			t.Errorf("with a fifth screen she reads %q", said)
		}
		hers[0].leaves()
		h.come("mira", key).sees("The Vault Job")

		from = 3
		for i := range 32 {
			if i%8 == 0 { // fewer than the rate limit accepts in a second
				time.Sleep(time.Second)
			}
			h.come("x", h.seated(fmt.Sprint("Player ", i), 9)).sees("The Vault Job")
		}
		time.Sleep(time.Second)
		last := h.seated("Zoe", 9)
		if said := h.turnedAway(last); !strings.Contains(said, "too many connections from your network") {
			t.Errorf("with 32 from one network the next one reads %q", said)
		}
		from = 4
		h.come("zoe", last).sees("The Vault Job")
	})
}

// turnedAway returns everything that is sent to a key whose session ends by itself.
func (h *testHost) turnedAway(key ssh.Signer) string {
	h.Helper()
	return h.turnedAwayAs("stranger", key)
}

// turnedAwayAs is turnedAway with a login name.
func (h *testHost) turnedAwayAs(user string, key ssh.Signer) string {
	h.Helper()
	conn, err := h.dials(user, key)
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
