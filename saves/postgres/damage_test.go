//go:build unix

package postgres_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/logtest"
	"example.org/fray/saves/postgres"
	"example.org/fray/saves/postgres/pgtest"
)

var damages = flag.Int("damages", 200, "random damages to the rows of a table")

// spoilRows does something to some rows of a table of so many lines, and gives the lines that
// were touched, and what was done.
func spoilRows(t *testing.T, db *pgtest.Server, r *rand.Rand, table string, lines int) (touched []int64, done []string) {
	t.Helper()
	const id = `(SELECT id FROM fray.tables WHERE name = '%s')`
	from := fmt.Sprintf(id, table)
	do := func(format string, args ...any) { // as a disk would: nothing is asked
		t.Helper()
		done = append(done, fmt.Sprintf(format, args...))
		db.Do(t, "SET session_replication_role = replica; "+fmt.Sprintf(format, args...))
	}
	for range 1 + r.IntN(3) {
		at := int64(1 + r.IntN(lines))
		touched = append(touched, at)
		bit := r.IntN(64 * 8)
		row := fmt.Sprintf(`WHERE table_id = %s AND line = %d`, from, at)
		switch r.IntN(8) {
		case 0, 1, 2:
			do(`UPDATE fray.lines SET body = set_bit(body, %d %% (8 * length(body)), 1 - get_bit(body, %[1]d %% (8 * length(body)))) %s AND body IS NOT NULL`, bit, row)
			do(`UPDATE fray.seeds SET body = set_bit(body, %d %% (8 * length(body)), 1 - get_bit(body, %[1]d %% (8 * length(body)))) %s`, bit, row)
		case 3, 4:
			do(`UPDATE fray.lines SET hash = set_bit(hash, %d, 1 - get_bit(hash, %[1]d)) %s`, bit%256, row)
		case 5:
			do(`UPDATE fray.lines SET seq = seq # %d %s`, 1<<r.IntN(10), row)
		case 6:
			do(`DELETE FROM fray.seeds %s; DELETE FROM fray.lines %[1]s`, row)
		case 7:
			to := at + 1024
			touched = append(touched, to)
			do(`UPDATE fray.seeds SET line = %d %s; UPDATE fray.lines SET line = %[1]d %[2]s`, to, row)
		}
	}
	return touched, done
}

// Whatever becomes of rows, each event whose row and neighbours are untouched stands, the
// same lines are read from anywhere and by whoever copies them, all that is missing is told, the
// table goes on, and whoever opens it afterwards reads the same and more. Who remembers its
// newest line loses no more than others.
func TestDamagedRows(t *testing.T) {
	db := server(t)
	fresh, own := open(t, db), open(t, db)
	for n := range *damages {
		r := rand.New(rand.NewPCG(uint64(n), 7))
		name := fmt.Sprintf("table %d", n)
		l, err := fresh.Create(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		var lines []saves.Line
		for seq := uint64(1); seq <= 14; seq++ {
			if seq%5 == 2 {
				lines = append(lines, logtest.Other(fmt.Sprint("seed ", seq)))
			}
			lines = append(lines, event(seq))
		}
		if err := l.Append(t.Context(), 0, lines); err != nil {
			t.Fatal(err)
		}
		was := logtest.ReadAll(t, l, 0)
		_ = l.Close()
		own.Indexed = func(string) saves.Known {
			return saves.Known{ID: was[0].Hash, Reached: saves.Reached{Seq: 14, Hash: was[len(was)-1].Hash}}
		}
		touched, done := spoilRows(t, db, r, name, len(was))
		lost := map[bool]int{}
		for _, remembers := range []bool{false, true} {
			s := fresh
			if remembers {
				s = own
			}
			lost[remembers] = readDamaged(t, s, name, was, touched)
		}
		if lost[true] > lost[false] {
			t.Errorf("damage %d: who remembers has lost %d events, others %d", n, lost[true], lost[false])
		}
		goOn(t, fresh, own, name)
		if t.Failed() {
			t.Fatalf("damage %d: %s", n, strings.Join(done, "\n"))
		}
	}
}

// readDamaged reads a damaged table in several ways, and gives how many of its events are lost.
func readDamaged(t *testing.T, s *postgres.Store, name string, was []saves.Line, touched []int64) (lost int) {
	t.Helper()
	l, err := s.Look(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	got := logtest.ReadAll(t, l, 0)
	for after := uint64(0); after <= 14; after += 3 {
		other, err := s.Look(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		if some := logtest.ReadAll(t, other, after); !slices.EqualFunc(some, behind(got, after), sameLine) && other.Findings() != nil {
			t.Errorf("behind event %d are %s, and in all %s", after, numbers(some), numbers(got))
		}
		_ = other.Close()
	}
	read := map[uint64]saves.Line{}
	for i, x := range got {
		if read[x.Seq] = x; x.Seq > 0 && i > 0 && x.Seq <= got[i-1].Seq {
			t.Errorf("events come as %s", numbers(got))
		}
	}
	for i, x := range was {
		if x.Seq == 0 {
			continue
		}
		if there := bytes.Equal(read[x.Seq].Body, x.Body); !there {
			lost++
			if !slices.Contains(touched, int64(i+1)) {
				t.Errorf("event %d is lost, and nobody has touched its row", x.Seq)
			}
			if read[x.Seq].Body != nil {
				t.Errorf("event %d is %s", x.Seq, read[x.Seq].Body)
			}
		}
	}
	told := strings.Join(l.Findings().Lines(), " ")
	if l.Findings().Lost() != uint64(lost) && read[14].Seq == 14 || !strings.Contains(told, "damaged in the database") {
		t.Errorf("%d events are lost of %s; told: %s", lost, numbers(got), told)
	}
	file, err := logfile.Create(filepath.Join(t.TempDir(), "copy.fray"), logfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := saves.Copy(t.Context(), l, file); err != nil {
		t.Fatal(err)
	}
	if copied := logtest.ReadAll(t, file, 0); !slices.EqualFunc(copied, got, func(a, b saves.Line) bool { return a.Seq == b.Seq && bytes.Equal(a.Body, b.Body) }) {
		t.Errorf("copied are %s, and not %s", numbers(copied), numbers(got))
	}
	return lost
}

// goOn plays on at a damaged table on two machines by turns.
func goOn(t *testing.T, one, two *postgres.Store, name string) {
	t.Helper()
	var before []saves.Line
	for turn, s := range []*postgres.Store{one, two, one} {
		l, err := s.Open(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		got := logtest.ReadAll(t, l, 0)
		if newest := len(before) - 1; newest >= 0 && !sameLine(got[len(got)-1], before[newest]) {
			t.Errorf("the newest line is %v, and was %v", got[len(got)-1], before[newest])
		}
		seq, _, err := l.Newest(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if turn > 0 && seq != before[len(before)-1].Seq {
			t.Errorf("the newest event is %d of %s", seq, numbers(before))
		}
		if err := l.Append(t.Context(), seq, []saves.Line{event(seq + 1), event(seq + 2)}); err != nil {
			t.Fatalf("behind event %d: %v", seq, err)
		}
		before = logtest.ReadAll(t, l, 0)
		if len(before) != len(got)+2 {
			t.Errorf("%s was %s", numbers(before), numbers(got))
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// What this machine has appended is remembered: a database that was put back, or a table that is
// another one now, is told by whoever opens it here, and by nobody elsewhere.
func TestRemembered(t *testing.T) {
	db := server(t)
	here, elsewhere := open(t, db), open(t, db)
	here.State = t.TempDir()
	told := func(s *postgres.Store, name string) string {
		t.Helper()
		l, err := s.Look(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		return strings.Join(l.Findings().Lines(), " ")
	}
	play := func(s *postgres.Store, name string, from, to uint64) {
		t.Helper()
		l, err := s.Create(t.Context(), name)
		if from > 1 {
			l, err = s.Open(t.Context(), name)
		}
		if err != nil {
			t.Fatal(err)
		}
		for seq := from; seq <= to; seq++ {
			if err := l.Append(t.Context(), seq-1, []saves.Line{event(seq)}); err != nil {
				t.Fatal(err)
			}
		}
		_ = l.Close()
	}
	for _, name := range []string{"whole", "shorter", "other"} {
		play(here, name, 1, 10)
		play(elsewhere, name, 11, 12)
		if said := told(here, name); said != "" {
			t.Errorf("%s: nothing has happened, and it is told: %s", name, said)
		}
		play(here, name, 13, 13)
	}
	const from = `SET session_replication_role = replica; DELETE FROM fray.lines WHERE table_id = (SELECT id FROM fray.tables WHERE name = '%s') AND line > %d`
	db.Do(t, fmt.Sprintf(from, "shorter", 9))
	db.Do(t, fmt.Sprintf(from, "other", 0))
	l, err := elsewhere.Create(t.Context(), "other")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Append(t.Context(), 0, logtest.Events(1, 20)); err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	for name, want := range map[string]string{"whole": "", "shorter": "Events 10 to 13 were written, and are nowhere here: look for them in a backup of the database", "other": "another was put in its place"} {
		if said := told(here, name); !strings.Contains(said, want) || want == "" && said != "" {
			t.Errorf("%s: it is told: %s", name, said)
		}
		if said := told(elsewhere, name); said != "" {
			t.Errorf("%s: another machine is told: %s", name, said)
		}
	}
	play(here, "shorter", 10, 11)
	if said := told(here, "shorter"); said != "" {
		t.Errorf("it was played on, and is told: %s", said)
	}
}

// event is an event with parts, as a table makes it.
func event(seq uint64) saves.Line {
	body, err := model.Event{Seq: seq, Time: time.Unix(1_800_000_000, 0).UTC(), By: model.Seat{Role: model.GM}, Facts: []model.Fact{model.Noted{Text: fmt.Sprint("goblin ", seq)}}}.MarshalJSON()
	if err != nil {
		panic(err)
	}
	return saves.Line{Seq: seq, Body: saves.WithParts(body, saves.NewBodySalt([32]byte{byte(seq)}))}
}

func sameLine(a, b saves.Line) bool { return a.Seq == b.Seq && bytes.Equal(a.Body, b.Body) }

// behind are the lines of a log behind an event.
func behind(all []saves.Line, after uint64) []saves.Line {
	if i := slices.IndexFunc(all, func(l saves.Line) bool { return l.Seq == after }); i >= 0 && after > 0 {
		return all[i+1:]
	}
	return all
}

// numbers tells events by their numbers, lost ones in brackets.
func numbers(all []saves.Line) (out []string) {
	for _, l := range all {
		if out = append(out, fmt.Sprint(l.Seq)); l.Body == nil {
			out[len(out)-1] = fmt.Sprintf("[%d]", l.Seq)
		}
	}
	return out
}
