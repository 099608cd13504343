package serve_test

import (
	"bytes"
	"crypto/rand"
	"flag"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.org/fray/ui/serve"

	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/ui/uitest"
)

// TestStrangers checks that of too many silent connections the excess is closed, that players
// notice nothing, and that invalid data ends a connection.
func TestStrangers(t *testing.T) {
	h := open(t, "supermen")
	mira := h.come("mira", h.seated("Mira", 0))
	mira.sees("The Vault Job")
	var all []net.Conn
	for range 512 + 40 {
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
			if i%50 == 49 { // fewer than log in in a second
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
			c := comes(1 + i)
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

// TestManyAskFromOneAddress checks that all friends behind one address can ask to be let in,
// that a neighbour who asks again and again cannot keep them from it, and that an invite works
// meanwhile.
func TestManyAskFromOneAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
		h := openOn(t, "supermen", 2, l)
		comes := func(address byte, name string) *client {
			h.dial = func() (net.Conn, error) { return l.dialFrom(net.IPv4(10, 2, 0, address)) }
			c := h.come(name, newKey(t))
			c.sees("You are in the waiting room")
			return c
		}
		asks := func(c *client) *client {
			c.types("\r")
			c.sees("The gamemaster has been asked")
			return c
		}
		asking := func(begins string) (n int) {
			for _, w := range h.server.Admissions().Waiting() {
				if strings.HasPrefix(w.Name, begins) {
					n++
				}
			}
			return n
		}
		for i := range 16 {
			asks(comes(1, fmt.Sprint("friend", i)))
		}
		time.Sleep(time.Second)
		var last *client
		for i := range 18 {
			last = comes(2, fmt.Sprint("prankster", i))
			if i < 16 {
				asks(last)
			}
		}
		if n := asking("friend"); n != 16 {
			t.Errorf("%d of 16 friends ask", n)
		}
		last.types("\r")
		last.sees("so many ask to be let in")
		asks(comes(3, "neighbour"))
		if n := asking("neighbour"); n != 1 || asking("friend")+asking("prankster") != 31 {
			t.Errorf("%d neighbours, %d friends and %d pranksters ask", n, asking("friend"), asking("prankster"))
		}
		words, err := h.invite(model.Seat{Role: model.Player, Name: "Jo"})
		if err != nil {
			t.Fatal(err)
		}
		last.types("\x15", words, "\r") // an invite in place of a name
		last.sees("The Vault Job", "Jo")
	})
}

// TestFriendOfASilentNetwork checks that somebody finds room to wait and to ask, with an invite
// or with the key of a seat, in the network and even at the address of silent keys that keep
// connecting.
func TestFriendOfASilentNetwork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newPipes(t)
		h := openOn(t, "supermen", 2, l)
		from := byte(1)
		h.dial = func() (net.Conn, error) { return l.dialFrom(net.IPv4(10, 4, 0, from)) }
		guest := h.seated("Mira", 0)
		for i := range 64 + 4 {
			if i%32 == 31 { // fewer than log in from one address in a second
				time.Sleep(time.Second)
			}
			h.come("stranger", newKey(t)).sees("You are in the waiting room")
		}
		for _, from = range []byte{1, 200} {
			time.Sleep(time.Second)
			words, err := h.invite(model.Seat{Role: model.Player, Name: fmt.Sprint("Jo", from)})
			if err != nil {
				t.Fatal(err)
			}
			h.come("babab-babab-babab-babab", newKey(t)).sees("there is no such invite")
			h.come(words, newKey(t)).sees("The Vault Job", fmt.Sprint("Jo", from))
			h.come("mira", guest).sees("The Vault Job")
			c := h.come("friend", newKey(t))
			c.sees("You are in the waiting room")
			c.types("\r")
			c.sees("The gamemaster has been asked")
		}
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

// TestFewScreens checks that a key has at most four screens and a seat twelve, that a closed
// one makes room for another, and that neither the address nor its network matters.
func TestFewScreens(t *testing.T) {
	bothByTheClock(t, "supermen", serve.Quota{}, func(t *testing.T, h *testHost, l *pipes) {
		from := byte(1)
		h.dial = func() (net.Conn, error) { return l.dialFrom(net.IPv4(10, 3, from, 1)) }
		key := h.seated("Mira", 0)
		comes := func(key ssh.Signer) *client {
			c := h.come("mira", key)
			c.sees("The Vault Job")
			return c
		}
		var hers []*client
		for range 4 {
			hers = append(hers, comes(key))
		}
		from = 2 // the network does not matter
		if said := h.turnedAway(key); !strings.Contains(said, "several screens open: close one first") {
			t.Errorf("with a fifth screen she reads %q", said)
		}
		hers[0].leaves()
		synctest.Wait() // until the host knows it, too
		comes(key)
		for range 2 { // other devices of hers
			device := newKey(t)
			h.seats(device, "Mira", 0)
			for range 4 {
				comes(device)
			}
		}
		device := newKey(t)
		h.seats(device, "Mira", 0)
		if h.many { // she may have other tables
			c := h.come("mira", device)
			c.sees("several screens open: close one first")
			c.leaves()
		} else if said := h.turnedAway(device); !strings.Contains(said, "several screens open: close one first") {
			t.Errorf("with a thirteenth screen she reads %q", said)
		}
		time.Sleep(time.Second)
		for i := range 24 { // all of them at one address
			comes(h.seated(fmt.Sprint("Player ", i), 9))
		}
	})
}

// turnedAway returns everything that is sent to a key whose session ends by itself.
func (h *testHost) turnedAway(key ssh.Signer) string {
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

// TestFriendsBehindAFlood checks that sixteen friends come in, by the key of a seat, by an
// invite, and by asking, while a device sends a thousand connections a second and holds as many
// open as it is let: silent ones, and ones that begin to speak. All have the same address, or the
// device has another in their network.
func TestFriendsBehindAFlood(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this machine has only one address of its own")
	}
	h := open(t, "supermen")
	for _, at := range []string{"127.0.0.1", "127.0.0.9"} {
		flood := uitest.FloodOf(t, h.addr, at, "", "SSH-2.0-x", "SSH-2.0-x\r\n", "SSH-2.0-x\r\n\x00\x00\x05\xdc")
		flood.Sent(t, 600) // the limits are met
		var friends sync.WaitGroup
		for i := range 16 {
			name := fmt.Sprintf("Friend %d at %s", i, at)
			user, key := "friend", newKey(t)
			switch i % 3 {
			case 0:
				h.seats(key, name, 9)
			case 1:
				words, err := h.invite(model.Seat{Role: model.Player, Name: name})
				if err != nil {
					t.Fatal(err)
				}
				user = words
			}
			friends.Go(func() {
				c, err := h.linesOf(user, key)
				if err != nil {
					t.Errorf("%s does not come in: %v", name, err)
					return
				}
				if i%3 == 2 {
					c.sees("You are in the waiting room")
					c.types(name, "\n")
					c.sees("The gamemaster has been asked")
				} else {
					c.sees("The Vault Job")
				}
			})
		}
		friends.Wait()
		flood.End(t)
	}
	asking := 0
	for _, w := range h.server.Admissions().Waiting() {
		if strings.HasPrefix(w.Name, "Friend") {
			asking++
		}
	}
	if asking != 10 {
		t.Errorf("%d of 10 friends ask to be let in", asking)
	}
}
