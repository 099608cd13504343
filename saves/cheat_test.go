package saves_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/logtest"
)

var cheats = flag.Int("cheats", 25, "how often TestCheats cheats at the dice")

// log is a log that somebody tampers with.
type tampered struct {
	rng    *rand.Rand
	events []model.Event
}

func readLog(t testing.TB, bodies [][]byte) []model.Event {
	t.Helper()
	var out []model.Event
	for _, b := range bodies {
		var e model.Event
		if err := json.Unmarshal(b, &e); err != nil {
			t.Fatal(err)
		}
		out = append(out, e)
	}
	return out
}

func (c *tampered) bodies(t testing.TB) [][]byte {
	t.Helper()
	var out [][]byte
	for i, e := range c.events {
		e.Seq = uint64(i) + 1
		b, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, b)
	}
	return out
}

// throws are the places of thrown dice: event and fact.
func (c *tampered) throws() [][2]int {
	var out [][2]int
	for i, e := range c.events {
		for j, f := range e.Facts {
			if a, ok := f.(model.Answered); ok && a.Thrown {
				out = append(out, [2]int{i, j})
			}
		}
	}
	return out
}

func (c *tampered) at(p [2]int) model.Answered { return c.events[p[0]].Facts[p[1]].(model.Answered) }

func (c *tampered) put(p [2]int, a model.Answered) {
	c.events[p[0]].Facts[p[1]] = a
}

// retape changes the answers that a closed roll ends with as those in it were
// changed.
func (c *tampered) retape(roll string, from, to engine.Answer) {
	for i, e := range c.events {
		for j, f := range e.Facts {
			end, ok := f.(model.Finished)
			if !ok || end.Roll.ID != roll {
				continue
			}
			end.Roll.Tape = slices.Clone(end.Roll.Tape)
			for k, a := range end.Roll.Tape {
				if a.ID == from.ID && slices.Equal(a.Faces, from.Faces) {
					end.Roll.Tape[k] = to
				}
			}
			c.events[i].Facts[j] = end
		}
	}
}

// tricks are ways to cheat; each is done where the dice look best.
var tricks = map[string]func(c *tampered, p [2]int) bool{
	"a face": func(c *tampered, p [2]int) bool {
		a := c.at(p)
		was := a.Answer
		a.Answer.Faces = slices.Clone(a.Answer.Faces)
		i := c.rng.IntN(len(a.Answer.Faces))
		high := a.Draw.High
		a.Answer.Faces[i] = a.Draw.Low + (a.Answer.Faces[i]-a.Draw.Low+1+c.rng.IntN(high-a.Draw.Low))%(high-a.Draw.Low+1)
		c.put(p, a)
		c.retape(a.Roll, was, a.Answer)
		return true
	},
	"a face no die has": func(c *tampered, p [2]int) bool {
		a := c.at(p)
		was := a.Answer
		a.Answer.Faces = slices.Clone(a.Answer.Faces)
		a.Answer.Faces[0] = c.rng.IntN(2) * 99
		if a.Answer.Faces[0] == was.Faces[0] {
			return false
		}
		c.put(p, a)
		c.retape(a.Roll, was, a.Answer)
		return true
	},
	"other lowest faces": func(c *tampered, p [2]int) bool {
		a := c.at(p)
		was := a.Answer
		by := 1 - 2*a.Draw.Low
		d := *a.Draw
		d.Low, d.High = d.Low+by, d.High+by
		a.Answer.Faces = slices.Clone(a.Answer.Faces)
		for i := range a.Answer.Faces {
			a.Answer.Faces[i] += by
		}
		a.Draw = &d
		c.put(p, a)
		c.retape(a.Roll, was, a.Answer)
		return a.Roll != "" && closed(c.events, a.Roll, a.Answer)
	},
	"the order": func(c *tampered, p [2]int) bool {
		all := c.throws()
		q := all[c.rng.IntN(len(all))]
		a, b := c.at(p), c.at(q)
		if p == q || slices.Equal(a.Answer.Faces, b.Answer.Faces) {
			return false
		}
		a.Draw, b.Draw = b.Draw, a.Draw
		c.put(p, a)
		c.put(q, b)
		return true
	},
	"a throw less": func(c *tampered, p [2]int) bool {
		e := &c.events[p[0]]
		e.Facts = slices.Delete(slices.Clone(e.Facts), p[1], p[1]+1)
		return len(e.Facts) > 0
	},
	"an event less": func(c *tampered, p [2]int) bool {
		c.events = slices.Delete(slices.Clone(c.events), p[0], p[0]+1)
		return true
	},
	"a throw more": func(c *tampered, p [2]int) bool {
		e := &c.events[p[0]]
		e.Facts = slices.Insert(slices.Clone(e.Facts), p[1], model.Fact(c.at(p)))
		return true
	},
	"typed, it says": func(c *tampered, p [2]int) bool {
		a := c.at(p)
		a.Thrown, a.Draw = false, nil
		c.put(p, a)
		return true
	},
	"drawn, it does not say how": func(c *tampered, p [2]int) bool {
		a := c.at(p)
		a.Draw = nil
		c.put(p, a)
		return len(c.throws()) > 1
	},
	"only what the roll ends with": func(c *tampered, p [2]int) bool {
		a := c.at(p)
		to := a.Answer
		to.Faces = slices.Clone(to.Faces)
		to.Faces[0] = a.Draw.Low + (to.Faces[0]-a.Draw.Low+1)%(a.Draw.High-a.Draw.Low+1)
		c.retape(a.Roll, a.Answer, to)
		return closed(c.events, a.Roll, to)
	},
	"of the other stream": func(c *tampered, p [2]int) bool {
		a := c.at(p)
		d := *a.Draw
		d.Hidden = !d.Hidden
		a.Draw = &d
		c.put(p, a)
		return true
	},
	"another seed of hidden dice": func(c *tampered, p [2]int) bool {
		for i, e := range c.events {
			for j, f := range e.Facts {
				if end, ok := f.(model.SessionEnded); ok {
					end.Hidden = strings.Repeat("cd", 32)
					c.events[i].Facts[j] = end
					return true
				}
			}
		}
		return false
	},
	"hidden dice that were none": func(c *tampered, p [2]int) bool {
		for i, e := range c.events {
			for j, f := range e.Facts {
				if end, ok := f.(model.SessionEnded); ok {
					end.Hidden, end.HiddenDrawn = "", 0
					c.events[i].Facts[j] = end
					return true
				}
			}
		}
		return false
	},
	"another seed": func(c *tampered, p [2]int) bool {
		for i, e := range c.events {
			for j, f := range e.Facts {
				if end, ok := f.(model.SessionEnded); ok {
					end.Seed = strings.Repeat("ab", 32)
					c.events[i].Facts[j] = end
					return true
				}
			}
		}
		return false
	},
}

// closed reports whether a roll has ended with an answer.
func closed(events []model.Event, roll string, a engine.Answer) bool {
	for _, e := range events {
		for _, f := range e.Facts {
			if end, ok := f.(model.Finished); ok && end.Roll.ID == roll {
				return slices.ContainsFunc(end.Roll.Tape, func(b engine.Answer) bool { return b.ID == a.ID && slices.Equal(a.Faces, b.Faces) })
			}
		}
	}
	return false
}

// Whoever changes dice in the log and chains it anew is found by the dice
// themselves, and always by a hash that was kept before. So is whoever changes
// what players added to them.
func TestCheats(t *testing.T) {
	words := worded(t, 8)
	do(t, words, model.EndSession{}) // which tells the seeds
	if err := words.Close(); err != nil {
		t.Fatal(err)
	}
	t.Run("dice", func(t *testing.T) { cheat(t, played(t, 40), *cheats, tricks) })
	t.Run("dice and words", func(t *testing.T) { cheat(t, words.Path(), *cheats/4, tricks) })
	all := map[string]func(*tampered, [2]int) bool{}
	for name, trick := range wordTricks {
		all[name] = func(c *tampered, _ [2]int) bool { return trick(c) }
	}
	t.Run("words", func(t *testing.T) { cheat(t, words.Path(), *cheats/4, all) })
}

// bodiesOf are the bodies of all lines of a table in a file, and the hash of the newest
// event.
func bodiesOf(t *testing.T, path string) (lines []saves.Line, newest string) {
	t.Helper()
	log, err := logfile.Look(path, logfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	lines = logtest.ReadAll(t, log, 0)
	for _, l := range lines {
		if l.Seq > 0 {
			newest = l.Hash.String()
		}
	}
	return lines, newest
}

// checkEvents checks a log of events that is chained anew.
func checkEvents(t *testing.T, bodies [][]byte, hash string) saves.Report {
	t.Helper()
	log := saves.NewMemory()
	var lines []saves.Line
	for i, b := range bodies {
		lines = append(lines, saves.Line{Seq: uint64(i) + 1, Body: b})
	}
	if err := log.Append(t.Context(), 0, lines); err != nil {
		t.Fatal(err)
	}
	noted, err := saves.ParseNoted(hash)
	if err != nil {
		t.Fatal(err)
	}
	r, err := saves.Check(t.Context(), log, index.Memory(), rules, nil, noted)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// cheat cheats n times by some tricks.
func cheat(t *testing.T, path string, n int, tricks map[string]func(*tampered, [2]int) bool) {
	lines, kept := bodiesOf(t, path)
	if honest, err := checkAt(path, kept); err != nil || !honest.Good() || honest.Vouched != honest.Events || honest.Dice < 10 {
		t.Fatalf("the honest log: %+v %v", honest, err)
	}
	var bodies [][]byte
	for _, l := range lines {
		if l.Seq > 0 {
			bodies = append(bodies, l.Body)
		}
	}
	rng := rand.New(rand.NewPCG(uint64(*cheats), 7))
	names := slices.Sorted(maps.Keys(tricks))
	for done := 0; done < n; {
		c := &tampered{rng: rng, events: readLog(t, bodies)}
		all := c.throws()
		name := names[rng.IntN(len(names))]
		if !tricks[name](c, all[rng.IntN(len(all))]) {
			continue
		}
		done++
		now := c.bodies(t)
		if r := checkEvents(t, now, ""); r.Good() {
			t.Fatalf("cheat %d, %s, is not found", done, name)
		}
		if done%20 == 0 {
			if r := checkEvents(t, now, kept); r.Vouched > 0 {
				t.Fatalf("cheat %d, %s, has the hash that was kept", done, name)
			}
		}
	}
}

// In the file: without the chain being made anew, with it, and by the hash.
func TestCheatsInTheFile(t *testing.T) {
	path := played(t, 30)
	lines, kept := bodiesOf(t, path)
	if r, err := checkAt(path, strings.ToUpper(kept)); err != nil || !r.Good() || r.Vouched == 0 {
		t.Fatalf("%+v %v", r, err)
	}
	if _, err := checkAt(path, "abc"); err == nil {
		t.Error("abc is a hash")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// The same event, in other bytes.
	i := slices.IndexFunc(lines, func(l saves.Line) bool { return l.Seq == 2 })
	was := bytes.Clone(lines[i].Body)
	lines[i].Body = bytes.Replace(was, []byte(`:[`), []byte(`: [`), 1)
	forged := filepath.Join(t.TempDir(), "forged.fray")
	if err := os.WriteFile(forged, bytes.Replace(text, was[:len(was)-1], lines[i].Body[:len(lines[i].Body)-1], 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := checkAt(forged, ""); err != nil || r.Good() {
		t.Errorf("with the old hashes it is found: %+v %v", r, err)
	}
	log, err := logfile.Create(filepath.Join(t.TempDir(), "anew.fray"), logfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := log.Append(t.Context(), 0, lines); err != nil {
		t.Fatal(err)
	}
	if err := log.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := checkAt(log.Path(), ""); err != nil || !r.Good() {
		t.Errorf("chained anew it is a log like any other: %+v %v", r, err)
	}
	if r, err := checkAt(log.Path(), kept); err != nil || r.Good() {
		t.Errorf("by the hash it is found: %+v %v", r, err)
	}
}

// played is a closed table of so many random acts.
func played(t testing.TB, n int) string {
	t.Helper()
	l := makeTable(t)
	newPlayer(3).play(t, l, n*5)
	if l.Now().Open {
		do(t, l, model.EndSession{}) // which tells the seeds
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return l.Path()
}
