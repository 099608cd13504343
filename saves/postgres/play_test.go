//go:build unix

package postgres_test

import (
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	mathrand "math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/logtest"
	"example.org/fray/saves/postgres"
)

var (
	kills = flag.Int("kills", 5, "how often something is killed in mid-play")
	acts  = flag.Int("acts", 300, "how many acts three hosts play at one table")
)

// coin is a rulebook of one action, which throws two dice.
var (
	sheet = &engine.Schema{}
	luck  = sheet.Group("Body").Int("luck", "Luck", 0, 20)
	coin  = &engine.System{
		ID: "coin", Name: "Coin", Author: "Nobody", Dice: "2d6", Sheet: sheet, House: &engine.Schema{},
		Time: engine.Timekeeping{Round: "round", Unit: "turn", PerRound: 6},
		Actions: []*engine.Action{{ID: "toss", Label: "Toss", Form: &engine.Schema{}, Mode: engine.Passive, Rule: func(r *engine.Roll) engine.Outcome {
			total := luck.Of(r.Sheet(engine.Actor)) + r.Sum(engine.Ask{ID: "dice", Words: "Your dice"}, engine.D(2, 6))
			return engine.Outcome{Success: total > 7, Grade: engine.Success, Total: total, NoTarget: true}
		}}},
		Templates: []engine.Template{{ID: "ash", Name: "Ash", Page: engine.PageOf("luck", 1)}},
	}
	rules   = model.Rulebooks{"coin": coin}
	program = model.Seat{Role: model.Program}
)

func deps() saves.Deps {
	return saves.Deps{Now: time.Now, Seed: func() (s [32]byte) { _, _ = rand.Read(s[:]); return s }}
}

// host opens a table as a machine of its own would.
func host(t testing.TB, db database, name string, create bool) *saves.Live {
	t.Helper()
	s := open(t, db)
	var live *saves.Live
	var log saves.Log
	var err error
	if create {
		if log, err = s.Create(t.Context(), name); err == nil {
			live, err = saves.Make(log, index.Memory(), rules, model.Make{Name: name, System: "coin"}, deps())
		}
	} else if log, err = s.Look(t.Context(), name); err == nil {
		live, err = saves.Open(log, index.Memory(), rules, deps())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = live.Close() })
	return live
}

// act is what somebody does next.
func act(rng *mathrand.Rand, t model.Table, mark string) model.Command {
	who := t.Characters() // nobody, where the join was undone
	switch n := rng.IntN(6); {
	case n < 3:
		return model.Note{Text: mark}
	case n == 3:
		return model.Undo{}
	case len(who) == 0:
		return model.Redo{}
	}
	return model.Begin{Who: who[rng.IntN(len(who))].ID, System: "coin", Action: "toss"}
}

func join(t testing.TB, l *saves.Live) {
	t.Helper()
	if _, err := l.Do(program, model.Join{Character: model.Character{Name: "Ash", Pages: map[string]engine.Page{"coin": coin.Templates[0].Page}}}); err != nil {
		t.Fatal(err)
	}
}

// oneStory fails unless all hosts see the same log, and every die can be drawn again.
func oneStory(t *testing.T, db database, name string, hosts ...*saves.Live) {
	t.Helper()
	var first []byte
	for _, l := range hosts {
		if _, err := l.Refresh(); err != nil {
			t.Fatal(err)
		}
		snapshot, err := l.Now().Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = snapshot
		} else if string(first) != string(snapshot) {
			t.Error("two hosts see two tables")
		}
	}
	log, err := open(t, db).Look(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	r, err := saves.Check(t.Context(), log, index.Memory(), rules, nil, "")
	if err != nil || !r.Good() {
		t.Errorf("the check finds %v, %v, %v", r.Wrong, r.Missing, err)
	}
}

// Three hosts play at one table at once: every conflict is decided again, there is one
// order everywhere, and every die is drawn again.
func TestThreeHosts(t *testing.T) {
	db := server(t)
	hosts := []*saves.Live{host(t, db, "Hexfall", true)}
	join(t, hosts[0])
	hosts = append(hosts, host(t, db, "Hexfall", false), host(t, db, "Hexfall", false))
	var left, conflicts atomic.Int64
	left.Store(int64(*acts))
	var wg sync.WaitGroup
	s := newStory()
	for i, l := range hosts {
		wg.Go(func() {
			rng := mathrand.New(mathrand.NewPCG(1, uint64(i)))
			for n := left.Add(-1); n >= 0; n = left.Add(-1) {
				mark := fmt.Sprint("note ", n)
				command, was := act(rng, l.Now(), mark), l.Now().Seq()
				now, err := l.Do(program, command)
				var no *model.Refused
				if err != nil && !errors.As(err, &no) {
					t.Errorf("host %d: %v", i, err)
					return
				}
				if _, is := command.(model.Note); is && err == nil {
					s.mu.Lock()
					s.saved = append(s.saved, mark)
					s.mu.Unlock()
				}
				if now.Seq() > was+1 {
					conflicts.Add(1) // it was decided on what came between
				}
				seq, hash := l.Seal()
				s.mu.Lock()
				s.shown[fmt.Sprint(seq, " ", hash)] = true
				s.mu.Unlock()
			}
		})
	}
	wg.Wait()
	oneStory(t, db, "Hexfall", hosts...)
	s.holds(t, db)
	if t.Logf("%d acts were decided on what others did meanwhile", conflicts.Load()); conflicts.Load() == 0 {
		t.Error("nobody met anybody")
	}
}

// A table goes from one store to another and back with every hash, and its keys.
func TestCarriedOver(t *testing.T) {
	db := server(t)
	live := host(t, db, "Hexfall", true)
	join(t, live)
	if _, err := live.Do(program, model.Begin{Who: live.Now().Characters()[0].ID, System: "coin", Action: "toss"}); err != nil {
		t.Fatal(err)
	}
	s := open(t, db)
	from, err := s.Look(t.Context(), "hexfall")
	if err != nil {
		t.Fatal(err)
	}
	records, err := s.Records(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	if err := records.Put(t.Context(), saves.KeyRecords, "mira", []byte(`{"name":"Mira"}`), 0); err != nil {
		t.Fatal(err)
	}
	memory, memoryRecords := saves.NewMemory(), logfile.OpenRecords(t.TempDir())
	if err := errors.Join(saves.Copy(t.Context(), from, memory), saves.CopyRecords(t.Context(), records, memoryRecords)); err != nil {
		t.Fatal(err)
	}
	back, err := s.Create(t.Context(), "Hexfall again")
	if err != nil {
		t.Fatal(err)
	}
	if err := saves.Copy(t.Context(), memory, back); err != nil {
		t.Fatal(err)
	}
	if err := saves.Copy(t.Context(), memory, back); !errors.Is(err, saves.ErrConflict) {
		t.Errorf("into a log that is not empty: %v", err)
	}
	_, want, err := from.Newest(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, got, err := back.Newest(t.Context()); err != nil || got != want {
		t.Errorf("the copy ends with %v, %v, and not with %v", got, err, want)
	}
	all, err := s.List(t.Context())
	if err != nil || len(all) != 2 {
		t.Errorf("listed are %v, %v", all, err)
	}
	if name, err := s.Find(t.Context(), "hexfall AGAIN"); err != nil || name != "Hexfall again" {
		t.Errorf("found is %q, %v", name, err)
	}
	var none *saves.NotFound
	if _, err := s.Find(t.Context(), "Nobody"); !errors.As(err, &none) || len(none.There) != 2 {
		t.Errorf("of no such table: %v", err)
	}
	for _, name := range []string{" ", "Hexfall"} {
		if _, err := s.Create(t.Context(), name); err == nil {
			t.Errorf("a table called %q is made", name)
		}
	}
	if body, err := memoryRecords.Get(t.Context(), saves.KeyRecords, "mira"); err != nil || string(body) != `{"name":"Mira"}` {
		t.Errorf("the key is %s, %v", body, err)
	}
}

// several are the addresses of several databases.
type several []database

func (all several) URL() string {
	var urls []string
	for _, db := range all {
		urls = append(urls, db.URL())
	}
	return strings.Join(urls, " ")
}

// Tables lie in several databases, each in the one that its name picks, and are found
// wherever they are, also with one database more. One that is away keeps nobody from the
// tables of the others.
func TestSeveralDatabases(t *testing.T) {
	one, two := server(t), server(t)
	first := open(t, one)
	l, err := first.Create(t.Context(), "made before there were two")
	if err == nil {
		err = l.Append(t.Context(), 0, logtest.Events(1, 1)) // one without events is not there
	}
	if err != nil {
		t.Fatal(err)
	}
	both := open(t, several{one, two})
	const tables = 24
	for n := range tables {
		l, err := both.Create(t.Context(), fmt.Sprint("Table ", n))
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Append(t.Context(), 0, logtest.Events(1, 3)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := both.Create(t.Context(), "table 3"); err == nil {
		t.Error("a table is made twice")
	}
	there := map[string]int{}
	for name, s := range map[string]*postgres.Store{"one": first, "two": open(t, two), "both": both} {
		all, err := s.List(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		there[name] = len(all)
	}
	if there["both"] != tables+1 || there["one"]+there["two"] != tables+1 || there["one"] < 4 || there["two"] < 4 {
		t.Errorf("listed are %v", there)
	}
	for _, s := range []*postgres.Store{both, open(t, several{two, one})} { // in whatever order they are named
		for n := range tables {
			l, err := s.Open(t.Context(), fmt.Sprint("table ", n))
			if err != nil {
				t.Fatal(err)
			}
			if seq, _, err := l.Newest(t.Context()); err != nil || seq != 3 {
				t.Errorf("table %d ends with %d, %v", n, seq, err)
			}
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := s.Look(t.Context(), "made before there were two"); err != nil {
			t.Error(err)
		}
		d, err := s.OwnRecords(t.Context())
		if err == nil {
			err = d.Put(t.Context(), saves.KeyRecords, "a", []byte(`1`), 0)
		}
		if err != nil {
			t.Error(err)
		}
	}
	two.Kill()
	played := 0
	for n := range tables {
		if _, err := both.Open(t.Context(), fmt.Sprint("table ", n)); err == nil {
			played++
		}
	}
	if played+1 != there["one"] { // the one that was made first is there too
		t.Errorf("at %d tables one can play, and at %d should", played, there["one"]-1)
	}
	if all, err := both.List(t.Context()); err != nil || len(all) != there["one"] {
		t.Errorf("listed are %d, %v", len(all), err)
	}
}
