package serve_test

import (
	"net"
	"testing"
	"testing/synctest"

	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/ui/serve"
)

// both runs a test at a host of one table, and at a host of three. What people do there is the same,
// but that whoever has no seat comes to a waiting room, or to a list of their tables.
func both(t *testing.T, system string, test func(*testing.T, *testHost)) {
	t.Parallel()
	for name, many := range map[string]bool{"one": false, "three": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			h := openOne(t, system, 2, l, serve.Quota{}, many)
			h.dial = func() (net.Conn, error) { return net.Dial("tcp", h.addr) }
			test(t, h)
		})
	}
}

// bothByTheClock is both with a fake clock, over pipes. Nothing runs beside it: all screens of a
// program take turns.
func bothByTheClock(t *testing.T, system string, quota serve.Quota, test func(*testing.T, *testHost, *pipes)) {
	for name, many := range map[string]bool{"one": false, "three": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := newPipes(t)
				h := openOne(t, system, 2, l, quota, many)
				h.dial = l.dial
				test(t, h, l)
			})
		})
	}
}

// lobby returns what whoever has no seat reads first.
func (h *testHost) lobby(c *client) string {
	switch {
	case !h.many:
		return "You are in the waiting room"
	case c.plain:
		return "You have a seat at no table here"
	}
	return "Use an invite"
}

// nowhere waits until somebody without a seat is told so.
func (h *testHost) nowhere(c *client, words ...string) {
	h.Helper()
	c.sees(h.lobby(c))
	c.sees(words...)
}

// redeems has somebody without a seat type an invite, on a screen or in lines.
func (h *testHost) redeems(c *client, words string) {
	h.Helper()
	switch {
	case c.plain:
		c.types("invite " + words + "\n")
	case h.many:
		c.types("u", words, "\r")
	default:
		if !c.invites {
			c.types("\t")
		}
		c.types("\x15", words, "\r")
	}
	c.invites = true
}

// goes waits until somebody who has lost the seat is told why, and leaves them without one.
func (h *testHost) goes(c *client, why string) {
	h.Helper()
	c.sees(why)
	if h.many && !c.plain {
		c.types("\x03")
	}
	c.ends()
}

// comesGM has the gamemaster come in lines.
func (h *testHost) comesGM() *client {
	h.Helper()
	c := h.comePlain("gm", h.gms)
	h.chooses(c)
	c.sees("Here: ")
	return c
}

// chooses has somebody whose list has several tables enter the table, on a screen or in lines.
func (h *testHost) chooses(c *client) {
	h.Helper()
	switch {
	case !h.many:
	case c.plain:
		c.sees("Type the name or number")
		c.types("the vault\n")
	default:
		c.sees("The Vault Job")
		c.types("/the vault\r")
	}
}

// asks has somebody new ask to be let in, in lines.
func (h *testHost) asks(key ssh.Signer, name string) *client {
	h.Helper()
	c := h.comePlain("stranger", key)
	h.nowhere(c)
	h.asksAs(c, name)
	return c
}

// asksAs has somebody without a seat ask to be let in under a name, on a screen or in lines.
func (h *testHost) asksAs(c *client, name string) {
	h.Helper()
	switch {
	case h.many && c.plain:
		c.types("ask the vault job as " + name + "\n")
	case h.many:
		c.types("w", "the vault job", "\x1b[B", name, "\r")
	case c.plain:
		c.types(name + "\n")
	default:
		c.types("\x15", name, "\r")
	}
	c.sees("gamemaster has been asked")
}

// isIn waits until somebody who asked is told that they are let in, and sees the table.
func (h *testHost) isIn(c *client) {
	h.Helper()
	switch {
	case h.many:
		c.sees("You are let in")
		h.chooses(c)
	case c.plain:
		c.sees("The gamemaster has let you in")
	}
	c.sees("The Vault Job")
}

// TestAskedLetInAndRevoked checks that somebody asks to be let in, is let in, plays, and loses the
// seat again, which the gamemaster does from afar.
func TestAskedLetInAndRevoked(t *testing.T) {
	both(t, "supermen", func(t *testing.T, p *testHost) {
		gms := p.comesGM()
		key := newKey(t)
		mira := p.asks(key, "Mira")
		mira.never("Seraph", "segment")
		gms.sees("1. Mira waits")
		gms.types("let 1 in\n")
		gms.sees("Done.")
		p.isIn(mira)
		mira.sees("Here: the gamemaster, Mira")
		mira.types("say hello there\n")
		gms.sees("hello there")
		gms.types("revoke Mira\n")
		gms.sees("Type yes to do it")
		gms.types("yes\n")
		mira.sees("the gamemaster has taken your seat away")
		mira.never("Harbour", "Secret")
		again := p.comePlain("mira", key)
		p.nowhere(again)
	})
}

// TestSeatIsGivenUpKnowingly checks that an invite that is typed at the list of tables asks before
// somebody gives up the seat that they have at its table.
func TestSeatIsGivenUpKnowingly(t *testing.T) {
	h := openHall(t, nil, serve.Quota{}, "Vault", "Harbour")
	ann := newKey(t)
	h.sits(ann, "Ann", "Vault", "Harbour")
	c := h.comePlain("ann", ann)
	words := h.invitesTo("Vault", "Zoe")
	c.types("invite " + words + "\n")
	c.sees("you are at that table as Ann already: use the invite once more if you want to give up that seat")
	c.types("vault\n")
	c.sees("Here: Ann")
	c.types("tables\n", "invite "+words+"\n")
	c.sees("Here: Zoe")
}

// TestSentAway checks that who asks can be sent away, and asked for another name.
func TestSentAway(t *testing.T) {
	both(t, "supermen", func(t *testing.T, p *testHost) {
		gms := p.comesGM()
		c := p.asks(newKey(t), "Nils")
		gms.sees("1. Nils waits")
		gms.types("ask 1 for another name\n")
		c.sees("another name: somebody here already has a name like that")
		p.asksAs(c, "Nils Holm")
		gms.sees("1. Nils Holm waits")
		gms.types("send 1 away\n")
		c.sees("the gamemaster did not let you in")
	})
}

// TestClosedToOthers checks that the gamemaster closes the table to others from afar, that nobody
// comes meanwhile, and that those with a seat come back once it is open.
func TestClosedToOthers(t *testing.T) {
	both(t, "supermen", func(t *testing.T, p *testHost) {
		gms := p.comesGM()
		key := newKey(t)
		mira := p.comePlain(p.invites(model.Seat{Role: model.Player, Name: "Mira"}), key)
		mira.sees("Here: the gamemaster, Mira")
		gms.types("stop hosting\n")
		gms.sees("The screens of Mira close at once. Type yes to do it.")
		gms.types("yes\n")
		gms.sees("Nobody else can join any more")
		mira.sees("the gamemaster has closed the table")
		p.comePlain("mira", key).sees("the gamemaster has closed the table")
		if p.many {
			p.asks(newKey(t), "Nils")
		} else {
			p.comePlain("nils", newKey(t)).sees("the gamemaster has closed the table")
		}
		gms.types("host " + p.addr + "\n")
		gms.sees("Players type: ")
		gms.never("Nils")
		p.comePlain("mira", key).sees("Here: the gamemaster, Mira")
	})
}
