package saves_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.org/fray/model"
	"example.org/fray/saves"

	"github.com/ncruces/go-sqlite3"
)

// played gives the path of a closed table with some history.
func played(t testing.TB, n int) string {
	t.Helper()
	l := makeTable(t)
	newPlayer(3).play(t, l, n)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return l.Path()
}

func TestSecondOpener(t *testing.T) {
	first := makeTable(t)
	second, err := saves.Open(first.Path(), rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	var in *saves.InUse
	if !second.ReadOnly() || !errors.As(second.Why(), &in) || !strings.Contains(in.Error(), "process") {
		t.Fatalf("the second opener is told: %v", second.Why())
	}
	if _, err := second.Do(program, note(1)); !errors.As(err, &in) {
		t.Errorf("the second opener may write: %v", err)
	}
	changed, cancel := second.Watch()
	defer cancel()
	do(t, first, note(1))
	want := do(t, first, model.Undo{})
	if more, err := second.Refresh(); err != nil || !more {
		t.Fatalf("nothing new: %v", err)
	}
	select {
	case <-changed:
	default:
		t.Error("who watches the second was not told")
	}
	if got := whole(t, second.Now()); got != whole(t, want) {
		t.Errorf("the second sees %s", got)
	}
	if more, err := second.Refresh(); more || err != nil {
		t.Errorf("something new again: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	third, err := saves.Open(first.Path(), rules, testDeps())
	if err != nil || third.ReadOnly() {
		t.Fatalf("after closing: %v", err)
	}
	_ = third.Close()
	left, _ := os.ReadDir(filepath.Dir(first.Path()))
	var names []string
	for _, e := range left {
		names = append(names, e.Name())
	}
	if got := strings.Join(names, " "); got != "vault.fray vault.fray.backups vault.fray.head vault.fray.jsonl" {
		t.Errorf("after closing there is %s", got)
	}
}

// Who looks while another writes sees no damage that is not there.
func TestLookedAtWhileWritten(t *testing.T) {
	l := makeTable(t)
	done := make(chan error)
	go func() {
		p := newPlayer(4)
		for range often(200, 400) {
			_, err := l.Do(program, p.command(l.Now()))
			var no *model.Refused
			if err != nil && !errors.As(err, &no) {
				done <- err
				return
			}
		}
		close(done)
	}()
	view, err := saves.Look(l.Path(), rules)
	if err != nil {
		t.Fatal(err)
	}
	for range often(20, 40) {
		again, err := saves.Look(l.Path(), rules)
		if err != nil {
			t.Fatal(err)
		}
		seq := again.Now().Seq()
		_ = again.Close()
		if r, err := saves.Check(l.Path(), rules, ""); err != nil || !r.Good() || r.Events < seq {
			t.Fatalf("%+v %v", r, err)
		}
		if _, err := view.Refresh(); err != nil || view.Now().Seq() < seq {
			t.Fatalf("refreshed to %d, %d were there: %v", view.Now().Seq(), seq, err)
		}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if _, err := view.Refresh(); err != nil || whole(t, view.Now()) != whole(t, l.Now()) {
		t.Errorf("at the end the views differ: %v", err)
	}
	_ = view.Close()
	if _, err := view.Refresh(); !errors.Is(err, saves.ErrClosed) {
		t.Errorf("refreshing what is closed: %v", err)
	}
}

func TestClosed(t *testing.T) {
	l := makeTable(t)
	_ = l.Close()
	if _, err := l.Do(program, note(1)); !errors.Is(err, saves.ErrClosed) {
		t.Errorf("a closed table says %v", err)
	}
	if err := l.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
}

func TestNewerFile(t *testing.T) {
	path := played(t, 3)
	c, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Exec(`PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
	before, _ := os.ReadFile(path)
	l, err := saves.Open(path, rules, testDeps())
	var newer *saves.Newer
	if err != nil || !errors.As(l.Why(), &newer) || newer.Has != 99 || newer.Reads != saves.Versions() || l.Now().Name == "" {
		t.Fatalf("a newer file: %v", err)
	}
	if _, err := l.Do(program, note(1)); !errors.As(err, &newer) {
		t.Errorf("a newer file takes a note: %v", err)
	}
	_ = l.Close()
	if r, err := saves.Check(path, rules, ""); err != nil || !r.Good() {
		t.Errorf("checking a newer file: %+v %v", r, err)
	}
	if _, err := saves.Make(path, rules, "x", "toy", testDeps()); err == nil {
		t.Error("a newer file was made anew")
	}
	if after, _ := os.ReadFile(path); string(before) != string(after) {
		t.Error("the newer file was changed")
	}
}

func TestNotFray(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text.fray")
	_ = os.WriteFile(text, []byte(strings.Repeat("Dear diary. ", 20)), 0o600)
	short := filepath.Join(dir, "short.fray")
	_ = os.WriteFile(short, []byte("hi"), 0o600)
	other := filepath.Join(dir, "other.fray")
	c, err := sqlite3.Open("file:" + other)
	if err != nil {
		t.Fatal(err)
	}
	_ = c.Exec(`CREATE TABLE x (y)`)
	_ = c.Close()
	for _, path := range []string{text, short, other, dir} {
		var no *saves.NotFray
		if _, err := saves.Open(path, rules, testDeps()); !errors.As(err, &no) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := saves.Open(filepath.Join(dir, "none.fray"), rules, testDeps()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "none.fray.lock")); err == nil {
		t.Error("opening nothing left a lock")
	}
	var taken *saves.Taken
	if _, err := saves.Make(text, rules, "x", "toy", testDeps()); !errors.As(err, &taken) {
		t.Errorf("making a table over a text: %v", err)
	}
	below := filepath.Join(text, "deeper", "a.fray")
	var un *saves.Unwritable
	if _, err := saves.Make(below, rules, "x", "toy", testDeps()); !errors.As(err, &un) {
		t.Errorf("making a table below a file: %v", err)
	}
}

// Making a table that was cut short can be done again.
func TestMadeAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b", "vault.fray")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var bad *saves.Damaged
	if _, err := saves.Open(path, rules, testDeps()); !errors.As(err, &bad) {
		t.Errorf("an empty file: %v", err)
	}
	l, err := saves.Make(path, rules, "The Vault", "toy", testDeps())
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	var taken *saves.Taken
	if _, err := saves.Make(path, rules, "The Vault", "toy", testDeps()); !errors.As(err, &taken) {
		t.Errorf("making it a second time: %v", err)
	}
	if _, err := saves.Make(path+"2", rules, " ", "toy", testDeps()); err == nil {
		t.Error("a table without a name was made")
	}
	if _, err := os.Stat(path + "2"); err == nil {
		t.Error("a refused table left its file")
	}
}

// cutShort gives a copy of an open table's files, as a crash would leave them a
// moment after the last commit.
func cutShort(t testing.TB, l *saves.Live) string {
	t.Helper()
	saves.CatchUp(l)
	dir := t.TempDir()
	for _, suffix := range []string{"", "-wal", ".head", ".jsonl"} {
		b, err := os.ReadFile(l.Path() + suffix)
		if err != nil && suffix != ".jsonl" {
			t.Fatal(err)
		}
		if err == nil {
			if suffix == "-wal" {
				b = logged(b)
			}
			if err := os.WriteFile(filepath.Join(dir, filepath.Base(l.Path())+suffix), b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return filepath.Join(dir, filepath.Base(l.Path()))
}

// logged is what has been written of a write-ahead log, without the room behind it.
func logged(wal []byte) []byte {
	const head, frame = 32, 24 + 4096
	n := len(bytes.TrimRight(wal, "\x00"))
	return wal[:min(len(wal), head+max(0, n-head+frame-1)/frame*frame)]
}

// SQLite drops what stands behind a flipped bit of its write-ahead log without
// a word. Here it is brought back, what was found is kept, and both are told.
func TestFlippedLog(t *testing.T) {
	l := makeTable(t)
	for n := range 111 {
		do(t, l, note(n))
	}
	path := cutShort(t, l)
	wal, err := os.ReadFile(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	wal[len(wal)/3] ^= 4
	if err := os.WriteFile(path+"-wal", wal, 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := saves.Check(path, rules, ""); err != nil || r.Good() || r.Events != 112 || r.Fix == "" {
		t.Errorf("its check: %+v %v", r, err)
	}
	if now, _ := os.ReadFile(path + "-wal"); string(now) != string(wal) {
		t.Fatal("checking changed the write-ahead log")
	}
	again, err := saves.Open(path, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	f := again.Findings()
	if got, want := whole(t, again.Now()), whole(t, l.Now()); got != want || f.Lost() != 0 || f.Events != 112 {
		t.Errorf("opened, the table is %s\nwant %s\n%q", got, want, f.Lines())
	}
	if lines := strings.Join(f.Lines(), "\n"); !strings.Contains(lines, "vault.fray is damaged: its log ends at event") || !strings.Contains(lines, "Nothing is missing: all 112 events stand") {
		t.Errorf("it says\n%s", lines)
	}
	keptWal := ""
	for _, k := range f.Kept {
		if strings.HasSuffix(k, "-wal") {
			keptWal = k
		}
	}
	if kept, err := os.ReadFile(keptWal); err != nil || string(kept) != string(wal) {
		t.Errorf("the write-ahead log was not kept as it was: %v", err)
	}
	do(t, again, note(6))
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := saves.Check(path, rules, ""); err != nil || !r.Good() || r.Events != 113 {
		t.Errorf("then its check says %+v %v", r, err)
	}
}

// What nothing else has is missing, and that is told and written down.
func TestTornTail(t *testing.T) {
	l := makeTable(t)
	for n := range 5 {
		do(t, l, note(n))
	}
	path := cutShort(t, l)
	wal, err := os.ReadFile(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path+"-wal", wal[:len(wal)-4120], 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := saves.Check(path, rules, ""); err != nil || r.Good() || r.Events != 5 || len(r.Missing) != 1 || r.Missing[0].First != 6 {
		t.Errorf("its check: %+v %v", r, err)
	}
	look, err := saves.Look(path, rules)
	if err != nil || look.Now().Seq() != 5 || look.Findings().Lost() != 1 || len(look.Findings().Kept) > 0 {
		t.Fatalf("looked at: %v", err)
	}
	_ = look.Close()
	l, err = saves.Open(path, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	if words := strings.Join(l.Findings().Lines(), "\n"); !strings.Contains(words, "Event 6 is missing, from between") || !strings.Contains(words, "Kept as it was found") {
		t.Errorf("it says\n%s", words)
	}
	if end := lastWords(l); !strings.Contains(end, "event 6 is missing") {
		t.Errorf("the log ends with %q", end)
	}
	do(t, l, note(6))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l, err = saves.Open(path, rules, testDeps())
	if err != nil || l.Findings() != nil {
		t.Errorf("opened again: %v %v", l.Findings().Lines(), err)
	}
	_ = l.Close()
}

// lastWords is the newest note.
func lastWords(l *saves.Live) string {
	for line := range l.Now().Log() {
		for _, f := range line.Event.Facts {
			if n, ok := f.(model.Noted); ok {
				return n.Text
			}
		}
	}
	return ""
}

// Another log under the same name is noticed too.
func TestRewrittenLog(t *testing.T) {
	path := played(t, 5)
	c, err := sqlite3.Open("file:" + path)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Exec(`UPDATE events SET body = replace(body, 'The Vault', 'The Fault') WHERE seq = 1`); err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
	if r, err := saves.Check(path, rules, ""); err != nil || r.Good() || !strings.Contains(r.Wrong[0], "event 1 ") {
		t.Errorf("a rewritten event: %+v %v", r, err)
	}
}

// A changed byte anywhere in the file is found.
func TestFlippedBits(t *testing.T) {
	path := played(t, 60)
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	missed := 0
	for range *flips {
		b := append([]byte(nil), good...)
		at, bit := rng.IntN(len(b)), rng.IntN(8)
		b[at] ^= 1 << bit
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := saves.Check(path, rules, "")
		if err == nil && r.Good() {
			missed++
			t.Logf("byte %d (of page %d, at %d), bit %d was missed", at, at/4096, at%4096, bit)
		}
	}
	if missed > 0 {
		t.Errorf("%d of %d flipped bits were missed", missed, *flips)
	}
}

// A damaged table opens: from the copy, from a backup, from what is left of the
// file. Without any of it, it says so.
func TestBroughtBack(t *testing.T) {
	path := played(t, 60)
	l, err := saves.Look(path, rules)
	if err != nil {
		t.Fatal(err)
	}
	want, seq := whole(t, l.Now()), l.Now().Seq()
	_ = l.Close()
	for what, spoil := range map[string]func(path string){
		"its second page":   func(path string) { overwrite(t, path, 4096, make([]byte, 4096)) },
		"its first page":    func(path string) { overwrite(t, path, 0, make([]byte, 4096)) },
		"all of it":         func(path string) { _ = os.WriteFile(path, []byte("Dear diary"), 0o600) },
		"emptied":           func(path string) { _ = os.Truncate(path, 0) },
		"cut in two":        func(path string) { _ = os.Truncate(path, 9000) },
		"removed":           func(path string) { _ = os.Remove(path) },
		"only a backup":     func(path string) { _ = os.Remove(path + ".jsonl"); _ = os.Truncate(path, 100) },
		"the copy emptied":  func(path string) { _ = os.Truncate(path+".jsonl", 0) },
		"the head emptied":  func(path string) { _ = os.Truncate(path+".head", 0) },
		"the head of words": func(path string) { _ = os.WriteFile(path+".head", []byte("Dear diary"), 0o600) },
		"a bit of its head": func(path string) { flip(t, path+".head", 9) },
		"a bit of its copy": func(path string) { flip(t, path+".jsonl", -90) },
	} {
		t.Run(what, func(t *testing.T) {
			path := copyTable(t, path)
			spoil(path)
			if r, err := saves.Check(path, rules, ""); err == nil && r.Good() {
				t.Errorf("the check finds nothing: %+v", r)
			}
			look, err := saves.Look(path, rules)
			if err != nil {
				t.Fatal(err)
			}
			if whole(t, look.Now()) != want {
				t.Errorf("looked at it is another table, of %d events: %v", look.Now().Seq(), err)
			}
			_ = look.Close()
			l, err := saves.Open(path, rules, testDeps())
			if err != nil {
				t.Fatal(err)
			}
			if whole(t, l.Now()) != want || l.Findings() == nil || l.Findings().Lost() > 0 {
				t.Errorf("opened it is another table, of %d events: %q %v", l.Now().Seq(), l.Findings().Lines(), err)
			}
			if l.Now().Seq() != seq {
				t.Errorf("it has %d events of %d", l.Now().Seq(), seq)
			}
			do(t, l, note(1))
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			if r, err := saves.Check(path, rules, ""); err != nil || !r.Good() || r.Events != seq+1+evening(l) {
				t.Errorf("then its check says %+v %v", r, err)
			}
		})
	}
	alone := filepath.Join(t.TempDir(), "alone.fray")
	_ = os.WriteFile(alone, make([]byte, 8192), 0o600)
	if _, err := saves.Open(alone, rules, testDeps()); err == nil {
		t.Error("a file of nothing was opened")
	}
	if left, _ := os.ReadDir(filepath.Dir(alone)); len(left) != 1 {
		t.Errorf("beside it stand %v", left)
	}
}

// evening is how many events closing a table has added.
func evening(l *saves.Live) uint64 {
	for line := range l.Now().Log() {
		if _, ended := line.Event.Facts[0].(model.SessionEnded); ended {
			return 1
		}
		return 0
	}
	return 0
}

// copyTable copies a closed table with all that stands beside it.
func copyTable(t testing.TB, path string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Dir(path))); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, filepath.Base(path))
}

func overwrite(t testing.TB, name string, at int64, b []byte) {
	t.Helper()
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt(b, at); err != nil {
		t.Fatal(err)
	}
}

// flip changes a bit of a file; a place below 0 counts from its end.
func flip(t testing.TB, name string, at int) {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if at < 0 {
		at += len(b)
	}
	overwrite(t, name, int64(at), []byte{b[at] ^ 1})
}

func TestList(t *testing.T) {
	dir := t.TempDir()
	if got, err := saves.List(filepath.Join(dir, "none")); err != nil || got != nil {
		t.Errorf("a folder that is not there: %v %v", got, err)
	}
	deps := testDeps()
	for _, name := range []string{"The Vault Job", "Ärger im Süden", "...etc passwd"} {
		path := saves.PathFor(dir, name)
		if filepath.Dir(path) != dir {
			t.Fatalf("%q is made at %s", name, path)
		}
		l, err := saves.Make(path, rules, name, "toy", deps)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	_ = os.WriteFile(filepath.Join(dir, "bare.fray"), nil, 0o600)
	_ = os.Chtimes(filepath.Join(dir, "bare.fray"), time.Time{}, time.Unix(0, 0))
	all, err := saves.List(dir)
	if err != nil || len(all) != 4 || all[0].Name != "...etc passwd" || all[0].Seq != 1 || all[3].Name != "bare" || all[1].Size < 4096 {
		t.Errorf("the list is %+v %v", all, err)
	}
	for name, want := range map[string]string{
		"the vault job": "the-vault-job.fray", "the-vault-job": "the-vault-job.fray", "the-vault-job.fray": "the-vault-job.fray",
		"Ärger im Süden": "ärger-im-süden.fray", "the v": "the-vault-job.fray",
		filepath.Join(dir, "the-vault-job.fray"): "the-vault-job.fray",
	} {
		if got, err := saves.Find(dir, name); err != nil || filepath.Base(got) != want {
			t.Errorf("Find(%q) = %s, %v", name, got, err)
		}
	}
	var none *saves.NotFound
	for _, name := range []string{"nobody", filepath.Join(dir, "x.fray"), "x.fray"} {
		if got, err := saves.Find(dir, name); !errors.As(err, &none) {
			t.Errorf("Find(%q) = %s, %v", name, got, err)
		}
	}
	if got := filepath.Base(saves.PathFor(dir, "The Vault Job")); got != "the-vault-job-2.fray" {
		t.Errorf("a second table of that name goes to %s", got)
	}
}

func TestSlug(t *testing.T) {
	for name, want := range map[string]string{
		"": "table", "...": "table", "../../x": "x", "CON": "table-con", "lpt1": "table-lpt1", "com": "com",
		"a/b\\c": "a-b-c", "\x00\x1b[31m": "31m", ".hidden": "hidden", "日本": "日本", strings.Repeat("x", 500): strings.Repeat("x", 48),
		"a\xffb": "a-b", "_two__words!": "two-words", "~root": "root", "-rf": "rf",
	} {
		if got := saves.Slug(name); got != want {
			t.Errorf("slug(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestFolder(t *testing.T) {
	t.Setenv("FRAY_SAVES", "elsewhere")
	if got := saves.Folder("given"); got != "given" {
		t.Errorf("a given folder is %s", got)
	}
	if got := saves.Folder(""); got != "elsewhere" {
		t.Errorf("$FRAY_SAVES is %s", got)
	}
	t.Setenv("FRAY_SAVES", "")
	if got := saves.Folder(""); filepath.Base(got) != "fray" {
		t.Errorf("without either it is %s", got)
	}
}

// A name finds the table of that name and no other, whatever their files are
// called.
func TestNamesAreNotMistaken(t *testing.T) {
	dir := t.TempDir()
	make := func(name string) string {
		t.Helper()
		l, err := saves.Make(saves.PathFor(dir, name), rules, name, "toy", testDeps())
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		return filepath.Base(l.Path())
	}
	long := strings.Repeat("long ", 11)
	made := map[string]string{}
	for _, name := range []string{"🎲", "🐉", "The Run!", "CON", long + "one", long + "two", "Twice", "A  Wide Gap", "table"} {
		made[name] = make(name)
	}
	second := make("Twice")
	for name, file := range map[string]string{"AC/DC": "ac-dc.fray", "x.fray": "x-fray.fray"} { // as an import makes them
		l, err := saves.Make(filepath.Join(dir, file), rules, name, "toy", testDeps())
		if err != nil {
			t.Fatal(err)
		}
		_ = l.Close()
		made[name] = file
	}
	for name, want := range map[string]string{
		"🎲": made["🎲"], "🐉": made["🐉"], "the run": made["The Run!"], "The Run?": made["The Run!"], "con": made["CON"],
		long + "one": made[long+"one"], long + "two": made[long+"two"], "a wide gap": made["A  Wide Gap"], "table": made["table"],
		"ac/dc": made["AC/DC"], "x.fray": made["x.fray"], made["The Run!"]: made["The Run!"],
		strings.TrimSuffix(second, saves.Suffix): second,
	} {
		if got, err := saves.Find(dir, name); err != nil || filepath.Base(got) != want {
			t.Errorf("Find(%q) = %s, %v, want %s", name, got, err, want)
		}
	}
	var none *saves.NotFound
	for _, name := range []string{"", " ", ".", "..", "!", "🐲", "../ac-dc", "dc/ac", ".fray"} {
		if got, err := saves.Find(dir, name); !errors.As(err, &none) {
			t.Errorf("Find(%q) = %s, %v", name, got, err)
		}
	}
	for _, name := range []string{"twice", "t", "long"} {
		got, err := saves.Find(dir, name)
		if err == nil || errors.As(err, &none) || !strings.Contains(err.Error(), "several") {
			t.Errorf("Find(%q) = %s, %v", name, got, err)
		}
	}
	if _, err := saves.Find(dir, "Twice"); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, second)) {
		t.Errorf("the second table of a name is not told: %v", err)
	}

	// Where no head file tells the name, the file's does.
	for _, name := range []string{"CON", "The Run!", long + "one"} {
		if err := os.Remove(filepath.Join(dir, made[name]+".head")); err != nil {
			t.Fatal(err)
		}
		if got, err := saves.Find(dir, name); err != nil || filepath.Base(got) != made[name] {
			t.Errorf("without a head file: Find(%q) = %s, %v", name, got, err)
		}
	}
}

// An older file goes through the steps; its header tells so at once.
func TestHeaderTellsVersion(t *testing.T) {
	l := makeTable(t)
	b, err := os.ReadFile(l.Path())
	if err != nil {
		t.Fatal(err)
	}
	if v := binary.BigEndian.Uint32(b[60:]); int(v) != saves.Versions() || string(b[68:72]) != "fray" || b[20] != 8 {
		t.Errorf("the header says version %d, application %q, %d bytes reserved", v, b[68:72], b[20])
	}
}

// The head file is written a moment after a commit. A crash before that takes
// nothing away and blames nobody: what the head does not know yet stands.
func TestHeadLags(t *testing.T) {
	l := makeTable(t)
	do(t, l, note(1))
	saves.CatchUp(l)
	head, err := os.ReadFile(l.Path() + ".head")
	if err != nil || !strings.Contains(string(head), `"seq":2`) {
		t.Fatalf("a moment later it says %s %v", head, err)
	}
	do(t, l, note(2))
	do(t, l, note(3))
	path := cutShort(t, l)
	if err := os.WriteFile(path+".head", head, 0o600); err != nil { // as it was before these
		t.Fatal(err)
	}
	if r, err := saves.Check(path, rules, ""); err != nil || r.Events != 4 || len(r.Missing) > 0 || len(r.Wrong) > 0 {
		t.Errorf("its check: %+v %v", r, err)
	}
	again, err := saves.Open(path, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	if again.Now().Seq() != 4 || again.Findings() != nil || again.ReadOnly() {
		t.Errorf("opened it has %d events and is told %q", again.Now().Seq(), again.Findings().Lines())
	}
	if words := again.Late(); len(again.Found()) > 0 || words != "Events 3 to 4 were written last when the program ended, and stand." {
		t.Errorf("it says %q", words)
	}
	if head, err := os.ReadFile(path + ".head"); err != nil || !strings.Contains(string(head), `"seq":4`) {
		t.Errorf("opened the head says %s %v", head, err)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

// A write-ahead log is written over what is there of it: its length stays, and
// what stands behind its end is no part of it.
func TestRoomInTheLog(t *testing.T) {
	l := makeTable(t)
	size := func() int64 {
		info, err := os.Stat(l.Path() + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	was := size()
	for n := range 20 {
		do(t, l, note(n))
	}
	if now := size(); now != was || was < 1<<20 {
		t.Errorf("the log grows from %d to %d bytes", was, now)
	}
	looks, err := saves.Look(l.Path(), rules)
	if err != nil || looks.Now().Seq() != 21 || looks.Findings() != nil {
		t.Fatalf("beside the writer: %v %q", err, looks.Findings().Lines())
	}
	_ = looks.Close()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if r, err := saves.Check(l.Path(), rules, ""); err != nil || !r.Good() {
		t.Errorf("%+v %v", r, err)
	}
}
