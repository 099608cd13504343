package lines

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/engine/contest"
	"example.org/fray/engine/d6"
	"example.org/fray/engine/easiness"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/ui/uitest"
)

// talk plays lines at the table as the gamemaster, and returns the transcript with the
// input.
func talk(tb testing.TB, g *uitest.Memory, lines ...string) string {
	tb.Helper()
	return talkAs(tb, g, uitest.GM, lines...)
}

// talkAs is talk for another seat.
func talkAs(tb testing.TB, g *uitest.Memory, seat model.Seat, lines ...string) string {
	tb.Helper()
	var out bytes.Buffer
	in := &echoed{lines: lines, out: &out}
	if err := Play(Config{Game: g, Seat: seat}, in, &out); err != nil {
		tb.Fatal(err)
	}
	return out.String()
}

// echoed is an input that also appears in the output, as at a terminal.
type echoed struct {
	lines []string
	out   *bytes.Buffer
}

func (e *echoed) Read(b []byte) (int, error) {
	if len(e.lines) == 0 {
		return 0, io.EOF
	}
	l := e.lines[0] + "\n"
	e.lines = e.lines[1:]
	e.out.WriteString(l)
	return copy(b, l), nil
}

func TestPlainSession(t *testing.T) {
	got := talk(t, uitest.Vault(t),
		"help", "seraph", "move", "settings", "slow 2", "slow 0", "", "", "speed 99", "speed 10 ep 6",
		"next", "show seraph", "undo", "redo", "log 2", "note The alarm goes off.",
		"real 2", "sphinx", "move", "", "1 11", "3 4", "5", "", "",
		"round", "show", "quit")
	uitest.Golden(t, "plain.txt", got)
	if strings.ContainsRune(got, '\x1b') {
		t.Error("plain lines hold an escape sequence")
	}
	for _, l := range strings.Split(got, "\n") {
		if strings.ContainsAny(l, "│─╭█▸") {
			t.Errorf("%q is drawn", l)
		}
	}
}

func TestPlainRefuses(t *testing.T) {
	for _, c := range []struct {
		lines []string
		says  string
	}{
		{[]string{"9"}, "There is no number 9: type 1 to 3."},
		{[]string{"nobody"}, `"nobody" is neither a command nor a name`},
		{[]string{"s"}, `"s" could be Seraph or Sphinx`},
		{[]string{"1", "99", "back"}, "There is no number 99"},
		{[]string{"1", "blorp", "back"}, `"blorp" is not one of these`},
		{[]string{"1", "move", "slwo 1", "back"}, `did you mean "slow"?`},
		{[]string{"1", "move", "slow x", "back"}, "slow"},
		{[]string{"1", "move", "", "later", "undo", "log"}, "undone: Seraph"},
		{[]string{"open"}, "No roll is open."},
		{[]string{"again"}, "Nothing has been done yet."},
		{[]string{"redo"}, "nothing"},
		{[]string{"log x"}, `"x" is not a number`},
		{[]string{"1", "move", "", "drop"}, "drop"},
	} {
		if got := talk(t, uitest.Vault(t), append(c.lines, "quit")...); !strings.Contains(got, c.says) {
			t.Errorf("%q does not say %q:\n%s", c.lines, c.says, got)
		}
	}
	g := uitest.Vault(t)
	g.Full = errors.New("the disk is full")
	if got := talk(t, g, "note x", "quit"); !strings.Contains(got, "the disk is full") {
		t.Error(got)
	}
}

// TestPlainNamesSeveral finds characters by a name without its article, and several between
// commas.
func TestPlainNamesSeveral(t *testing.T) {
	g := uitest.Vault(t)
	for _, name := range []string{"A watchman 1", "A watchman 2", "The Watchman 3"} {
		c := *g.Table.Characters()[2]
		c.ID, c.Name, c.Side = "", name, engine.Foes
		g.Must(t, model.Join{Character: c})
	}
	for line, want := range map[string]string{
		"odds seraph attacks watchman 3":                  "Combat Roll against The Watchman 3\n",
		"odds seraph attacks a watchman 2":                "Combat Roll against A watchman 2\n",
		"odds seraph attacks watchman 2, the watchman 3":  "Combat Roll against A watchman 2, The Watchman 3\n",
		"odds seraph attacks watchman 1 and a watchman 2": "Combat Roll against A watchman 1, A watchman 2\n",
		"odds seraph frobnicates":                         "is no roll that is understood",
	} {
		if got := talk(t, g, line, "back"); !strings.Contains(got, want) {
			t.Errorf("%q does not say %q:\n%s", line, want, got)
		}
	}
}

// TestPlainEveryoneIsNobody checks that a sentence about everyone is refused if there is nobody, or
// nobody whom the seat may change.
func TestPlainEveryoneIsNobody(t *testing.T) {
	empty := uitest.New()
	empty.Must(t, model.Make{Name: "Nobody", System: "supermen"})
	for _, g := range []*uitest.Memory{empty, uitest.Vault(t)} {
		seat := uitest.GM
		if g != empty {
			seat = model.Seat{Role: model.Player, Name: "Ann"}
		}
		for _, line := range []string{"rest all day 1", "effect everyone prone", "everyone attacks seraph", "5 damage to everyone", "leave everyone", "everybody prone", "minion everyone"} {
			talkAs(t, g, seat, line, "back")
		}
		if n := len(g.Table.Characters()); g != empty && n != 3 {
			t.Errorf("a player has changed the table: %d characters are left", n)
		}
	}
}

// TestPlainIdleSession checks that a gamemaster who opens a table twelve hours after the
// newest event of a session is told so, and that the session continues until it is ended.
func TestPlainIdleSession(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, model.BeginSession{Fingerprint: strings.Repeat("ab", 32)})
	var last time.Time
	for l := range g.Table.Log() {
		last = l.Event.Time
		break
	}
	const asks = "The last thing of this session happened 12 hours ago. It goes on; end-session ends it."
	for _, x := range []struct {
		seat  model.Seat
		after time.Duration
		told  bool
	}{{uitest.GM, 12*time.Hour - time.Second, false}, {uitest.GM, 12 * time.Hour, true}, {model.Seat{Role: model.Player, Name: "Ann"}, 12 * time.Hour, false}} {
		var out bytes.Buffer
		cfg := Config{Game: g, Seat: x.seat, Now: func() time.Time { return last.Add(x.after) }}
		if err := Play(cfg, strings.NewReader("quit\n"), &out); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), asks) != x.told {
			t.Errorf("%s, %s later:\n%s", x.seat.Role, x.after, out.String())
		}
	}
	if !g.Table.Open {
		t.Error("the session is over")
	}
}

// TestPlainCleans checks that control characters in text from people are shown, not sent.
func TestPlainCleans(t *testing.T) {
	got := talk(t, uitest.Vault(t), "note a\x1b]0;x\x07b", "quit")
	if strings.Count(got, "\x1b") > 1 { // one is in the echo of the input
		t.Errorf("%q", got)
	}
}

// TestPlainLosesNothing checks that the clock does not pass a follow-up that would be lost,
// unless the user confirms it.
func TestPlainLosesNothing(t *testing.T) {
	for answer, want := range map[string]string{"": "The clock stays where it is.", "yes": "It is segment 50", "follow": "Enter rolls"} {
		g := uitest.Vault(t)
		all := g.Table.Characters()
		g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "supermen", Action: "combat", Params: engine.PageOf("damage", 60)})
		for len(g.Table.Rolls()) > 0 {
			r := g.Table.Rolls()[0]
			step, err := g.Table.Step(r)
			if err != nil {
				t.Fatal(err)
			}
			g.Must(t, model.Answer{Roll: r.ID, Question: r.Question, Answer: step.Open.Offered()})
		}
		g.Must(t, model.Next{})
		hit := g.Table.Clock.Moment
		if len(g.Table.FollowUps()) == 0 {
			t.Fatal("there are no follow-ups of the blow")
		}
		for _, command := range []string{"round", "next"} {
			if got := talk(t, g, command, answer, "back", "quit"); !strings.Contains(got, "lost if time passes") || command == "round" && !strings.Contains(got, want) {
				t.Errorf("%s, %q: %s", command, answer, got)
			}
			if (g.Table.Clock.Moment > hit) != (answer == "yes") {
				t.Errorf("%s, %q: the clock stands at %d, it stood at %d", command, answer, g.Table.Clock.Moment, hit)
			}
			if answer == "yes" {
				break
			}
		}
	}
}

// TestPlainChoice answers a follow-up that has choices.
func TestPlainChoice(t *testing.T) {
	g := uitest.Seated(t, easiness.System)
	g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{4, 4, 9, 9, 8, 7, 6, 5} }
	all := g.Table.Characters()
	g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "easiness", Action: "pool"})
	got := talk(t, g, "follow", "3", "", "follow", "quit")
	for _, want := range []string{"Ilse Marrow: Dodge, resist or lose health\n1. Dodge: attack's successes 2, 99 %\n", "2 Health of 8, 6 left", "There are no follow-ups."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said:\n%s", want, got)
		}
	}
}

// TestPlainOwnFollows checks that a player can take up follow-ups of their own character
// while others act.
func TestPlainOwnFollows(t *testing.T) {
	g := uitest.Seated(t, easiness.System)
	g.Throw = func(engine.Dice, bool) engine.Faces { return engine.Faces{4, 4, 9, 9, 8, 7, 6, 5} }
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	strike := func(by, at int) {
		g.Must(t, model.Begin{Who: all[by].ID, Against: []string{all[at].ID}, System: "easiness", Action: "pool"})
	}
	strike(2, 1)
	mira := model.Seat{Role: model.Player, Name: "Mira"}
	if got := talkAs(t, g, mira, "follow", "quit"); !strings.Contains(got, "There are no follow-ups.") {
		t.Errorf("what others are called for is theirs:\n%s", got)
	}
	strike(1, 0)
	if got := talkAs(t, g, mira, "follow", "3", "", "quit"); !strings.Contains(got, "2 Health of 8, 6 left") {
		t.Errorf("her own is not taken up:\n%s", got)
	}
}

// TestPlainNameOnly checks that a player reads only the name and state of a name-only character.
func TestPlainNameOnly(t *testing.T) {
	g := uitest.Vault(t)
	g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"))
	got := talkAs(t, g, model.Seat{Role: model.Player, Name: "Mira"}, "show", "show sphinx", "quit")
	for _, want := range []string{"2. Sphinx: unhurt\n", "State unhurt", "1. Seraph: VP 43"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said:\n%s", want, got)
		}
	}
	if strings.Contains(got, "VP 42") {
		t.Errorf("her numbers are said:\n%s", got)
	}
}

// TestPlainQuestionAfterHiddenEvent checks that a question of the seat is announced
// although the event before it, a decision for a name-only character, is not printed.
func TestPlainQuestionAfterHiddenEvent(t *testing.T) {
	g := uitest.Seated(t, d6.System)
	all := g.Table.Characters()
	g.Must(t, decide.AssignOwner(all[0], "Mira"))
	g.Throw = func(d engine.Dice, _ bool) engine.Faces { return slices.Repeat(engine.Faces{4}, d.Missing(nil)) }
	g.Must(t, model.Begin{Who: all[1].ID, Against: []string{all[0].ID}, System: "d6", Action: "damage", Params: engine.PageOf("code", "5D")})
	var out bytes.Buffer
	p := &console{game: g, seat: model.Seat{Role: model.Player, Name: "Mira"}, out: bufio.NewWriter(&out)}
	p.refresh()
	if p.printChanges() {
		t.Error("something is said, and nothing has happened")
	}
	none, r := 0, g.Table.Rolls()[0]
	g.Must(t, model.Answer{Roll: r.ID, Question: r.Question, Answer: engine.Answer{ID: "character-points", Amount: &none}})
	said := p.printChanges()
	_ = p.out.Flush()
	if !said || !strings.Contains(out.String(), "A question for you: Character Points") {
		t.Errorf("%v: %q", said, out.String())
	}
}

// TestPlainOdds checks the preview against a name-only opponent: it has the player's own
// odds, no unknown chance, and says which actions need a target.
func TestPlainOdds(t *testing.T) {
	g := uitest.Seated(t, contest.System)
	g.Must(t, decide.AssignOwner(g.Table.Characters()[0], "Mira"))
	got := talkAs(t, g, model.Seat{Role: model.Player, Name: "Mira"}, "1", "exchange", "against", "against 2", "back", "1", "simple", "back", "quit")
	name := g.Table.Characters()[1].Name
	for _, want := range []string{"1. Exchange against " + name + ", about 22\n", "To aim at somebody, type against and a number or a name.\n",
		"22.0 on average; " + name + "'s defence is unknown to you\n", "on average; no target number is set\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said:\n%s", want, got)
		}
	}
	if strings.Contains(got, "never") {
		t.Errorf("it says never:\n%s", got)
	}
}
