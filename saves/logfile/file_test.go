package logfile

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.org/fray/saves"
	"example.org/fray/saves/logtest"
)

var testTime = time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)

func options() Options { return Options{Now: func() time.Time { return testTime }} }

func create(t testing.TB) *File {
	t.Helper()
	l, err := Create(filepath.Join(t.TempDir(), "table.fray"), options())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func reopen(t testing.TB, path string) *File {
	t.Helper()
	l, err := Open(path, options())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

func add(t testing.TB, l *File, upTo uint64) {
	t.Helper()
	for {
		seq, _, err := l.Newest(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if seq >= upTo {
			return
		}
		if err := l.Append(t.Context(), seq, logtest.Events(seq+1, seq+1)); err != nil {
			t.Fatal(err)
		}
	}
}

func done(t testing.TB, l *File) {
	t.Helper()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

// told are the sentences about what was found.
func told(l *File) string { return strings.Join(l.Findings().Lines(), " ") }

func TestFile(t *testing.T) {
	logtest.TestLog(t, logtest.Store{
		New: func(t *testing.T) saves.Log { return create(t) },
		Reopen: func(t *testing.T, l saves.Log) saves.Log {
			again := reopen(t, l.(*File).Path())
			if again.Findings() != nil {
				t.Fatalf("found: %s", told(again))
			}
			return again
		},
		Beside: func(t *testing.T, l saves.Log) saves.Log {
			b, err := Look(l.(*File).Path(), options())
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = b.Close() })
			return b
		},
	})
}

// The file is text at any moment, and nothing but its lines once it is closed.
func TestFileIsText(t *testing.T) {
	l := create(t)
	add(t, l, 3)
	open, err := os.ReadFile(l.Path())
	if err != nil {
		t.Fatal(err)
	}
	done(t, l)
	closed, err := os.ReadFile(l.Path())
	if err != nil {
		t.Fatal(err)
	}
	if string(closed) != strings.TrimRight(string(open), "\n")+"\n" {
		t.Errorf("open it held %q, closed %q", open, closed)
	}
	const first = `{"seq":1,"text":"the goblin misses 1 times","before":"0000000000000000000000000000000000000000000000000000000000000000","hash":"`
	if !strings.HasPrefix(string(closed), first) {
		t.Errorf("it begins with %.200s", closed)
	}
	if info, err := os.Stat(l.Path()); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "table.fray")
	if _, err := Open(path, options()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]string{
		"SQLite format 3\x00 and more": "no text of JSON lines", "%PDF-1.4": "no text of JSON lines", "{\"a\":1}\n": "not one event",
	} {
		write(text)
		for _, open := range []func(string, Options) (*File, error){Open, Look} {
			if _, err := open(path, options()); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v", text, err)
			}
		}
		if now, err := os.ReadFile(path); err != nil || string(now) != text {
			t.Errorf("%q was changed to %q", text, now)
		}
	}
	if _, err := Create(path, options()); !isA[*saves.Taken](err) {
		t.Errorf("made twice: %v", err)
	}
	if _, err := Open(dir, options()); !isA[*saves.NotFray](err) {
		t.Errorf("a folder: %v", err)
	}
}

// One program writes the log, by whatever name it came.
func TestOneWriter(t *testing.T) {
	l := create(t)
	add(t, l, 2)
	dir := filepath.Dir(l.Path())
	link, hard := filepath.Join(dir, "link.fray"), filepath.Join(dir, "hard.fray")
	if err := os.Symlink(l.Path(), link); err != nil {
		t.Skip(err)
	}
	if err := os.Link(l.Path(), hard); err != nil {
		t.Skip(err)
	}
	for _, path := range []string{l.Path(), link, hard} {
		if _, err := Open(path, options()); !isA[*saves.InUse](err) {
			t.Errorf("%s is opened by a second writer: %v", filepath.Base(path), err)
		}
	}
	done(t, l)
	l = reopen(t, link)
	if l.Path() != filepath.Join(dir, "table.fray") || runtime.GOOS != "windows" && !(strings.Contains(told(l), "2 names") && strings.Contains(told(l), "missing: 2 events")) {
		t.Errorf("opened as %s; told: %s", l.Path(), told(l))
	}
	add(t, l, 3)
}

// spoil changes the file of a closed log.
func spoil(t testing.TB, path string, how func([]byte) []byte) {
	t.Helper()
	b, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, how(b), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A line that was being written when the power went is taken away, kept and told.
func TestTornEnd(t *testing.T) {
	for _, rest := range []int{1, 30, 150, 190} {
		l := create(t)
		add(t, l, 5)
		done(t, l)
		if err := os.RemoveAll(l.Path() + backupFolder); err != nil { // of a run that was killed there is none
			t.Fatal(err)
		}
		var whole []byte
		spoil(t, l.Path(), func(b []byte) []byte {
			whole = b
			lines := bytes.SplitAfter(b, []byte{'\n'})
			return append(bytes.Join(lines[:4], nil), lines[4][:rest]...)
		})
		l = reopen(t, l.Path())
		if seq, _, _ := l.Newest(t.Context()); seq != 4 || !strings.Contains(told(l), "cut short") || !strings.Contains(told(l), "Kept") {
			t.Errorf("%d bytes of a line: event %d, told: %s", rest, seq, told(l))
		}
		add(t, l, 5)
		done(t, l)
		again := reopen(t, l.Path())
		if again.Findings() != nil {
			t.Errorf("told again: %s", told(again))
		}
		done(t, again)
		now, err := os.ReadFile(l.Path())
		if err != nil || !bytes.Equal(now, whole) {
			t.Errorf("%d bytes: the log is not what it was: %v", rest, err)
		}
	}
}

// An event whose line is damaged is missing; the others stand, and a backup brings it
// back.
func TestDamagedLine(t *testing.T) {
	for _, backup := range []bool{false, true} {
		l := create(t)
		add(t, l, 20)
		_, last, _ := l.Newest(t.Context())
		done(t, l)
		if !backup {
			_ = os.RemoveAll(l.Path() + backupFolder)
		}
		spoil(t, l.Path(), func(b []byte) []byte {
			return bytes.Replace(b, []byte(`misses 7 times`), []byte(`misses 8 times`), 1)
		})
		look, err := Look(l.Path(), options())
		if err != nil {
			t.Fatal(err)
		}
		seen := logtest.ReadAll(t, look, 0)
		done(t, look)
		l = reopen(t, l.Path())
		got := logtest.ReadAll(t, l, 0)
		for _, lines := range [][]saves.Line{seen, got} {
			logtest.CheckChain(t, lines)
			if len(lines) != 20 || (lines[6].Body != nil) != backup || lines[19].Hash != last {
				t.Fatalf("backup %v: %d lines, the seventh is %s", backup, len(lines), lines[6].Body)
			}
		}
		want := "Event 7 is missing"
		if backup {
			want = "from a backup"
		}
		if !strings.Contains(told(l), want) || l.Findings().Kept == nil {
			t.Errorf("backup %v: told: %s", backup, told(l))
		}
		add(t, l, 22)
		done(t, l)
		l = reopen(t, l.Path())
		if again := logtest.ReadAll(t, l, 0); len(again) != 22 || l.Findings() != nil {
			t.Errorf("opened again: %d lines, told: %s", len(again), told(l))
		}
	}
}

// Whatever a program that syncs folders does to the file in play, nothing that was
// appended is lost, and it is told.
func TestTricksInPlay(t *testing.T) {
	older := func(t *testing.T, l *File) []byte {
		b, err := os.ReadFile(l.Path())
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.SplitAfter(bytes.TrimRight(b, "\n"), []byte{'\n'})
		return bytes.Join(lines[:len(lines)/2], nil)
	}
	must := func(t *testing.T, errs ...error) {
		t.Helper()
		for _, err := range errs {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	tricks := map[string]func(t *testing.T, l *File){
		"removed": func(t *testing.T, l *File) { must(t, os.Remove(l.Path())) },
		"replaced by an older one": func(t *testing.T, l *File) {
			b := older(t, l)
			must(t, os.WriteFile(l.Path()+".sync", b, 0o600), os.Rename(l.Path()+".sync", l.Path()))
		},
		"replaced by an equal one": func(t *testing.T, l *File) {
			b, err := os.ReadFile(l.Path())
			must(t, err, os.WriteFile(l.Path()+".sync", b, 0o600), os.Rename(l.Path()+".sync", l.Path()))
		},
		"overwritten by an older one": func(t *testing.T, l *File) { must(t, os.WriteFile(l.Path(), older(t, l), 0o600)) },
		"cut":                         func(t *testing.T, l *File) { must(t, os.Truncate(l.Path(), 100)) },
		"emptied":                     func(t *testing.T, l *File) { must(t, os.Truncate(l.Path(), 0)) },
		"replaced by nonsense": func(t *testing.T, l *File) {
			must(t, os.Remove(l.Path()), os.WriteFile(l.Path(), []byte("{}\n"), 0o600))
		},
		"replaced by a link": func(t *testing.T, l *File) {
			other := filepath.Join(t.TempDir(), "other")
			must(t, os.WriteFile(other, []byte("mine"), 0o600), os.Remove(l.Path()), os.Symlink(other, l.Path()))
			t.Cleanup(func() {
				if b, err := os.ReadFile(other); err != nil || string(b) != "mine" {
					t.Errorf("a file elsewhere was changed: %q, %v", b, err)
				}
			})
		},
		"replaced by a folder": func(t *testing.T, l *File) { must(t, os.Remove(l.Path()), os.Mkdir(l.Path(), 0o700)) },
		"folder renamed": func(t *testing.T, l *File) {
			must(t, os.Rename(filepath.Dir(l.Path()), filepath.Dir(l.Path())+"-moved"))
		},
		"a second name": func(t *testing.T, l *File) { must(t, os.Link(l.Path(), l.Path()+".link")) },
	}
	if runtime.GOOS == "windows" {
		t.Skip("files that are open cannot be removed or renamed")
	}
	for name, trick := range tricks {
		t.Run(name, func(t *testing.T) {
			l := create(t)
			add(t, l, 10)
			trick(t, l)
			add(t, l, 15)
			if strings.Contains(name, "replaced") && told(l) == "" {
				t.Error("nothing was told")
			}
			_, last, _ := l.Newest(t.Context())
			done(t, l)
			l = reopen(t, l.Path())
			got := logtest.ReadAll(t, l, 0)
			logtest.CheckChain(t, got)
			if len(got) != 15 || got[14].Hash != last {
				t.Errorf("%d events stand", len(got))
			}
		})
	}
}

// A folder that is renamed in play takes the backups along: they are brought back to
// where the table is written again, at the next act or at the end.
func TestFolderRenamedInPlay(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux says where a file is now")
	}
	for _, acts := range []int{0, 5} {
		l := create(t)
		path := l.Path()
		add(t, l, 10)
		done(t, l)
		first := backupsOf(path)[0]
		if err := os.Link(first.Path, filepath.Join(filepath.Dir(first.Path), "000002.fray.gz")); err != nil {
			t.Fatal(err) // the end of this session replaces the second
		}
		l = reopen(t, path)
		add(t, l, 12)
		moved := filepath.Dir(path) + "-moved"
		if err := os.Rename(filepath.Dir(path), moved); err != nil {
			t.Fatal(err)
		}
		if acts > 0 {
			add(t, l, uint64(12+acts))
		}
		done(t, l)
		if !strings.Contains(told(l), moved) {
			t.Errorf("it is not told where the file is: %s", told(l))
		}
		if all := backupsOf(path); len(all) != 2 || all[0].Hash != first.Hash || all[1].Events != uint64(12+acts) {
			t.Errorf("the backups are %v", all)
		}
		l = reopen(t, path)
		if got := logtest.ReadAll(t, l, 0); len(got) != 12+acts {
			t.Errorf("%d events stand", len(got))
		}
		done(t, l)
	}
}

// A file that was put back to an older one between two runs is told, and backups give
// what it lacks.
func TestPutBack(t *testing.T) {
	o := options()
	o.State = t.TempDir()
	path := filepath.Join(t.TempDir(), "table.fray")
	l, err := Create(path, o)
	if err != nil {
		t.Fatal(err)
	}
	add(t, l, 10)
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	add(t, l, 20)
	done(t, l)
	again := func() *File {
		t.Helper()
		l, err := Open(path, o)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	if l = again(); l.Findings() != nil {
		t.Errorf("nothing has happened; told: %s", told(l))
	}
	done(t, l)
	if err := os.WriteFile(path, old, 0o600); err != nil {
		t.Fatal(err)
	}
	l = again()
	if got := logtest.ReadAll(t, l, 0); len(got) != 20 || !strings.Contains(told(l), "put back to an older one") {
		t.Errorf("%d events stand; told: %s", len(got), told(l))
	}
	done(t, l)
	// Without a backup it is told all the same, and the file played on as it is.
	if err := errors.Join(os.RemoveAll(path+backupFolder), os.WriteFile(path, old, 0o600)); err != nil {
		t.Fatal(err)
	}
	kept, err := keptBeside(system{}, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range kept {
		_ = os.Remove(name)
	}
	l = again()
	if got := logtest.ReadAll(t, l, 0); len(got) != 10 || !strings.Contains(told(l), "put back to an older one") {
		t.Errorf("%d events stand; told: %s", len(got), told(l))
	}
	// Another story of the same length, and another table.
	add(t, l, 19)
	if err := l.Append(t.Context(), 19, []saves.Line{{Seq: 20, Body: []byte(`{"seq":20,"text":"otherwise"}`)}}); err != nil {
		t.Fatal(err)
	}
	done(t, l)
	mine, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	theirs := bytes.Replace(mine, []byte("otherwise"), []byte("as it was"), 1)
	lines := bytes.SplitAfter(theirs, []byte{'\n'})
	_, before, _, _ := saves.Unseal(bytes.TrimSuffix(lines[len(lines)-2], []byte{'\n'}))
	text, _ := saves.Seal(before, []byte(`{"seq":20,"text":"as it was"}`))
	lines[len(lines)-2] = append(text, '\n')
	if err := os.WriteFile(path, bytes.Join(lines, nil), 0o600); err != nil {
		t.Fatal(err)
	}
	l = again()
	if !strings.Contains(told(l), "from elsewhere") || len(l.Findings().Kept) != 1 {
		t.Errorf("told: %s", told(l))
	}
	done(t, l)
	other := create(t)
	if err := other.Append(t.Context(), 0, []saves.Line{{Seq: 1, Body: []byte(`{"seq":1,"text":"another"}`)}}); err != nil {
		t.Fatal(err)
	}
	done(t, other)
	if err := os.Rename(other.Path(), path); err != nil {
		t.Fatal(err)
	}
	l = again()
	if !strings.Contains(told(l), "another was put in its place") {
		t.Errorf("told: %s", told(l))
	}
	done(t, l)
}

// A table whose file is gone, or empty, is put together from its backups, and that is
// told; one whose backups cannot be read stays gone.
func TestGone(t *testing.T) {
	for _, remembered := range []bool{false, true} {
		o := options()
		if remembered {
			o.State = t.TempDir()
		}
		folder := t.TempDir()
		path := filepath.Join(folder, "table.fray")
		l, err := Create(path, o)
		if err != nil {
			t.Fatal(err)
		}
		add(t, l, 10)
		if err := l.Backup(t.Context()); err != nil {
			t.Fatal(err)
		}
		add(t, l, 12)
		if err := errors.Join(l.f.Close(), os.Remove(path)); err != nil { // as if the program was killed
			t.Fatal(err)
		}
		for _, lose := range []func() error{func() error { return nil }, func() error { return os.Remove(path) }, func() error { return os.Truncate(path, 0) }} {
			if err := lose(); err != nil {
				t.Fatal(err)
			}
			if found, err := Find(folder, o.State, path); err != nil || found != path {
				t.Errorf("found: %q, %v", found, err)
			}
			l, err := Open(path, o)
			if err != nil {
				t.Fatal(err)
			}
			if got := logtest.ReadAll(t, l, 0); len(got) != 10 || !strings.Contains(told(l), "gone or empty") || !strings.Contains(told(l), "the newest of which is 000001") ||
				!strings.Contains(told(l), "10 of them from a backup") || len(l.Findings().Kept) > 0 {
				t.Errorf("%d events stand; told: %s", len(got), told(l))
			}
			behind := "Whether anything was written behind event 10 is not known: this machine remembers nothing"
			if remembered {
				behind = "Events 11 to 12 were written, and are nowhere here: look for them"
			}
			if remembered != strings.Contains(told(l), "event 12 was written to it") || !strings.Contains(told(l), behind) || strings.Contains(told(l), "Nothing is missing") {
				t.Errorf("remembered: %v; told: %s", remembered, told(l))
			}
			if err := l.f.Close(); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		for _, b := range backupsOf(path) {
			if err := os.WriteFile(b.Path, []byte("Dear diary"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Open(path, o); !isA[*saves.Damaged](err) {
			t.Errorf("without a backup that can be read: %v", err)
		}
		if there, err := exists(system{}, path); there || err != nil {
			t.Errorf("an empty table is left, %v", err)
		}
	}
}

// clocked is an event with a time.
func clocked(n uint64, at time.Time) []saves.Line {
	return []saves.Line{{Seq: n, Body: fmt.Appendf(nil, `{"seq":%d,"time":%q}`, n, at.Format(time.RFC3339))}}
}

// backupsOf gives the backups of a log, none where they cannot be listed.
func backupsOf(path string) []saves.Backup {
	all, _ := Backups(path)
	return all
}

// The logs of the last ten sessions are kept, whatever the clock says; runs of one
// evening are one.
func TestBackups(t *testing.T) {
	l := create(t)
	evening := testTime
	n := uint64(0)
	play := func(at time.Time) {
		t.Helper()
		n++
		if err := l.Append(t.Context(), n-1, clocked(n, at)); err != nil {
			t.Fatal(err)
		}
		if err := l.Backup(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	for range 14 {
		evening = evening.AddDate(0, 0, 7)
		play(evening)
		play(evening.Add(3 * time.Hour))
	}
	all := backupsOf(l.Path())
	if len(all) != backupsKept || all[0].Session != 5 || all[9].Session != 14 || all[9].Events != 28 || !all[9].Time.Equal(evening.Add(3*time.Hour)) {
		t.Errorf("backups: %+v", all)
	}
	for _, odd := range []int{1970, 2100, 9999, 1970} {
		play(time.Date(odd, 1, 1, 0, 0, 0, 0, time.UTC))
	}
	all = backupsOf(l.Path())
	if len(all) != backupsKept || all[9].Session != 18 || all[9].Events != n || all[5].Events != 28 {
		t.Errorf("with odd clocks: %+v", all)
	}
	if err := l.Backup(t.Context()); err != nil || len(backupsOf(l.Path())) != backupsKept {
		t.Errorf("a backup of nothing new: %v", err)
	}
	if _, _, err := Restore(l.Path(), 3, "../evil", nil, options()); err == nil || !strings.Contains(err.Error(), "it has 9, 10") {
		t.Errorf("a backup that is not there: %v", err)
	}
	for _, want := range []string{"evil.fray", "evil-2.fray"} { // beside the table, and over nothing
		to, notes, err := Restore(l.Path(), 14, "../evil", nil, options())
		if err != nil || len(notes) > 0 || to != filepath.Join(filepath.Dir(l.Path()), want) {
			t.Fatalf("restored as %s, %v %v", to, notes, err)
		}
		if got := logtest.ReadAll(t, reopen(t, to), 0); len(got) != 28 {
			t.Errorf("%d events are restored", len(got))
		}
	}
}

// Where a link stands in the place of the backups, as a stranger may have packed it,
// nothing is written to where it leads, and nothing is read from there: it is told, and a folder
// takes its place.
func TestBackupsThroughALink(t *testing.T) {
	l := create(t)
	outside := t.TempDir()
	if err := errors.Join(os.WriteFile(filepath.Join(outside, "000001.fray.gz"), nil, 0o600), os.Symlink(outside, l.Path()+backupFolder)); err != nil {
		t.Skip("no links here:", err)
	}
	add(t, l, 3)
	if err := l.f.Close(); err != nil { // as if the program was killed
		t.Fatal(err)
	}
	again := reopen(t, l.Path())
	if said := strings.Join(again.Findings().Lines(), " "); !strings.Contains(said, "was a link to "+outside) || !strings.Contains(said, "a folder of its own takes its place") {
		t.Errorf("of the link it is told: %s", said)
	}
	if got := backupsOf(l.Path()); got != nil {
		t.Errorf("through the link the backups are %v", got)
	}
	add(t, again, 5)
	if err := again.Close(); err != nil {
		t.Errorf("closing gives %v", err)
	}
	all, err := os.ReadDir(outside)
	if got := backupsOf(l.Path()); err != nil || len(all) != 1 || len(got) != 1 {
		t.Errorf("outside stand %v, %v; the backups are %v", all, err, got)
	}
}

// A run that was killed has kept no backup: the next one does, behind the screen, also
// while it is played.
func TestBackupOfAKilledRun(t *testing.T) {
	defer func(was time.Duration) { backUpAfter = was }(backUpAfter)
	backUpAfter = 0
	l := create(t)
	add(t, l, 300)
	if err := l.f.Close(); err != nil { // as if the program was killed
		t.Fatal(err)
	}
	l = reopen(t, l.Path())
	add(t, l, 330)
	l.behind.Wait()
	all := backupsOf(l.Path())
	if len(all) != 1 || all[0].Events < 300 {
		t.Fatalf("the backups are %v", all)
	}
	if wrong := l.checkBackups(); len(wrong) > 0 {
		t.Error(wrong)
	}
	done(t, l)
	l = reopen(t, l.Path())
	l.behind.Wait()
	if all := backupsOf(l.Path()); len(all) != 1 || all[0].Events != 330 {
		t.Errorf("at the end the backups are %v", all)
	}
}

// Whoever plays from a folder of another machine or of a program that syncs is told
// what that means, once.
func TestPlaceHint(t *testing.T) {
	state := t.TempDir()
	for path, want := range map[string]string{
		"/home/ann/Dropbox/games/vault.fray":       "synced by Dropbox",
		"/home/ann/OneDrive - The Club/vault.fray": "synced by OneDrive",
		"/home/ann/google drive/vault.fray":        "synced by Google Drive",
		"/home/ann/dropboxes/vault.fray":           "",
		filepath.Join(t.TempDir(), "vault.fray"):   "",
	} {
		first, again := PlaceHint(state, path), PlaceHint(state, path)
		if want == "" && first != "" || !strings.Contains(first, want) || again != "" {
			t.Errorf("%s: %q, and again %q", path, first, again)
		}
	}
}
