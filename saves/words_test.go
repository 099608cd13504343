package saves_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/decide"
	"example.org/fray/model/view"
	"example.org/fray/saves"
)

func seated(name string) model.Seat { return model.Seat{Role: model.Player, Name: name} }

var theGM = model.Seat{Role: model.GM}

// refused does what is refused, and gives the words for it.
func refused(t testing.TB, l *saves.Live, by model.Seat, c model.Command) string {
	t.Helper()
	_, err := l.Do(by, c)
	var no *model.Refused
	if !errors.As(err, &no) {
		t.Fatalf("%+v of %v: %v", c, by, err)
	}
	return no.Words
}

func must(t testing.TB, l *saves.Live, by model.Seat, c model.Command) {
	t.Helper()
	if _, err := l.Do(by, c); err != nil {
		t.Fatalf("%+v of %v: %v", c, by, err)
	}
}

// throws throws and closes a roll, hidden or not.
func throws(t testing.TB, l *saves.Live, hidden bool) {
	t.Helper()
	must(t, l, theGM, model.Begin{Who: l.Now().Characters()[0].ID, System: "toy", Action: "check", Params: engine.PageOf("hidden", hidden)})
	r := l.Now().Rolls()[0]
	step, err := l.Now().Step(r)
	if err != nil {
		t.Fatal(err)
	}
	must(t, l, theGM, model.Answer{Roll: r.ID, Question: r.Question, Answer: step.Open.Picked("no")})
}

// attended is a table with somebody at it, and so many players' seats.
func attended(t testing.TB, names ...string) *saves.Live {
	t.Helper()
	l := makeTable(t)
	l.AskPlayers(func() []model.Seat {
		var out []model.Seat
		for _, n := range names {
			out = append(out, seated(n))
		}
		return out
	})
	do(t, l, model.Join{Character: character("Ash")})
	return l
}

// worded is an evening with words of players: at its beginning and later.
func worded(t testing.TB, n int) *saves.Live {
	t.Helper()
	l := attended(t, "Mira", "Tom", "Zoe")
	who := l.Now().Characters()[0].ID
	if why := refused(t, l, theGM, model.Begin{Who: who, System: "toy", Action: "check"}); why != "throw again soon: the dice wait for a word from Mira, then from Tom, Zoe" {
		t.Errorf("the first throw: %s", why)
	}
	must(t, l, seated("Mira"), model.AddWord{Text: "purple \x1belephants"})
	must(t, l, seated("Tom"), model.AddWord{Text: "ä ö ü"})
	must(t, l, program, model.PassOver{Of: seated("Zoe"), Why: "silent for 30 s"})
	for i := range n {
		throws(t, l, i%3 == 1)
	}
	must(t, l, seated("Zoe"), model.AddWord{Text: "late, but here"})
	throws(t, l, false)
	do(t, l, model.Scene{Place: "The roof"})
	for i := range n {
		throws(t, l, i%3 == 1)
	}
	return l
}

// kindsOf are the kinds of the facts of a log, from the first on.
func kindsOf(table model.Table) string {
	var out []string
	for l := range table.Log() {
		for _, f := range slices.Backward(l.Event.Facts) {
			out = append(out, f.Kind())
		}
	}
	slices.Reverse(out)
	return strings.Join(out, " ")
}

// Each player who is there adds words in an order that was told before, nobody
// else does, and no dice fall before; the check tells who did.
func TestWordsForDice(t *testing.T) {
	l := attended(t, "Mira", "Tom")
	ash := l.Now().Characters()[0].ID
	roll := model.Begin{Who: ash, System: "toy", Action: "check"}
	if why := refused(t, l, seated("Mira"), model.AddWord{Text: "x"}); why != "no session has started yet: the first roll starts one" {
		t.Error(why)
	}
	refused(t, l, theGM, roll)
	if got := kindsOf(l.Now()); got != "table-made character-joined session-began dice-words-asked" {
		t.Errorf("the log is %s", got)
	}
	for _, c := range []struct {
		by      model.Seat
		command model.Command
		why     string
	}{
		{theGM, roll, "the dice wait for a word from Mira, then from Tom"},
		{theGM, model.AddWord{Text: "x"}, "only players add words to the dice, not the gamemaster"},
		{seated("Tom"), model.AddWord{Text: "x"}, "it is the turn of Mira: yours comes later"},
		{seated("Jo"), model.AddWord{Text: "x"}, "others are being asked now: add yours afterwards, for the next scene"},
		{seated("Mira"), model.AddWord{Text: " \t "}, "type a word, or any keys"},
		{seated("Mira"), model.AddWord{Text: strings.Repeat("a", 1000)}, "the word has 1000 characters, and 100 are the most"},
		{seated("Mira"), model.PassOver{Of: seated("Mira")}, "only the gamemaster can do that"},
		{seated("Mira"), model.AskWords{Order: []model.Seat{seated("Mira")}}, "only the gamemaster can do that"},
		{theGM, model.AskWords{Order: []model.Seat{seated("Jo")}}, "Mira is already being asked for a word"},
		{theGM, model.MixDice{}, "there are no new words to add to the dice"},
	} {
		if why := refused(t, l, c.by, c.command); why != c.why {
			t.Errorf("%T of %s: %s", c.command, c.by.Name, why)
		}
	}
	must(t, l, seated("Mira"), model.AddWord{Text: strings.Repeat("a", model.LongestWord)})
	var stale *decide.Stale
	if _, err := l.Do(theGM, model.PassOver{Of: seated("Mira")}); !errors.As(err, &stale) {
		t.Errorf("passing over who has answered: %v", err)
	}
	must(t, l, theGM, model.PassOver{Of: seated("Tom"), Why: "by the gamemaster"})
	throws(t, l, false)
	must(t, l, seated("Jo"), model.AddWord{Text: "I am here now"})
	refused(t, l, seated("Jo"), model.AddWord{Text: "and again"})
	throws(t, l, true)
	do(t, l, model.Scene{})
	must(t, l, seated("Jo"), model.AddWord{Text: "and again"})
	throws(t, l, false)
	if strings.Contains(kindsOf(l.Now()), "dice-word-added dice-mixed dice") {
		t.Errorf("the log is %s", kindsOf(l.Now()))
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := checkAt(l.Path(), "")
	if err != nil || !r.Good() || r.Mixed != 1 || fmt.Sprint(r.Words) != "{[Mira Jo] [Tom] 1 0}" || len(r.Proofs) != 3 || r.Dice < 12 {
		t.Errorf("%+v %v", r, err)
	}
}

// Nobody is asked for words at a table without players, nor at a served table to which
// nobody has come.
func TestAloneNobodyIsAsked(t *testing.T) {
	for name, l := range map[string]*saves.Live{"alone": makeTable(t), "served": attended(t)} {
		if name == "alone" {
			do(t, l, model.Join{Character: character("Ash")})
		}
		throws(t, l, false)
		if got := kindsOf(l.Now()); strings.Contains(got, "word") {
			t.Errorf("%s: the log is %s", name, got)
		}
	}
}

// Taking back what is around words takes back no word, and what is set right
// falls from the dice as they are now.
func TestWordsAndUndo(t *testing.T) {
	l := worded(t, 2)
	before := l.Now().Dice
	for range 12 {
		do(t, l, model.Undo{})
	}
	if after := l.Now().Dice; fmt.Sprint(after) != fmt.Sprint(before) || before.Times != 2 {
		t.Errorf("the words were %v and are %v", before, after)
	}
	p := newPlayer(5)
	p.rights = true
	p.play(t, l, 60)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := checkAt(l.Path(), ""); err != nil || !r.Good() || r.Mixed != 1 {
		t.Errorf("%+v %v", r, err)
	}
}

// copied copies the file of a table, as it stands, into a folder.
func copied(t testing.TB, path, dir string) string {
	t.Helper()
	to := filepath.Join(dir, filepath.Base(path))
	b, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(to, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return to
}

// facesOf are all dice of a log, and their seeds' fingerprints.
func facesOf(table model.Table) (faces, prints []string) {
	for l := range table.Log() {
		for _, f := range l.Event.Facts {
			switch f := f.(type) {
			case model.Answered:
				if f.Thrown {
					faces = append(faces, f.Answer.Faces.String())
				}
			case model.SessionBegan:
				prints = append(prints, f.Fingerprint)
			}
		}
	}
	slices.Reverse(faces)
	slices.Reverse(prints)
	return faces, prints
}

// After a crash the dice go on as they would have.
func TestWordsAfterACrash(t *testing.T) {
	l := worded(t, 3)
	safe := copied(t, l.Path(), t.TempDir())
	for i := range 6 {
		throws(t, l, i == 2)
	}
	want, _ := facesOf(l.Now())
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"", ".index", ".backups"} {
		if err := os.RemoveAll(l.Path() + suffix); err != nil {
			t.Fatal(err)
		}
	}
	copied(t, safe, filepath.Dir(l.Path()))
	again, err := openAt(l.Path(), testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for i := range 6 {
		throws(t, again, i == 2)
	}
	if got, prints := facesOf(again.Now()); !slices.Equal(got, want) || len(prints) != 1 {
		t.Errorf("the dice fell\n%v\nand would have fallen\n%v", got, want)
	}
}

// A table that is copied or restored in the middle of a session begins one of its own:
// its dice fall otherwise, and nobody is told the seed of the other.
func TestCopiesBeginAnew(t *testing.T) {
	l := worded(t, 3)
	here := copied(t, l.Path(), t.TempDir())
	for i := range 6 {
		throws(t, l, i == 2)
	}
	want, prints := facesOf(l.Now())
	other := func() saves.Deps {
		deps := testDeps()
		deps.Seed()
		deps.Seed()
		return deps
	}
	again, err := openAt(here, other())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = again.Close() })
	again.AskPlayers(func() []model.Seat { return []model.Seat{seated("Mira")} })
	if why := refused(t, again, theGM, model.Begin{Who: again.Now().Characters()[0].ID, System: "toy", Action: "check"}); !strings.Contains(why, "a word from Mira") {
		t.Error(why)
	}
	must(t, again, seated("Mira"), model.AddWord{Text: "purple elephants"})
	for i := range 6 {
		throws(t, again, i == 2)
	}
	got, begun := facesOf(again.Now())
	if n := len(want) - len(got); n != 0 || slices.Equal(got, want) {
		t.Errorf("the dice fell %v", got)
	}
	if len(begun) != 2 || begun[0] != prints[0] || begun[1] == prints[0] {
		t.Errorf("its sessions have the fingerprints %v, the table's own %v", begun, prints)
	}
	for e, err := range again.Events(0) {
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range e.Facts {
			if end, ok := f.(model.SessionEnded); ok && end.Seed == "01"+strings.Repeat("00", 31) {
				t.Error("it tells the seed of the session that is under way elsewhere")
			}
		}
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := checkAt(here, ""); err != nil || !r.Good() || r.Open != 1 || r.Mixed != 1 {
		t.Errorf("%+v %v", r, err)
	}
}

// A damaged table goes on with the dice it had, where all its words are there.
func TestWordsOfADamagedTable(t *testing.T) {
	l := worded(t, 4)
	path := l.Path()
	if err := os.Remove(path); err != nil { // while it is open
		t.Fatal(err)
	}
	for range 3 {
		throws(t, l, false)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := checkAt(path, ""); err != nil || !r.Good() || r.Mixed != 1 || r.Sessions != 1 {
		t.Errorf("%+v %v", r, err)
	}
}

// Where words are lost with a part of the log, its dice cannot be checked; they
// are not called wrong.
func TestLostWords(t *testing.T) {
	l := worded(t, 4)
	path := l.Path()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte{'\n'})
	for _, kind := range []string{"dice-word-added", "dice-mixed", "dice-words-asked"} {
		i := slices.IndexFunc(lines, func(b []byte) bool { return bytes.Contains(b, []byte(kind)) })
		lost := filepath.Join(t.TempDir(), "lost.fray")
		if err := os.WriteFile(lost, bytes.Join(slices.Delete(slices.Clone(lines), i, i+1), nil), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := checkAt(lost, "")
		if err != nil || len(r.Wrong) != 1 || len(r.Missing) != 1 || r.Open != 1 || r.Sessions != 0 {
			t.Errorf("without %s: %+v %v", kind, r, err)
		}
	}
}

// Until the session ends, its seeds stand nowhere but in the line of the file that is
// theirs: no event, no search, no index and no backup has them.
func TestSeedIsNowhere(t *testing.T) {
	l := worded(t, 3)
	seeds := []string{"01" + strings.Repeat("00", 31), "02" + strings.Repeat("00", 31)}
	saves.IndexNow(l)
	var b bytes.Buffer
	for line, err := range l.Lines(0) {
		if err != nil {
			t.Fatal(err)
		}
		b.Write(line.Body)
	}
	b.WriteString(exported(t, l.Now()))
	for _, seat := range []model.Seat{theGM, seated("Mira"), {Role: model.Watcher, Name: "Jo"}} {
		seen := view.SeenBy(l.Now(), seat)
		b.WriteString(exported(t, seen))
		for line := range seen.Log() {
			b.WriteString(saves.SaidOf(seen, line.Event))
		}
		for _, s := range seeds {
			if found, err := l.Search(t.Context(), seat, s, 9); len(found) > 0 || err != nil {
				t.Errorf("%v finds a seed in %v: %v", seat, found, err)
			}
		}
	}
	index, err := os.ReadFile(l.Path() + ".index")
	if err != nil {
		t.Fatal(err)
	}
	b.Write(index)
	for _, s := range seeds {
		raw, _ := hex.DecodeString(s)
		if strings.Contains(b.String(), s) || bytes.Contains(b.Bytes(), raw[:16]) && !bytes.Contains(raw[:16], make([]byte, 15)) {
			t.Error("a seed is told")
		}
	}
	if !strings.Contains(b.String(), "purple ␛elephants") || !strings.Contains(b.String(), "ä ö ü") {
		t.Error("the words are not told")
	}
	file, err := os.ReadFile(l.Path())
	if err != nil || bytes.Count(file, []byte(seeds[0])) != 1 {
		t.Errorf("the file has the seed %d times: %v", bytes.Count(file, []byte(seeds[0])), err)
	}
	must(t, l, theGM, model.EndSession{})
	told := 0
	for line, err := range l.Lines(0) {
		if err == nil && bytes.Contains(line.Body, []byte(seeds[0])) {
			told++
		}
	}
	if told != 2 { // its own line, and the event that ends the session
		t.Errorf("after the session the seed is told %d times", told)
	}
}

// The dice of a seed and of words fall as they always did: tables of years ago
// are checked by them.
func TestMixedDiceStay(t *testing.T) {
	l := worded(t, 2)
	got, _ := facesOf(l.Now())
	if want := "[6 3 6 4 7 2 5 2 1 1 3 2 5 5 6 3 1 6 1 4 4]"; fmt.Sprint(got) != want {
		t.Errorf("the dice fell %v, not %s", got, want)
	}
}

// A round that was cut short by a crash is over once the table is played where
// nobody is served.
func TestNobodyLeft(t *testing.T) {
	l := attended(t, "Mira", "Tom")
	refused(t, l, theGM, model.Begin{Who: l.Now().Characters()[0].ID, System: "toy", Action: "check"})
	must(t, l, seated("Mira"), model.AddWord{Text: "elephants"})
	l.AskPlayers(nil)
	throws(t, l, false)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := checkAt(l.Path(), ""); err != nil || !r.Good() || fmt.Sprint(r.Words) != "{[Mira] [Tom] 1 0}" {
		t.Errorf("%+v %v", r, err)
	}
}

// rewrite changes a fact of a kind, and reports whether there was one.
func (c *tampered) rewrite(kind string, change func(fact map[string]any)) bool {
	var at [][2]int
	for i, e := range c.events {
		for j, f := range e.Facts {
			if f.Kind() == kind {
				at = append(at, [2]int{i, j})
			}
		}
	}
	if len(at) == 0 {
		return false
	}
	p := at[c.rng.IntN(len(at))]
	body, err := json.Marshal(c.events[p[0]])
	if err != nil {
		panic(err)
	}
	var all map[string]any
	_ = json.Unmarshal(body, &all)
	change(all["facts"].([]any)[p[1]].(map[string]any)["fact"].(map[string]any))
	if body, err = json.Marshal(all); err == nil {
		err = json.Unmarshal(body, &c.events[p[0]])
	}
	if err != nil {
		panic(err)
	}
	return true
}

// without takes out one event that begins with a fact of a kind.
func (c *tampered) without(kind string) bool {
	var at []int
	for i, e := range c.events {
		if e.Facts[0].Kind() == kind {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		return false
	}
	i := at[c.rng.IntN(len(at))]
	c.events = slices.Delete(slices.Clone(c.events), i, i+1)
	return true
}

// whose is the seat that a word is of.
func whose(f map[string]any) map[string]any {
	return f["from"].(map[string]any)["seat"].(map[string]any)
}

// wordTricks are ways to cheat with players' words.
var wordTricks = map[string]func(c *tampered) bool{
	"another word": func(c *tampered) bool {
		return c.rewrite("dice-word-added", func(f map[string]any) { f["text"] = f["text"].(string) + "!" })
	},
	"a word of somebody else": func(c *tampered) bool {
		return c.rewrite("dice-word-added", func(f map[string]any) { whose(f)["name"] = "Jo" })
	},
	"a word of the gamemaster's": func(c *tampered) bool {
		return c.rewrite("dice-word-added", func(f map[string]any) { whose(f)["role"] = "gm" })
	},
	"a word less":     func(c *tampered) bool { return c.without("dice-word-added") },
	"nobody asked":    func(c *tampered) bool { return c.without("dice-words-asked") },
	"not passed over": func(c *tampered) bool { return c.without("dice-word-passed") },
	"not mixed":       func(c *tampered) bool { return c.without("dice-mixed") },
	"passed over for another reason": func(c *tampered) bool {
		return c.rewrite("dice-word-passed", func(f map[string]any) { f["why"] = "never came" })
	},
	"another order": func(c *tampered) bool {
		return c.rewrite("dice-words-asked", func(f map[string]any) {
			all := f["order"].([]any)
			all[0], all[1] = all[1], all[0]
		})
	},
	"mixed in elsewhere": func(c *tampered) bool {
		return c.rewrite("dice-mixed", func(f map[string]any) { f["at"] = f["at"].(float64) + float64(1+c.rng.IntN(5)) })
	},
	"mixed in elsewhere in the hidden ones": func(c *tampered) bool {
		return c.rewrite("dice-mixed", func(f map[string]any) { f["hidden_at"] = float64(100 + c.rng.IntN(5)) })
	},
	"mixed with fewer": func(c *tampered) bool {
		return c.rewrite("dice-mixed", func(f map[string]any) { f["steps"] = f["steps"].(float64) - 1 })
	},
	"a word more": func(c *tampered) bool {
		for i, e := range c.events {
			if e.Facts[0].Kind() == "dice-word-added" {
				more := e
				more.Facts = slices.Clone(e.Facts)
				c.events = slices.Insert(slices.Clone(c.events), i+1, more)
				return (&tampered{c.rng, c.events[i : i+1]}).rewrite("dice-word-added", func(f map[string]any) { whose(f)["name"] = "Jo" })
			}
		}
		return false
	},
	"words the other way round": func(c *tampered) bool {
		var at []int
		for i, e := range c.events {
			if e.Facts[0].Kind() == "dice-word-added" {
				at = append(at, i)
			}
		}
		if len(at) < 2 {
			return false
		}
		a, b := at[0], at[1]
		c.events[a].Facts, c.events[b].Facts = c.events[b].Facts, c.events[a].Facts
		return true
	},
	"a seed chosen afterwards": func(c *tampered) bool {
		return c.rewrite("session-ended", func(f map[string]any) { f["seed"] = strings.Repeat("ab", 32) }) &&
			c.rewrite("session-began", func(f map[string]any) { f["fingerprint"] = saves.Fingerprint(strings.Repeat("ab", 32)) })
	},
}
