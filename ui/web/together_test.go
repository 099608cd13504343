package web_test

import (
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/engine"
	"example.org/fray/model"
	lineplay "example.org/fray/ui/lines"
)

// terminal is a player who has come by ssh -T, and gets numbered lines.
type terminal struct {
	testing.TB
	in    io.Writer
	lines chan string
	got   []string
}

// terminal lets somebody come by SSH with a new key and an invite to their seat.
func (h *testHost) terminal(name string) *terminal {
	h.Helper()
	if h.server.Address() == "" {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			h.Fatal(err)
		}
		if err := h.host.Open(l); err != nil {
			h.Fatal(err)
		}
	}
	key := newKey(h)
	link := h.invite(name)
	conn, err := ssh.Dial("tcp", h.server.Address(), &ssh.ClientConfig{User: link[strings.LastIndex(link, "/")+1:], Auth: []ssh.AuthMethod{ssh.PublicKeys(key)},
		Timeout: patience, HostKeyCallback: ssh.InsecureIgnoreHostKey()}) // other tests check the host key
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { _ = conn.Close() })
	session, err := conn.NewSession()
	if err != nil {
		h.Fatal(err)
	}
	x := &terminal{TB: h, lines: make(chan string, 1<<10)}
	if x.in, err = session.StdinPipe(); err != nil {
		h.Fatal(err)
	}
	out, err := session.StdoutPipe()
	if err != nil {
		h.Fatal(err)
	}
	if err := session.Shell(); err != nil {
		h.Fatal(err)
	}
	go x.read(out)
	return x
}

// read reads what comes, in pieces: a prompt has no end of line.
func (x *terminal) read(out io.Reader) {
	defer close(x.lines)
	b := make([]byte, 1<<12)
	for {
		n, err := out.Read(b)
		if n > 0 {
			x.lines <- string(b[:n])
		}
		if err != nil {
			return
		}
	}
}

// types types a line.
func (x *terminal) types(line string) {
	x.Helper()
	if _, err := io.WriteString(x.in, line+"\n"); err != nil {
		x.Fatal(err)
	}
}

// sees waits for text among what has come since the last text that was waited for.
func (x *terminal) sees(text string) { x.Helper(); x.seesOneOf(text) }

// insists types a line until it is taken: for a second after a question has ended by itself,
// lines are not.
func (x *terminal) insists(line, want string) {
	x.Helper()
	for x.types(line); x.seesOneOf(want, "Type it again if you mean it.") != want; x.types(line) {
	}
}

func (x *terminal) seesOneOf(texts ...string) string {
	x.Helper()
	late := time.After(patience)
	for {
		all := strings.Join(x.got, "")
		for _, text := range texts {
			if _, rest, there := strings.Cut(all, text); there {
				x.got = []string{rest}
				return text
			}
		}
		select {
		case piece, more := <-x.lines:
			if !more {
				x.Fatalf("the lines end without %q: %s", texts, all)
			}
			x.got = append(x.got, piece)
		case <-late:
			x.Fatalf("%q does not come: %s", texts, all)
			return ""
		}
	}
}

// ends waits for the end of the connection.
func (x *terminal) ends() {
	x.Helper()
	late := time.After(patience)
	for {
		select {
		case _, more := <-x.lines:
			if !more {
				return
			}
		case <-late:
			x.Fatal("the connection does not end")
		}
	}
}

// TestPhoneAndTerminal checks that one seat can have a phone and a terminal at once: both
// show what is done on either, a question can be answered on either and is then gone from
// the other, and the guest list has both.
func TestPhoneAndTerminal(t *testing.T) {
	t.Parallel()
	h := open(t, "d6", 3)
	h.must(gm, model.BeginSession{}) // before anybody is there to be asked for a word
	phone := h.comes("Mira", 0)
	events := phone.stream("/events?parts=all")
	events.until("part")
	lines := h.terminal("Mira")
	lines.sees("table> ")

	mira, _ := h.live.Now().SeatOf("Mira")
	phoneKey := ""
	for _, s := range h.server.Admissions().Here() {
		if s.Seat != mira {
			continue
		}
		if len(s.Keys) != 2 || s.Screens != 2 {
			t.Errorf("Mira has %q at %d screens", s.Keys, s.Screens)
		}
		for _, key := range s.Keys {
			if strings.HasPrefix(key, "browser") {
				phoneKey = key
			}
		}
	}

	lines.types("say typed at a terminal")
	lines.sees("typed at a terminal")
	events.until("typed at a terminal")
	phone.opens("/")
	phone.sends("Send", "text", "typed on a phone", "to", "all")
	events.until("typed on a phone")
	lines.sees("typed on a phone")

	// A question that is open at the terminal is answered on the phone, and the other way round.
	all := h.live.Now().Characters()
	attack := model.Begin{Who: all[2].ID, Against: []string{all[0].ID}, System: "d6", Action: "attack", Force: true}
	h.must(gm, model.SetHouse{System: model.TableRulesID, Rule: model.Defences.ID, Value: engine.ValueOf(model.AnyTime)})
	h.must(gm, attack)
	lines.sees("Type open to answer.")
	events.until("passive")
	lines.types("open")
	lines.sees("Enter takes")
	phone.opens("/")
	phone.sends("active")
	lines.sees("This is no longer asked.")
	lines.sees("table> ")
	events.until("active")
	h.rest()

	h.must(gm, attack)
	lines.sees("Type open to answer.")
	phone.opens("/")
	phone.sees("passive")
	to, form, _ := phone.form("passive")
	lines.insists("open", "Enter takes")
	lines.types("passive")
	lines.sees("table> ")
	phone.opens("/")
	if _, _, there := phone.form("passive"); there {
		t.Error("what was answered at the terminal is still asked on the phone")
	}
	phone.does("POST", to, form)
	phone.sees("answered")
	h.rest()

	// One phone is lost and another forgets the table, and the terminal stays; then the seat is
	// taken away.
	lost := h.comes("Mira")
	stolen := lost.stream("/events?parts=all")
	removed := 0
	for _, s := range h.server.Admissions().Here() {
		for i, key := range s.Keys {
			if strings.HasPrefix(key, "browser") && key != phoneKey {
				removed = i + 1
			}
		}
	}
	var said strings.Builder
	if err := lineplay.Play(lineplay.Config{Game: h.live, Seat: gm, Present: h.server.Admissions()}, strings.NewReader(fmt.Sprintf("revoke Mira\n%d\nquit\n", removed)), &said); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(said.String(), "Done.") {
		t.Fatal(said.String())
	}
	stolen.until("removed the key of this device")
	stolen.ends()
	lost.opens("/")
	lost.sees("Join a table")
	lost.never("Seraph", "The Vault Job")
	phone.opens("/more")
	phone.sends("Forget it", "sure", "yes")
	phone.sees("Join a table")
	events.ends()
	lines.types("say still here")
	lines.sees("still here")
	again := h.comes("Mira")
	events = again.stream("/events?parts=all")
	if err := h.server.Admissions().Revoke(mira); err != nil {
		t.Fatal(err)
	}
	events.until("taken your seat away")
	events.ends()
	lines.sees("taken your seat away")
	lines.ends()
}

// rest lets the gamemaster answer every open question.
func (h *testHost) rest() {
	h.Helper()
	for len(h.live.Now().Rolls()) > 0 {
		r := h.live.Now().Rolls()[0]
		step, err := h.live.Now().Step(r)
		if err != nil {
			h.Fatal(err)
		}
		a, ok := step.Open.Nothing()
		h.must(gm, model.Answer{Roll: r.ID, Question: r.Question, Answer: a, Throw: !ok})
	}
}
