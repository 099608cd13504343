package saves_test

import (
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
func played(t *testing.T, n int) string {
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
	if got := strings.Join(names, " "); got != "vault.fray vault.fray.head vault.fray.jsonl" {
		t.Errorf("after closing there is %s", got)
	}
}

// Who looks while another writes sees no damage that is not there.
func TestLookedAtWhileWritten(t *testing.T) {
	l := makeTable(t)
	done := make(chan error)
	go func() {
		p := newPlayer(4)
		for range 400 {
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
	for range 40 {
		again, err := saves.Look(l.Path(), rules)
		if err != nil {
			t.Fatal(err)
		}
		seq := again.Now().Seq()
		_ = again.Close()
		if r, err := saves.Check(l.Path(), rules); err != nil || !r.Good() || r.Events < seq {
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
	_, err = saves.Open(path, rules, testDeps())
	var newer *saves.Newer
	if !errors.As(err, &newer) || newer.Has != 99 || newer.Reads != saves.Versions() {
		t.Fatalf("a newer file: %v", err)
	}
	if _, err := saves.Check(path, rules); !errors.As(err, &newer) {
		t.Errorf("checking a newer file: %v", err)
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

// SQLite drops the end of a torn log without a word; the head file knows.
func TestTornTail(t *testing.T) {
	l := makeTable(t)
	for n := range 5 {
		do(t, l, note(n))
	}
	// What stands on the disk now is what a crash would leave.
	dir := t.TempDir()
	for _, suffix := range []string{"", "-wal", ".head"} {
		b, err := os.ReadFile(l.Path() + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if suffix == "-wal" {
			b[len(b)-100] ^= 4
		}
		if err := os.WriteFile(filepath.Join(dir, "vault.fray"+suffix), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "vault.fray")
	_, err := saves.Open(path, rules, testDeps())
	var bad *saves.Damaged
	if !errors.As(err, &bad) || !strings.Contains(err.Error(), "ends at event 5, but event 6 was written") {
		t.Fatalf("a torn log: %v", err)
	}
	if r, err := saves.Check(path, rules); err != nil || r.Good() || r.Events != 5 || r.Fix == "" {
		t.Errorf("its check: %+v %v", r, err)
	}
	// The way round that the words name.
	if err := os.Remove(path + ".head"); err != nil {
		t.Fatal(err)
	}
	l, err = saves.Open(path, rules, testDeps())
	if err != nil {
		t.Fatal(err)
	}
	do(t, l, note(6))
	_ = l.Close()
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
	if r, err := saves.Check(path, rules); err != nil || r.Good() || !strings.Contains(r.Wrong[0], "event 1 ") {
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
	const flips = 150
	for range flips {
		b := append([]byte(nil), good...)
		at, bit := rng.IntN(len(b)), rng.IntN(8)
		b[at] ^= 1 << bit
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := saves.Check(path, rules)
		if err == nil && r.Good() {
			missed++
			t.Logf("byte %d (of page %d, at %d), bit %d was missed", at, at/4096, at%4096, bit)
		}
	}
	if missed > 0 {
		t.Errorf("%d of %d flipped bits were missed", missed, flips)
	}
}

// What is advised is there.
func TestAdviceIsSound(t *testing.T) {
	path := played(t, 60)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(b[4096:], make([]byte, 4096))
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	advice := func() string {
		r, err := saves.Check(path, rules)
		if err != nil || r.Good() {
			t.Fatalf("%+v %v", r, err)
		}
		_, err = saves.Open(path, rules, testDeps())
		var bad *saves.Damaged
		if !errors.As(err, &bad) || !strings.Contains(bad.Fix, "fray check") || !strings.HasSuffix(bad.Fix, r.Fix) {
			t.Errorf("opening says %v, its check %q", err, r.Fix)
		}
		return r.Fix
	}
	if got := advice(); !strings.Contains(got, "fray import "+path+".jsonl") {
		t.Errorf("with a copy beside it: %s", got)
	}
	if err := os.Remove(path + ".jsonl"); err != nil {
		t.Fatal(err)
	}
	if got := advice(); strings.Contains(got, ".jsonl") {
		t.Errorf("without a copy: %s", got)
	}
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
