package saves_test

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"example.org/fray/saves"
	"example.org/fray/saves/logfile"
	"example.org/fray/saves/logtest"
)

// damagedLog is a log that has lost one of its events.
type damagedLog struct{ saves.Log }

func (d damagedLog) Read(ctx context.Context, after uint64) iter.Seq2[saves.Line, error] {
	return func(yield func(saves.Line, error) bool) {
		for line, err := range d.Log.Read(ctx, after) {
			if line.Seq == 700 {
				line.Body = nil
			}
			if !yield(line, err) {
				return
			}
		}
	}
}

// A copy has each line with its hash, and is made in an empty one.
func TestCopy(t *testing.T) {
	from, to := saves.NewMemory(), saves.NewMemory()
	for n := uint64(1); n <= 1200; n += 3 {
		if err := from.Append(t.Context(), n-1, append([]saves.Line{logtest.Other("between")}, logtest.Events(n, n+2)...)); err != nil {
			t.Fatal(err)
		}
	}
	if err := saves.Copy(t.Context(), from, to); err != nil {
		t.Fatal(err)
	}
	want, got := logtest.ReadAll(t, from, 0), logtest.ReadAll(t, to, 0)
	if len(got) != 1600 || got[1599].Hash != want[1599].Hash {
		t.Errorf("%d lines are copied", len(got))
	}
	if err := saves.Copy(t.Context(), from, to); !errors.Is(err, saves.ErrConflict) {
		t.Errorf("a second copy: %v", err)
	}
	file, err := logfile.Create(filepath.Join(t.TempDir(), "copy.fray"), logfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, to := range []saves.Log{saves.NewMemory(), file} { // what is lost stays lost, and its neighbours keep their hashes
		if err := saves.Copy(t.Context(), damagedLog{from}, to); err != nil {
			t.Fatal(err)
		}
		got := logtest.ReadAll(t, to, 0)
		if !slices.EqualFunc(got, logtest.ReadAll(t, damagedLog{from}, 0), func(a, b saves.Line) bool {
			return a.Seq == b.Seq && a.Hash == b.Hash && string(a.Body) == string(b.Body)
		}) {
			t.Errorf("of a damaged log %d lines are copied", len(got))
		}
	}
}

// Of the records, all that belongs to the table wherever it is served is copied.
func TestCopyRecords(t *testing.T) {
	from, to := logfile.OpenRecords(t.TempDir()), logfile.OpenRecords(t.TempDir())
	kinds := []saves.Kind{saves.KeyRecords, saves.InviteRecords, saves.PreferenceRecords, saves.PlaceRecords, saves.PresenceRecords}
	for _, kind := range kinds {
		if err := from.Put(t.Context(), kind, "a", []byte(`1`), time.Hour); err != nil {
			t.Fatal(err)
		}
	}
	if err := saves.CopyRecords(t.Context(), from, to); err != nil {
		t.Fatal(err)
	}
	for _, kind := range kinds {
		all, err := to.List(t.Context(), kind)
		if want := kind != saves.PresenceRecords; err != nil || (len(all) == 1) != want {
			t.Errorf("of %s are copied %v, %v", kind, all, err)
		}
	}
	if err := errors.Join(from.Close(), to.Close()); err != nil {
		t.Fatal(err)
	}
	if err := saves.CopyRecords(t.Context(), from, to); !errors.Is(err, saves.ErrRecordsClosed) {
		t.Errorf("of a closed records: %v", err)
	}
}
