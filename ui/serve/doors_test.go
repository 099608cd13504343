package serve_test

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"io"
	"net"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hinshun/vt10x"
	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/ui"
	"example.org/fray/ui/serve"
)

// fromNetwork dials from a loopback address in a network of its own.
func (h *testHost) fromNetwork(n int) func() (net.Conn, error) {
	from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, byte(1+n>>8), byte(n), 1)}, Timeout: patience}
	return func() (net.Conn, error) { return from.Dial("tcp", h.addr) }
}

// TestFriendAmongStrangers checks that friends with an invite get in soon while strangers
// from many networks keep connecting and silent keys wait. They type the invite as the
// login name or in the waiting room, also from the network of silent keys. Meanwhile a seat
// that floods is slowed and named, the others play on, and the log grows only by accepted
// acts. With -long there are 100 silent keys and 200 strangers a second, and getting in may
// take 5 s.
func TestFriendAmongStrangers(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this machine has only one address of its own")
	}
	const soon = 5 * time.Second
	waiting, aSecond, friends := 20, 50, 3
	if *long {
		waiting, aSecond, friends = 100, 200, 30
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := openWith(t, "supermen", 2, l, serve.UsualQuota)
	h.dial = func() (net.Conn, error) { return net.Dial("tcp", h.addr) }
	mira, tom := h.comePlain("mira", h.seated("Mira", 0)), h.come("tom", h.seated("Tom", 1))
	mira.sees("Type the number")
	tom.sees("The Vault Job")

	var strangers, silent sync.WaitGroup
	silents := make(chan *ssh.Client, waiting)
	next := make(chan int, waiting)
	for i := range waiting {
		next <- i
	}
	close(next)
	for range 4 {
		silent.Go(func() {
			for i := range next {
				if c, err := h.waitsSilently(i); err == nil {
					silents <- c
				}
			}
		})
	}
	silent.Wait()
	close(silents)
	for c := range silents {
		t.Cleanup(func() { _ = c.Close() })
	}
	until(t, "the silent ones do not wait", func() bool { return h.server.Admissions().Silent() == min(64, waiting) })
	over := make(chan struct{})
	var came atomic.Int32
	strangers.Go(func() { h.strangersConnect(over, aSecond, &came) })
	defer strangers.Wait()
	defer close(over)
	until(t, "no strangers connect", func() bool { return int(came.Load()) >= aSecond })

	before := h.live.Now().Seq()
	_, _ = io.WriteString(mira.in, strings.Repeat("note flood\n", 100))
	mira.sees("you have 12 left")
	for i := range friends {
		name := fmt.Sprint("Friend ", i)
		words, err := h.invite(model.Seat{Role: model.Player, Name: name})
		if err != nil {
			t.Fatal(err)
		}
		where, user := "the place of a name", words
		h.dial = h.fromNetwork(20_000 + i)
		switch i % 3 {
		case 1:
			where, user = "the waiting room", "friend"
		case 2:
			where = "the place of a name, from the network of a silent key"
			h.dial = h.fromNetwork(i % waiting)
		}
		began := time.Now()
		c := h.come(user, newKey(t))
		if user == "friend" {
			c.sees("You are in the waiting room")
			c.types("\t", words, "\r")
		}
		c.sees("The Vault Job", name)
		took := time.Since(began)
		t.Logf("with an invite in %s it took %v to get in", where, took)
		if took > soon && *long { // only on an idle machine
			t.Errorf("that is more than %v", soon)
		}
		c.leaves()
	}
	until(t, "the gamemaster is not told who floods", func() bool {
		_, words := h.server.Admissions().News()
		return strings.HasPrefix(words, "Mira has done 60 acts in a minute: more are refused")
	})
	tom.types("M", "still here\r")
	tom.sees("Tom: still here")
	notes := 0
	for line := range h.live.Now().Log() {
		if line.Event.Seq <= before {
			break
		}
		if line.Event.By.Name == "Mira" {
			notes++
		}
	}
	if n := int(h.live.Now().Seq() - before); notes != 60 || n != 60+friends+1 { // a new seat for each friend, and Tom's message
		t.Errorf("the log has grown by %d events, %d of them Mira's", n, notes)
	}
}

// waitsSilently opens a waiting room from a network, and types nothing.
func (h *testHost) waitsSilently(network int) (*ssh.Client, error) {
	line, err := h.fromNetwork(network)()
	if err != nil {
		return nil, err
	}
	conn, chans, reqs, err := ssh.NewClientConn(line, h.addr, h.config("silent", ssh.PublicKeys(newKey(h))))
	if err != nil {
		return nil, err
	}
	c := ssh.NewClient(conn, chans, reqs)
	s, err := c.NewSession()
	if err == nil {
		_, err = s.StdinPipe() // keeps the input open
	}
	if err == nil {
		err = s.RequestPty("xterm", 24, 80, ssh.TerminalModes{})
	}
	if err == nil {
		err = s.Shell()
	}
	return c, err
}

// strangersConnect lets that many strangers a second connect until over is closed. Some
// send nothing, and some log in with a key and leave.
func (h *testHost) strangersConnect(over <-chan struct{}, aSecond int, came *atomic.Int32) {
	tick := time.NewTicker(time.Second / time.Duration(aSecond))
	defer tick.Stop()
	var all sync.WaitGroup
	defer all.Wait()
	key := newKey(h)
	for n := 1000; ; n++ {
		select {
		case <-tick.C:
			all.Go(func() {
				c, err := h.fromNetwork(n % 15_000)()
				if err != nil {
					return
				}
				came.Add(1)
				defer func() { _ = c.Close() }()
				_ = c.SetDeadline(time.Now().Add(time.Second))
				if n%2 == 0 {
					_, _ = io.Copy(io.Discard, c)
				} else if conn, _, _, err := ssh.NewClientConn(c, "", h.config("x", ssh.PublicKeys(key))); err == nil {
					_ = conn.Close()
				}
			})
		case <-over:
			return
		}
	}
}

// TestInviteAsAName checks that a valid invite as the login name admits at once, and that
// an invalid one leads to the waiting room, which says so.
func TestInviteAsAName(t *testing.T) { both(t, "d6", inviteAsAName) }

func inviteAsAName(t *testing.T, h *testHost) {
	words, err := h.invite(model.Seat{Role: model.Player, Name: "Mira"})
	if err != nil {
		t.Fatal(err)
	}
	key := newKey(t)
	c := h.come(strings.ToUpper(words), key)
	c.sees("The Vault Job", "Mira")
	c.never("waiting room")
	c.leaves()
	again := h.come(words, key) // the same command again
	again.sees("The Vault Job", "Mira")
	other := h.come(words, newKey(t))
	h.nowhere(other, "there is no such invite")
	open, err := h.invite(model.Seat{Role: model.Player})
	if err != nil {
		t.Fatal(err)
	}
	jo := h.come(open, newKey(t))
	jo.sees("You are in the waiting room", "this invite needs a name") // the invite names the table
	jo.types("Jo\r")
	jo.sees("The Vault Job", "Jo")
	jo.leaves()
}

// TestInviteOfSomebodySeated checks that somebody with a seat gets another seat by a valid
// invite and keeps their own with a used one, and that nobody else gets the gamemaster's
// key.
func TestInviteOfSomebodySeated(t *testing.T) { both(t, "d6", inviteOfSomebodySeated) }

func inviteOfSomebodySeated(t *testing.T, h *testHost) {
	key := h.seated("Mira", 0)
	words, err := h.invite(model.Seat{Role: model.Player, Name: "Zoe"})
	if err != nil {
		t.Fatal(err)
	}
	host := h.come(words, h.gms)
	host.sees("The Vault Job", "1 Roster")
	for range 2 { // repeating the command changes nothing
		zoe := h.come(words, key)
		zoe.sees("The Vault Job", "Zoe")
		zoe.leaves()
	}
	if g, _ := h.guests.Guest(key.PublicKey()); h.live.Now().SeatName(g.Seat) != "Zoe" {
		t.Errorf("the key is of %+v", g.Seat)
	}
}

// TestInviteWithoutAKey checks that a client without a key is asked for an invite, and has
// the seat until it leaves.
func TestInviteWithoutAKey(t *testing.T) { both(t, "d6", inviteWithoutAKey) }

func inviteWithoutAKey(t *testing.T, h *testHost) {
	words, err := h.invite(model.Seat{Role: model.Player, Name: "Mira"})
	if err != nil {
		t.Fatal(err)
	}
	asked := ""
	login := func(says string) (*ssh.Client, error) {
		return ssh.Dial("tcp", h.addr, h.config("mira", ssh.KeyboardInteractive(func(_, told string, questions []string, _ []bool) ([]string, error) {
			asked = told + strings.Join(questions, "")
			return []string{says}, nil
		})))
	}
	if c, err := login("babab babab babab babab"); err == nil {
		c.Close()
		t.Error("an invite that was never made lets in")
	}
	if !strings.Contains(asked, "ssh-keygen -t ed25519") || !strings.Contains(asked, "Invite: ") {
		t.Errorf("asked is %q", asked)
	}
	conn, err := login(words)
	if err != nil {
		t.Fatal(err)
	}
	c := h.comeOver(conn, "xterm-256color", 120, 36)
	c.sees("The Vault Job", "Mira", "You came without an SSH key")
	if n := len(h.guests.Guests()); n != 0 {
		t.Errorf("%d keys are on the guest list", n)
	}
	mira, _ := h.live.Now().SeatOf("Mira")
	if conn, err := login(words); err == nil {
		conn.Close()
		t.Error("it lets in twice")
	}
	if err := h.server.Admissions().Revoke(mira); err != nil {
		t.Fatal(err)
	}
	c.sees("taken your seat away")
	c.ends()
}

// TestStrongAlgorithms checks that no algorithm with SHA-1 and no short RSA key is
// accepted.
func TestStrongAlgorithms(t *testing.T) {
	h := open(t, "d6")
	key := h.seated("Mira", 0)
	weak := ssh.InsecureAlgorithms()
	for what, c := range map[string]ssh.Config{
		"key exchange": {KeyExchanges: weak.KeyExchanges},
		"cipher":       {Ciphers: weak.Ciphers},
		"MAC":          {Ciphers: []string{ssh.CipherAES128CTR}, MACs: append(weak.MACs, "hmac-sha1")},
	} {
		cfg := h.config("mira", ssh.PublicKeys(key))
		cfg.Config = c
		if conn, err := ssh.Dial("tcp", h.addr, cfg); err == nil || !strings.Contains(err.Error(), "no common algorithm") {
			if err == nil {
				conn.Close()
			}
			t.Errorf("a weak %s: %v", what, err)
		}
	}
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	long, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	if err := h.guests.Admit(long.PublicKey(), model.Seat{Role: model.Player, Name: "Mira"}, h.now); err != nil {
		t.Fatal(err)
	}
	for algorithm, lets := range map[string]bool{ssh.KeyAlgoRSA: false, ssh.KeyAlgoRSASHA256: true, ssh.KeyAlgoRSASHA512: true} {
		signer, err := ssh.NewSignerWithAlgorithms(long.(ssh.AlgorithmSigner), []string{algorithm})
		if err != nil {
			t.Fatal(err)
		}
		conn, err := ssh.Dial("tcp", h.addr, h.config("mira", ssh.PublicKeys(signer)))
		if err == nil {
			conn.Close()
		}
		if (err == nil) != lets {
			t.Errorf("a signature with %s: %v", algorithm, err)
		}
	}
}

// TestQuota checks that a seat that floods is warned and named to the gamemaster before its
// quota is used up, and slowed down after that. The log stops growing, and others notice
// nothing.
func TestQuota(t *testing.T) {
	bothByTheClock(t, "d6", serve.Quota{Minute: 60, Hour: 100}, func(t *testing.T, h *testHost, _ *pipes) {
		key := h.seated("Mira", 0)
		mira, hers, tom := h.comePlain("mira", key), h.come("mira", key), h.come("tom", h.seated("Tom", 1))
		host := h.comePlain("gm", h.gms)
		h.chooses(host)
		mira.sees("Type the number")
		hers.sees("The Vault Job")
		tom.sees("The Vault Job")
		host.sees("Type the number")
		before := h.live.Now().Seq()
		_, _ = io.WriteString(mira.in, strings.Repeat("note flood\n", 80))
		mira.sees("you have 12 left", "this table takes 60 acts a minute")
		hers.sees("you have 12 left") // on her other screen, too
		host.sees("Mira has done 60 acts in a minute: more are refused")
		time.Sleep(30 * time.Second)
		if n := h.live.Now().Seq() - before; n != 60 {
			t.Errorf("%d events in the first minute", n)
		}
		tom.types("M", "still here\r")
		tom.sees("Tom: still here")
		h.mu.Lock()
		told := strings.Join(h.told, "\n")
		h.mu.Unlock()
		for _, words := range []string{"Mira has done 48 of the 60 acts", "Mira has done 60 acts in a minute: more are refused"} {
			if strings.Count(told, words) != 1 {
				t.Errorf("the host is told %d times %q", strings.Count(told, words), words)
			}
		}
		if n, words := h.server.Admissions().News(); n != 2 || !strings.HasPrefix(words, "Mira has done 60") {
			t.Errorf("the gamemaster is told %d things, %q last", n, words)
		}
		time.Sleep(time.Minute)
		_, _ = io.WriteString(mira.in, strings.Repeat("note more\n", 60))
		time.Sleep(time.Minute)
		if n := h.live.Now().Seq() - before; n != 101 { // including Tom's
			t.Errorf("%d events in the hour", n)
		}
		h.must(gm, model.Note{Text: "the alarm goes off"}) // the gamemaster has no quota
		time.Sleep(time.Hour)
		_, _ = io.WriteString(mira.in, "note later\n")
		mira.sees("later")
	})
}

// TestPreferencesOfAGuest checks that a guest's preferences are stored for their key, and
// the place of the screen for their seat, across a restart of the program.
func TestPreferencesOfAGuest(t *testing.T) { both(t, "supermen", preferencesOfAGuest) }

func preferencesOfAGuest(t *testing.T, h *testHost) {
	key, other := h.seated("Mira", 0), newKey(t)
	h.seats(other, "Mira", 0)
	c := h.come("mira", key)
	c.sees("The Vault Job")
	c.types("T")
	c.sees("Themes", "high-contrast")
	c.types("\x1b[B", "\r")
	c.sees("theme: light")
	c.types("?")
	c.sees("All commands")
	c.types("act", "\x1bOS") // f4
	c.sees("type the new key")
	c.types("\x1b[17~") // f6
	c.sees("act is f6 now")
	c.types(strings.Repeat("m", 101))
	c.sees("mouse: on")
	c.types("\t", "z") // another pane in full size
	c.sees("Order")
	kept := func() (p ui.Preferences, known bool) { return serve.ListsOf(h.host).Preferences(key.PublicKey()) }
	if p, known := kept(); known {
		t.Errorf("a key that changes something has the disk written: %+v", p)
	}
	c.leaves()
	until(t, "they are not kept", func() bool { _, known := kept(); return known })
	guests, err := serve.OpenGuestListOf(h.live)
	if err != nil {
		t.Fatal(err)
	}
	p, known := kept()
	if !known || p.Theme != "light" || !p.Mouse || !reflect.DeepEqual(p.Keys, map[string][]string{"act": {"f6"}}) {
		t.Errorf("kept %+v", p)
	}
	if _, known := serve.ListsOf(h.host).Preferences(other.PublicKey()); known {
		t.Error("another key of the same seat has the same")
	}
	if at := guests.Place(model.Seat{Role: model.Player, Name: "Mira"}); !at.Zoom {
		t.Errorf("it stood at %+v", at)
	}
	again := h.come("mira", key)
	again.sees("The Vault Job")
	again.types("z", "m")
	again.sees("mouse: off")
	again.types("\x1b[17~") // f6
	again.sees("find ")
	again.catchesUp()
	if err := h.server.Admissions().Revoke(model.Seat{Role: model.Player, Name: "Mira"}); err != nil {
		t.Fatal(err)
	}
	h.goes(again, "taken your seat away")
	if _, known := kept(); known != h.many { // where the key may have other tables
		t.Errorf("those of a key that was taken back are kept: %v", known)
	}
}

// TestTerminalIsGivenBack checks that the guest's terminal is restored however a screen
// ends, followed by the reason.
func TestTerminalIsGivenBack(t *testing.T) { both(t, "supermen", terminalIsGivenBack) }

func terminalIsGivenBack(t *testing.T, h *testHost) {
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	said := ""
	backAtList := func(c *client, why string) { // where there are many tables
		if h.many {
			c.sees(why)
			c.types("\x03")
			said = "you have left"
		}
	}
	for _, end := range []struct {
		words string
		do    func(c *client) error
	}{
		{"you have left", func(c *client) error { c.types("q"); return nil }},
		{"this screen crashed", func(c *client) error { c.types("\x1b[Z", "y"); return nil }},
		{"taken your seat away", func(c *client) error {
			err := h.server.Admissions().Revoke(mira)
			backAtList(c, "taken your seat away")
			return err
		}},
		{"the gamemaster did not let you in", func(c *client) error {
			if h.many {
				h.asksAs(c, "Nils")
				h.waits(1)
			}
			h.server.Admissions().Clear(true)
			backAtList(c, "the gamemaster did not let you in")
			return nil
		}},
		{"the gamemaster has closed the table", func(*client) error { h.host.Shutdown(patience); return nil }},
	} {
		var c *client
		if strings.Contains(end.words, "let you in") {
			c = h.comeOn("fragile", "mira", newKey(t), 120, 36)
			h.nowhere(c)
		} else {
			c = h.comeOn("fragile", "mira", h.seated("Mira", 0), 120, 36)
			c.sees("The Vault Job")
		}
		if c.vt.Mode()&vt10x.ModeAltScreen == 0 {
			t.Fatal("this looks at no full screen")
		}
		said = end.words
		if err := end.do(c); err != nil {
			t.Fatal(err)
		}
		c.ends()
		if mode := c.vt.Mode(); mode&(vt10x.ModeAltScreen|vt10x.ModeMouseMask) != 0 || mode&vt10x.ModeWrap == 0 || !c.vt.CursorVisible() || !strings.Contains(c.vt.String(), said) {
			t.Errorf("once %q was said, the terminal is in mode %b:\n%s", said, mode, c.vt)
		}
		if c.sent[len(c.sent)-1] != '\n' || bytes.Count(c.sent, []byte("\x1b[?2004h")) != bytes.Count(c.sent, []byte("\x1b[?2004l")) {
			t.Errorf("what is sent ends with %q", c.sent[max(0, len(c.sent)-200):])
		}
	}
}

// TestWayTo checks that an invite names reachable addresses and the host key, and that
// other programs know where the table is served.
func TestWayTo(t *testing.T) {
	h := open(t, "d6")
	if got := h.guests.ServedAt(); got != h.addr {
		t.Errorf("served at %q, not %q", got, h.addr)
	}
	made, err := h.server.Admissions().Invite(model.Seat{Role: model.Player, Name: "Mira"}, nil, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(h.addr)
	for _, want := range []string{"ssh -p " + port + " " + made.Words + "@127.0.0.1", h.server.HostFingerprint(), "until "} {
		if !strings.Contains(made.Letter, want) {
			t.Errorf("%q does not say %q", made.Letter, want)
		}
	}
	if err := h.guests.Redeem(made.Words, "", h.now.Add(2*time.Hour), welcome); !errors.Is(err, serve.ErrExpired) {
		t.Errorf("after its time: %v", err)
	}
}

// TestOpenedWhilePlayed starts and stops serving an open table several times: connected
// people are told and leave, and nobody can connect afterwards.
func TestOpenedWhilePlayed(t *testing.T) {
	h := open(t, "d6")
	key := h.seated("Mira", 0)
	h.host.Close() // as a table that is only played
	if line, reach := h.server.Admissions().SSHCommand(); line != "" || h.server.Address() != "" {
		t.Errorf("a table that is not open is reached by %q (%s)", line, reach)
	}
	for range 2 {
		if conn, err := net.Dial("tcp", h.addr); err == nil {
			conn.Close()
			t.Fatal("a table that is not open can be reached")
		}
		l, err := net.Listen("tcp", h.addr)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.host.Open(l); err != nil {
			t.Fatal(err)
		}
		if second, err := net.Listen("tcp", "127.0.0.1:0"); err != nil {
			t.Fatal(err)
		} else if err := h.host.Open(second); err == nil || !strings.Contains(err.Error(), h.addr) {
			t.Errorf("it is opened a second time: %v", err)
		}
		mira := h.come("mira", key)
		mira.sees("The Vault Job", "Mira")
		h.host.Close()
		mira.sees("the gamemaster has closed the table")
		mira.ends()
	}
	if got := h.guests.ServedAt(); got != h.addr {
		t.Errorf("it was open last at %q, not %q", got, h.addr)
	}
}
