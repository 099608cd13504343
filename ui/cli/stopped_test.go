//go:build unix

package cli

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"example.org/fray/saves/postgres/pgtest"
)

const (
	fateOpen  = "it is not known whether this was saved"
	fateSaved = "was saved after all"
	fateGone  = "was not saved"

	// It was not even sent, since a question before it had no answer.
	fateNone   = "so this was not saved"
	fateUndone = "so this was not done"
)

// TestStoppedDatabase stops the processes of the database while acts are done on the screen, in
// lines and on a page: each is told that its fate is not known, nothing else is taken until it is,
// and then it is said everywhere what became of it, which the log bears out.
func TestStoppedDatabase(t *testing.T) {
	if !*withDatabase {
		t.Skip("needs PostgreSQL: -postgres starts one")
	}
	db, bin := pgtest.Start(t), built(t)
	stopped := func(t *testing.T, h home, act string, does, again func(), says func(words ...string) string) {
		t.Helper()
		db.Pause(true)
		goOn := func() { db.Pause(false) }
		defer goOn() // the database must be able to end
		does()
		said := says(fateOpen, fateNone, fateUndone)
		if said == fateOpen {
			again()
			says(fateOpen) // it is held back
			goOn()
			said = says(fateSaved, fateGone)
		}
		goOn()
		want := 0
		if said == fateSaved {
			want = 1
		}
		var r result
		for late := time.Now().Add(patience); time.Now().Before(late); { // it may need a moment after it was stopped
			if r = h.fray("", "log", "The Run", "--store", db.URL()); r.status == done {
				break
			}
		}
		if got := strings.Count(r.out, act); got != want {
			t.Errorf("it is said that it %s, and it stands in the log %d times:\n%s%s", said, got, r.out, r.err)
		}
	}
	h := newHome(t)
	h.running(t)
	h.asks(t, bin, "store", "put", "The Run", "--store", db.URL())

	t.Run("lines", func(t *testing.T) {
		l := linesOf(t, h.program(bin, []string{"play", "The Run", "--plain", "--store", db.URL()}))
		l.sees(t, "table> ")
		l.types(t, "note before\n")
		l.sees(t, "Note: before")
		seen := 0
		stopped(t, h, "in silence",
			func() { l.types(t, "note in silence\n") },
			func() { l.types(t, "note in silence\n") },
			func(words ...string) string {
				seen++
				return l.seesOne(t, seen, words...)
			})
		l.types(t, "note behind\n")
		l.sees(t, "Note: behind")
	})
	t.Run("screen", func(t *testing.T) {
		s := h.startTerminal(t, bin, "play", "The Run", "--store", db.URL())
		s.types(on("", "Seraph"))
		note := func(text string) {
			s.types(on(":"), on("note "+text+"\r"))
		}
		note("on the screen")
		s.sees("Note: on the screen") // and not what is typed
		stopped(t, h, "into the dark", func() { note("into the dark") }, func() { note("into the dark") },
			func(words ...string) string { return s.seesOne(words...) })
	})
	t.Run("pages", func(t *testing.T) {
		_, said := startHost(t, newHome(t), bin, "--store", db.URL(), "--listen", "none", "--web", freePort(t))
		p := browse(t, said.Web)
		link := inviteOf(t, h, bin, "The Run", "--as", "Mira", "--characters", "Seraph", "--store", db.URL())
		p.opens(link)
		p.sends(link, url.Values{})
		p.sees("Seraph")
		table := p.at
		says := func(words string) {
			p.opens(table)
			p.sends(table+"talk", url.Values{"to": {"all"}, "text": {words}})
		}
		says("one")
		stopped(t, h, "is anybody there", func() { says("is anybody there") }, func() { says("is anybody there") },
			func(words ...string) string {
				for late := time.Now().Add(patience); time.Now().Before(late); p.opens(table) {
					for _, w := range words {
						if strings.Contains(p.text, w) {
							return w
						}
					}
					time.Sleep(50 * time.Millisecond) // it is another program
				}
				t.Fatalf("none of %q stands at %s:\n%s", words, p.at, p.text)
				return ""
			})
	})
}

// seesOne waits until one of several words was said n times since the start, and gives it.
func (l *seatLines) seesOne(t *testing.T, n int, words ...string) string {
	t.Helper()
	for late := time.Now().Add(patience); time.Now().Before(late); time.Sleep(20 * time.Millisecond) { // it is another program
		for _, w := range words {
			if len(words) > 1 && strings.Contains(l.String(), w) || strings.Count(l.String(), w) >= n {
				return w
			}
		}
	}
	t.Fatalf("none of %q was said:\n%s", words, l.String())
	return ""
}

// seesOne waits until one of several words stands on the screen, and gives it.
func (s *terminal) seesOne(words ...string) string {
	s.Helper()
	late := time.After(patience)
	for {
		for _, w := range words {
			if strings.Contains(unwrapped(s.vt.String()), w) {
				return w
			}
		}
		select {
		case <-s.news:
		case <-late:
			s.Fatalf("none of %q is on the screen:\n%s", words, s.vt)
		}
	}
}

// unwrapped is a screen as one line, without the frames of its boxes.
func unwrapped(screen string) string {
	return strings.Join(strings.FieldsFunc(screen, func(r rune) bool { return r == ' ' || r == '\n' || r == '│' || r == '┃' || r == '|' || r == '▌' }), " ")
}

// TestLostByFailover has a standby that is not synchronous take over before it has got the last
// acts: they are gone, and every way in tells which events were acknowledged and are nowhere, by
// what this machine remembers.
func TestLostByFailover(t *testing.T) {
	if !*withDatabase {
		t.Skip("needs PostgreSQL: -postgres starts one")
	}
	h, one := newHome(t), pgtest.Start(t)
	two := one.Standby(t)
	one.Do(t, `ALTER SYSTEM SET synchronous_standby_names = ''`)
	one.Do(t, `SELECT pg_reload_conf()`)
	one.Until(t, `SELECT current_setting('synchronous_standby_names') = ''`)
	url := pgtest.Both{one, two}.URL()
	plays := func(text string) result {
		return h.fray(text+"\nq\n", "play", "Vault", "--new", "--plain", "--store", url)
	}
	if r := plays("note that stays"); !strings.Contains(r.out, "Note: that stays") {
		t.Fatalf("%d %s%s", r.status, r.out, r.err)
	}
	two.Until(t, `SELECT EXISTS (SELECT FROM fray.lines WHERE convert_from(body, 'UTF8') LIKE '%that stays%')`)
	two.Kill()
	r := plays("note first lost\nnote second lost")
	one.Kill()
	two.Run(t)
	if strings.Count(r.out, "Note: ") < 2 {
		t.Fatalf("%d %s%s", r.status, r.out, r.err)
	}
	two.Promote(t)
	for _, args := range [][]string{{"check", "Vault"}, {"log", "Vault"}, {"export", "Vault"}, {"show", "Vault"}, {"play", "Vault", "--plain"}} {
		r := h.fray("q\n", append(args, "--store", url)...)
		said := strings.Join(strings.Fields(r.out+r.err), " ")
		if !strings.Contains(said, "vents 3 to 4 were written, and are nowhere here") || strings.Contains(said, "first lost") {
			t.Errorf("%v: exit %d\n%s%s", args, r.status, r.out, r.err)
		}
	}
	if r := plays("note after it"); !strings.Contains(r.out, "Note: after it") {
		t.Errorf("it does not go on: %d %s%s", r.status, r.out, r.err)
	}
}
