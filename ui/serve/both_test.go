package serve_test

import (
	"testing"

	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/ui/serve"
)

// place is a table that is hosted alone or with two others. What people do there is the same, but
// that those who come to many choose one.
type place struct {
	*testHost
	many   bool
	invite func(as string) (words string)
	gm     *client // the gamemaster, in lines
}

// both runs a test at a host of one table, and at a host of three.
func both(t *testing.T, test func(*testing.T, *place)) {
	t.Run("one", func(t *testing.T) {
		h := open(t, "supermen")
		p := &place{testHost: h}
		p.invite = func(as string) string {
			words, err := h.invite(model.Seat{Role: model.Player, Name: as})
			if err != nil {
				t.Fatal(err)
			}
			return words
		}
		p.comesGM()
		test(t, p)
	})
	t.Run("three", func(t *testing.T) {
		h := openHall(t, nil, serve.Quota{}, "Harbour", "The Vault Job", "Secret")
		p := &place{testHost: h.testHost, many: true, invite: func(as string) string { return h.invite("The Vault Job", as) }}
		p.comesGM()
		test(t, p)
	})
}

func (p *place) comesGM() {
	p.Helper()
	p.gm = p.comePlain("gm", p.gms)
	p.enters(p.gm, "Here: ")
}

// enters has somebody come to the table, and waits for words there.
func (p *place) enters(c *client, words ...string) {
	p.Helper()
	if p.many {
		c.sees("Type the name or number")
		c.types("the vault\n")
	}
	c.sees(words...)
}

// asks has somebody without a seat ask to be let in.
func (p *place) asks(key ssh.Signer, name string) *client {
	p.Helper()
	c := p.comePlain("stranger", key)
	if p.many {
		c.sees("You have a seat at no table")
		c.types("ask the vault job as " + name + "\n")
		c.sees("If a table of that name is being played")
	} else {
		c.sees("You are in the waiting room")
		c.types(name + "\n")
		c.sees("The gamemaster has been asked")
	}
	return c
}

// TestAskedLetInAndRevoked checks that somebody asks to be let in, is let in, plays, and loses the
// seat again, which the gamemaster does from afar.
func TestAskedLetInAndRevoked(t *testing.T) {
	both(t, func(t *testing.T, p *place) {
		key := newKey(t)
		mira := p.asks(key, "Mira")
		mira.never("Seraph", "segment")
		p.gm.sees("1. Mira waits")
		p.gm.types("let 1 in\n")
		p.gm.sees("Done.")
		if p.many {
			mira.sees("You are let in: The Vault Job is among your tables")
			mira.types("the vault\n")
		}
		mira.sees("Here: the gamemaster, Mira")
		mira.types("say hello there\n")
		p.gm.sees("hello there")
		p.gm.types("revoke Mira\n")
		p.gm.sees("Type yes to do it")
		p.gm.types("yes\n")
		mira.sees("the gamemaster has taken your seat away")
		mira.never("Harbour", "Secret")
		again := p.comePlain("mira", key)
		if p.many {
			again.sees("You have a seat at no table")
		} else {
			again.sees("You are in the waiting room")
		}
	})
}

// TestSentAway checks that who asks can be sent away, and asked for another name.
func TestSentAway(t *testing.T) {
	both(t, func(t *testing.T, p *place) {
		c := p.asks(newKey(t), "Nils")
		p.gm.sees("1. Nils waits")
		p.gm.types("ask 1 for another name\n")
		c.sees("another name: somebody here already has a name like that")
		if p.many {
			c.types("ask the vault job as Nils Holm\n")
		} else {
			c.types("Nils Holm\n")
		}
		p.gm.sees("1. Nils Holm waits")
		p.gm.types("send 1 away\n")
		c.sees("the gamemaster did not let you in")
	})
}

// TestClosedToOthers checks that the gamemaster closes the table to others from afar, that nobody
// comes meanwhile, and that those with a seat come back once it is open.
func TestClosedToOthers(t *testing.T) {
	both(t, func(t *testing.T, p *place) {
		key := newKey(t)
		mira := p.comePlain(p.invite("Mira"), key)
		mira.sees("Here: the gamemaster, Mira")
		p.gm.types("stop hosting\n")
		p.gm.sees("The screens of Mira close at once. Type yes to do it.")
		p.gm.types("yes\n")
		p.gm.sees("Nobody else can join any more")
		mira.sees("the gamemaster has closed the table")
		p.comePlain("mira", key).sees("the gamemaster has closed the table")
		if p.many {
			p.asks(newKey(t), "Nils")
		} else {
			p.comePlain("nils", newKey(t)).sees("the gamemaster has closed the table")
		}
		p.gm.types("host " + p.addr + "\n")
		p.gm.sees("Players type: ")
		p.gm.never("Nils")
		p.comePlain("mira", key).sees("Here: the gamemaster, Mira")
	})
}
