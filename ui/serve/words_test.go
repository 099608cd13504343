package serve_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/transfer"
	"example.org/fray/ui/uitest"
)

// on returns the terminal of the player who is asked for a word, or nil.
func (x *table) on() *client {
	t := x.live.Now()
	waits := t.Dice.Asked()
	if len(waits) == 0 {
		return nil
	}
	return map[string]*client{"Mira": x.mira, "Tom": x.tom}[t.SeatName(waits[0])]
}

// words lets everybody who is asked add a word.
func (x *table) words(all ...string) {
	x.Helper()
	for _, w := range all {
		c := x.on()
		if c == nil {
			x.Fatal("nobody is asked for a word")
		}
		c.sees("Your word for the dice", "type the text")
		seq := x.live.Now().Seq()
		c.types(w + "\r")
		x.grows(seq, c)
	}
}

// checked checks the table as it is now.
func (h *testHost) checked() saves.Report {
	h.Helper()
	log, err := logfile.Look(h.live.Path(), logfile.Options{})
	if err != nil {
		h.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	r, err := saves.Check(h.Context(), log, index.Memory(), uitest.AllRules(), nil, "")
	if err != nil || !r.Good() {
		h.Errorf("the check: %+v %v", r, err)
	}
	return r
}

// TestPlayersAddWords checks that the first throw begins a session: everybody sees the
// fingerprint, the players add words in turn, and the dice depend on both.
func TestPlayersAddWords(t *testing.T) {
	x := sitDown(t, "supermen")
	x.mira.begins()
	x.mira.types("\r")
	x.gm.sees("goes on without it: the dice wait for a word from")
	began := ""
	for l := range x.live.Now().Log() {
		for _, f := range l.Event.Facts {
			if e, ok := f.(model.SessionBegan); ok {
				began = e.Fingerprint
			}
		}
	}
	x.words("purple elephants")
	x.words("\"; rm -rf /")
	x.gm.sees("roll now: all words are in the dice")
	x.mira.types("\x1b") // closes her form; she may throw now
	x.mira.sees("enter choose")
	for _, c := range []*client{x.gm, x.mira, x.tom} {
		c.sees("adds to the dice: purple", "adds to the dice: \"; rm")
		c.asksForDice()
		c.sees("The dice of this session", began)
		c.types("\x1b")
		c.sees("? help")
	}
	x.begin(x.tom)
	lines := x.comePlain("tom", x.toms)
	lines.sees("Type the number")
	x.must(gm, model.EndSession{})
	last := x.live.Now().Ended
	if last.Fingerprint != began || last.Seed == "" {
		t.Errorf("of the session that ended there is %+v", last)
	}
	_, hash := x.live.Seal()
	lines.sees("Session 1 is over. The seed of its dice:", last.Seed, last.Fingerprint, hash)
	x.mira.sees("The session is over", last.Seed, hash, "elephants") // the summary of the session
	x.mira.types("\x1b")
	x.mira.sees("? help")
	x.mira.asksForDice()
	x.mira.sees("Session 1 is over", last.Seed, hash, "y copy your export")
	x.mira.types("y")
	x.mira.sees("copied")
	home := filepath.Join(t.TempDir(), "home.json")
	x.mu.Lock()
	err := os.WriteFile(home, []byte(x.copied), 0o600)
	x.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	if r, err := transfer.CheckExport(home, x.live.Now().Rulebooks, nil, hash); err != nil || !r.Good() || r.Dice == 0 {
		t.Errorf("what Mira takes home: %+v %v", r, err)
	}
	if r := x.checked(); r.Mixed != 1 || len(r.Words.Added) != 2 || len(r.Words.Passed) > 0 || r.Dice == 0 {
		t.Errorf("%+v", r)
	}
}

// TestWordBehindWhatIsTyped checks that a player who is typing something else is told that
// a word is asked for, and is asked when that is closed.
func TestWordBehindWhatIsTyped(t *testing.T) {
	x := sitDown(t, "supermen")
	x.tom.types("a")
	x.tom.sees("type to find")
	x.must(gm, model.AskWords{})
	x.words("purple elephants")
	x.tom.sees("close this to type your word")
	x.tom.types("hea")
	x.tom.sees("find hea")
	x.tom.types("\x1b")
	x.words("wine")
	x.mira.sees("Tom adds to the dice: wine")
}

// TestSilentSeats checks that a silent player is passed over after a time, or at once by
// the gamemaster, and may add a word for the next scene.
func TestSilentSeats(t *testing.T) {
	x := sitDown(t, "supermen")
	x.gm.asksForDice()
	x.gm.sees("No session has started yet", "enter ask the players for words")
	x.gm.types("\r")
	x.gm.sees("is asked now", "is next")
	silent := x.on()
	silent.sees("Your word for the dice")
	silent.types("half a wo")
	silent.sees("half a wo")
	x.late <- time.Time{}
	silent.sees("they went on without you", "half a wo") // her keys must not reach the table
	silent.types("\x1b")
	silent.sees("enter choose")
	other := x.on()
	if other == silent || other == nil {
		t.Fatal("the next one is not asked")
	}
	other.sees("Your word for the dice")
	x.gm.sees("enter go on without")
	x.gm.types("\r")
	other.sees("they went on without you")
	other.types("\x1b")
	other.sees("enter choose")
	x.gm.sees("no answer within 30 s", "the gamemaster goes on")
	x.gm.types("\x1b")
	x.begin(x.mira)
	x.tom.asksForDice()
	x.tom.sees("enter add a word")
	x.tom.types("\r")
	x.tom.sees("Your word for the dice", "type the text")
	seq := x.live.Now().Seq()
	x.tom.types("now I am back\r")
	x.grows(seq, x.tom)
	x.must(gm, model.Scene{Place: "The roof"})
	x.must(gm, model.Go{Moment: x.live.Now().Clock.Moment + 1}) // one action a segment
	x.gm.sees("It is segment 1")
	x.mira.sees("segment 1 ", "1 Combat Roll") // the card of her act may cover her log
	x.begin(x.mira)
	x.must(gm, model.EndSession{})
	if r := x.checked(); r.Mixed != 1 || fmt.Sprint(r.Words.Added, r.Words.Passed, r.Words.Typed) != "[Tom] [Mira] 0" {
		t.Errorf("%+v", r)
	}
}

// TestLoneGamemaster checks that a gamemaster without players is not asked for a word.
func TestLoneGamemaster(t *testing.T) {
	h := open(t, "supermen")
	key := newKey(t)
	if err := h.guests.Admit(key.PublicKey(), gm, h.now); err != nil {
		t.Fatal(err)
	}
	c := h.come("gm", key)
	c.sees("The Vault Job")
	seq := h.live.Now().Seq()
	(&table{testHost: h, gm: c, mira: c, tom: c}).grows(seq, c.pressing("a", "\r", "\r"))
	c.never("word for the dice", "the dice wait", "passed over")
	h.must(gm, model.EndSession{})
	if r := h.checked(); r.Mixed != 0 || r.Sessions != 1 {
		t.Errorf("%+v", r)
	}
}

// asksForDice opens the card of the dice, once keys do not rest any more behind a card that ended.
func (c *client) asksForDice() {
	c.Helper()
	c.catchesUp()
	c.types("Q")
}

// pressing types keys and returns the client.
func (c *client) pressing(keys ...string) *client {
	c.Helper()
	c.types(keys...)
	return c
}

// reader is a person without a terminal, who reads lines.
type reader struct {
	testing.TB
	in    io.Writer
	lines chan string
}

func (h *testHost) reads(user string, key ssh.Signer) *reader {
	h.Helper()
	conn, err := ssh.Dial("tcp", h.addr, h.config(user, ssh.PublicKeys(key)))
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { _ = conn.Close() })
	s, err := conn.NewSession()
	if err != nil {
		h.Fatal(err)
	}
	r := &reader{TB: h, lines: make(chan string, 1000)}
	out, err := s.StdoutPipe()
	if err == nil {
		r.in, err = s.StdinPipe()
	}
	if err == nil {
		err = s.Shell()
	}
	if err != nil {
		h.Fatal(err)
	}
	go func() {
		defer close(r.lines)
		for in := bufio.NewScanner(out); in.Scan(); {
			r.lines <- in.Text()
		}
	}()
	return r
}

// reads waits for lines with these words, in any order.
func (r *reader) reads(words ...string) {
	r.Helper()
	late := time.After(patience)
	for len(words) > 0 {
		select {
		case l, ok := <-r.lines:
			if !ok {
				r.Fatalf("it ends without %q", words)
			}
			words = slices.DeleteFunc(words, func(w string) bool { return strings.Contains(l, w) })
		case <-late:
			r.Fatalf("there is no %q", words)
		}
	}
}

// TestWordsInLines checks that waiting players in lines are asked, too.
func TestWordsInLines(t *testing.T) {
	h := open(t, "supermen")
	mira := h.reads("mira", h.seated("Mira", 0))
	mira.reads("or help")
	h.must(gm, model.AskWords{})
	mira.reads("Please add a word to the dice")
	fmt.Fprintln(mira.in, "word purple elephants")
	mira.reads("Mira adds to the dice: purple elephants")
	fmt.Fprintln(mira.in, "dice")
	mira.reads("Fingerprint of the seed")
	mira.reads("Mira: purple elephants")
	h.must(gm, model.EndSession{})
	if r := h.checked(); fmt.Sprint(r.Words.Added, r.Words.Passed, r.Words.Typed) != "[Mira] [] 0" {
		t.Errorf("%+v", r)
	}
}

// TestSeedIsOnNoScreen checks that no frame, export or log contains the seed before the
// session ends.
func TestSeedIsOnNoScreen(t *testing.T) {
	x := sitDown(t, "supermen")
	x.must(gm, model.AskWords{})
	x.words("a", "b")
	x.begin(x.mira)
	x.mira.types("\x1b") // the result card takes other keys
	x.mira.sees("? help")
	secrets := []string{"01" + strings.Repeat("00", 31), "02" + strings.Repeat("00", 31)}
	for _, c := range []*client{x.gm, x.mira, x.tom} {
		c.asksForDice()
		c.sees("The dice of this session", "adds" /* in the log */)
		c.never(secrets...)
	}
	var out bytes.Buffer
	if err := transfer.Export(&out, x.live, gm); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(x.live.Path() + ".*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if b, err := os.ReadFile(f); err == nil {
			out.Write(b)
		}
	}
	for _, s := range secrets {
		if strings.Contains(out.String(), s) {
			t.Error("the seed stands in an export or beside the table")
		}
	}
}

// TestGoesOnAfterWords checks that a throw that had to wait for words continues when all
// are in, unless the gamemaster has pressed a key meanwhile.
func TestGoesOnAfterWords(t *testing.T) {
	for _, pressed := range []bool{false, true} {
		x := sitDown(t, "supermen")
		x.gm.types(":d20+5 vs 12\r")
		x.gm.sees("then this goes on by itself")
		if pressed {
			seq := x.live.Now().Seq()
			x.gm.types("J")
			x.grows(seq, x.gm)
		}
		x.words("purple")
		x.words("elephants")
		rolled := func() bool { return len(x.live.Now().Rolls())+finished(x) > 0 }
		if !pressed {
			until(t, "it goes on by itself", rolled)
			continue
		}
		x.gm.sees("roll now: all words are in the dice")
		if rolled() {
			t.Error("it is thrown although a key was pressed")
		}
	}
}

// finished counts the finished rolls of the log.
func finished(x *table) int {
	n := 0
	for l := range x.live.Now().Log() {
		for _, f := range l.Event.Facts {
			if _, is := f.(model.Finished); is {
				n++
			}
		}
	}
	return n
}
