package logfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"example.org/fray/engine"
	"example.org/fray/model"
	"example.org/fray/saves"
	"example.org/fray/saves/index"
)

// trouble is the machine's file system while its disk is full, or its folder cannot be
// written.
type trouble struct {
	system
	full, readOnly atomic.Bool
}

type troubledFile struct {
	file
	t *trouble
}

func (t *trouble) changes() error {
	switch {
	case t.readOnly.Load():
		return syscall.EROFS
	case t.full.Load():
		return syscall.ENOSPC
	}
	return nil
}

func (t *trouble) open(name string, flag int) (file, error) {
	if t.readOnly.Load() && flag != os.O_RDONLY {
		return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EROFS}
	}
	if err := t.changes(); err != nil && flag&os.O_CREATE != 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	f, err := t.system.open(name, flag)
	return troubledFile{f, t}, err
}

func (t *trouble) mkdir(name string) error {
	if err := t.changes(); err != nil {
		if there, _ := exists(t, name); !there {
			return err
		}
	}
	return t.system.mkdir(name)
}

func (f troubledFile) WriteAt(b []byte, at int64) (int, error) {
	if err := f.t.changes(); err != nil {
		return 0, err
	}
	return f.file.WriteAt(b, at)
}

// toy is a rulebook with nothing in it but time.
var toy = &engine.System{ID: "toy", Name: "Toy", Sheet: &engine.Schema{}, Time: engine.Timekeeping{Round: "round", Unit: "turn"}}

var (
	toyRules = model.Rulebooks{"toy": toy}
	gm       = model.Seat{Role: model.GM}
	toyDeps  = saves.Deps{Now: time.Now, Seed: func() [32]byte { return [32]byte{1} }}
)

// liveOn opens a table to be played, as the program does.
func liveOn(t *testing.T, path string, o Options) *saves.Live {
	t.Helper()
	log, err := OpenOrLook(path, o)
	if err != nil {
		t.Fatal(err)
	}
	x := index.Open(path + saves.IndexSuffix)
	if log.Why() != nil {
		x = index.Look(path + saves.IndexSuffix)
	}
	l, err := saves.Open(log, x, toyRules, toyDeps)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// troubledTable makes a table with five notes that was closed.
func troubledTable(t *testing.T) (path string, o Options, with *trouble) {
	t.Helper()
	with = &trouble{}
	path, o = filepath.Join(t.TempDir(), "vault.fray"), Options{fsys: with}
	log, err := Create(path, o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := saves.Make(log, index.Open(path+saves.IndexSuffix), toyRules, model.Make{Name: "The Vault", System: "toy"}, toyDeps)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		noted(t, l, "the guards come")
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return path, o, with
}

func noted(t *testing.T, l *saves.Live, words string) {
	t.Helper()
	if _, err := l.Do(gm, model.Note{Text: words}); err != nil {
		t.Fatal(err)
	}
}

// readable fails unless all of a table can be read and searched, with so many notes.
func readable(t *testing.T, l *saves.Live, notes int) {
	t.Helper()
	if found, err := l.Search(t.Context(), gm, "guards", 10*notes); err != nil || len(found) != notes {
		t.Errorf("a search finds %d notes, and not %d: %v", len(found), notes, err)
	}
	events, lines := 0, 0
	for _, err := range l.Events(0) {
		if events++; err != nil {
			t.Error(err)
		}
	}
	for _, err := range l.Lines(0) {
		if lines++; err != nil {
			t.Error(err)
		}
	}
	if events != notes+1 || lines < events || l.Now().Seq() != uint64(events) {
		t.Errorf("%d events and %d lines can be read of %d", events, lines, l.Now().Seq())
	}
}

// refused fails unless an act is refused with words of a kind, and changes nothing.
func refused[E error](t *testing.T, l *saves.Live, words string) {
	t.Helper()
	before := l.Now().Seq()
	_, err := l.Do(gm, model.Note{Text: "the guards are late"})
	if !isA[E](err) || !strings.Contains(err.Error(), words) || l.Now().Seq() != before {
		t.Errorf("refused with %v at event %d, and not %d", err, l.Now().Seq(), before)
	}
}

// On a full disk everything can still be read, and what cannot be kept is refused; once
// there is room, the table goes on.
func TestLiveOnAFullDisk(t *testing.T) {
	path, o, with := troubledTable(t)
	l := liveOn(t, path, o)
	noted(t, l, "the guards come")
	with.full.Store(true)
	refused[*saves.Full](t, l, "the disk is full")
	readable(t, l, 6)
	if !isA[*saves.Full](l.Saved()) {
		t.Errorf("saved: %v", l.Saved())
	}
	with.full.Store(false)
	noted(t, l, "the guards come")
	if l.Saved() != nil {
		t.Errorf("with room again: %v", l.Saved())
	}
	with.full.Store(true)
	if err := l.Close(); err == nil {
		t.Error("nobody is told that no backup was kept")
	}
	l = liveOn(t, path, o)
	readable(t, l, 7)
	refused[*saves.Full](t, l, "the disk is full")
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	// A damaged one cannot be repaired then, but read.
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(b[len(b)/3:], "xxxxxxxxxxxx")
	if err := os.WriteFile(path, b, private); err != nil {
		t.Fatal(err)
	}
	l = liveOn(t, path, o)
	if isA[*saves.Full](l.Why()) == (l.Why() == nil) || l.Findings() == nil {
		t.Errorf("a damaged table: %v, %v", l.Why(), l.Found())
	}
	refused[*saves.Full](t, l, "the disk is full")
	with.full.Store(false)
	if err := l.TakeOver(); err != nil {
		t.Fatal(err)
	}
	noted(t, l, "the guards come")
}

// In a folder that cannot be written, everything can be read and nothing is left behind.
func TestLiveInAReadOnlyFolder(t *testing.T) {
	path, o, with := troubledTable(t)
	if err := os.Remove(path + saves.IndexSuffix); err != nil {
		t.Fatal(err)
	}
	with.readOnly.Store(true)
	l := liveOn(t, path, o)
	readable(t, l, 5)
	refused[*saves.Unwritable](t, l, "cannot be written")
	if err := l.Inspect(t.Context()); err != nil {
		t.Error(err)
	}
	if err := l.TakeOver(); !isA[*saves.Unwritable](err) {
		t.Errorf("taken over: %v", err)
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	if there, _ := exists(with, path+saves.IndexSuffix); there {
		t.Error("an index was written")
	}
}

// Whoever looks while another plays sees each act, changes nothing, and plays on once
// the other has gone.
func TestLiveTakenOver(t *testing.T) {
	path, o, _ := troubledTable(t)
	a := liveOn(t, path, o)
	b := liveOn(t, path, o)
	changed, stop := b.Watch()
	defer stop()
	noted(t, a, "the guards come")
	for b.Now().Seq() < a.Now().Seq() {
		<-changed
	}
	readable(t, b, 6)
	refused[*saves.InUse](t, b, "open in another fray")
	if err := b.TakeOver(); !isA[*saves.InUse](err) {
		t.Errorf("taken over from whoever plays: %v", err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if err := b.TakeOver(); err != nil || b.Why() != nil {
		t.Fatalf("taken over: %v, %v", err, b.Why())
	}
	noted(t, b, "the guards come")
	readable(t, b, 7)
	if _, err := a.Do(gm, model.Note{Text: "too late"}); !errors.Is(err, saves.ErrClosed) {
		t.Errorf("after that the other writes: %v", err)
	}
	if b.Findings() != nil {
		t.Errorf("found: %q", b.Found())
	}
}

// A table whose first event is lost for good is called after its file and played on, and
// its log says what is missing.
func TestFirstEventLost(t *testing.T) {
	path, o, _ := troubledTable(t)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n")
	for _, err := range []error{os.WriteFile(path, []byte(rest), private), os.RemoveAll(path + backupFolder), os.Remove(path + saves.IndexSuffix)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	l := liveOn(t, path, o)
	if l.Now().Name != "vault" || l.Now().System != "toy" || l.Saved() != nil {
		t.Errorf("it is called %q and played by %q; %v", l.Now().Name, l.Now().System, l.Saved())
	}
	if said := strings.Join(l.Found(), " "); !strings.Contains(said, "Event 1 is missing") {
		t.Errorf("it is told: %s", said)
	}
	found, err := l.Search(t.Context(), gm, "event 1 is missing", 9)
	if err != nil || len(found) != 1 {
		t.Errorf("the log says it at %v, %v", found, err)
	}
	noted(t, l, "the guards come")
	if found, err := l.Search(t.Context(), gm, "guards", 9); err != nil || len(found) != 6 {
		t.Errorf("of six notes are found %v, %v", found, err)
	}
}

// longTable is a table with so many events that not all of them are read at opening.
func longTable(t *testing.T) (path string, o Options) {
	t.Helper()
	path, o, _ = troubledTable(t)
	o.State = t.TempDir()
	l, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	var lines []saves.Line
	newest, _, _ := l.Newest(t.Context())
	for seq := newest + 1; seq <= 1500; seq++ {
		body, err := model.Event{Seq: seq, Time: time.Now(), By: gm, Facts: []model.Fact{model.Noted{Text: strings.Repeat("the guards wait, ", 100)}}}.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, saves.Line{Seq: seq, Body: body})
	}
	if err := l.Append(t.Context(), newest, lines); err != nil {
		t.Fatal(err)
	}
	done(t, l)
	if err := liveOn(t, path, o).Close(); err != nil {
		t.Fatal(err)
	}
	return path, o
}

// Damage that the beginning of a run does not meet is met by the check behind the screen:
// it is told, the log says what is missing, and the table goes on.
func TestDamageBehindTheScreen(t *testing.T) {
	path, o := longTable(t)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(text), `{"seq":700,`)
	copy(text[at+100:], "damaged")
	if err := errors.Join(os.WriteFile(path, text, private), os.RemoveAll(path+backupFolder)); err != nil {
		t.Fatal(err)
	}
	l := liveOn(t, path, o)
	if l.Findings() != nil || l.Now().Seq() != 1500 {
		t.Errorf("opened at event %d, it is told: %s", l.Now().Seq(), l.Found())
	}
	if err := l.Inspect(t.Context()); err != nil {
		t.Fatal(err)
	}
	noted(t, l, "the guards come")
	said := strings.Join(l.Found(), " ")
	if !strings.Contains(said, "Event 700 is missing") || l.Findings().Lost() != 1 || l.Unchecked() != "" || l.Saved() != nil {
		t.Errorf("it is told: %s %s; %v", said, l.Unchecked(), l.Saved())
	}
	found, err := l.Search(t.Context(), gm, "event 700 is missing", 9)
	if err != nil || len(found) != 1 {
		t.Errorf("the log says it at %v, %v", found, err)
	}
	if seq, hash := l.Seal(); seq != l.Now().Seq() || len(hash) != 64 {
		t.Errorf("it is sealed with event %d, %s", seq, hash)
	}
}

// Who only looks sees the table that stands at its path, also where another one is put
// there.
func TestLookingWhileItIsPutBack(t *testing.T) {
	path, o, _ := troubledTable(t)
	older, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, more := range map[string]int{"shorter": 0, "as long": 2, "longer": 5} {
		t.Run(name, func(t *testing.T) {
			put := func(text []byte, notes int, words string) *saves.Live {
				fresh := path + ".fresh"
				if err := errors.Join(os.WriteFile(fresh, text, private), os.Rename(fresh, path)); err != nil {
					t.Fatal(err)
				}
				l := liveOn(t, path, o)
				for range notes {
					noted(t, l, words)
				}
				if err := l.Close(); err != nil {
					t.Fatal(err)
				}
				return l
			}
			put(older, 2, "the guards leave")
			log, err := Look(path, o)
			if err != nil {
				t.Fatal(err)
			}
			looked, err := saves.Open(log, index.Memory(), toyRules, saves.Deps{})
			if err != nil {
				t.Fatal(err)
			}
			defer looked.Close()
			now := put(older, more, "the guards sleep")
			if _, err := looked.Refresh(); err != nil {
				t.Fatal(err)
			}
			if _, want := now.Seal(); looked.Now().Seq() != now.Now().Seq() {
				t.Errorf("it sees event %d, and not %d (%s)", looked.Now().Seq(), now.Now().Seq(), want)
			} else if _, got := looked.Seal(); got != want {
				t.Errorf("it sees another event %d", now.Now().Seq())
			}
			if err := looked.TakeOver(); !errors.Is(err, saves.ErrLooking) || !looked.ReadOnly() {
				t.Errorf("taken over: %v", err)
			}
		})
	}
}

// A file in which making a table was cut short, as by an earlier version, is told, and not played.
// One to which nothing was written is not there.
func TestMadeByHalf(t *testing.T) {
	l := create(t)
	done(t, l)
	if all, err := os.ReadDir(filepath.Dir(l.Path())); err != nil || len(all) > 0 {
		t.Errorf("an empty log has left %v, %v", all, err)
	}
	if err := os.WriteFile(l.Path(), nil, private); err != nil {
		t.Fatal(err)
	}
	if _, err := saves.Open(reopen(t, l.Path()), index.Memory(), toyRules, toyDeps); !isA[*saves.Damaged](err) || !strings.Contains(err.Error(), "cut short") {
		t.Errorf("it opens with %v", err)
	}
}
