package serve_test

import (
	"flag"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/engine"
	"example.org/fray/engine/supermen"
	"example.org/fray/engine/systems"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
)

// table is three people at three terminals: the gamemaster, Mira with the first character,
// Tom with the second.
type table struct {
	*testHost
	gm, mira, tom *client

	miras, toms ssh.Signer
}

// The gamemaster plays the other named characters.
func sitDown(t *testing.T, system string, others ...string) *table {
	h := open(t, system)
	x := &table{testHost: h}
	s, ok := h.live.Now().Rulebook(system)
	if !ok {
		t.Fatal("no rulebook", system)
	}
	for _, name := range others {
		h.must(gm, model.Join{Character: model.Character{Name: name, Pages: pages(system, s.Templates[len(s.Templates)-1])}})
	}
	key := newKey(t)
	if err := h.guests.Admit(key.PublicKey(), gm, h.now); err != nil {
		t.Fatal(err)
	}
	x.miras, x.toms = h.seated("Mira", 0), h.seated("Tom", 1)
	come := func(user string, key ssh.Signer) *client { // one after the other, since they are asked in this order
		c := h.come(user, key)
		c.sees("The Vault Job")
		return c
	}
	x.gm, x.mira, x.tom = come("gm", key), come("mira", x.miras), come("tom", x.toms)
	return x
}

// who returns the terminal of the person who must answer the open roll.
func (x *table) who() *client {
	t := x.live.Now()
	for _, r := range t.Rolls() {
		step, err := t.Step(r)
		if err != nil || step.Open == nil {
			continue
		}
		if all := decide.Deciders(t, r); len(all) > 0 {
			return x.screens()[all[0]]
		}
		return x.gm
	}
	return nil
}

// grows waits until the log has grown. If nothing happens it presses enter once more, since
// the key before may have reached another screen.
func (x *table) grows(from uint64, c *client) {
	x.Helper()
	changed, stop := x.live.Watch()
	defer stop()
	late, again := time.After(patience), time.NewTicker(time.Second)
	defer again.Stop()
	for x.live.Now().Seq() == from {
		select {
		case <-changed:
		case <-again.C:
			if !c.plain {
				c.catchesUp()
			}
			if x.live.Now().Seq() == from {
				c.types("\r")
			}
		case <-late:
			x.Fatalf("nothing happens. Mira sees\n%s\nTom sees\n%s", x.mira.vt, x.tom.vt)
		}
	}
}

// begin lets a player begin the first offered action, and lets everybody who is asked
// accept the default until it is finished.
func (x *table) begin(c *client) string {
	x.Helper()
	seq := x.live.Now().Seq()
	c.begins()
	c.types("\r")
	x.grows(seq, c)
	for asked := x.who(); asked != nil; asked = x.who() {
		seq = x.live.Now().Seq()
		asked.sees("later")
		asked.types("\r")
		x.grows(seq, asked)
	}
	return x.story()
}

// story returns the sentences of the newest act.
func (x *table) story() string {
	x.Helper()
	return strings.Join(storyTo(x, x.live.Now()), ". ")
}

// findsInLog waits for words in the log. It closes forms that open over the log.
func (c *client) findsInLog(words string) {
	c.Helper()
	late, again := time.After(patience), time.NewTicker(time.Second/4)
	defer again.Stop()
	for words = squeezed(words); !strings.Contains(squeezed(c.vt.String()), words); {
		select {
		case <-c.news:
		case <-again.C:
			c.types("\x1b")
		case <-late:
			c.Fatalf("the log does not show %q:\n%s", words, c.vt)
		}
	}
}

// storyTo returns the sentences by which a seat's log tells the newest act.
func storyTo(t testing.TB, seen model.Table) []string {
	t.Helper()
	for l, said := range view.LogText(seen, false) {
		if !slices.ContainsFunc(l.Event.Facts, func(f model.Fact) bool { done, ok := f.(model.Finished); return ok && done.Story != "" }) {
			continue
		}
		var out []string
		for _, s := range said {
			if s.Head {
				out = append(out, view.Sentence(s.Text))
			}
		}
		return out
	}
	t.Fatal("nothing was told")
	return nil
}

// squeezed replaces runs of spaces by one.
func squeezed(s string) string { return strings.Join(strings.Fields(s), " ") }

// begins returns as many of the first words as fit into that many columns, since the rest
// may be on the next line.
func begins(words string, columns int) (out string) {
	for i, w := range strings.Fields(words) {
		if next := strings.TrimSpace(out + " " + w); i < 2 || len([]rune(next)) <= columns {
			out = next
			continue
		}
		break
	}
	return out
}

var (
	rounds = flag.Int("rounds", 3, "how many rounds a fight over three connections has")
	long   = flag.Bool("long", false, "play in every rulebook over connections, not in one")
)

// played returns the rulebooks to test: one, or with -long all.
func played(usual string) []*engine.System {
	return slices.DeleteFunc(systems.All(), func(s *engine.System) bool { return !*long && s.ID != usual })
}

// TestFightOfThree plays a fight in each rulebook: two players against the gamemaster's
// character. In every round everybody who may act does, with all questions and follow-ups.
// All three logs must tell every act, and what the gamemaster undoes.
func TestFightOfThree(t *testing.T) {
	for _, s := range played("d6") {
		t.Run(s.ID, func(t *testing.T) {
			t.Parallel()
			x := sitDown(t, s.ID, "Old Grim")
			x.must(gm, model.AskWords{})
			x.words("green elephants", "any keys")
			acts := map[string]int{}
			for x.round() <= *rounds {
				for _, c := range x.live.Now().Characters() {
					if x.acts(c.Name) {
						acts[c.Name]++
						t.Log(x.live.Now().When(x.live.Now().Clock.Moment), x.story())
					}
				}
				x.goesOn()
			}
			x.takesBack()
			for _, c := range x.live.Now().Characters() {
				if acts[c.Name] == 0 && !x.live.Now().IsDown(c.ID) { // the first blow may have felled the character
					t.Errorf("%s does nothing in all the fight", c.Name)
				}
			}
			x.must(gm, model.EndSession{})
			x.checked()
		})
	}
}

// TestMessages checks that a message appears on every screen, and a whisper only on one
// other and the gamemaster's.
func TestMessages(t *testing.T) {
	x := sitDown(t, "supermen")
	x.mira.types("M", "the door is open\r")
	x.tom.sees("Mira: the door is open")
	x.gm.sees("Mira: the door is open")
	x.tom.types("M", "@mira I go first\r")
	x.mira.sees("Tom to Mira: I go first")
	x.gm.sees("Tom to Mira: I go first") // the gamemaster reads everything
	x.mira.types("M", "@gm may I?\r")
	x.gm.sees("may I?")
	x.tom.never("may I?")
}

// TestAskedOfAnother sends requests to change numbers of a character of somebody else; for
// a name-only character the player gives a difference. The gamemaster sees the resulting
// value, and the player does not.
func TestAskedOfAnother(t *testing.T) {
	x := sitDown(t, "supermen")
	x.must(gm, model.Join{Character: model.Character{Name: "Lion", Pages: pages("supermen", supermen.System.Templates[2])}})
	x.mira.sees("Lion joins the table")
	lion := x.live.Now().Characters()[2].ID
	lost := func() int {
		c, _ := x.live.Now().Character(lion)
		return supermen.System.Sheet.Read(c.Pages["supermen"]).Value("vp_lost").Int()
	}
	x.must(gm, model.Write{Who: lion, System: "supermen", Set: []model.Change{{Field: "vp_lost", To: engine.ValueOf(7)}}})
	x.mira.types("\t", "\t", "G", "-", "3", "\t", "\t", "lamp", "\r")
	x.mira.sees("you asked the gamemaster: Lion: Take damage, damage 3: lamp")
	x.gm.sees("grants the request: Mira wants: Lion: Take damage", "lamp")
	x.gm.types("V")
	x.gm.sees("granted")
	x.mira.sees("is granted")
	if lost() != 10 {
		t.Errorf("%d lost, want 10", lost())
	}
	x.mira.types("+", "5", "0", "\t", "ep", "\r")
	x.mira.sees("you asked the gamemaster: 50 EP back for Lion")
	x.mira.types(":4 heal\r")
	x.mira.sees("you asked the gamemaster: 4 VP back for Lion")
	x.gm.types("V", "\r", "V") // first one of two, then the other
	until(t, "both are granted", func() bool { return len(x.live.Now().Requests) == 0 })
	if lost() != 6 {
		t.Errorf("%d lost, want 6", lost())
	}
	x.mira.never("→")
	x.tom.never("wants:", "damage to Lion")

	c, _ := x.live.Now().Character(lion)
	opened := *c
	opened.Shown = "open"
	x.must(gm, model.Edit{Who: lion, Character: opened})
	x.mira.sees("VP 32 of 38") // her own sheet
	x.mira.types("-", "2", "\r")
	x.mira.sees("you asked the gamemaster: Lion: Take damage, damage 2")
	x.gm.sees("Mira wants: Lion: Take damage, damage 2")
	x.gm.types("V")
	until(t, "it is granted", func() bool { return lost() == 8 })
}

// TestAskedAndGranted says as a player that somebody else's character is harmed: it becomes a
// request, which the gamemaster grants with one key.
func TestAskedAndGranted(t *testing.T) {
	x := sitDown(t, "supermen")
	x.mira.types("\t", "\t", "G", "-", "3", "\r")
	x.mira.sees("you asked the gamemaster")
	x.gm.sees("Mira wants:")
	x.gm.types("V")
	x.gm.sees("granted")
	if who := x.live.Now().Characters()[0]; who.Owner != "Mira" {
		t.Fatal(who.Owner)
	}
	x.mira.sees("is granted")
}
