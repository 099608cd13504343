package saves_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/model/view"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
	"example.org/fray/saves/logfile"
)

// rolled has a character throw dice.
func rolled(t *testing.T, l *saves.Live, who string) {
	t.Helper()
	before := l.Now().Seq()
	do(t, l, model.Begin{Who: who, System: "toy", Action: "check"})
	for _, r := range l.Now().Rolls() {
		do(t, l, model.Drop{Roll: r.ID, Why: "enough"})
	}
	if l.Now().Seq() == before {
		t.Fatal("nothing was thrown")
	}
}

// Three sessions of one campaign, over closings, kills, and a copy: each ends when the
// gamemaster ends it, and no sooner. Its recap is whole, and its dice are checked.
func TestThreeSessions(t *testing.T) {
	l := makeTable(t)
	path := l.Path()
	do(t, l, model.Join{Character: model.Character{Name: "Rook", Side: engine.Heroes, Pages: map[string]engine.Page{"toy": {}}}})
	rook := l.Now().Characters()[0].ID
	reopen := func() {
		t.Helper()
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		var err error
		if l, err = openAt(path, testDeps()); err != nil {
			t.Fatal(err)
		}
	}
	copied := func() { // as cp does it, and whoever restores a backup: the file lies elsewhere
		t.Helper()
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		path = filepath.Join(t.TempDir(), "copy.fray")
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		x := index.Look(path + saves.IndexSuffix)
		log, err := logfile.Open(path, from(x, logfile.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		other := testDeps()
		other.Seed = func() [32]byte { return [32]byte{42} }
		if l, err = saves.Open(log, x, rules, other); err != nil {
			t.Fatal(err)
		}
	}
	for session := 1; session <= 3; session++ {
		do(t, l, model.Scene{Place: "Place " + string(rune('0'+session))})
		for range 2 {
			rolled(t, l, rook)
			fingerprint := l.Now().Fingerprint
			reopen()
			rolled(t, l, rook)
			if now := l.Now(); now.Sessions != session || !now.Open || now.Fingerprint != fingerprint {
				t.Fatalf("opened again it is session %d, not %d; its dice are those of %s, not %s", now.Sessions, session, now.Fingerprint, fingerprint)
			}
		}
		if session == 2 {
			fingerprint := l.Now().Fingerprint
			copied()
			rolled(t, l, rook)
			if now := l.Now(); now.Sessions != 2 || now.Fingerprint == fingerprint {
				t.Fatalf("a copy goes on with session %d and the dice of %s", now.Sessions, now.Fingerprint)
			}
		}
		before := l.Now().Seq()
		do(t, l, model.GiveAwards{Own: []model.Award{{Who: rook, What: "XP", N: session}}})
		if l.Now().Seq() != before+1 {
			t.Error("the awards are not one act")
		}
		do(t, l, model.EndSession{})
		reopen()
	}
	now := l.Now()
	if c, _ := now.Character(rook); now.Sessions != 3 || now.Open || c.Awards["XP"] != 6 {
		t.Fatalf("session %d, open %v, awards %v", now.Sessions, now.Open, c.Awards)
	}
	all := view.Sessions(now, theGM)
	if len(all) != 3 {
		t.Fatalf("%d sessions are listed", len(all))
	}
	for i, r := range all {
		want := []string{"Place 3", "Place 2", "Place 1"}[i]
		if r.Session != 3-i || !r.Over || len(r.Scenes) != 1 || r.Scenes[0] != want || !strings.Contains(r.Brief(now), string(rune('0'+r.Session))+" XP awarded") {
			t.Errorf("%+v: %s", r, r.Brief(now))
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := checkAt(path, ""); err != nil || !r.Good() || r.Sessions != 3 || r.Open != 1 { // the dice of the place that session 2 was copied from are told there
		t.Errorf("%+v %v", r, err)
	}
}

// awayLog is a log that cannot be read while it is away.
type awayLog struct {
	saves.Log
	away *bool
}

// Read implements saves.Log.
func (l awayLog) Read(ctx context.Context, after uint64) iter.Seq2[saves.Line, error] {
	if *l.away {
		return func(yield func(saves.Line, error) bool) { yield(saves.Line{}, &saves.Away{Err: io.EOF}) }
	}
	return l.Log.Read(ctx, after)
}

// The dice of a session that began longer ago than a table holds in memory are drawn on by
// the next program; where the log cannot be read for that, the act is refused and no other
// dice are taken.
func TestDiceOfLongSession(t *testing.T) {
	file := saves.NewMemory()
	l, err := saves.Make(file, index.Memory(), rules, model.Make{Name: "Vault", System: "toy"}, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	do(t, l, model.Join{Character: model.Character{Name: "Rook", Side: engine.Heroes, Pages: map[string]engine.Page{"toy": {}}}})
	rook := l.Now().Characters()[0].ID
	rolled(t, l, rook)
	fingerprint := l.Now().Fingerprint
	for range 2500 {
		do(t, l, model.Note{Text: "on and on"})
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	away := false
	other := testDeps()
	other.Seed = func() [32]byte { return [32]byte{42} }
	if l, err = saves.Open(awayLog{file.Open(), &away}, index.Memory(), rules, other); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	away = true
	var gone *saves.Away
	if _, err := l.Do(model.Seat{Role: model.GM}, model.Begin{Who: rook, System: "toy", Action: "check"}); !errors.As(err, &gone) {
		t.Errorf("while the log is away: %v", err)
	}
	away = false
	rolled(t, l, rook)
	if now := l.Now(); now.Fingerprint != fingerprint || now.Sessions != 1 {
		t.Errorf("session %d has the dice of %s, not of %s", now.Sessions, now.Fingerprint, fingerprint)
	}
}

// busyLog is a log to which somebody else is always faster to append.
type busyLog struct {
	saves.Log
	busy *atomic.Bool
}

// Append implements saves.Log.
func (l busyLog) Append(ctx context.Context, after uint64, lines []saves.Line) error {
	if l.busy.Load() {
		return saves.ErrConflict
	}
	return l.Log.Append(ctx, after, lines)
}

// An act to which others are faster again and again is refused with words, and leaves nothing
// behind.
func TestOthersAreFaster(t *testing.T) {
	t.Parallel()
	var busy atomic.Bool
	l, err := saves.Make(busyLog{saves.NewMemory(), &busy}, index.Memory(), rules, model.Make{Name: "Vault", System: "toy"}, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	was := l.Now().Seq()
	busy.Store(true)
	var no *model.Refused
	if now, err := l.Do(model.Seat{Role: model.GM}, model.Note{Text: "too slow"}); !errors.As(err, &no) || !strings.Contains(err.Error(), "others at this table were faster") || now.Seq() != was {
		t.Errorf("%v at event %d, not %d", err, now.Seq(), was)
	}
	busy.Store(false)
	do(t, l, model.Note{Text: "now"})
}
